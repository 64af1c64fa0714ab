import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { settle } from '../../support/fakeClock';
import { definition, info, newWorld, type World } from './fakeServer';

const shop = definition('shop');
const ready = { kind: 'ready', info } as const;

function uris({ catalog }: World): string[] {
  return [...catalog.resourcesOf(shop.id)].map(({ uri }) => uri);
}

describe('watching', () => {
  it('is asked of every new session, and of the running one at once', async () => {
    const world = newWorld();
    const connection = world.connect(shop);
    connection.watch(new Set(['a:1']));
    await connection.start();
    connection.watch(new Set(['a:1', 'a:2']));
    expect(world.server.session.watched).toEqual([['a:1'], ['a:1', 'a:2']]);
    await connection.restart();
    expect(world.server.sessions[1]!.watched).toEqual([['a:1', 'a:2']]);
  });

  it('tells of changes of the running session only', async () => {
    const world = newWorld();
    const connection = world.connect(shop);
    const updates: string[] = [];
    let lives = 0;
    connection.onDidUpdate((uri) => updates.push(uri));
    connection.onDidChangeLive(() => (lives += 1));
    expect(connection.isLive('a:1')).toBe(false);
    await connection.start();
    const first = world.server.session;
    first.live.add('a:1');
    first.changeLive.fire();
    first.update.fire('a:1');
    expect([connection.isLive('a:1'), connection.isLive('a:2')]).toEqual([true, false]);
    await connection.restart();
    first.update.fire('a:1');
    expect([updates, lives, connection.isLive('a:1')]).toEqual([['a:1'], 1, false]);
  });
});

describe('listing', () => {
  it('streams into the catalog as soon as the server is ready', async () => {
    const world = newWorld();
    const connection = world.connect(shop);
    let ends = 0;
    connection.onDidList(() => (ends += 1));
    await connection.start();
    world.server.session.list.page('a:1', 'a:2');
    await settle();
    expect([uris(world), world.catalog.shelf(shop.id).completeness, ends]).toEqual([
      ['a:1', 'a:2'],
      { kind: 'arriving' },
      0,
    ]);
    world.server.session.list.page('a:3').end();
    await settle();
    expect([uris(world), world.catalog.shelf(shop.id).completeness, ends]).toEqual([
      ['a:1', 'a:2', 'a:3'],
      { kind: 'complete' },
      1,
    ]);
  });

  it('gathers changes for 250 ms and never overlaps itself', async () => {
    const world = newWorld();
    const connection = world.connect(shop);
    await connection.start();
    const { session } = world.server;
    // While the first list is under way.
    session.changeList.fire();
    session.changeList.fire();
    await world.clock.advance(10_000);
    expect(session.lists).toHaveLength(1);
    session.list.page('a:1').end();
    await world.clock.advance(249);
    expect(session.lists).toHaveLength(1);
    await world.clock.advance(1);
    expect(session.lists).toHaveLength(2);
    session.list.page('a:2').end();
    await settle();
    connection.refreshList();
    session.changeList.fire();
    await world.clock.advance(250);
    session.list.end();
    await world.clock.advance(10_000);
    expect([session.lists.length, uris(world)]).toEqual([3, []]);
  });

  it('says why it was cut short', async () => {
    const world = newWorld();
    await world.connect(shop).start();
    world.server.session.list.page('a:1').end({ kind: 'cut', by: 'items' });
    await settle();
    expect(world.catalog.shelf(shop.id)).toMatchObject({ count: 1, completeness: { kind: 'cut', by: 'items' } });
  });

  it('says how it failed, and lists anew in the next session', async () => {
    const world = newWorld();
    const connection = world.connect(shop);
    await connection.start();
    const error = new HumanError('timeout', 'No answer. Restart it.');
    world.server.session.list.page('a:1').fail(error);
    await settle();
    expect([uris(world), world.catalog.shelf(shop.id).completeness, connection.state]).toEqual([
      ['a:1'],
      { kind: 'failed', error },
      ready,
    ]);
    world.server.session.close.fire(new HumanError('exited', 'The server stopped.'));
    await world.clock.advance(1_000);
    world.server.session.list.page('a:2').end();
    await settle();
    expect([world.server.sessions.length, uris(world)]).toEqual([2, ['a:2']]);
  });

  it('ends with the session that it ran in, and the next one has its own', async () => {
    const world = newWorld();
    const connection = world.connect(shop);
    let ends = 0;
    connection.onDidList(() => (ends += 1));
    await connection.start();
    world.server.session.list.page('a:1');
    world.server.session.changeList.fire();
    await settle();
    await connection.restart();
    await settle();
    expect([world.server.sessions[0]!.list.isOver, world.server.sessions.map(({ lists }) => lists.length)]).toEqual([
      true,
      [1, 1],
    ]);
    world.server.session.list.page('a:2').end();
    await world.clock.advance(10_000);
    expect([uris(world), ends, world.server.sessions.map(({ lists }) => lists.length)]).toEqual([['a:2'], 1, [1, 1]]);
  });
});

describe('reading', () => {
  it('starts the server if need be', async () => {
    const world = newWorld();
    const connection = world.connect(shop);
    await expect(connection.read('a:1', { maxBytes: 10, signal: new AbortController().signal })).rejects.toMatchObject({
      reason: 'notFound',
    });
    world.server.session.contents.set('a:1', 'text');
    const result = await connection.read('a:1', { maxBytes: 10, signal: new AbortController().signal });
    expect([
      result !== 'notModified' && result.contents.length,
      world.server.session.reads,
      world.server.openings.length,
    ]).toEqual([1, ['a:1', 'a:1'], 1]);
  });
});
