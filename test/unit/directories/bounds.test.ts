// What holds of directories of any server, over connections to one that breaks every rule.
import { describe, expect, it } from 'vitest';
import { NameOrder } from '../../../src/core/catalog/nameOrder';
import { ServerOrder } from '../../../src/core/catalog/serverOrder';
import { walk } from '../../../src/core/directories/walk';
import { TreeModel } from '../../../src/core/tree/treeModel';
import type { TreeNode, TreeOptions } from '../../../src/core/tree/treeNode';
import { until } from '../../support/events';
import { failure, never, raw } from '../mcp/support';
import { newWorld } from '../tools/world';

const root = 'folder://root';
const everything: TreeOptions = {
  audience: 'all',
  groupBy: 'scheme',
  sortBy: 'importance',
  servers: [],
  isVisible: () => true,
  isTemplateVisible: () => true,
};

/** A connected server of folders, and another one that has the same root. */
async function serve(flags: readonly string[], limits: Parameters<typeof newWorld>[2] = { items: 250_000 }) {
  const launches = { depot: raw('folders', ...flags), other: raw('folders') };
  const world = newWorld(launches, new Map(), limits);
  await world.start();
  const { catalog, directories, cache, clock } = world;
  const serverId = world.idOf('depot');
  const idOf = (uri: string): number => catalog.idOf(serverId, uri) ?? -1;
  const nameOf = (id: number): string => catalog.table.uri(id).replace(`${root}/`, '');
  const read = async (uri = root) => {
    const { children, state } = await directories.read({ serverId, uri }, true);
    return { names: children.map(nameOf), state };
  };
  const asked = async (server: string): Promise<readonly string[]> => {
    const { bytes } = await cache.refresh({ serverId: world.idOf(server), uri: 'control://log' });
    const messages = JSON.parse(new TextDecoder().decode(bytes)) as { method: string; params?: { uri?: string } }[];
    return messages.flatMap(({ method, params }) =>
      method.startsWith('resources/directory') ? (params?.uri ?? '').replace(`${root}/`, '') : [],
    );
  };
  const orders = {
    importance: world.order,
    name: new NameOrder(catalog, world.newSlice),
    server: new ServerOrder(catalog, world.newSlice),
  };
  const model = new TreeModel(catalog, orders, world.templates, world.newSlice, directories, world.skills);
  /** The rows of the server below others, by their labels. */
  const rows = async (...path: readonly string[]): Promise<readonly TreeNode[]> => {
    let level = await model.roots(everything);
    for (const name of ['folder', serverId, 'root', ...path]) {
      const row = level.find((one) => labelOf(one) === name);
      if (!row) throw new Error(`No ${name} among ${level.map(labelOf).join()}`);
      level = await model.children(row, everything);
    }
    return level;
  };
  const walked = async () => {
    const { files, unread } = await walk([idOf(root)], { catalog, directories }, () => undefined, never);
    return { names: files.map(nameOf), unread };
  };
  return { world, catalog, directories, cache, clock, serverId, model, idOf, nameOf, read, asked, rows, walked };
}

function labelOf(node: TreeNode): string {
  switch (node.kind) {
    case 'scheme':
      return node.scheme;
    case 'server':
      return node.serverId;
    case 'folder':
      return node.label;
    case 'range':
      return `${node.from}+${node.rows}`;
    case 'resource':
      return node.entry.resource.uri.replace(`${root}/`, '');
    case 'skills':
    case 'skill':
    case 'template':
      return node.id;
  }
}

/** The folders, and all in them, that opening one after the other leads to; each row by the path of its labels. */
async function openAll({ directories, serverId, rows }: Awaited<ReturnType<typeof serve>>): Promise<string[]> {
  const paths: string[] = [];
  const open = async (uri: string, path: readonly string[]): Promise<void> => {
    await directories.read({ serverId, uri }, true);
    for (const row of await rows(...path)) {
      paths.push([...path, labelOf(row)].join(' > '));
      if (row.kind === 'folder' && row.entry) await open(row.entry.resource.uri, [...path, labelOf(row)]);
    }
  };
  await open(root, []);
  return paths;
}

describe('directories', () => {
  it('open ten levels deep and deeper, each when it is asked for, and a walk ends there', async () => {
    const { read, asked, model, idOf, walked } = await serve(['--levels', '12', '--folders', '1', '--width', '1']);
    const deep = Array.from({ length: 12 }, (_, depth) => `${root}${'/d0'.repeat(depth)}`);
    for (const uri of deep) await read(uri);
    expect((await asked('depot')).length).toBe(12);
    const path = await model.pathTo(idOf(`${deep[11]}/n0.md`), everything);
    expect(path.map(({ kind }) => kind)).toEqual(['scheme', 'server', ...deep.map(() => 'folder'), 'resource']);
    const { names, unread } = await walked();
    expect([names.length, names.at(-1), unread]).toEqual([10, `${'d0/'.repeat(9)}n0.md`, 1]);
  });

  it.each([
    ['which are in each other', ['--cycle']],
    ['which are in themselves', ['--self', 'true']],
    ['which are in themselves, with a slash', ['--self', 'slash']],
  ])('%s have each row once, and a walk asks for each once', async (_, flags) => {
    const server = await serve([...flags, '--folders', '1', '--levels', '2', '--width', '1']);
    expect(await openAll(server)).toEqual(['d0', 'd0 > d0', 'd0 > d0 > d0/d0/n0.md', 'd0 > d0/n0.md', 'n0.md']);
    const { walked, asked } = await serve([...flags, '--folders', '1', '--levels', '2', '--width', '1']);
    expect(await walked()).toEqual({ names: ['n0.md', 'd0/n0.md', 'd0/d0/n0.md'], unread: 0 });
    expect(await asked('depot')).toEqual([root, 'd0', 'd0/d0']);
  });

  it('belong to the server that names them, which alone is asked', async () => {
    const { read, asked, cache, serverId, rows, catalog, world } = await serve([
      '--foreign',
      '--folders',
      '0',
      '--width',
      '0',
    ]);
    const foreign = [
      'elsewhere://attic',
      'elsewhere://attic/note.md',
      'https://docs.example/page.md',
      'repo://acme/readme.md',
    ];
    expect((await read()).names).toEqual(foreign);
    expect((await read('elsewhere://attic')).names).toEqual(['elsewhere://attic/note.md']);
    // Under the folder that names them, and in no other scheme.
    expect((await rows()).map(labelOf).toSorted()).toEqual(['attic', ...foreign.slice(1)]);
    const { bytes } = await cache.refresh({ serverId, uri: 'repo://acme/readme.md' });
    expect(new TextDecoder().decode(bytes)).toBe('text of repo://acme/readme.md\n');
    expect(await asked('other')).toEqual([]);
    expect(catalog.find(world.idOf('other'), 'repo://acme/readme.md')).toBeUndefined();
    // A website is fetched only where the user agrees.
    expect(await failure(cache.refresh({ serverId, uri: 'https://docs.example/page.md' }))).toMatchObject({
      reason: 'websiteNotAllowed',
    });
  });

  it('may have a hundred thousand children in one page, in rows and ranges', async () => {
    const { read, rows, model } = await serve(['--folders', '0', '--width', '100000']);
    const { names, state } = await read();
    expect([names.length, names.at(-1), state]).toEqual([100_000, 'n99999.md', { kind: 'complete' }]);
    const level = await rows();
    expect([level.length, labelOf(level[200]!), labelOf(level.at(-1)!)]).toEqual([300, '200+998', '99002+998']);
    const [range] = await model.children(level.at(-1)!, everything);
    expect(labelOf(range!)).toMatch(/^n\d+\.md$/);
  });

  it('keep what there is memory for, leave the rows of others, and say that they are cut', async () => {
    const limits = { items: 250_000, maxBytes: 1 };
    const { read, catalog, world } = await serve(['--folders', '0', '--width', '100000'], limits);
    const { names, state } = await read();
    expect(state).toEqual({ kind: 'cut', by: 'bytes' });
    expect(names.length).toBeGreaterThan(1_000);
    expect(names.length).toBeLessThan(100_000);
    expect(catalog.table.size).toBe(names.length + 2);
    expect(catalog.find(world.idOf('other'), root)).toBeDefined();
  });

  it.each([
    ['as soon as it is enough', 'true', 20],
    ['although they are empty', 'empty', 0],
  ])('whose pages never end are asked for twenty at a time, %s', async (_, kind, each) => {
    const { read, asked, directories, serverId } = await serve(['--endless', kind]);
    const { names, state } = await read();
    expect([names.length, state?.kind, (await asked('depot')).length]).toEqual([each, 'more', 20]);
    const more = await directories.readMore({ serverId, uri: root });
    expect([more?.children.length, more?.state?.kind, (await asked('depot')).length]).toEqual([2 * each, 'more', 40]);
  });

  it('that do not answer fail after a minute, with what there is', async () => {
    const flags = ['--folders', '0', '--width', '2', '--page', '1', '--refuse', '2', '--times', '1', '--code', 'none'];
    const { clock, directories, serverId, idOf, read } = await serve(flags);
    const reading = read();
    await until(() => idOf(`${root}/n0.md`) >= 0);
    await clock.advance(59_000);
    expect(directories.peek({ serverId, uri: root })?.state).toBeUndefined();
    await clock.advance(1_000);
    expect(await reading).toMatchObject({ names: ['n0.md'], state: { kind: 'failed', error: { reason: 'timeout' } } });
    expect(await read()).toMatchObject({ names: ['n0.md', 'n1.md'], state: { kind: 'complete' } });
  });

  it('that do not answer can be given up', async () => {
    const { directories, serverId, idOf, asked } = await serve(['--refuse', '1', '--times', '1', '--code', 'none']);
    const abort = new AbortController();
    const reading = directories.read({ serverId, uri: root }, true, abort.signal);
    await until(async () => (await asked('depot')).length === 1);
    abort.abort();
    await expect(reading).rejects.toThrow('Cancelled');
    const { state } = await directories.read({ serverId, uri: root }, true);
    expect([state, idOf(`${root}/n0.md`) >= 0]).toEqual([{ kind: 'complete' }, true]);
  });

  it.each<[string, readonly string[], object, readonly string[]]>([
    ['unknown to the server', ['--refuse', '1', '--code=-32601'], { kind: 'none' }, []],
    ['no directories', ['--refuse', '1', '--code=-32602'], { kind: 'none' }, []],
    [
      'broken in the server',
      ['--refuse', '1', '--code=-32603'],
      { kind: 'failed', error: { reason: 'serverError' } },
      [],
    ],
    ['no answer of MCP', ['--refuse', '1', '--code', 'broken'], { kind: 'failed', error: { reason: 'protocol' } }, []],
    ['refused at a later page', ['--refuse', '2', '--page', '1'], { kind: 'failed', next: undefined }, ['n0.md']],
    ['in a loop', ['--loop', 'true', '--page', '1'], { kind: 'cut', by: 'cursorLoop' }, ['n0.md']],
    ['behind a cursor that is too long', ['--long', 'true', '--page', '1'], { kind: 'cut', by: 'cursor' }, ['n0.md']],
    ['more than the setting allows', ['--width', '20000'], { kind: 'cut', by: 'items' }, ['n0.md']],
  ])('that are %s', async (_, flags, state, [first]) => {
    const { read, directories, idOf, world } = await serve(['--folders', '0', ...flags], { items: 10_000 });
    const { names, state: found } = await read();
    expect(found).toMatchObject(state);
    expect(names[0]).toBe(first);
    expect(directories.isDirectory(idOf(root))).toBe(found?.kind !== 'none');
    // The same directory of another server is none of this.
    expect(directories.isDirectory(world.catalog.idOf(world.idOf('other'), root) ?? -1)).toBe(true);
  });

  it('have no name that hides anything in their listing', async () => {
    const { cache, serverId, read } = await serve(['--bad', 'true', '--folders', '0', '--width', '1']);
    await read();
    const { bytes } = await cache.refresh({ serverId, uri: root });
    const text = new TextDecoder().decode(bytes);
    expect(text).toContain('n0.md (text/markdown, 40 B): folder://root/n0.md\n');
    expect(text).toContain('line\\u{a}one\\u{0}two\\u{202e}right: bad://control-characters\n');
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });
});
