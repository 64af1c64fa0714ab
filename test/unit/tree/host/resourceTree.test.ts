import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HumanError } from '../../../../src/core/base/errors';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import type { ResourceTreeRow } from '../../../../src/host/tree/treeRow';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { settle } from '../../../support/fakeClock';
import { page, resource, template } from '../../catalog/fixtures';
import { definition } from '../../connection/fakeServer';
import { DrawnTree } from './drawnTree';
import { ResourceWorld } from '../../actions/host/resourceWorld';
import { excludedIn } from '../../search/fixtures';

let world: ResourceWorld;
let drawn: DrawnTree;

beforeEach(() => {
  world = new ResourceWorld();
  drawn = new DrawnTree(world);
});

afterEach(() => drawn.dispose());

const [a, b, c] = [resource('note:a'), resource('note:b'), resource('note:c')];

describe('a refresh', () => {
  it('comes at once for a change that comes alone, and gathers those that follow', async () => {
    const [shop] = await drawn.show({ shop: [a] });
    world.connections.get(shop!.id)?.stop();
    expect(await drawn.refreshesAfter(0)).toEqual(['all']);
    await drawn.draw();
    for (const uri of ['note:1', 'note:2', 'note:3']) {
      world.catalog.keep(shop!.id, resource(uri));
      await world.clock.advance(60);
    }
    expect(drawn.refreshes()).toEqual([]);
    expect(await drawn.refreshesAfter(70)).toEqual(['all']);
  });

  it('is at once for what a server tells, and then at a pace, however many changes follow', async () => {
    const [shop] = await drawn.show({ shop: [a] });
    const { session } = world.server(shop!);
    for (let round = 0; round < 50; round += 1) {
      session.changeResource.fire(resource('note:a', { title: `Title ${round}` }));
      expect(world.clock.pending.length).toBeLessThanOrEqual(3);
      await world.clock.advance(10);
      if (round === 0) expect(drawn.refreshes()).toEqual(['all']);
    }
    await world.clock.advance(5_000);
    expect([drawn.refreshes(), world.clock.pending]).toEqual([['all', 'all'], []]);
    session.changeList.fire();
    await world.clock.advance(0);
    session.list.items(page([a, b])).end();
    await settle();
    expect(await drawn.refreshesAfter(0)).toEqual(['all']);
    expect(await drawn.draw()).toEqual([{ 'note | 2': ['note:a', 'note:b'] }]);
  });

  it('rests longer where the tree takes longer to be made', async () => {
    const [shop] = await drawn.show({ shop: [a] });
    const ids = world.order.ids.bind(world.order);
    world.order.ids = async () => {
      await new Promise<void>((resolve) => world.clock.after(60, resolve));
      return ids();
    };
    world.catalog.keep(shop!.id, b);
    expect(await drawn.refreshesAfter(100)).toEqual(['all']);
    world.catalog.keep(shop!.id, c);
    // The rest of the pause after the refresh before the slow one.
    expect(await drawn.refreshesAfter(190)).toEqual(['all']);
    world.catalog.forget(shop!.id, c.uri);
    expect(await drawn.refreshesAfter(550)).toEqual([]);
    expect(await drawn.refreshesAfter(20)).toEqual(['all']);
    await world.clock.advance(1_000);
  });

  it('does not come for a list that says the same again, nor for a configuration that does', async () => {
    const [shop] = await drawn.show({ shop: [a, b] });
    world.relist(shop!, resource('note:a'), resource('note:b'));
    world.listTemplates(shop!);
    world.sources.set([shop!]);
    expect(await drawn.refreshesAfter(5_000)).toEqual([]);
    world.relist(shop!, a, b, c);
    expect(await drawn.refreshesAfter(5_000)).toEqual(['all']);
  });

  it('comes for a state that came and went, where rows were made in it', async () => {
    const [shop] = await drawn.show({ shop: [a] });
    const writer = world.catalog.beginList(shop!.id);
    writer.end({ kind: 'failed', error: new HumanError('timeout', 'It took too long.') });
    expect(await drawn.draw()).toEqual([
      'shop: 1 resource, list incomplete',
      { 'note | 1': ['note:a | not in the server’s list'] },
    ]);
    world.relist(shop!, a);
    expect(await drawn.refreshesAfter(5_000)).toEqual(['all']);
  });

  it('comes for a list of more templates than are shown, which says so', async () => {
    const [shop] = await drawn.show({ shop: [a] });
    world.listTemplates(shop!, ...Array.from({ length: 1_500 }, (_, index) => template(`db:{v${index}}`)));
    expect(await drawn.refreshesAfter(5_000)).toContain('all');
    const [line, , group] = await drawn.draw();
    expect([line, Object.keys(group ?? {})]).toEqual(['shop: 1 resource, 1,000 of 1,500 templates', ['db | 1,000']]);
  });

  it('is of all rows when servers come, go, or are renamed', async () => {
    const [shop] = await drawn.show({ shop: [a] });
    const wiki = definition('wiki');
    world.sources.set([shop!, wiki]);
    await world.clock.advance(5_000);
    await drawn.draw();
    expect(drawn.refreshes()).not.toEqual([]);
    world.sources.set([{ ...shop!, hash: 'other', name: 'Shop' }]);
    expect(await drawn.refreshesAfter(0)).toEqual(['all']);
    world.sources.set([]);
    expect(await drawn.refreshesAfter(5_000)).toContain('all');
    expect(await drawn.draw()).toEqual([]);
  });

  it('is of the rows alone whose marks change', async () => {
    const [shop] = await drawn.show({ shop: [a, b, c] });
    await world.picked.add([world.picks(shop!, b.uri)]);
    expect(await drawn.refreshesAfter(0)).toEqual([['note:b']]);
    drawn.tree.getTreeItem(await drawn.rowOf(b.uri));
    await world.picked.add([world.picks(shop!, a.uri), world.picks(shop!, c.uri)]);
    expect(await drawn.refreshesAfter(1_000)).toEqual([['note:a', 'note:c']]);
  });

  it('does not come where marks change that no row shows', async () => {
    const [shop] = await drawn.show({ shop: [a] });
    await world.picked.add([{ ...world.picks(shop!, a.uri), uri: 'note:elsewhere' }]);
    await world.picked.setChecked([{ serverId: shop!.id, uri: 'note:elsewhere' }], false);
    expect(await drawn.refreshesAfter(1_000)).toEqual([]);
  });

  it('of all rows forgets those that were drawn: they are drawn again only if they are asked for', async () => {
    const [shop] = await drawn.show({ shop: [a, b] });
    world.relist(shop!, b);
    expect(await drawn.refreshesAfter(1_000)).toEqual(['all']);
    drawn.tree.getTreeItem(await drawn.rowOf(b.uri));
    await world.picked.add([a, b].map(({ uri, name }) => ({ ...b, serverId: shop!.id, uri, name })));
    expect(await drawn.refreshesAfter(1_000)).toEqual([['note:b']]);
  });

  it('comes at once where somebody arranges the tree in another way, and where a setting hides something', async () => {
    await drawn.show({ shop: [a, resource('db:x')], wiki: [b] });
    await world.arrangement.choose('groupBy', 'server');
    expect(drawn.refreshes()).toEqual(['all']);
    expect(await drawn.draw()).toEqual([
      { 'shop | 2': [{ 'db | 1': ['db:x'] }, { 'note | 1': ['note:a'] }] },
      { 'wiki | 1': ['note:b'] },
    ]);
    expect(drawn.view.description).toBe('3 · by server');
    fakeVscode.settings.set('mcpResources.exclude', ['note:*']);
    await excludedIn(world.visibility);
    expect(await drawn.refreshesAfter(0)).toEqual(['all']);
    expect(await drawn.draw()).toEqual([{ 'shop | 1': ['db:x'] }]);
    expect(drawn.view.description).toBe('1 · by server');
  });

  it('has a last row for what is hidden, which shows it again, also where nothing else is left', async () => {
    const [, wiki] = await drawn.show({ shop: [a, resource('ui://cart')], wiki: [b, c] });
    const states = [await drawn.draw(), drawn.view.description];
    await world.places.hide({ servers: [wiki!.id] });
    expect(await drawn.refreshesAfter(0)).toEqual(['all']);
    states.push(await drawn.draw(), drawn.view.description);
    await world.places.hide({ schemes: ['note'] });
    await world.clock.advance(5_000);
    states.push(await drawn.draw(), drawn.view.description);
    expect(states).toEqual([
      [{ 'note | 3': [{ 'shop | 1': ['note:a'] }, { 'wiki | 2': ['note:b', 'note:c'] }] }, '1 hidden | Show'],
      '3',
      [{ 'note | 1': ['note:a'] }, '3 hidden | Show'],
      '1',
      ['4 hidden | Show'],
      '',
    ]);
    const [row] = await drawn.tree.getChildren();
    const { command, tooltip, accessibilityInformation, iconPath } = drawn.tree.getTreeItem(row!);
    expect([command?.command, accessibilityInformation?.label, iconPath]).toEqual([
      'mcpResources.showHidden',
      '4 hidden, Show',
      { id: 'eye-closed' },
    ]);
    expect(JSON.stringify(tooltip).replaceAll('\\', '')).toContain('Hidden: wiki, note:, user interfaces of MCP Apps');
  });

  it('never comes after the end', async () => {
    const [shop] = await drawn.show({ shop: [a] });
    world.catalog.keep(shop!.id, b);
    drawn.tree.dispose();
    await world.clock.advance(5_000);
    expect([drawn.refreshes(), drawn.view.isDisposed]).toEqual([[], true]);
  });
});

describe('showing a resource in the tree', () => {
  it('opens the groups above it and selects it', async () => {
    const [shop] = await drawn.show({ shop: [a, resource('db://x/one'), resource('db://x/two')] });
    const { id } = world.catalog.find(shop!.id, 'db://x/two')!;
    expect(await drawn.tree.reveal(id)).toBe(true);
    const [[row, options]] = drawn.view.revealed as [[ResourceTreeRow, object]];
    expect([row.id, options]).toEqual([`resource:${shop!.id}\ndb://x/two`, { select: true, focus: true }]);
    expect(drawn.tree.getParent(row)).toMatchObject({ kind: 'scheme', scheme: 'db' });
    expect(drawn.refreshes()).toEqual([]);
  });

  it('fails where the tree hides it', async () => {
    const [shop] = await drawn.show({ shop: [a] });
    fakeVscode.settings.set('mcpResources.exclude', ['note:*']);
    await excludedIn(world.visibility);
    expect(await drawn.tree.reveal(world.catalog.find(shop!.id, a.uri)!.id)).toBe(false);
    expect(drawn.view.revealed).toEqual([]);
  });

  it('has rows drawn that VS Code has not heard of, and only these', async () => {
    const [shop] = await drawn.show({ shop: [a] });
    world.catalog.keep(shop!.id, b);
    await drawn.tree.reveal(world.catalog.find(shop!.id, b.uri)!.id);
    expect(drawn.refreshes()).toEqual(['all']);
    await drawn.draw();
    expect(await drawn.refreshesAfter(5_000)).toEqual([]);
  });
});

describe('what is removed', () => {
  const remove = async (shop: ServerDefinition, ...uris: readonly string[]): Promise<unknown> => {
    const addresses = uris.map((uri) => ({ serverId: shop.id, uri }));
    await drawn.tree.keepPlace(addresses, () => {
      for (const { serverId, uri } of addresses) world.catalog.forget(serverId, uri);
      return Promise.resolve();
    });
    return drawn.view.revealed.map(([row]) => row.id.split('\n').at(-1));
  };
  const kept = async (...uris: readonly string[]): Promise<ServerDefinition> => {
    const [shop] = await world.list({ shop: [] });
    for (const uri of uris) world.catalog.keep(shop!.id, resource(uri));
    await drawn.draw();
    return shop!;
  };

  it('leaves the keyboard at the one that follows, or at the one before', async () => {
    const shop = await kept('note:1', 'note:2', 'note:3', 'note:4');
    drawn.view.setVisible(true);
    expect(await remove(shop, 'note:2', 'note:3')).toEqual(['note:4']);
    expect(await remove(shop, 'note:4')).toEqual(['note:4', 'note:1']);
    expect(await remove(shop, 'note:1')).toEqual(['note:4', 'note:1']);
  });

  it('moves nothing where nobody sees the tree', async () => {
    const shop = await kept('note:1', 'note:2');
    expect(await remove(shop, 'note:1')).toEqual([]);
    expect(world.catalog.table.size).toBe(1);
  });
});
