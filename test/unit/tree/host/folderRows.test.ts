import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../../../src/host/base/ids';
import type { StatusRow } from '../../../../src/host/servers/statusRows';
import type { ResourceTreeRow } from '../../../../src/host/tree/treeRow';
import { HumanError } from '../../../../src/core/base/errors';
import type { Resource } from '../../../../src/core/resource/resource';
import type { ListEnd } from '../../../../src/core/session/session';
import { settle } from '../../../support/fakeClock';
import { page, resource } from '../../catalog/fixtures';
import { definition, info } from '../../connection/fakeServer';
import { DrawnTree } from './drawnTree';
import { ResourceWorld } from '../../actions/host/resourceWorld';

let world: ResourceWorld;
let drawn: DrawnTree;

beforeEach(async () => {
  world = new ResourceWorld();
  world.server(shop).info = { ...info, hasDirectories: true };
  drawn = new DrawnTree(world);
  await world.list({ shop: [directory('x://a', { title: 'Depot' })] });
});

afterEach(() => drawn.dispose());

const shop = definition('shop');
const directory = (uri: string, fields = {}): Resource => resource(uri, { mimeType: 'inode/directory', ...fields });
const next = { cursor: 'next', seen: new Set<number>() };
const asked = () => world.server(shop).session.directories;

async function rowOf(label: string, below?: ResourceTreeRow): Promise<ResourceTreeRow | undefined> {
  for (const row of await drawn.tree.getChildren(below)) {
    if (drawn.tree.getTreeItem(row).label === label) return row;
    const found = row.kind === 'scheme' ? await rowOf(label, row) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The rows of a folder, once the server has answered. */
async function open(row: ResourceTreeRow, children: readonly Resource[], end: ListEnd | HumanError) {
  const rows = drawn.tree.getChildren(row);
  await settle();
  answer(children, end);
  return lines(await rows);
}

function answer(children: readonly Resource[], end: ListEnd | HumanError): void {
  const list = asked().at(-1)!.items(page(children));
  if (end instanceof HumanError) list.fail(end);
  else list.end(end);
}

function lines(rows: readonly ResourceTreeRow[]): readonly string[] {
  return rows.map((row) => {
    const { label, description } = drawn.tree.getTreeItem(row);
    const texts = [label, description].filter((text) => typeof text === 'string');
    return texts.filter((text) => text !== '').join(' | ');
  });
}

const complete = { kind: 'complete' } as const;
const failure = new HumanError('timeout', 'The server didn’t respond.');

describe('a folder whose children the server lists', () => {
  it('is asked for its children when it opens, and once', async () => {
    const row = await rowOf('Depot');
    expect([drawn.tree.getTreeItem(row!).contextValue, asked()]).toEqual(['group.folder.listed', []]);
    expect(await open(row!, [directory('x://a/b'), resource('x://a/1')], complete)).toEqual(['x://a/b', 'x://a/1']);
    expect(lines(await drawn.tree.getChildren(await rowOf('Depot')))).toEqual(['x://a/b', 'x://a/1']);
    expect(asked()).toHaveLength(1);
  });

  it.each<[string, readonly Resource[], ListEnd | HumanError, readonly string[]]>([
    ['nothing', [], complete, ['Empty folder']],
    ['itself alone', [directory('x://a')], complete, ['Empty folder']],
    ['a child', [resource('x://a/1')], complete, ['x://a/1']],
    ['more', [resource('x://a/1')], { kind: 'cut', by: 'pages', next }, ['x://a/1', 'Load More | 1 loaded']],
    [
      'too much',
      [resource('x://a/1')],
      { kind: 'cut', by: 'items' },
      [
        'x://a/1',
        'Not everything is shown | The list shows only 1 resource. Raise “mcpResources.list.maxResources” to see more.',
      ],
    ],
    [
      'more than there is memory for',
      [resource('x://a/1')],
      { kind: 'cut', by: 'bytes' },
      [
        'x://a/1',
        'Not everything is shown | The list uses too much memory, so it shows only 1 resource. Remove servers you don’t need, or configure this server to list fewer resources.',
      ],
    ],
    [
      'a loop',
      [resource('x://a/1')],
      { kind: 'cut', by: 'cursorLoop' },
      [
        'x://a/1',
        'Not everything is shown | The server keeps sending the same page, so the list shows only 1 resource. Report this to the server’s author.',
      ],
    ],
    ['empty pages without end', [], { kind: 'cut', by: 'pages', next }, ['Load More | 0 loaded']],
    [
      'names with characters that nobody sees',
      [resource('x://a/1', { name: 'in\u202evoice\u200b\u0000.pdf' }), directory('x://a/2', { name: 'b\n\u2066c' })],
      complete,
      ['b c', 'in voice .pdf'],
    ],
    [
      'a failure',
      [],
      failure,
      ['Couldn’t read the folder | The server didn’t respond. Collapse and expand the folder to try again.'],
    ],
  ])('has %s', async (_, children, end, expected) => {
    expect(await open((await rowOf('Depot'))!, children, end)).toEqual(expected);
  });

  it('shows what its URI hides, where names look alike', async () => {
    const children = [directory('x://a/b', { name: 'b' }), directory('x://a/b\u200b', { name: 'b\u200b' })];
    await open((await rowOf('Depot'))!, children, complete);
    const items = (await drawn.tree.getChildren(await rowOf('Depot'))).map((row) => drawn.tree.getTreeItem(row));
    expect(items.map(({ label, tooltip }) => [label, tooltip])).toEqual([
      ['b', 'x://a/b/\nNot read yet'],
      ['b', 'x://a/b\\u{200b}/\nNot read yet'],
    ]);
  });

  it('says how many of its children are elsewhere, or hidden', async () => {
    world.relist(shop, directory('x://a', { title: 'Depot' }), resource('y://1'));
    await world.clock.advance(1_000);
    const rows = await open((await rowOf('Depot'))!, [resource('y://1'), resource('z://2')], complete);
    expect(rows).toEqual(['z://2', '1 shown elsewhere in the tree']);
    await world.places.hide({ servers: [], schemes: ['z'] });
    expect(lines(await drawn.tree.getChildren(await rowOf('Depot')))).toEqual(['1 shown elsewhere in the tree']);
  });

  it('is a resource again where the server says that it is none', async () => {
    const row = await rowOf('Depot');
    expect(await open(row!, [], new HumanError('notFound', 'It is none.'))).toEqual([]);
    expect((await rowOf('Depot'))?.kind).toBe('resource');
  });

  it('says that it loads where the server takes long, so that the rest of the tree is drawn meanwhile', async () => {
    const rows = drawn.tree.getChildren(await rowOf('Depot'));
    await world.clock.advance(1_000);
    expect(lines(await rows)).toEqual(['Loading…']);
    drawn.refreshes();
    answer([resource('x://a/1')], complete);
    expect(await drawn.refreshesAfter(2_000)).toContain('all');
    expect(lines(await drawn.tree.getChildren(await rowOf('Depot')))).toEqual(['x://a/1']);
  });

  it('loads more by a click, and tries again by one', async () => {
    await open((await rowOf('Depot'))!, [resource('x://a/1')], { kind: 'cut', by: 'pages', next });
    const click = async (children: readonly Resource[], end: ListEnd | HumanError): Promise<readonly string[]> => {
      const rows = await drawn.tree.getChildren(await rowOf('Depot'));
      const action = (rows.at(-1) as StatusRow).action as { command: string; argument: { ids: readonly number[] } };
      expect(action.command).toBe(commands.loadMore);
      const { serverId, resource: of } = world.catalog.get(action.argument.ids[0]!)!;
      const loading = world.directories.readMore({ serverId, uri: of.uri });
      await settle();
      answer(children, end);
      await loading;
      return lines(await drawn.tree.getChildren(await rowOf('Depot')));
    };
    const failed = 'Couldn’t load more. Try Again | The server didn’t respond.';
    expect(await click([], failure)).toEqual(['x://a/1', failed]);
    expect(await click([resource('x://a/2')], complete)).toEqual(['x://a/1', 'x://a/2']);
  });

  it('is read again when the list changes, until it is closed; then when it opens', async () => {
    const row = (await rowOf('Depot'))!;
    await open(row, [resource('x://a/1')], complete);
    const relist = async (): Promise<void> => {
      world.connections.get(shop.id)!.refreshList();
      await world.clock.advance(10_000);
      world
        .server(shop)
        .session.list.items(page([directory('x://a', { title: 'Depot' })]))
        .end();
      await world.clock.advance(1_000);
    };
    await relist();
    expect(asked()).toHaveLength(2);
    answer([resource('x://a/2')], complete);
    await world.clock.advance(1_000);
    expect(lines(await drawn.tree.getChildren(await rowOf('Depot')))).toEqual(['x://a/2']);
    drawn.view.collapse((await rowOf('Depot'))!);
    await relist();
    expect(asked()).toHaveLength(2);
    expect(lines(await drawn.tree.getChildren(await rowOf('Depot')))).toEqual(['x://a/2']);
    await settle();
    expect(asked()).toHaveLength(3);
  });
});
