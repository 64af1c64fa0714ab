import { PassThrough } from 'node:stream';
import {
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  StreamMessageReader,
  StreamMessageWriter,
  type ClientCapabilities,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  type ProtocolConnection,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol/node';
import { Emitter } from '../../../../src/core/base/event';
import { LanguageServer } from '../../../../src/core/mentions/server/languageServer';
import type { ClientCommands, LanguagePorts, WorkspaceFile } from '../../../../src/core/mentions/mention/languagePorts';
import type { Launch } from '../../../../src/core/session/session';
import { afterEveryTest } from '../../../support/cleanUp';
import { scripted, until } from '../../mcp/support';
import { newWorld } from '../../tools/world';
import { allVisible } from '../../../support/allVisible';

const aboutDocument = (command: string) => (title: string, document: string) => ({
  ...{ title, command },
  arguments: [document],
});
const aboutServer = (command: string) => (title: string, serverId?: string) => ({
  ...{ title, command },
  ...(serverId !== undefined && { arguments: [{ serverId }] }),
});

export const clientCommands: ClientCommands = {
  attachMentioned: aboutDocument('attachMentioned'),
  attachLink: ({ uri }) => `command:attach?${encodeURIComponent(uri)}`,
  previewLink: ({ uri }) => `command:preview?${encodeURIComponent(uri)}`,
  addMentioned: aboutDocument('addMentioned'),
  contextSets: aboutDocument('contextSets'),
  startServer: aboutServer('startServer'),
  signIn: aboutServer('signIn'),
  manageTrust: aboutServer('manageTrust'),
};

const running: { dispose(): void }[] = [];

afterEveryTest(() => {
  for (const disposable of running.splice(0)) disposable.dispose();
});

/** A server with these resources and templates. */
export function listing(resources: readonly object[], templates: readonly object[] = []): Launch {
  return scripted({
    answers: {
      'resources/list': { result: { resources } },
      'resources/templates/list': { result: { resourceTemplates: templates } },
    },
  });
}

export interface Logged {
  readonly warnings: string[];
  readonly errors: string[];
}

/** A language server and a client that has not sent anything yet; the protocol's bytes run between them. */
export function newWire(servers: Readonly<Record<string, Launch>>, fields: Partial<LanguagePorts> = {}) {
  const world = newWorld(servers);
  const files = new Map<string, string>();
  const logged: Logged = { warnings: [], errors: [] };
  const ports: LanguagePorts = {
    ...world,
    visibility: allVisible,
    log: { ...world.log, warn: (line) => logged.warnings.push(line), error: (line) => logged.errors.push(line) },
    fileOf: ({ serverId, uri }) => Promise.resolve(`mcpres://${serverId}/${encodeURIComponent(uri)}`),
    mayRead: () => true,
    freshness: () => undefined,
    workspaceFiles: () => filesOf(files),
    commands: clientCommands,
    settings: () => ({ problems: 'hint', hasLenses: true }),
    onDidChangeSettings: new Emitter<void>().event,
    ...fields,
  };
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const connect = (input: PassThrough, output: PassThrough): ProtocolConnection =>
    createProtocolConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
  const server = new LanguageServer(connect(toServer, toClient), ports);
  const client = connect(toClient, toServer);
  client.listen();
  running.push(server, client);
  /** Ends the stream as an editor does whose process is gone. */
  const hangUp = (): void => void toServer.destroy();
  const sendBytes = (bytes: string): void => void toServer.write(bytes);
  return { world, ports, server, client, files, logged, hangUp, sendBytes };
}

/** Starts a language server and an editor with documents, over real MCP servers that start when they are woken. */
export async function newLanguage(
  servers: Readonly<Record<string, Launch>>,
  fields: Partial<LanguagePorts> = {},
  editor: ClientCapabilities = {},
) {
  const wire = newWire(servers, fields);
  const { client } = wire;
  const diagnostics = new Map<
    string,
    { readonly version: number | undefined; readonly found: readonly Diagnostic[] }
  >();
  client.onNotification(PublishDiagnosticsNotification.type, ({ uri, version, diagnostics: found }) => {
    diagnostics.set(uri, { version, found });
  });
  const initialized: InitializeResult = await client.sendRequest(InitializeRequest.type, paramsOf(editor));
  await client.sendNotification(InitializedNotification.type, {});
  const versions = new Map<string, number>();
  const open = async (text: string, languageId = 'markdown', uri = 'file:///shop/notes.md'): Promise<string> => {
    versions.set(uri, 1);
    await client.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId, version: 1, text },
    });
    return uri;
  };
  const change = async (uri: string, ...contentChanges: TextDocumentContentChangeEvent[]): Promise<void> => {
    const version = (versions.get(uri) ?? 0) + 1;
    versions.set(uri, version);
    await client.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges,
    });
  };
  /** Returns the diagnostics of the newest text. */
  const diagnosticsOf = async (uri: string): Promise<readonly Diagnostic[]> => {
    await until(() => diagnostics.get(uri)?.version === versions.get(uri));
    return diagnostics.get(uri)?.found ?? [];
  };
  const close = (uri: string): Promise<void> =>
    client.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  return { ...wire, initialized, diagnostics, open, change, close, diagnosticsOf };
}

const refreshing = { codeLens: { refreshSupport: true }, semanticTokens: { refreshSupport: true } };

export function paramsOf(editor: ClientCapabilities = {}): InitializeParams {
  // oxlint-disable-next-line typescript/no-deprecated -- the protocol still requires the root
  return { processId: null, rootUri: null, capabilities: { workspace: refreshing, ...editor } };
}

// oxlint-disable-next-line typescript/require-await -- the files of a workspace come one after another
async function* filesOf(files: ReadonlyMap<string, string>): AsyncGenerator<WorkspaceFile, void, undefined> {
  for (const [uri, text] of files) yield { uri, text: () => Promise.resolve(text) };
}
