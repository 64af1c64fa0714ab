import { describe, expect, it } from 'vitest';
import { CancelledError, HumanError } from '../../../src/core/base/errors';
import type { Interaction } from '../../../src/core/questions/interaction';
import type { ListEnd } from '../../../src/core/session/session';
import { settle } from '../../support/fakeClock';
import { resource } from '../catalog/fixtures';
import { definition, info, newConnection, newStarted, newWorld, statesOf, type World } from './fakeServer';
import { own } from '../../support/own';

const shop = definition('shop');
const ready = { kind: 'ready', info } as const;

function uris({ catalog }: World): string[] {
  return [...catalog.resourcesOf(shop.id)].map(({ uri }) => uri);
}

describe('watching', () => {
  it('is asked of every new session, and of the running one at once', async () => {
    const { world, connection } = newConnection();
    connection.watch(new Set(['a:1']));
    await connection.start();
    connection.watch(new Set(['a:1', 'a:2']));
    expect(world.server.session.watched).toEqual([['a:1'], ['a:1', 'a:2']]);
    await connection.restart();
    expect(world.server.sessions[1]!.watched).toEqual([['a:1', 'a:2']]);
  });

  it('reports changes of the running session only', async () => {
    const { world, connection } = newConnection();
    const updates: string[] = [];
    let lives = 0;
    own(connection.onDidUpdate((uri) => updates.push(uri)));
    own(connection.onDidChangeLive(() => (lives += 1)));
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
    const { world, connection } = newConnection();
    let ends = 0;
    own(connection.onDidList(() => (ends += 1)));
    await connection.start();
    world.server.session.list.page('a:1', 'a:2');
    await settle();
    expect([uris(world), world.catalog.listInfo(shop.id).completeness, ends]).toEqual([
      ['a:1', 'a:2'],
      { kind: 'arriving' },
      0,
    ]);
    world.server.session.list.page('a:3').end();
    await settle();
    expect([uris(world), world.catalog.listInfo(shop.id).completeness, ends]).toEqual([
      ['a:1', 'a:2', 'a:3'],
      { kind: 'complete' },
      1,
    ]);
  });

  it('follows a change at once, gathers those that follow for 250 ms, and never overlaps itself', async () => {
    const { world, connection } = await newStarted();
    const { session } = world.server;
    // The first list is still under way.
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
    session.changeList.fire();
    for (let index = 0; index < 5_000; index += 1) session.changeList.fire();
    expect(world.clock.pending).toEqual([0]);
    await world.clock.advance(0);
    expect(session.lists).toHaveLength(4);
  });

  it('says why it was cut short', async () => {
    const world = newWorld();
    await world.connect(shop).start();
    world.server.session.list.page('a:1').end({ kind: 'cut', by: 'items' });
    await settle();
    expect(world.catalog.listInfo(shop.id)).toMatchObject({ count: 1, completeness: { kind: 'cut', by: 'items' } });
  });

  it('says how it failed, and lists again in the next session', async () => {
    const { world, connection } = await newStarted();
    const error = new HumanError('timeout', 'No answer. Restart it.');
    world.server.session.list.page('a:1').fail(error);
    await settle();
    expect([uris(world), world.catalog.listInfo(shop.id).completeness, connection.state]).toEqual([
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
    const { world, connection } = newConnection();
    let ends = 0;
    own(connection.onDidList(() => (ends += 1)));
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

describe('a list that its server calls fresh for a time', () => {
  const forMs = (ttl: number | undefined): ListEnd => ({ kind: 'complete', ttl });

  it('is requested again when the user looks after that time, and not before', async () => {
    const world = newWorld();
    world.server.info = { ...world.server.info, canListChange: false };
    const connection = world.connect(shop);
    await connection.start();
    world.server.session.list.page('a:1').end(forMs(60_000));
    await world.clock.advance(59_000);
    connection.refreshStaleList();
    await world.clock.advance(1_000);
    expect(world.server.session.lists.length).toBe(1);
    connection.refreshStaleList();
    connection.refreshStaleList();
    await world.clock.advance(1_000);
    expect(world.server.session.lists.length).toBe(2);
  });

  it.each([
    ['that tells of changes', true, 0],
    ['that says nothing of a time', false, undefined],
  ])('is left alone of a server %s', async (_, canListChange, ttl) => {
    const world = newWorld();
    world.server.info = { ...world.server.info, canListChange };
    const connection = world.connect(shop);
    await connection.start();
    world.server.session.list.page('a:1').end(forMs(ttl));
    await world.clock.advance(600_000);
    connection.refreshStaleList();
    await world.clock.advance(1_000);
    expect(world.server.session.lists.length).toBe(1);
  });
});

describe('reading', () => {
  it('starts the server if need be', async () => {
    const { world, connection } = newConnection();
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

  const lost = new HumanError('disconnected', 'The connection was lost.');
  const exited = new HumanError('exited', 'The server stopped.');
  const interaction: Interaction = { ask: () => Promise.resolve({ action: 'cancel' }) };
  const read = (connection: ReturnType<World['connect']>, signal = new AbortController().signal) =>
    connection.read('a:1', { maxBytes: 10, signal, interaction });
  const readBehind = (connection: ReturnType<World['connect']>, signal = new AbortController().signal) =>
    connection.read('a:1', { maxBytes: 10, signal });

  /** Makes the next read end the running session. */
  function endWithRead({ server: { session } }: World, error: HumanError): void {
    session.read = (uri) => {
      session.reads.push(uri);
      session.close.fire(error);
      return Promise.reject(error);
    };
  }

  it('opens a lost session again at once, and reads once more in it', async () => {
    const { world, connection } = await newStarted();
    const states = statesOf(connection);
    endWithRead(world, lost);
    await expect(read(connection)).rejects.toMatchObject({ reason: 'notFound' });
    expect([states, world.server.sessions.map(({ reads }) => reads)]).toEqual([
      [{ kind: 'connecting' }, ready],
      [['a:1'], ['a:1']],
    ]);
    // No timer is left that would start it again.
    expect(world.clock.pending.filter((ms) => ms > 250)).toEqual([]);
  });

  it('reads once more where the process died, for a user without waiting for the next try', async () => {
    const { world, connection } = await newStarted();
    endWithRead(world, exited);
    await expect(read(connection)).rejects.toMatchObject({ reason: 'notFound' });
    expect(world.server.sessions).toHaveLength(2);
  });

  it('reads once more in the background when the next try is due', async () => {
    const { world, connection } = await newStarted();
    endWithRead(world, exited);
    const reading = expect(readBehind(connection)).rejects.toMatchObject({ reason: 'notFound' });
    await settle();
    expect(world.server.sessions).toHaveLength(1);
    await world.clock.advance(2_000);
    await reading;
    expect(world.server.sessions.map(({ reads }) => reads)).toEqual([['a:1'], ['a:1']]);
  });

  it('ends a read that waits for the next try with its signal, or with the server', async () => {
    const { world, connection } = await newStarted();
    world.server.session.close.fire(exited);
    const abort = new AbortController();
    const aborted = expect(readBehind(connection, abort.signal)).rejects.toBeInstanceOf(CancelledError);
    const disposed = expect(readBehind(connection)).rejects.toBeInstanceOf(CancelledError);
    abort.abort();
    await aborted;
    connection.dispose();
    await disposed;
    expect(world.server.sessions).toHaveLength(1);
  });

  it('starts in the background none that a user stopped, that wants a sign-in, or that was given up', async () => {
    const { world, connection } = await newStarted();
    connection.stop();
    await expect(readBehind(connection)).rejects.toMatchObject({ reason: 'disconnected', message: /is stopped/ });
    for (const reason of ['unauthorized', 'commandNotFound'] as const) {
      world.server.answer = new HumanError(reason, 'No.');
      await connection.start();
      await expect(readBehind(connection)).rejects.toBe(world.server.answer);
    }
    expect(world.server.openings).toHaveLength(3);
    world.server.answer = 'open';
    await expect(read(connection)).rejects.toMatchObject({ reason: 'notFound' });
    expect(world.server.openings).toHaveLength(4);
  });

  it('reads no third time', async () => {
    const { world, connection } = await newStarted();
    endWithRead(world, exited);
    const reopen = world.ports.openSession;
    Object.assign(world.ports, {
      openSession: async (...args: Parameters<typeof reopen>) => {
        const session = await reopen(...args);
        endWithRead(world, exited);
        return session;
      },
    });
    await expect(read(connection)).rejects.toBe(exited);
    expect(world.server.sessions.map(({ reads }) => reads)).toEqual([['a:1'], ['a:1']]);
  });

  it('does not read again what was cancelled, what a user stopped, nor past a crash loop', async () => {
    const { world, connection } = newConnection();
    const abort = new AbortController();
    await connection.start();
    endWithRead(world, exited);
    const cancelled = read(connection, abort.signal);
    abort.abort();
    await expect(cancelled).rejects.toBe(exited);
    await connection.start();
    world.server.session.read = () => {
      connection.stop();
      return Promise.reject(lost);
    };
    await expect(read(connection)).rejects.toBe(lost);
    for (let crash = 0; crash < 3; crash += 1) {
      await connection.start();
      world.server.session.close.fire(exited);
    }
    await connection.start();
    endWithRead(world, exited);
    const before = world.server.sessions.length;
    await expect(read(connection)).rejects.toBe(exited);
    expect([world.server.sessions.length, connection.state]).toMatchObject([
      before,
      { kind: 'failed', error: { reason: 'crashLoop' } },
    ]);
  });
});

describe('a new description of a resource', () => {
  it('is taken by the catalog while its server lists it', async () => {
    const { world } = await newStarted();
    const { session } = world.server;
    session.list.page('a:1').end();
    await settle();
    session.changeResource.fire(resource('a:1', { title: 'One', extra: { version: '2' } }));
    session.changeResource.fire(resource('a:2', { title: 'Two' }));
    expect([...world.catalog.resourcesOf(shop.id)]).toEqual([
      resource('a:1', { title: 'One', extra: { version: '2' } }),
    ]);
  });
});

describe('a server that cannot push', () => {
  it('says so for as long as its session runs', async () => {
    const { world, connection } = await newStarted();
    world.server.session.pushProblem = 'It has no stream.';
    expect(connection.pushProblem).toBe('It has no stream.');
    connection.stop();
    expect(connection.pushProblem).toBeUndefined();
  });
});
