import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  CodeActionRequest,
  DocumentLinkRequest,
  LSPErrorCodes,
  type CodeAction,
  type Range,
} from 'vscode-languageserver-protocol/node';
import { describe, expect, it } from 'vitest';
import type { Launch } from '../../../../src/core/session/session';
import { addNamesake, changing, startAll } from '../servers';
import { newLanguage } from '../server/wire';

/** A document, and the fixes for a place in it by title: the resulting text. */
async function newDocument(servers: Readonly<Record<string, Launch>>, text: string) {
  const language = await newLanguage(servers);
  const uri = await language.open(text);
  const actions = async (range: Partial<Range> = {}): Promise<readonly CodeAction[]> => {
    const start = { line: 0, character: 0 };
    const actions = await language.client.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range: { start, end: start, ...range },
      context: { diagnostics: [] },
    });
    return (actions ?? []) as readonly CodeAction[];
  };
  const whatItDoes = ({ edit, isPreferred }: CodeAction): string => {
    const document = TextDocument.create(uri, 'markdown', 1, text);
    return `${TextDocument.applyEdits(document, edit?.changes?.[uri] ?? [])}${isPreferred ? ' (preferred)' : ''}`;
  };
  const offered = async (range?: Partial<Range>): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries((await actions(range)).map((action) => [action.title, whatItDoes(action)]));
  return { ...language, uri, actions, offered };
}

describe('fixes of a name that no server has', () => {
  it('are names that are written alike, first the one that differs in case alone', async () => {
    const servers = { docs2: changing({}), docs: changing({}), wiki: changing({}) };
    const { actions, offered } = await newDocument(servers, '@Docs:a://x, and more');
    expect(Object.entries(await offered())).toEqual([
      ['Change server to “docs”', '@docs:a://x, and more (preferred)'],
      ['Change server to “docs2”', '@docs2:a://x, and more'],
    ]);
    const [first] = await actions();
    expect(first).toMatchObject({
      kind: 'quickfix',
      diagnostics: [{ code: 'unknownServer', source: 'MCP Resources' }],
    });
  });

  it('is whoever has the resource', async () => {
    const servers = { docs: changing({}), github: changing({ 'issue://1': 'One' }) };
    const { offered, world } = await newDocument(servers, '@gh:issue://1');
    expect(await offered()).toEqual({});
    await startAll(world);
    expect(await offered()).toEqual({ 'Change server to “github”': '@github:issue://1 (preferred)' });
  });
});

describe('fixes of what a server does not list', () => {
  it('are its nearest resources, and no others', async () => {
    const servers = {
      docs: changing({ 'file:///guide.md': 'Guide' }),
      wiki: changing({ 'file:///guyde.md': 'Guyde' }),
    };
    const { actions, offered, world } = await newDocument(servers, 'See @docs:file:///guid.md.');
    await startAll(world);
    const position = { line: 0, character: 10 };
    expect(await offered({ start: position, end: position })).toEqual({
      'Change to file:///guide.md': 'See @docs:file:///guide.md. (preferred)',
    });
    expect(await actions({ start: position, end: position })).toMatchObject([{ diagnostics: [{ code: 'unlisted' }] }]);
  });

  it('are several where several are near, and then none is preferred', async () => {
    const servers = { docs: changing({ 'a://table/10': 'Ten', 'a://table/12': 'Twelve' }) };
    const { offered, world } = await newDocument(servers, '@docs:a://table/11');
    await startAll(world);
    expect(await offered()).toEqual({
      'Change to a://table/10': '@docs:a://table/10',
      'Change to a://table/12': '@docs:a://table/12',
    });
  });

  it('is another server that has exactly this one', async () => {
    const servers = { docs: changing({}), wiki: changing({ 'a://x': 'X' }) };
    const { offered, world } = await newDocument(servers, '@docs:a://x');
    await startAll(world);
    expect(await offered()).toEqual({ 'Change server to “wiki”': '@wiki:a://x (preferred)' });
  });

  it('are written so that they are found again', async () => {
    const servers = { docs: changing({ 'file:///my guide.md': 'Guide' }) };
    const { offered, world } = await newDocument(servers, '@docs:file:///my_guide.md');
    await startAll(world);
    expect(await offered()).toEqual({
      'Change to file:///my guide.md': '@docs:<file:///my guide.md> (preferred)',
    });
  });

  it('show the ends of a URI that a line has no room for', async () => {
    const long = `a://beginning/${'x'.repeat(200)}/end`;
    const { offered, world } = await newDocument({ docs: changing({ [long]: 'Long' }) }, `@docs:${long}s`);
    await startAll(world);
    expect(await offered()).toEqual({
      [`Change to a://beginning/${'x'.repeat(16)}…${'x'.repeat(45)}/end`]: `@docs:${long} (preferred)`,
    });
  });

  it('are none that cannot be written', async () => {
    const { offered, world } = await newDocument({ docs: changing({ 'a://<x>y': 'XY' }) }, '@docs:a://<x>');
    await startAll(world);
    expect(await offered()).toEqual({});
  });

  it('are offered at the mention alone, and not in examples', async () => {
    const text = '@docs:a://a @doks:a://a\n\n```\n@doks:a://a\n```\n';
    const { offered, world } = await newDocument({ docs: changing({ 'a://b': 'B' }) }, text);
    await startAll(world);
    const fixesAt = (line: number, character: number) => {
      const place = { line, character };
      return offered({ start: place, end: place });
    };
    expect(Object.keys(await fixesAt(0, 11))).toEqual(['Change to a://b']);
    expect(Object.keys(await fixesAt(0, 12))).toEqual(['Change server to “docs”']);
    expect(await fixesAt(1, 0)).toEqual({});
    expect(await fixesAt(3, 3)).toEqual({});
    const all = { start: { line: 0, character: 0 }, end: { line: 5, character: 0 } };
    expect(Object.keys(await offered(all))).toHaveLength(2);
  });

  it('are not given for a document that changes meanwhile', async () => {
    const language = await newDocument({ docs: changing({ 'a://b': 'B' }) }, '@docs:a://a');
    const { actions, world, client, change, uri } = language;
    await startAll(world);
    const { index } = world;
    const search = index.search.bind(index);
    index.search = async (...args) => {
      await change(uri, { text: 'See @docs:a://a' });
      await client.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } });
      return search(...args);
    };
    await expect(actions()).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
  });

  it('are each offered once for several mentions', async () => {
    const { actions } = await newDocument({ docs: changing({}) }, '@doks:a://a @doks:a://a');
    const all = { start: { line: 0, character: 0 }, end: { line: 0, character: 23 } };
    expect((await actions(all)).map(({ title }) => title)).toEqual([
      'Change server to “docs”',
      'Change server to “docs”',
    ]);
  });
});

it('the nearest names are looked for with every server of the name', async () => {
  const servers = { docs: changing({ 'a://far': 'Far' }), 'portable/x/docs': changing({ 'a://guide': 'Guide' }) };
  const { offered, world } = await newDocument(servers, '@docs:a://guid');
  addNamesake(world, 'docs');
  await startAll(world);
  expect(await offered()).toEqual({ 'Change to a://guide': '@docs:a://guide (preferred)' });
});
