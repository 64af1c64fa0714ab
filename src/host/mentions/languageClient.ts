// The entry of the bundle with the language server and its client. It is loaded when the first document that can mention resources is
// shown, never at activation.
import { PassThrough } from 'node:stream';
import * as l10n from '@vscode/l10n';
import { env, l10n as editorL10n, MarkdownString, type LogOutputChannel } from 'vscode';
import {
  CloseAction,
  DynamicFeature,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  SemanticTokensRegistrationType,
  type LanguageClientOptions,
  type StaticFeature,
} from 'vscode-languageclient/node';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { causes } from '../../core/base/errors';
import { formatNumbersIn } from '../../core/base/format';
import { LanguageServer } from '../../core/mentions/server/languageServer';
import type { LanguagePorts } from '../../core/mentions/mention/languagePorts';
import { LinkRefresh } from './linkRefresh';
import { commands as ids } from '../base/ids';
import { filesOfWorkspace } from './workspaceFiles';

/** All ports but the one that only this bundle can provide. */
export type HostPorts = Omit<LanguagePorts, 'workspaceFiles'>;

export interface LanguageOptions {
  readonly ports: HostPorts;
  /** The documents to follow. */
  readonly selector: readonly { readonly scheme: string }[];
  /** The client's log of failures. */
  readonly channel: LogOutputChannel;
}

/** The running language server, for commands. */
export interface RunningLanguage {
  readonly mentionedIn: LanguageServer['mentionedIn'];
  /** Never rejects. */
  stop(): Promise<void>;
}

/** Starts the server in this process, and the client that connects VS Code to it. */
export async function startLanguage({ ports, selector, channel }: LanguageOptions): Promise<RunningLanguage> {
  if (editorL10n.bundle) {
    l10n.config({ contents: editorL10n.bundle });
    formatNumbersIn(env.language);
  }
  const links = new LinkRefresh(selector);
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const there = createProtocolConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
  const server = new LanguageServer(there, {
    ...ports,
    workspaceFiles: (signal) => filesOfWorkspace(ports.log, signal),
    onRefresh: () => links.refresh(),
  });
  const here = { reader: new StreamMessageReader(toClient), writer: new StreamMessageWriter(toServer) };
  const connect = () => Promise.resolve(here);
  const client = new MentionsClient('mcpResources', l10n.t('MCP Resources'), connect, optionsFor(selector, channel));
  const stop = async (): Promise<void> => {
    await client.dispose().catch((error: unknown) => ports.log.warn(`Stopping the language client: ${causes(error)}`));
    server.dispose();
    links.dispose();
  };
  try {
    await client.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { mentionedIn: (text, signal) => server.mentionedIn(text, signal), stop };
}

/**
 * VS Code uses the semantic tokens of one provider per document: these would hide those of the language. Mentions are links, which it draws.
 * https://github.com/microsoft/vscode/issues/212650
 */
class MentionsClient extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    const isTokens =
      DynamicFeature.is(feature) && feature.registrationType.method === SemanticTokensRegistrationType.method;
    if (!isTokens) super.registerFeature(feature);
  }
}

/** Failures are only logged: the editor made the requests, and the user does not wait for them. */
function optionsFor(
  selector: LanguageOptions['selector'],
  outputChannel: LanguageOptions['channel'],
): LanguageClientOptions {
  return {
    documentSelector: [...selector],
    diagnosticCollectionName: 'mcpResources',
    outputChannel,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    middleware: {
      // The second text is ours; the others have a server's words, and run nothing.
      provideHover: async (document, position, token, next) => {
        const hover = await next(document, position, token);
        const actions = hover?.contents[1];
        if (actions instanceof MarkdownString) {
          actions.isTrusted = { enabledCommands: [ids.attach, ids.preview] };
          actions.supportThemeIcons = true;
        }
        return hover;
      },
    },
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
    },
  };
}
