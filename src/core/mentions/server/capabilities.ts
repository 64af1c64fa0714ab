import { CodeActionKind, TextDocumentSyncKind, type ServerCapabilities } from 'vscode-languageserver-protocol';
import type { ClientFeatures } from '../mention/clientFeatures';
import { legend } from '../features/semanticTokens';

/** What is no part of words and can be of a mention: without these, completing would end with the word. */
const triggers = '@:/<-_.?=&#';

/** What an editor is offered. Lenses are nothing but commands that the editor has. */
export function capabilities(client: ClientFeatures, hasCommands: boolean): ServerCapabilities {
  return {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    completionProvider: { triggerCharacters: Array.from(triggers) },
    hoverProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    documentLinkProvider: { resolveProvider: true },
    semanticTokensProvider: { legend, full: true, range: true },
    ...(client.hasCodeActionLiterals && { codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] } }),
    ...(hasCommands && { codeLensProvider: {} }),
  };
}
