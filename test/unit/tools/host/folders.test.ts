import { describe, expect, it } from 'vitest';
import { tools } from '../../../../src/host/base/ids';
import { allVisible } from '../../../support/allVisible';
import { raw } from '../../mcp/support';
import { newWorld, type World } from '../world';
import { call, failing, failingParts, invoke, linesOf, messageOf, rows, server, tool, use } from './calls';

const root = 'folder://root';

/** A world with a server of folders, whose listed resources models may read without a question. */
async function started(flags: readonly string[] = [], visibility = allVisible): Promise<World> {
  const world = use(newWorld({ depot: raw('folders', ...flags) }), visibility);
  await world.start();
  await world.allowances.allow([definitionOf(world)]);
  return world;
}

const definitionOf = (world: World) => world.connections.get(world.idOf('depot'))!.definition;
const uris = (lines: readonly Record<string, unknown>[]) => lines.map(({ uri }) => uri);

/** The directories that the server was asked for. */
async function asked(world: World): Promise<readonly (string | undefined)[]> {
  const { bytes } = await world.cache.refresh({ serverId: world.idOf('depot'), uri: 'control://log' });
  const messages = JSON.parse(new TextDecoder().decode(bytes)) as { method: string; params?: { uri?: string } }[];
  return messages.flatMap(({ method, params }) => (method === 'resources/directory/read' ? [params?.uri] : []));
}

describe('the list of a folder', () => {
  it('has its children in the server’s order, as a list has them', async () => {
    await started();
    const [head, ...children] = await rows(tools.list, { folder: root });
    expect(head).toEqual({ total: 5, shown: '1-5', folder: root, server: 'depot' });
    expect(uris(children)).toEqual(['d0', 'd1', 'n0.md', 'n1.md', 'n2.md'].map((name) => `${root}/${name}`));
    expect([children[0], children[4]]).toEqual([
      { uri: `${root}/d0`, server: 'depot', title: 'd0', mimeType: 'inode/directory' },
      { uri: `${root}/n2.md`, server: 'depot', title: 'n2.md', mimeType: 'text/markdown', size: 40 },
    ]);
  });

  it('goes on by its cursor through the folder’s parts, of which a call asks for one', async () => {
    const world = await started(['--width', '1500', '--page', '500']);
    const seen: unknown[] = [];
    let cursor: unknown;
    for (let calls = 0; calls < 16; calls += 1) {
      const [head, ...children] = await rows(tools.list, { folder: root, limit: 100, ...(cursor ? { cursor } : {}) });
      seen.push(...uris(children));
      cursor = head?.['nextCursor'];
      expect(head?.['total']).toBe(calls < 10 ? undefined : 1502);
      expect(head?.['notes']).toBeUndefined();
    }
    expect([seen.length, new Set(seen).size, seen.at(-1), cursor]).toEqual([1502, 1502, `${root}/n1499.md`, undefined]);
    expect(await asked(world)).toHaveLength(4);
    expect(await failing(tools.list, { folder: `${root}/d0`, cursor: '100-0-abc' })).toContain('another query');
  });

  it('ends in each call where its pages never do', async () => {
    const world = await started(['--endless', 'empty']);
    const [head, ...children] = await rows(tools.list, { folder: root });
    expect([head?.['shown'], head?.['nextCursor'], children]).toEqual(['none', expect.any(String), []]);
    expect((await asked(world)).length).toBeLessThanOrEqual(40);
  });

  it('says that the folder changed between two pages', async () => {
    const world = await started(['--foreign']);
    const [head] = await rows(tools.list, { folder: root, limit: 6 });
    await world.cache.refresh({ serverId: world.idOf('depot'), uri: 'control://grow' });
    await expect
      .poll(() =>
        world.directories.read({ serverId: world.idOf('depot'), uri: root }, false).then((one) => one.children.length),
      )
      .toBe(10);
    const [next] = await rows(tools.list, { folder: root, limit: 6, cursor: head?.['nextCursor'] });
    expect(next?.['notes']).toEqual([expect.stringContaining('changed since the previous page')]);
  });

  it('has no name that hides anything', async () => {
    await started(['--bad', 'true', '--folders', '0', '--width', '0']);
    const text = (await call(tools.list, { folder: root, limit: 100 })).join('');
    expect(linesOf(text).find(({ uri }) => uri === 'bad://control-characters')).toMatchObject({
      title: expect.stringContaining('two') as string,
    });
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });

  it('keeps within the tokens that the caller has', async () => {
    await started(['--width', '300']);
    const options = { tokenizationOptions: { tokenBudget: 500, countTokens: (text: string) => text.length / 4 } };
    const [head, ...children] = linesOf((await call(tools.list, { folder: root, limit: 100 }, options)).join(''));
    expect(children.length).toBeGreaterThan(1);
    expect(head).toMatchObject({ total: 302, shown: `1-${children.length}`, nextCursor: expect.any(String) as string });
  });

  it('leaves out what is hidden, and says that something is', async () => {
    const visibility = { ...allVisible, isVisible: (id: number) => id % 2 === 0 };
    await started([], visibility);
    const [head, ...children] = await rows(tools.list, { folder: root });
    expect([head?.['total'], head?.['notes']]).toEqual([
      children.length,
      ['Some resources are hidden and were not searched. You can still read them by their exact URIs.'],
    ]);
    expect(children.length).toBeLessThan(5);
  });

  it.each([
    ['a note', [], `${root}/n0.md`],
    ['what there is not', [], `${root}/d7`],
    ['a folder that the server refuses', ['--refuse', '1'], root],
    ['a folder of a server that lists none', ['--undeclared'], root],
  ])('says that %s is none', async (_, flags, folder) => {
    await started(flags);
    expect(await failingParts(tools.list, { folder, server: 'depot' })).toEqual([
      'The server lists no folder at this URI. Read it with the tool for reading MCP resources.',
      { uri: folder },
    ]);
  });

  it('says what the user has to know where it fails, and that there is more where it cannot go on', async () => {
    await started(['--refuse', '1', '--code=-32603']);
    expect(await failingParts(tools.list, { folder: root })).toEqual([
      'The call failed. Tell the user the "problem".',
      { problem: expect.any(String) as string, serverSays: 'No page 1' },
    ]);
    await started(['--loop']);
    const [head] = await rows(tools.list, { folder: root });
    expect(head?.['notes']).toEqual(['The folder has more than can be listed.']);
  });

  it.each([`${root}/`, `@depot:${root}`, `@depot:${root}/`, 'root'])('finds it by %s', async (folder) => {
    await started();
    expect((await rows(tools.list, { folder }))[0]).toMatchObject({ folder: root, total: 5 });
  });

  it('is what a search points to, until every folder is read', async () => {
    await started(['--levels', '1']);
    const notes = async () => (await rows(tools.list))[0]?.['notes'];
    const before = await notes();
    for (const folder of [root, `${root}/d0`, `${root}/d1`]) await call(tools.list, { folder });
    expect([before, await notes()]).toEqual([
      ['Folders (inode/directory) may have more. To list one, give its "uri" as "folder".'],
      undefined,
    ]);
  });
});

describe('the question before a folder is listed', () => {
  interface Prepared {
    readonly confirmationMessages?: { readonly title: string; readonly message: { readonly value: string } };
  }
  const question = async (input: object) =>
    ((await tool(tools.list).prepareInvocation({ input })) as Prepared).confirmationMessages;

  it('names the server and all of the URI, and nothing is asked of the server before it', async () => {
    const world = await started();
    await world.allowances.revoke([definitionOf(world)]);
    const asking = await question({ folder: root });
    expect(asking?.title).toBe('List MCP Folder?');
    expect(asking?.message.value).toContain(
      'The model wants to list this folder on the MCP server “depot”\\:\n\n`folder://root`\n\n',
    );
    expect(await asked(world)).toEqual([]);
    expect((await invoke(tools.list, { folder: root })).join('')).toContain(`${root}/d0`);
  });

  it('is not asked for what an allowed server names, its children among it, nor for what the user chose', async () => {
    const world = await started();
    const isAsked = async (folder: string) => (await question({ folder })) !== undefined;
    expect([await isAsked(root), await isAsked(`${root}/d0`)]).toEqual([false, true]);
    await call(tools.list, { folder: root });
    expect([await isAsked(`${root}/d0`), await isAsked(`${root}/d0/d1`)]).toEqual([false, true]);
    await world.allowances.revoke([definitionOf(world)]);
    expect(await isAsked(root)).toBe(true);
    await world.pick('depot', root);
    expect([await isAsked(root), await isAsked(`${root}/d0`)]).toEqual([false, true]);
  });

  it('is asked whatever is known of the folder', async () => {
    const world = await started();
    await call(tools.list, { folder: root });
    await world.allowances.revoke([definitionOf(world)]);
    expect(await question({ folder: root })).toBeDefined();
  });

  it('holds for what was shown alone, and for one call', async () => {
    const world = use(newWorld({ depot: raw('folders'), shop: server([{ uri: root, name: 'root' }]) }));
    const other = `This call would now read another resource, which the user was not shown. Call again with this "folder" and "server".\n{"folder":"${root}","server":"depot"}`;
    expect(await question({ folder: 'root' })).toBeDefined();
    await world.start();
    expect(await messageOf(invoke(tools.list, { folder: root, server: 'depot' }))).toBe(other);
    expect(await question({ folder: root, server: 'depot' })).toBeDefined();
    expect((await invoke(tools.list, { folder: root, server: 'depot', limit: 1 })).join('')).toContain('"total":5');
    expect(await messageOf(invoke(tools.list, { folder: root, server: 'depot' }))).toBe(other);
    expect(await failing(tools.list, { folder: root })).toContain('Several servers have this URI');
  });
});
