import { describe, expect, it } from 'vitest';
import { NameOrder } from '../../../src/core/catalog/nameOrder';
import { ServerOrder } from '../../../src/core/catalog/serverOrder';
import { TreeModel } from '../../../src/core/tree/treeModel';
import { groupings, sortings, type TreeNode, type TreeOptions } from '../../../src/core/tree/treeNode';
import { raw } from '../mcp/support';
import { connected } from '../skills/skillWorld';

/** The tree of a server of these skills of test/servers/raw/hostileSkills.mjs, whose files are among its resources. */
async function treeOf(...names: readonly string[]) {
  const world = await connected(raw('skills', '--files', '--directories', '--only', names.join(',')));
  const { catalog, skills, serverId, order, newSlice, templates, directories } = world;
  const orders = {
    importance: order,
    name: new NameOrder(catalog, newSlice),
    server: new ServerOrder(catalog, newSlice),
  };
  const model = new TreeModel(catalog, orders, templates, newSlice, directories, skills);
  const walk = async (options: Pick<TreeOptions, 'groupBy' | 'sortBy'>) => {
    const all: TreeOptions = {
      ...{ audience: 'all', servers: [{ id: serverId, name: 'shop' }], ...options },
      ...{ isVisible: () => true, isTemplateVisible: () => true },
    };
    const rows: (readonly TreeNode[])[] = [];
    const open = async (level: readonly TreeNode[], path: readonly TreeNode[]): Promise<void> => {
      for (const row of level) {
        rows.push([...path, row]);
        await open(await model.children(row, all), [...path, row]);
      }
    };
    await open(await model.roots(all), []);
    return rows;
  };
  return { ...world, walk };
}

const isBelowSkills = (path: readonly TreeNode[]): boolean => path.some(({ kind }) => kind === 'skills');
const uriOf = (path: readonly TreeNode[]): string | undefined => {
  const row = path.at(-1);
  return row?.kind === 'resource' ? row.entry.resource.uri : undefined;
};

describe.each(groupings)('the skills of a hostile server, by %s', (groupBy) => {
  it.each(sortings)('have all their files once each, under ids of their own, sorted by %s', async (sortBy) => {
    const names = [
      'good',
      'outer',
      'outer/inner',
      'billing/refunds',
      'support/refunds',
      'double',
      'files-512',
      'files-513',
      'gap',
    ];
    const { walk, skills, serverId } = await treeOf(...names);
    const rows = await walk({ groupBy, sortBy });
    const ids = rows.map((path) => path.at(-1)!.id);
    expect(new Set(ids).size).toBe(ids.length);
    const isOf = (uri: string) => (path: readonly TreeNode[]) =>
      path.some((row) => row.kind === 'skill' && row.skill.uri === uri);
    for (const { uri, files, problem } of skills.of(serverId)) {
      const shown = rows.filter(isOf(uri)).flatMap((path) => uriOf(path) ?? []);
      const listed = files === 'dynamic' || problem !== undefined ? [] : files.map((file) => file.uri);
      expect(shown.toSorted(), uri).toEqual(listed.toSorted());
      expect(shown[0], uri).toBe(listed[0] && uri);
    }
    const verifiable = skills.of(serverId).filter(({ problem }) => problem === undefined);
    const elsewhere = rows.filter((path) => !isBelowSkills(path)).flatMap((path) => uriOf(path) ?? []);
    expect(
      elsewhere.filter((uri) =>
        verifiable.some(({ files }) => files !== 'dynamic' && files.some((file) => file.uri === uri)),
      ),
    ).toEqual([]);
  });
});

it('tells skills of one name apart, and shows one of each URI', async () => {
  const { walk } = await treeOf('billing/refunds', 'support/refunds', 'double');
  const rows = await walk({ groupBy: 'scheme', sortBy: 'server' });
  const labels = rows.flatMap((path) => path.at(-1)!).flatMap((row) => (row.kind === 'skill' ? row.label : []));
  expect(labels).toEqual(['double', 'billing/refunds', 'support/refunds']);
});

it('tells a skill of one name apart by its folder alone, without its scheme', async () => {
  const { walk } = await treeOf('other-name', 'billing/refunds');
  const rows = await walk({ groupBy: 'scheme', sortBy: 'server' });
  const labels = rows.flatMap((path) => path.at(-1)!).flatMap((row) => (row.kind === 'skill' ? row.label : []));
  expect(labels).toEqual(['other-name', 'refunds']);
});
