// The entry of the bundle with the language server and its client. It is loaded when the first document that can mention resources is
// shown, never at activation.
import { PassThrough } from 'node:stream';
import * as l10n from '@vscode/l10n';
import {
  CancellationTokenSource,
  env,
  l10n as editorL10n,
  MarkdownString,
  type CancellationToken,
  type LogOutputChannel,
  type Range,
  type Uri,
} from 'vscode';
import {
  CloseAction,
  DynamicFeature,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  SemanticTokensRefreshRequest,
  SemanticTokensRegistrationType,
  type LanguageClientOptions,
  type MessageTransports,
  type StaticFeature,
} from 'vscode-languageclient/node';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { CancelledError, causes } from '../../core/base/errors';
import { formatNumbersIn } from '../../core/base/format';
import { LanguageServer } from '../../core/mentions/server/languageServer';
import type { LanguagePorts } from '../../core/mentions/mention/languagePorts';
import { mentionedResources, type MentionedResources } from '../../core/mentions/mention/editorRequests';
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
  /** The resources mentioned in an open document, or in a part of it. Rejects with `CancelledError`. */
  mentionedIn(document: Uri, range: Range | undefined, signal: AbortSignal): Promise<MentionedResources>;
  /** The resources mentioned in the text of a Markdown file, which need not be open. Rejects with `CancelledError`. */
  mentionedInText(file: Uri, text: string, signal: AbortSignal): Promise<MentionedResources>;
  /** Never rejects. */
  stop(): Promise<void>;
}

/** Starts the server in this process, and the client that connects VS Code to it. */
export async function startLanguage({ ports, selector, channel }: LanguageOptions): Promise<RunningLanguage> {
  if (editorL10n.bundle) {
    l10n.config({ contents: editorL10n.bundle });
    formatNumbersIn(env.language);
  }
  const workspaceFiles = (signal: AbortSignal) => filesOfWorkspace(ports.log, signal);
  let server: LanguageServer | undefined;
  const connect = (): Promise<MessageTransports> => {
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    const there = createProtocolConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
    server = new LanguageServer(there, { ...ports, workspaceFiles });
    return Promise.resolve({ reader: new StreamMessageReader(toClient), writer: new StreamMessageWriter(toServer) });
  };
  const client = new MentionsClient('mcpResources', l10n.t('MCP Resources'), connect, optionsFor(selector, channel));
  const links = new LinkRefresh(selector);
  client.registerFeature(links);
  client.onRequest(SemanticTokensRefreshRequest.type, () => links.refresh());
  const stop = async (): Promise<void> => {
    links.dispose();
    await client.dispose().catch((error: unknown) => ports.log.warn(`Stopping the language client: ${causes(error)}`));
    server?.dispose();
  };
  try {
    await client.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    mentionedIn: (document, range, signal) => {
      const to = client.code2ProtocolConverter;
      const params = { uri: to.asUri(document), range: range && to.asRange(range) };
      return cancellable(signal, (token) => client.sendRequest(mentionedResources, params, token));
    },
    mentionedInText: (file, text, signal) => {
      const params = { uri: client.code2ProtocolConverter.asUri(file), text };
      return cancellable(signal, (token) => client.sendRequest(mentionedResources, params, token));
    },
    stop,
  };
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

async function cancellable<T>(signal: AbortSignal, ask: (token: CancellationToken) => Promise<T>): Promise<T> {
  const source = new CancellationTokenSource();
  const cancel = (): void => source.cancel();
  signal.addEventListener('abort', cancel);
  try {
    if (signal.aborted) throw new CancelledError();
    return await ask(source.token);
  } catch (error) {
    throw signal.aborted ? new CancelledError() : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}
