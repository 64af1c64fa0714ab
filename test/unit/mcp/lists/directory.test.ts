import { describe, expect, it } from 'vitest';
import type { DirectoryLimits, ListEnd } from '../../../../src/core/session/session';
import { collect, failure, never, next, noLimits, open, raw, readText } from '../support';

const root = 'folder://root';
const limits: DirectoryLimits = { ...noLimits, items: 1_000_000, enough: 1_000_000 };

async function openFolders(...flags: readonly string[]) {
  const { session } = await open(raw('folders', ...flags));
  const list = async (part: Partial<DirectoryLimits> = {}, uri = root) => {
    const { items, pages, end } = await collect(session.listDirectory(uri, { ...limits, ...part }, never));
    return {
      uris: items.map((item) => item.uri),
      sizes: pages.map(({ items: { length } }) => length),
      end,
      items,
      pages,
    };
  };
  return { session, list };
}

const placeIn = (end: ListEnd) => (end.kind === 'cut' ? end.next : undefined);

describe.each([
  ['2025-11-25', []],
  ['2026-07-28', ['--modern']],
])('a server of %s that lists directories', (revision, flags) => {
  it('is asked for the children of one, with all that it says of them', async () => {
    const { session, list } = await openFolders(...flags, '--folders', '1', '--width', '1');
    expect(session.info).toMatchObject({ revision, hasDirectories: true });
    const { items, end } = await list();
    expect(items).toMatchObject([
      { uri: `${root}/d0`, name: 'd0', mimeType: 'inode/directory', size: undefined },
      { uri: `${root}/n0.md`, name: 'n0.md', mimeType: 'text/markdown', size: 40 },
    ]);
    expect(end.kind).toBe('complete');
    expect(await list({}, `${root}/d0/d0/d0`)).toMatchObject({ uris: [`${root}/d0/d0/d0/n0.md`] });
  });

  it('gives pages, and how long they are fresh', async () => {
    const { list } = await openFolders(...flags, '--width', '4', '--page', '3', '--ttl', '500');
    expect(await list()).toMatchObject({ sizes: [3, 3], end: { kind: 'complete', ttl: 500 } });
  });

  it('gives part after part, each from where the last one ended', async () => {
    const { list } = await openFolders(...flags, '--folders', '0', '--width', '7', '--page', '2');
    const first = await list({ enough: 3 });
    expect(first).toMatchObject({ sizes: [2, 2], end: { kind: 'cut', by: 'pages' } });
    const second = await list({ enough: 1, from: placeIn(first.end) });
    expect(second.uris).toEqual([4, 5].map((number) => `${root}/n${number}.md`));
    const third = await list({ enough: 1, from: placeIn(second.end) });
    expect([third.uris, third.end.kind]).toEqual([[`${root}/n6.md`], 'complete']);
    // A part that failed can be asked for again.
    expect((await list({ enough: 1, from: placeIn(second.end) })).uris).toEqual(third.uris);
  });
});

describe('the children of a directory', () => {
  it('are not asked for where the server does not say that it has any', async () => {
    const { session, list } = await openFolders('--undeclared', '--refuse', '1');
    expect(session.info.hasDirectories).toBe(false);
    expect(await list()).toMatchObject({ sizes: [], end: { kind: 'complete' } });
  });

  it('change with the list, as the server says', async () => {
    const { session, list } = await openFolders('--folders', '0', '--width', '1');
    const changed = next(session.onDidChangeList);
    await readText(session, 'control://grow');
    await changed;
    expect((await list()).uris).toHaveLength(2);
  });

  it('come in slices, a hundred thousand in one page', async () => {
    const { list } = await openFolders('--folders', '0', '--width', '100000');
    const { sizes, end } = await list({ enough: 1_000 });
    expect([sizes.length, new Set(sizes), end]).toEqual([20, new Set([5_000]), { kind: 'complete', ttl: undefined }]);
  });

  it.each<[string, readonly string[], Partial<DirectoryLimits>, number, object]>([
    [
      'at the limit of pages, as much as there is',
      ['--endless', 'empty'],
      { pages: 20, enough: 1_000 },
      0,
      { by: 'pages' },
    ],
    ['at enough of them', ['--endless', 'true'], { pages: 20, enough: 5 }, 5, { by: 'pages' }],
    ['at the limit of the setting', ['--width', '9'], { items: 5 }, 5, { by: 'items' }],
    ['at the limit of bytes', ['--width', '9'], { bytes: 50 }, 11, { by: 'bytes' }],
    ['at a cursor that was there before', ['--loop', 'true', '--page', '1'], {}, 2, { by: 'cursorLoop' }],
    ['at a cursor that is too long', ['--long', 'true', '--page', '1'], {}, 1, { by: 'cursor' }],
  ])('end %s', async (_, flags, part, count, end) => {
    const { list } = await openFolders(...flags);
    const listed = await list(part);
    expect([listed.uris.length, listed.end]).toMatchObject([count, { kind: 'cut', ...end }]);
  });

  it('end at a cursor of an earlier part', async () => {
    const { list } = await openFolders('--loop', 'true', '--page', '1');
    const first = await list({ enough: 1 });
    expect((await list({ from: placeIn(first.end) })).end).toMatchObject({ kind: 'cut', by: 'cursorLoop' });
  });

  it.each([
    ['-32602', 'notFound', 'The server says that this isn’t a folder, or no longer has it. Refresh the list.'],
    ['-32601', 'notFound', 'The server says that this isn’t a folder, or no longer has it. Refresh the list.'],
    ['-32603', 'serverError', 'The server reported an error: “No page 1”.'],
    ['broken', 'protocol', expect.stringContaining('doesn’t follow MCP')],
  ])('are refused with %s, and it is said why', async (code, reason, message) => {
    const { list } = await openFolders('--refuse', '1', `--code=${code}`);
    expect(await failure(list())).toMatchObject({ reason, message: message as unknown });
  });

  it.each([
    ['a further page', {}],
    ['a further part', { enough: 1 }],
  ])('fail with %s, which says nothing about the directory', async (_, part) => {
    const { list } = await openFolders('--refuse', '2', '--page', '1');
    const from = placeIn((await list({ enough: 1 }).catch(() => ({ end: { kind: 'complete' } as ListEnd }))).end);
    expect(await failure(list({ ...part, from: 'enough' in part ? from : undefined }))).toMatchObject({
      reason: 'serverError',
      message: 'The server reported an error: “No page 2”.',
    });
  });

  it('are what a server can mean by them, as those of a list', async () => {
    const { list } = await openFolders('--bad', 'true', '--folders', '0', '--width', '1');
    const { pages, uris } = await list();
    expect(uris[0]).toBe(`${root}/n0.md`);
    expect(pages.reduce((sum, { dropped }) => sum + dropped, 0)).toBeGreaterThan(0);
  });
});
