import { PassThrough } from 'node:stream';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  CancellationTokenSource,
  CodeLensRefreshRequest,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentLinkRequest,
  DocumentLinkResolveRequest,
  ErrorCodes,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  LSPErrorCodes,
  SemanticTokensRefreshRequest,
  ShutdownRequest,
  type DocumentLink,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import { afterEach, describe, expect, it } from 'vitest';
import { CancelledError, HumanError } from '../../../../src/core/base/errors';
import { Emitter } from '../../../../src/core/base/event';
import { LanguageServer } from '../../../../src/core/mentions/server/languageServer';
import { FakeClock } from '../../../support/fakeClock';
import { until } from '../../mcp/support';
import { listing, newLanguage, newWire, paramsOf } from './wire';

const start = { line: 0, character: 0 };
const uri = 'file:///shop/notes.md';
const link: DocumentLink = { range: { start, end: start }, data: { serverId: 'user//shop', uri: 'a:1' } };

const running: LanguageServer[] = [];

afterEach(() => {
  for (const server of running.splice(0)) server.dispose();
});

const hoverAt = (client: ProtocolConnection, position = start) =>
  client.sendRequest(HoverRequest.type, { textDocument: { uri }, position });

/** Returns the code of the error that a request ends with. */
async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => 'answered',
    (error: unknown) => (error as { code: unknown }).code,
  );
}

async function answers(client: ProtocolConnection): Promise<void> {
  const document = { uri: 'file:///still.md', languageId: 'markdown', version: 1, text: 'text' };
  await client.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: document });
  expect(await client.sendRequest(DocumentLinkRequest.type, { textDocument: document })).toEqual([]);
}

describe('the beginning and the end', () => {
  it('refuses requests before it is initialized, and drops notifications', async () => {
    const { client } = newWire({});
    const textDocument = { uri, languageId: 'markdown', version: 1, text: '' };
    await client.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
    expect(await codeOf(hoverAt(client))).toBe(ErrorCodes.ServerNotInitialized);
    expect(await codeOf(client.sendRequest(ShutdownRequest.type))).toBe(ErrorCodes.ServerNotInitialized);
    const { serverInfo } = await client.sendRequest(InitializeRequest.type, paramsOf());
    expect(serverInfo).toEqual({ name: 'mcp-resources-ls' });
    await client.sendNotification(InitializedNotification.type, {});
    expect(await client.sendRequest(DocumentLinkRequest.type, { textDocument })).toBeNull();
  });

  it('is initialized once', async () => {
    const { client } = await newLanguage({});
    expect(await codeOf(client.sendRequest(InitializeRequest.type, paramsOf()))).toBe(ErrorCodes.InvalidRequest);
    await answers(client);
  });

  it('answers when those who hear of the editor are done, and can be asked again where they fail', async () => {
    let tries = 0;
    const onInitialize = async (): Promise<void> => {
      tries += 1;
      await Promise.resolve();
      if (tries === 1) throw new HumanError('configuration', 'The folder is not there. Open another one.');
    };
    const { client } = newWire({}, { onInitialize });
    await expect(client.sendRequest(InitializeRequest.type, paramsOf())).rejects.toMatchObject({
      code: LSPErrorCodes.RequestFailed,
      message: 'The folder is not there. Open another one.',
    });
    await client.sendRequest(InitializeRequest.type, paramsOf());
    await answers(client);
  });

  it('refuses everything between shutdown and exit, and ends with both', async () => {
    const { client, server } = await newLanguage({});
    expect(await client.sendRequest(ShutdownRequest.method)).toBeNull();
    expect(await codeOf(hoverAt(client))).toBe(ErrorCodes.InvalidRequest);
    await client.sendNotification(ExitNotification.type);
    expect(await server.ended).toEqual({ isClean: true });
  });

  it.each<[string, (language: Awaited<ReturnType<typeof newLanguage>>) => void]>([
    ['exit without shutdown', ({ client }) => void client.sendNotification(ExitNotification.type)],
    ['a connection that is lost', ({ hangUp }) => hangUp()],
    ['its own end', ({ server }) => server.dispose()],
  ])('says that %s was none of the protocol', async (_, end) => {
    const language = await newLanguage({});
    end(language);
    expect(await language.server.ended).toEqual({ isClean: false });
  });

  it('gives up what is under way at shutdown', async () => {
    const { client } = await newLanguage({}, { fileOf: hanging() });
    const resolving = codeOf(client.sendRequest(DocumentLinkResolveRequest.type, link));
    await client.sendRequest(ShutdownRequest.type);
    expect(await resolving).toBe(LSPErrorCodes.RequestCancelled);
  });
});

describe('what it offers', () => {
  const literals = { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } };

  it('is all of it to an editor that can everything', async () => {
    const { initialized } = await newLanguage({}, {}, { textDocument: { codeAction: literals } });
    expect(Object.keys(initialized.capabilities).sort()).toEqual([
      'codeActionProvider',
      'codeLensProvider',
      'completionProvider',
      'definitionProvider',
      'documentHighlightProvider',
      'documentLinkProvider',
      'hoverProvider',
      'referencesProvider',
      'semanticTokensProvider',
      'textDocumentSync',
    ]);
  });

  it('leaves out lenses without commands, and fixes where they cannot carry edits', async () => {
    const { initialized } = await newLanguage({}, { commands: undefined });
    expect(initialized.capabilities).not.toHaveProperty('codeLensProvider');
    expect(initialized.capabilities).not.toHaveProperty('codeActionProvider');
  });
});

describe('what is malformed', () => {
  it('is answered with an error or dropped, and ends nothing', async () => {
    const { client, logged } = await newLanguage({});
    await client.sendNotification(DidOpenTextDocumentNotification.method, { textDocument: null });
    await client.sendNotification(DidOpenTextDocumentNotification.method, { textDocument: { uri } });
    await client.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: 'file:///unknown', version: 2 },
      contentChanges: [{ text: 'x' }],
    });
    await client.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri: 'file:///unknown' } });
    expect(await codeOf(client.sendRequest(HoverRequest.method))).toBe(ErrorCodes.InvalidParams);
    expect(await codeOf(client.sendRequest(HoverRequest.method, {}))).toBe(ErrorCodes.InternalError);
    expect(await codeOf(client.sendRequest('textDocument/unheardOf', {}))).toBe(ErrorCodes.MethodNotFound);
    await answers(client);
    expect(logged.warnings).toEqual(['A document was changed that is not open']);
  });

  it('of messages is in the log', async () => {
    const { client, logged, sendBytes } = await newLanguage({});
    sendBytes('Content-Length: 5\r\n\r\n{bad}');
    await answers(client);
    expect(logged.errors).toEqual([expect.stringContaining('A message of the editor: ')]);
  });

  it('of a link is handed back as it is', async () => {
    const { client } = await newLanguage({});
    const others = { range: link.range, data: { serverId: 1 } };
    expect(await client.sendRequest(DocumentLinkResolveRequest.type, others)).toEqual(others);
  });

  it('of positions is outside of every mention', async () => {
    const { client, open } = await newLanguage({ shop: listing([{ uri: 'a:1', name: 'one' }]) });
    await open('@shop:a:1');
    for (const position of [
      { line: 0, character: 1_000 },
      { line: 7, character: 0 },
    ])
      expect(await client.sendRequest(DefinitionRequest.type, { textDocument: { uri }, position })).toBeNull();
  });

  it('of versions and ranges still is the text that the editor has', async () => {
    const { client, open } = await newLanguage({ shop: listing([{ uri: 'a:1', name: 'one' }]) });
    await open('old');
    const changes = [
      {
        version: 1,
        text: '@shop:a:1\n',
        range: { start: { line: 9, character: 9 }, end: { line: 99, character: 99 } },
      },
      { version: -3, text: '', range: { start, end: { line: 0, character: 3 } } },
      { version: null as never, text: 'a ', range: { start, end: start } },
    ];
    for (const { version, ...change } of changes)
      await client.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [change],
      });
    const links = await client.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } });
    expect(links?.map(({ range }) => range)).toEqual([
      { start: { line: 0, character: 2 }, end: { line: 0, character: 11 } },
    ]);
  });
});

describe('much', () => {
  const linesOf = async (client: ProtocolConnection, document: string) => {
    const links = await client.sendRequest(DocumentLinkRequest.type, { textDocument: { uri: document } });
    return links?.map(({ range }) => range.start.line);
  };

  it('of text is edited in place', async () => {
    const { client, open, change } = await newLanguage({ shop: listing([]) });
    const lines = Array.from({ length: 50_000 }, (_, line) => (line % 10_000 === 0 ? '@shop:a:1' : 'x'.repeat(100)));
    const document = await open(lines.join('\n'));
    for (let line = 30_000; line > 0; line -= 10_000) {
      const position = { line, character: 0 };
      await change(document, { range: { start: position, end: position }, text: 'text\n' });
    }
    expect(await linesOf(client, document)).toEqual([0, 10_001, 20_002, 30_003, 40_003]);
  });

  it('of documents is kept apart', async () => {
    const { client, open, close, diagnostics } = await newLanguage({ shop: listing([]) });
    const names = Array.from({ length: 300 }, (_, index) => `file:///shop/${index}.md`);
    for (const [index, name] of names.entries()) await open(`${'\n'.repeat(index)}@shop:a:1`, 'markdown', name);
    expect(await Promise.all(names.map((name) => linesOf(client, name)))).toEqual(names.map((_, index) => [index]));
    await until(() => diagnostics.size === names.length);
    for (const name of names) await close(name);
    expect(await linesOf(client, 'file:///shop/7.md')).toBeUndefined();
  });
});

describe('what fails', () => {
  it('answers with its sentence, where it has one', async () => {
    const fileOf = () => Promise.reject(new HumanError('notFound', 'The resource is gone. Refresh the list.'));
    const { client } = await newLanguage({}, { fileOf });
    await expect(client.sendRequest(DocumentLinkResolveRequest.type, link)).rejects.toMatchObject({
      code: LSPErrorCodes.RequestFailed,
      message: 'The resource is gone. Refresh the list.',
    });
    await answers(client);
  });

  it('is in the log, where it is a bug', async () => {
    const { client, logged } = await newLanguage({}, { fileOf: () => Promise.reject(new TypeError('secret')) });
    await expect(client.sendRequest(DocumentLinkResolveRequest.type, link)).rejects.toMatchObject({
      code: ErrorCodes.InternalError,
      message: 'An unexpected error occurred. See the log for details.',
    });
    expect(logged.errors).toEqual(['documentLink/resolve: TypeError: secret']);
    await answers(client);
  });
});

describe('cancelling', () => {
  it('reaches the work', async () => {
    const { client } = await newLanguage({}, { fileOf: hanging() });
    const source = new CancellationTokenSource();
    const code = codeOf(client.sendRequest(DocumentLinkResolveRequest.type, link, source.token));
    await answers(client);
    source.cancel();
    expect(await code).toBe(LSPErrorCodes.RequestCancelled);
  });

  it('that comes with the request leaves no work', async () => {
    let begun = 0;
    const { ports } = newWire({}, { wake: () => (begun += 1), fileOf: hanging() });
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    const there = createProtocolConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
    running.push(new LanguageServer(there, ports));
    const received: unknown[] = [];
    new StreamMessageReader(toClient).listen((message) => received.push(message));
    const written = (message: object): string => {
      const text = JSON.stringify({ jsonrpc: '2.0', ...message });
      return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
    };
    toServer.write(written({ id: 1, method: InitializeRequest.method, params: paramsOf() }));
    await until(() => received.length === 1);
    const request = { id: 2, method: DocumentLinkResolveRequest.method, params: link };
    toServer.write(written(request) + written({ method: '$/cancelRequest', params: { id: 2 } }));
    await until(() => received.length === 2);
    expect(received[1]).toMatchObject({ id: 2, error: { code: LSPErrorCodes.RequestCancelled } });
    expect(begun).toBe(0);
  });

  it('by nobody but a change of the document is told as such', async () => {
    const { client } = await newLanguage({}, { fileOf: () => Promise.reject(new CancelledError()) });
    const code = await codeOf(client.sendRequest(DocumentLinkResolveRequest.type, link));
    expect(code).toBe(LSPErrorCodes.ContentModified);
  });
});

describe('asking the editor to refresh', () => {
  async function refreshing(editor = {}) {
    const clock = new FakeClock();
    const didChangeSettings = new Emitter<void>();
    const language = await newLanguage({}, { clock, onDidChangeSettings: didChangeSettings.event }, editor);
    const asked: string[] = [];
    const waiting: (() => void)[] = [];
    for (const type of [CodeLensRefreshRequest.type, SemanticTokensRefreshRequest.type])
      language.client.onRequest(type, () => {
        asked.push(type.method);
        return new Promise<void>((resolve) => void waiting.push(resolve));
      });
    const answer = (): void => waiting.splice(0).forEach((resolve) => resolve());
    return { ...language, clock, asked, didChangeSettings, answer };
  }

  it('happens once for many changes', async () => {
    const { open, client, clock, asked, didChangeSettings } = await refreshing();
    await open('text');
    await answers(client);
    for (let change = 0; change < 50; change += 1) didChangeSettings.fire();
    await clock.advance(500);
    await until(() => asked.length > 1);
    expect(asked).toEqual(['workspace/codeLens/refresh', 'workspace/semanticTokens/refresh']);
  });

  it('waits for the answer to the one before', async () => {
    const { open, client, clock, asked, answer, didChangeSettings } = await refreshing();
    await open('text');
    await answers(client);
    didChangeSettings.fire();
    await clock.advance(500);
    await until(() => asked.length === 2);
    didChangeSettings.fire();
    await clock.advance(5_000);
    await answers(client);
    expect(asked).toHaveLength(2);
    answer();
    await until(() => clock.pending.length > 0);
    await clock.advance(500);
    await until(() => asked.length === 4);
  });

  it('does not happen to an editor that cannot', async () => {
    const { client, clock, asked, didChangeSettings } = await refreshing({ workspace: {} });
    await answers(client);
    didChangeSettings.fire();
    await clock.advance(500);
    await answers(client);
    expect(asked).toEqual([]);
  });

  it('does not happen with nothing open', async () => {
    const { client, open, close, clock, asked, didChangeSettings } = await refreshing();
    await close(await open('text'));
    expect(await hoverAt(client)).toBeNull();
    didChangeSettings.fire();
    await clock.advance(500);
    await answers(client);
    expect(asked).toEqual([]);
  });
});

/** A file whose text never arrives. */
function hanging() {
  return (_: unknown, signal: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) => {
      if (signal.aborted) reject(new CancelledError());
      signal.addEventListener('abort', () => reject(new CancelledError()));
    });
}
