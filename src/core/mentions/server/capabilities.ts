import { CodeActionKind, TextDocumentSyncKind, type ServerCapabilities } from 'vscode-languageserver-protocol';
import type { ClientFeatures } from '../mention/clientFeatures';
import { legend } from '../features/semanticTokens';

/** Characters that end a word but may be part of a mention: otherwise completion would end with the word. */
const triggers = '@:/<-_.?=&#';

/** The features offered to an editor. Lenses consist only of commands of the editor. */
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
