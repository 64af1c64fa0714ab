import {
  CancellationTokenSource,
  DocumentHighlightRequest,
  LSPErrorCodes,
  ReferencesRequest,
  type CancellationToken,
  type Location,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import { describe, expect, it } from 'vitest';
import { clientFeatures } from '../../../../src/core/mentions/mention/clientFeatures';
import type { LanguagePorts, WorkspaceFile } from '../../../../src/core/mentions/mention/languagePorts';
import { referencesAt } from '../../../../src/core/mentions/features/references';
import { MentionDocument } from '../../../../src/core/mentions/mention/document';
import { Resolver } from '../../../../src/core/mentions/mention/resolver';
import { never } from '../../mcp/support';
import { addNamesake, startAll } from '../servers';
import { listing, newLanguage } from '../server/wire';

const shop = listing([
  { uri: 'file:///a', name: 'a' },
  { uri: 'file:///a.md', name: 'a.md' },
]);
const docs = listing([{ uri: 'file:///a.md', name: 'a.md' }]);

const placesOf = (found: readonly Location[] | null): readonly string[] =>
  (found ?? []).map(({ uri, range: { start, end } }) => {
    expect(end.line).toBe(start.line);
    return `${uri.slice('file:///shop/'.length)} ${start.line}:${start.character}-${end.character}`;
  });

async function atWork(files: Readonly<Record<string, string>>, fields: Partial<LanguagePorts> = {}) {
  const language = await newLanguage({ shop, docs }, fields);
  await language.world.start();
  for (const [name, text] of Object.entries(files)) language.files.set(`file:///shop/${name}`, text);
  /** Asked from a mention in a document of its own. */
  const of = async (server: string, mentioned: string): Promise<readonly string[]> => {
    const uri = await language.open(`@${server}:<${mentioned}>`, 'markdown', 'file:///shop/asked.md');
    const places = placesOf(await at(language.client, uri, 0));
    await language.close(uri);
    return places.filter((place) => !place.startsWith('asked.md '));
  };
  return { ...language, of };
}

const at = (client: ProtocolConnection, uri: string, character: number, token?: CancellationToken) =>
  client.sendRequest(
    ReferencesRequest.type,
    { textDocument: { uri }, position: { line: 0, character }, context: { includeDeclaration: true } },
    token,
  );

describe('references', () => {
  it('are mentions of exactly this resource, by name or bare', async () => {
    const { of } = await atWork({
      'a.md': 'See @shop:file:///a and @shop:file:///a.md.\n@docs:file:///a.md, file:///a, file:///a.md',
      'b.txt': '(@shop:<file:///a>)',
      'c.md': 'file:///abc @nobody:file:///a @shop:file:///a/b',
      'd.ts': 'const it = file:///a; // file:///a\nlet text = "@shop:file:///a"; @nobody:file:///a',
    });
    expect(await of('shop', 'file:///a')).toEqual([
      'a.md 0:4-19',
      'a.md 1:20-29',
      'b.txt 0:1-18',
      'd.ts 0:11-20',
      'd.ts 0:25-34',
      'd.ts 1:12-27',
    ]);
    expect(await of('shop', 'file:///a.md')).toEqual(['a.md 0:24-42', 'a.md 1:31-43']);
    expect(await of('docs', 'file:///a.md')).toEqual(['a.md 1:0-18', 'a.md 1:31-43']);
    expect(await of('shop', 'file:///b')).toEqual([]);
  });

  it('are found from a mention, and only from one', async () => {
    const { client, open } = await atWork({ 'a.md': 'x @docs:file:///a.md' });
    const uri = await open('@shop:file:///a.md text @docs:file:///a.md', 'markdown', 'file:///shop/open.md');
    expect(placesOf(await at(client, uri, 2))).toEqual(['open.md 0:0-18']);
    expect(placesOf(await at(client, uri, 30))).toEqual(['open.md 0:24-42', 'a.md 0:2-20']);
    expect(await at(client, uri, 21)).toBeNull();
  });

  it('start the servers, and are found before they are there', async () => {
    const { client, world, open, files } = await newLanguage({ shop });
    files.set('file:///shop/a.md', '@shop:file:///a');
    const uri = await open('@shop:file:///a', 'markdown', 'file:///shop/open.md');
    expect(await at(client, uri, 15 + 1)).toBeNull();
    expect(world.connections.all.map(({ isAsleep }) => isAsleep)).toEqual([true]);
    expect(placesOf(await at(client, uri, 15))).toEqual(['open.md 0:0-15', 'a.md 0:0-15']);
    expect(world.connections.all.map(({ isAsleep }) => isAsleep)).toEqual([false]);
  });

  it('are those of the editor where a file is open, however its name is escaped', async () => {
    const { of, open, change, close } = await atWork({ 'a%20(b).md': '@shop:file:///a', 'c.md': '@shop:file:///a' });
    const uri = await open('text', 'markdown', 'file:///shop/a%20%28b%29.md');
    expect(await of('shop', 'file:///a')).toEqual(['c.md 0:0-15']);
    await change(uri, { text: '\n@shop:file:///a' });
    expect(await of('shop', 'file:///a')).toEqual(['a%20%28b%29.md 1:0-15', 'c.md 0:0-15']);
    await close(uri);
    expect(await of('shop', 'file:///a')).toEqual(['a%20(b).md 0:0-15', 'c.md 0:0-15']);
  });

  it('that name a server are those of the first one of that name, and bare URIs those of all', async () => {
    const { of, world } = await atWork({ 'a.md': '@shop:file:///a file:///a' });
    addNamesake(world, 'shop');
    await startAll(world);
    expect(await of('shop', 'file:///a')).toEqual(['a.md 0:0-15', 'a.md 0:16-25']);
  });

  it('are given up when nobody waits for them any more', async () => {
    const source = new CancellationTokenSource();
    let asked = 0;
    async function* files(): AsyncGenerator<WorkspaceFile, void, undefined> {
      for (;;) {
        asked += 1;
        if (asked === 5) source.cancel();
        await new Promise((resolve) => setImmediate(resolve));
        yield { uri: `file:///shop/${asked}`, text: () => Promise.resolve('text') };
      }
    }
    const { client, open } = await atWork({}, { workspaceFiles: files });
    const uri = await open('@shop:file:///a');
    await expect(at(client, uri, 0, source.token)).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
  });

  it('are cut at limits, which the log says', async () => {
    const files = { 'a.md': '@shop:file:///a '.repeat(3), 'b.md': 'text', 'c.md': '@shop:file:///a' };
    const { ports, logged } = await atWork(files);
    const resolver = new Resolver(ports);
    const document = new MentionDocument('file:///asked.md', 'markdown', 0, '@shop:file:///a', () => resolver.names);
    const request = { ...ports, resolver, client: clientFeatures({}), document, signal: never };
    const position = { line: 0, character: 0 };
    const most = { files: 10, text: 1_000, mentions: 10 };
    const search = async (limits: Partial<typeof most>) =>
      (await referencesAt(request, position, new Map(), { ...most, ...limits }))?.length;
    expect([await search({}), logged.warnings]).toEqual([4, []]);
    expect([await search({ files: 2 }), await search({ text: 50 }), await search({ mentions: 2 })]).toEqual([3, 3, 2]);
    expect(logged.warnings).toEqual([
      'Mentions were looked for in 2 files (52 characters); the others are left out',
      'Mentions were looked for in 2 files (52 characters); the others are left out',
      '2 mentions were found; the others are left out',
    ]);
  });

  it('leave out files without a text', async () => {
    const none: WorkspaceFile = { uri: 'file:///shop/picture.png', text: () => Promise.resolve(undefined) };
    const file: WorkspaceFile = { uri: 'file:///shop/a.md', text: () => Promise.resolve('file:///a') };
    // oxlint-disable-next-line typescript/require-await -- the files of a workspace are an async generator
    async function* files(): AsyncGenerator<WorkspaceFile, void, undefined> {
      yield* [none, file];
    }
    const { of } = await atWork({}, { workspaceFiles: files });
    expect(await of('shop', 'file:///a')).toEqual(['a.md 0:0-9']);
  });
});

it('highlights the mentions of the same resource in a document', async () => {
  const { client, open } = await atWork({});
  const uri = await open('@shop:file:///a.md file:///a.md\n@docs:file:///a.md @shop:file:///a.md');
  const highlight = async (character: number) => {
    const params = { textDocument: { uri }, position: { line: 0, character } };
    const highlights = await client.sendRequest(DocumentHighlightRequest.type, params);
    return highlights?.map(({ range }) => `${range.start.line}:${range.start.character}-${range.end.character}`);
  };
  expect(await highlight(0)).toEqual(['0:0-18', '0:19-31', '1:19-37']);
  expect(await highlight(500)).toBeUndefined();
});
