import { describe, expect, it, vi } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import type { KeyValueStore } from '../../../src/core/base/ports';
import { Connections } from '../../../src/core/connection/connections';
import { type ResourceAddress } from '../../../src/core/resource/address';
import { ContentCache } from '../../../src/core/context/contentCache';
import { ContextSet, type PickedResource } from '../../../src/core/context/contextSet';
import { isGone, LiveContext } from '../../../src/core/context/liveContext';
import type { SeenContents } from '../../../src/core/context/seenContents';
import { settle } from '../../support/fakeClock';
import { FakeStore } from '../../support/fakeStore';
import { newSeen } from '../../support/newSeen';
import { definition, FakeSession, newWorld, silent, type World } from '../connection/fakeServer';
import { own } from '../../support/own';

const [shop, wiki] = [definition('shop'), definition('wiki')];

function picked(uri: string, serverId = shop.id): PickedResource {
  return { serverId, uri, name: uri, title: undefined, mimeType: undefined, size: undefined };
}

interface Fixture extends World {
  readonly connections: Connections;
  readonly cache: ContentCache;
  readonly set: ContextSet;
  readonly live: LiveContext;
  readonly seen: SeenContents;
  /** Returns how often the live context fired its change event. */
  readonly changeCount: () => number;
}

/**
 * Creates two running servers, of which the first has `a:1` and `a:2`.
 * @param store holds what an earlier window saved
 */
async function newContext(store: KeyValueStore = new FakeStore()): Promise<Fixture> {
  const world = newWorld();
  const connections = own(new Connections(world.catalog, world.connect, () => undefined));
  const cache = new ContentCache({
    clock: world.clock,
    log: silent,
    proofOf: () => '',
    announcedType: () => undefined,
    read: async ({ serverId, uri }, { signal }) => {
      const result = await connections.get(serverId)!.read(uri, { maxBytes: 1_000, signal });
      return result === 'notModified' ? result : { ...result, isFromWeb: uri.startsWith('https:') };
    },
    isLive: ({ serverId, uri }) => connections.get(serverId)?.isLive(uri) ?? false,
  });
  const set = new ContextSet(store);
  const seen = newSeen(store, world.clock);
  const isListed = ({ serverId, uri }: ResourceAddress): boolean => world.catalog.find(serverId, uri) !== undefined;
  const live = own(new LiveContext(connections, cache, set, seen, isListed, silent));
  fill(world.server);
  connections.setDefinitions([shop, wiki]);
  connections.startAll();
  await settle();
  let changeCount = 0;
  own(live.onDidChange(() => (changeCount += 1)));
  return Object.assign(world, { connections, cache, set, live, seen, changeCount: () => changeCount });
}

function fill({ contents }: Pick<FakeSession, 'contents'>): void {
  contents.set('a:1', 'one').set('a:2', 'two');
}

function acknowledge(session: FakeSession, ...uris: readonly string[]): void {
  for (const uri of uris) session.live.add(uri);
  session.changeLive.fire();
}

describe('what is watched', () => {
  it('is what is picked or open, of each server its own', async () => {
    const { set, live, server } = await newContext();
    const [ofShop, ofWiki] = server.sessions;
    await set.add([picked('a:1'), picked('b:1', wiki.id)]);
    expect([ofShop!.watched.at(-1), ofWiki!.watched.at(-1)]).toEqual([['a:1'], ['b:1']]);
    const first = live.hold(picked('a:2'));
    const second = live.hold(picked('a:2'));
    const third = live.hold(picked('a:1'));
    expect(ofShop!.watched.at(-1)).toEqual(['a:1', 'a:2']);
    first.dispose();
    first.dispose();
    third.dispose();
    expect(ofShop!.watched.at(-1)).toEqual(['a:1', 'a:2']);
    second.dispose();
    expect(ofShop!.watched.at(-1)).toEqual(['a:1']);
    await set.remove([picked('a:1')]);
    expect([ofShop!.watched.at(-1), ofWiki!.watched.at(-1)]).toEqual([[], ['b:1']]);
    await set.clear();
    expect(ofWiki!.watched.at(-1)).toEqual([]);
  });

  it('is asked of a server that comes later, and again after a restart', async () => {
    const { set, connections, server } = await newContext();
    await set.add([picked('c:1', definition('late').id), picked('a:1')]);
    connections.setDefinitions([shop, wiki, definition('late')]);
    await settle();
    expect(server.session.watched.at(-1)).toEqual(['c:1']);
    await connections.get(shop.id)!.restart();
    expect(server.session.watched.at(-1)).toEqual(['a:1']);
  });

  it('is not what only a set added and no server lists: whoever writes the file that the set names chose the URI', async () => {
    const { set, live, server } = await newContext();
    await set.add([{ ...picked('leak://send/SECRET'), reason: { set: 'Sales', state: 'new' } }]);
    await settle();
    // The URI would be in `resources/subscribe`, and in the reads of polling.
    expect([server.sessions[0]!.watched.flat(), live.unfollowed]).toEqual([[], []]);
  });
});

describe('a picked resource', () => {
  it('is live when its server says so, and offline without it', async () => {
    const { live, server, connections, changeCount } = await newContext();
    expect(live.liveness(picked('a:1'))).toEqual({ kind: 'notLive', isUpdated: false, isFresh: false });
    const before = changeCount();
    acknowledge(server.sessions[0]!, 'a:1');
    expect([live.liveness(picked('a:1')), changeCount() > before]).toEqual([{ kind: 'live', isUpdated: false }, true]);
    connections.get(shop.id)!.stop();
    expect(live.liveness(picked('a:1'))).toEqual({ kind: 'offline' });
    expect(live.liveness(picked('a:1', 'nobody'))).toEqual({ kind: 'offline' });
  });

  it('is read again when it changes, and is updated since it was attached until it is attached again', async () => {
    const { set, live, cache, server, changeCount } = await newContext();
    const [session] = server.sessions;
    await set.add([picked('a:1')]);
    acknowledge(session!, 'a:1');
    await cache.get(picked('a:1'));
    live.markAttached([picked('a:1')]);
    expect(live.liveness(picked('a:1'))).toEqual({ kind: 'live', isUpdated: false, since: 'attached' });
    session!.update.fire('a:1');
    await settle();
    expect([session!.reads.length, live.liveness(picked('a:1'))]).toMatchObject([
      2,
      { kind: 'live', isUpdated: false },
    ]);
    session!.contents.set('a:1', 'changed');
    const before = changeCount();
    session!.update.fire('a:1');
    await settle();
    expect([live.liveness(picked('a:1')), changeCount() > before]).toMatchObject([
      { kind: 'live', isUpdated: true },
      true,
    ]);
    live.markAttached([picked('a:1')]);
    expect(live.liveness(picked('a:1'))).toEqual({ kind: 'live', isUpdated: false, since: 'attached' });
  });

  it('that was attached before it was ever read is compared with its first content', async () => {
    const { live, cache, server } = await newContext();
    const [session] = server.sessions;
    live.markAttached([picked('a:1')]);
    expect(live.liveness(picked('a:1'))).toMatchObject({ isUpdated: false, since: undefined });
    await cache.get(picked('a:1'));
    const common = { kind: 'notLive', since: 'attached', isFresh: false };
    expect(live.liveness(picked('a:1'))).toEqual({ ...common, isUpdated: false });
    session!.contents.set('a:1', 'changed');
    await cache.refresh(picked('a:1'));
    expect(live.liveness(picked('a:1'))).toEqual({ ...common, isUpdated: true });
  });

  it('that was never read is not read for a change', async () => {
    const { set, server } = await newContext();
    await set.add([picked('a:1')]);
    server.sessions[0]!.update.fire('a:1');
    await settle();
    expect(server.sessions[0]!.reads).toEqual([]);
  });

  it('is read soon when everything changes at once: a few at a time, and once each', async () => {
    const { set, cache, server } = await newContext();
    const uris = Array.from({ length: 10 }, (_, index) => `b:${index}`);
    for (const uri of uris) server.contents.set(uri, uri);
    await set.add(uris.map((uri) => picked(uri)));
    for (const uri of uris) await cache.get(picked(uri));
    const answers: (() => void)[] = [];
    const read = vi
      .spyOn(FakeSession.prototype, 'read')
      .mockImplementation(
        () => new Promise((_, reject) => answers.push(() => reject(new HumanError('timeout', 'Slow.')))),
      );
    for (const uri of [...uris, ...uris.slice(5)]) server.sessions[0]!.update.fire(uri);
    await settle();
    expect(read.mock.calls.length).toBe(4);
    for (let answered = 0; answered < 10; answered += 1) {
      answers[answered]!();
      await settle();
    }
    expect(read.mock.calls.map(([uri]) => uri)).toEqual(uris);
    read.mockRestore();
  });

  it('that may have changed between its first read and the promise to report changes is then read again', async () => {
    const { set, live, cache, server } = await newContext();
    const session = server.sessions[0]!;
    await set.add([picked('a:1')]);
    const held = live.hold(picked('a:2'));
    for (const uri of ['a:1', 'a:2']) await cache.get(picked(uri));
    session.contents.set('a:2', 'changed unheard');
    acknowledge(session, 'a:1', 'a:2');
    await settle();
    expect(session.reads).toEqual(['a:1', 'a:2', 'a:1', 'a:2']);
    expect(new TextDecoder().decode(cache.peek(picked('a:2'))?.bytes)).toBe('changed unheard');
    acknowledge(session);
    await settle();
    expect(session.reads).toHaveLength(4);
    held.dispose();
  });

  it('that may have changed during a read which the promise to report changes overtook is read again', async () => {
    const { set, cache, server } = await newContext();
    const session = server.sessions[0]!;
    await set.add([picked('a:1')]);
    let arrive: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (arrive = resolve));
    const read = session.read.bind(session);
    session.read = async (uri) => {
      const result = await read(uri);
      await late;
      return result;
    };
    const reading = cache.get(picked('a:1'));
    await settle();
    session.contents.set('a:1', 'changed unheard');
    acknowledge(session, 'a:1');
    await settle();
    arrive();
    expect(new TextDecoder().decode((await reading).bytes)).toBe('changed unheard');
    await settle();
    expect(session.reads).toEqual(['a:1', 'a:1']);
  });

  it('that changes while it is read for the first time is read once more', async () => {
    const { set, cache, server } = await newContext();
    const [session] = server.sessions;
    await set.add([picked('a:1')]);
    acknowledge(session!, 'a:1');
    const reading = cache.get(picked('a:1'));
    await Promise.resolve();
    session!.update.fire('a:1');
    session!.contents.set('a:1', 'changed');
    expect(new TextDecoder().decode((await reading).bytes)).toBe('changed');
    expect(session!.reads).toEqual(['a:1', 'a:1']);
  });
});

describe('what the chat got', () => {
  it('counts from the message that contained it, and refreshes every row', async () => {
    const { set, live, cache, seen, server, changeCount } = await newContext();
    await set.add([picked('a:1'), picked('a:2')]);
    acknowledge(server.sessions[0]!, 'a:1');
    live.markAttached([picked('a:1')]);
    const first = await cache.get(picked('a:1'));
    server.contents.set('a:1', 'changed');
    server.sessions[0]!.update.fire('a:1');
    await settle();
    const before = changeCount();
    seen.mark(picked('a:1'), await cache.get(picked('a:1')), 'sent');
    expect([live.liveness(picked('a:1')), changeCount() > before]).toEqual([
      { kind: 'live', isUpdated: false, since: 'sent' },
      true,
    ]);
    seen.mark(picked('a:1'), first, 'sent');
    expect(live.liveness(picked('a:1'))).toEqual({ kind: 'live', isUpdated: true, since: 'sent' });
  });

  it('is not updated where the first message had what the server says now, even if that was cut', async () => {
    const { set, live, cache, seen, server } = await newContext();
    await set.add([picked('a:1')]);
    await cache.get(picked('a:1'));
    live.markAttached([picked('a:1')]);
    server.contents.set('a:1', 'changed');
    const changed = await cache.refresh(picked('a:1'));
    expect(live.liveness(picked('a:1'))).toMatchObject({ isUpdated: true, since: 'attached' });
    seen.mark(picked('a:1'), changed, 'sent', undefined, 'cut');
    expect(live.liveness(picked('a:1'))).toMatchObject({ isUpdated: false, since: 'attached' });
  });

  it('and is something else now is updated, checked or not, in the order of the context', async () => {
    const { set, live, cache, server, connections } = await newContext();
    server.contents.set('b:1', 'three');
    const all = [picked('b:1', wiki.id), picked('a:2'), picked('a:1')];
    await set.add(all);
    for (const address of all) await cache.get(address);
    live.markAttached(all);
    expect(live.updated).toEqual([]);
    await set.setChecked([picked('a:2')], false);
    for (const uri of ['a:2', 'b:1']) server.contents.set(uri, 'changed');
    for (const one of all) await cache.refresh(one);
    expect(live.updated.map(({ uri }) => uri)).toEqual(['b:1', 'a:2']);
    connections.get(wiki.id)!.stop();
    expect(live.updated.map(({ uri }) => uri)).toEqual(['a:2']);
  });

  it('is updated until a message is seen with it, also where it was attached, which the user can take back unnoticed', async () => {
    const store = new FakeStore();
    const { clock, set, live, cache, seen, server } = await newContext(store);
    const look = ({ updated, waiting }: LiveContext) => [updated, waiting].map((items) => items.map(({ uri }) => uri));
    await set.add([picked('a:1'), picked('a:2')]);
    seen.mark(picked('a:1'), await cache.get(picked('a:1')), 'sent');
    server.contents.set('a:1', 'changed');
    await cache.refresh(picked('a:1'));
    expect(look(live)).toEqual([['a:1'], []]);
    await clock.advance(10);
    live.markAttached([picked('a:1')]);
    expect(look(live)).toEqual([['a:1'], ['a:1']]);
    server.contents.set('a:1', 'changed again');
    await cache.refresh(picked('a:1'));
    expect(look(live), 'the message gets what is there then').toEqual([['a:1'], ['a:1']]);
    live.dispose();
    await settle();
    const next = await newContext(store);
    next.server.contents.set('a:1', 'changed again');
    await next.cache.refresh(picked('a:1'));
    expect(look(next.live), 'VS Code keeps what is attached').toEqual([['a:1'], ['a:1']]);
    await next.clock.advance(20);
    next.seen.mark(picked('a:1'), await next.cache.get(picked('a:1')), 'sent');
    expect(look(next.live)).toEqual([[], []]);
  });

  it('is attached until a message is seen after it, with it or without', async () => {
    const { clock, set, live, cache, seen } = await newContext(new FakeStore());
    const waiting = () => live.waiting.map(({ uri }) => uri);
    await set.add([picked('a:1'), picked('a:2')]);
    for (const one of [picked('a:1'), picked('a:2')]) await cache.get(one);
    live.markAttached([picked('a:1'), picked('a:2')]);
    expect(waiting()).toEqual(['a:1', 'a:2']);
    // A model that reads by a tool is no message.
    seen.mark(picked('a:2'), await cache.get(picked('a:2')), 'sent');
    expect(waiting()).toEqual(['a:1']);
    seen.noteMessage(clock.now() - 1);
    expect(waiting(), 'a late report of an earlier one').toEqual(['a:1']);
    seen.noteMessage(clock.now());
    expect([waiting(), seen.attachedAt(picked('a:1'))], 'the user removed it, or has it in another chat').toEqual([
      [],
      clock.now(),
    ]);
  });

  it('in an earlier window is compared as soon as the server is there, and nothing else is read', async () => {
    const store = new FakeStore();
    const before = await newContext(store);
    await before.set.add(['a:1', 'a:2', 'a:3', 'a:4'].map((uri) => picked(uri)));
    before.server.contents.set('a:3', 'three');
    for (const uri of ['a:1', 'a:3', 'a:4']) await before.cache.get(picked(uri)).catch(() => undefined);
    before.live.markAttached([picked('a:1')]);
    before.seen.mark(picked('a:3'), await before.cache.get(picked('a:3')), 'sent');
    before.live.dispose();
    await settle();
    const { live, set, server } = await newContext(store);
    expect(server.sessions[0]!.reads).toEqual(['a:1', 'a:3']);
    expect(set.items.map(({ uri }) => uri)).toEqual(['a:1', 'a:2', 'a:3', 'a:4']);
    expect(set.items.map((item) => live.liveness(item))).toMatchObject([
      { kind: 'notLive', isUpdated: false, since: 'attached' },
      { kind: 'notLive', isUpdated: false, since: undefined },
      { kind: 'failed', error: { reason: 'notFound' } },
      { kind: 'notLive', isUpdated: false, since: undefined },
    ]);
    server.contents.set('a:1', 'changed');
    server.sessions[0]!.update.fire('a:1');
    await settle();
    expect(live.updated.map(({ uri }) => uri)).toEqual(['a:1']);
  });

  it('in an earlier window and is something else at the first read of this one is told', async () => {
    const store = new FakeStore();
    const before = await newContext(store);
    await before.set.add([picked('a:1')]);
    before.seen.mark(picked('a:1'), await before.cache.get(picked('a:1')), 'sent');
    before.live.dispose();
    await settle();
    const { live, server, cache } = await newContext(store);
    server.contents.set('a:1', 'changed');
    cache.removeServer(shop.id);
    const updated: number[] = [];
    own(live.onDidChange(() => updated.push(live.updated.length)));
    await cache.get(picked('a:1'));
    expect(updated.at(-1)).toBe(1);
  });
});

describe('resources whose changes are not reported', () => {
  it('is what is held and not live, of servers that answer', async () => {
    const { set, live, server, connections } = await newContext();
    await set.add([picked('a:1'), picked('a:2'), picked('b:1', wiki.id)]);
    const open = live.hold(picked('a:1'));
    live.hold(picked('a:3'));
    acknowledge(server.sessions[0]!, 'a:2');
    const uris = () => live.unfollowed.map(({ uri }) => uri);
    expect(uris()).toEqual(['a:1', 'b:1', 'a:3']);
    open.dispose();
    connections.get(wiki.id)!.stop();
    expect(uris()).toEqual(['a:1', 'a:3']);
  });

  it('is what was fetched in place of its server, whatever the server promises', async () => {
    const { set, live, cache, server } = await newContext();
    const [session] = server.sessions;
    const page = picked('https://docs.example/page');
    session!.contents.set(page.uri, 'from the web');
    await set.add([page]);
    acknowledge(session!, page.uri);
    expect(live.liveness(page)).toMatchObject({ kind: 'live' });
    await cache.get(page);
    expect(live.liveness(page)).toMatchObject({ kind: 'notLive', isFresh: false });
    expect(live.unfollowed).toMatchObject([page]);
  });

  it('is looked at unless it is fresh, and only a server that cannot answer counts as a failure', async () => {
    const { set, live, cache, server } = await newContext();
    const [session] = server.sessions;
    await set.add([picked('a:1'), picked('a:2')]);
    await cache.get(picked('a:1'));
    session!.contents.set('a:1', 'changed');
    expect(await live.check(picked('a:1'))).toBe(true);
    expect(new TextDecoder().decode(cache.peek(picked('a:1'))?.bytes)).toBe('changed');
    acknowledge(session!, 'a:2');
    await cache.get(picked('a:2'));
    expect(await live.check(picked('a:2'))).toBe(true);
    expect(session!.reads).toEqual(['a:1', 'a:1', 'a:2']);
    session!.contents.delete('a:1');
    expect(await live.check(picked('a:1'))).toBe(true);
    expect(live.liveness(picked('a:1'))).toMatchObject({ kind: 'failed', error: { reason: 'notFound' } });
    session!.read = () => Promise.reject(new HumanError('timeout', 'No answer. Try again.'));
    expect(await live.check(picked('a:1'))).toBe(false);
  });
});

describe('a gap', () => {
  it('in the session makes everything held be read again that was read before', async () => {
    const { set, live, cache, server, connections } = await newContext();
    await set.add([picked('a:1'), picked('a:2')]);
    const open = live.hold(picked('a:2'));
    acknowledge(server.sessions[0]!, 'a:1', 'a:2');
    await cache.get(picked('a:1'));
    live.markAttached([picked('a:1')]);
    connections.get(shop.id)!.stop();
    const restarted = connections.get(shop.id)!.start();
    await settle();
    const next = server.session;
    await restarted;
    expect(next.reads).toEqual(['a:1']);
    open.dispose();
  });

  it('is made up for a few at a time', async () => {
    const { set, live, cache, server, connections } = await newContext();
    const uris = Array.from({ length: 10 }, (_, index) => `b:${index}`);
    for (const uri of uris) server.contents.set(uri, uri);
    await set.add(uris.map((uri) => picked(uri)));
    for (const uri of uris) await cache.get(picked(uri));
    live.markAttached(set.items);
    connections.get(shop.id)!.stop();
    const answers: (() => void)[] = [];
    const read = vi
      .spyOn(FakeSession.prototype, 'read')
      .mockImplementation(
        () => new Promise((_, reject) => answers.push(() => reject(new HumanError('timeout', 'Slow.')))),
      );
    void connections.get(shop.id)!.start();
    await settle();
    expect(read.mock.calls.length).toBe(4);
    answers[0]!();
    await settle();
    expect(read.mock.calls.length).toBe(5);
    read.mockRestore();
  });

  it('finds what changed meanwhile', async () => {
    const { set, live, cache, server, clock } = await newContext();
    await set.add([picked('a:1')]);
    await cache.get(picked('a:1'));
    live.markAttached([picked('a:1')]);
    server.answer = 'hang';
    server.sessions[0]!.close.fire(new HumanError('exited', 'The server stopped.'));
    await clock.advance(1_000);
    server.contents.set('a:1', 'changed');
    server.letIn();
    await settle();
    const liveness = live.liveness(picked('a:1'));
    expect(liveness).toEqual({ kind: 'notLive', isUpdated: true, since: 'attached', isFresh: false });
  });
});

describe('a failure', () => {
  it('is shown with its reason until a read succeeds', async () => {
    const { set, live, cache, server, changeCount } = await newContext();
    const [session] = server.sessions;
    await set.add([picked('a:1')]);
    await cache.get(picked('a:1'));
    session!.contents.delete('a:1');
    expect(isGone(live.liveness(picked('a:1')))).toBe(false);
    session!.update.fire('a:1');
    await settle();
    expect(live.liveness(picked('a:1'))).toMatchObject({ kind: 'failed', error: { reason: 'notFound' } });
    expect([isGone(live.liveness(picked('a:1'))), set.has(picked('a:1'))]).toEqual([true, true]);
    fill(session!);
    const before = changeCount();
    session!.update.fire('a:1');
    await settle();
    expect([live.liveness(picked('a:1')), changeCount() > before]).toEqual([
      { kind: 'notLive', isUpdated: false, isFresh: false },
      true,
    ]);
    const tooLarge = new HumanError('tooLarge', 'Too large. Raise the limit.');
    const read = vi.spyOn(session!, 'read').mockRejectedValueOnce(tooLarge);
    await expect(cache.get(picked('a:2'))).rejects.toBe(tooLarge);
    read.mockRestore();
    expect(live.liveness(picked('a:2'))).toMatchObject({ kind: 'failed', error: { reason: 'tooLarge' } });
    expect(isGone(live.liveness(picked('a:2')))).toBe(false);
    await cache.get(picked('a:2'));
    expect(live.liveness(picked('a:2'))).toEqual({ kind: 'notLive', isUpdated: false, isFresh: false });
  });

  it('of something that was never read is over once its server is back with it', async () => {
    const { set, live, cache, server, connections } = await newContext();
    await set.add([picked('a:1')]);
    server.contents.delete('a:1');
    await expect(cache.get(picked('a:1'))).rejects.toMatchObject({ reason: 'notFound' });
    expect(isGone(live.liveness(picked('a:1')))).toBe(true);
    connections.get(shop.id)!.stop();
    fill(server);
    await connections.get(shop.id)!.start();
    await settle();
    expect(live.liveness(picked('a:1'))).toMatchObject({ kind: 'notLive', isUpdated: false });
  });

  it('that says it is gone stays while its server is away, or does not answer', async () => {
    const { set, live, cache, server, connections } = await newContext();
    await set.add([picked('a:1')]);
    server.contents.delete('a:1');
    await cache.get(picked('a:1')).catch(() => undefined);
    const isGoneNow = () => isGone(live.liveness(picked('a:1')));
    connections.get(shop.id)!.stop();
    await cache.refresh(picked('a:1')).catch(() => undefined);
    expect([isGoneNow(), live.liveness(picked('a:2'))]).toEqual([true, { kind: 'offline' }]);
    await connections.get(shop.id)!.start();
    await settle();
    expect(isGoneNow()).toBe(true);
    fill(server);
    server.session.update.fire('a:1');
    await settle();
    expect(live.liveness(picked('a:1'))).toMatchObject({ kind: 'notLive' });
  });

  it('is none where whoever read it gave up', async () => {
    const { live, cache } = await newContext();
    const abort = new AbortController();
    const read = cache.get(picked('a:1'), { signal: abort.signal });
    abort.abort();
    await expect(read).rejects.toBeDefined();
    await settle();
    expect(live.liveness(picked('a:1'))).toMatchObject({ kind: 'notLive' });
  });

  it.each([
    ['before it was listed', true],
    ['after it was listed', false],
  ])(
    'is found when a server no longer lists what was picked %s, and is over when it does again',
    async (_, isPickedFirst) => {
      const { set, live, server, clock } = await newContext();
      const [session] = server.sessions;
      if (isPickedFirst) await set.add([picked('a:1')]);
      session!.list.page('a:1').end();
      await settle();
      if (!isPickedFirst) await set.add([picked('a:1')]);
      expect(session!.reads).toEqual([]);
      session!.contents.delete('a:1');
      session!.changeList.fire();
      await clock.advance(250);
      session!.list.end();
      await settle();
      expect(live.liveness(picked('a:1'))).toMatchObject({ kind: 'failed', error: { reason: 'notFound' } });
      fill(server);
      session!.changeList.fire();
      await clock.advance(250);
      session!.list.page('a:1').end();
      await settle();
      expect(live.liveness(picked('a:1'))).toMatchObject({ kind: 'notLive' });
    },
  );
});

describe('the end of it', () => {
  it('leaves no listener behind', async () => {
    const { live, set, server, changeCount } = await newContext();
    const [session] = server.sessions;
    const before = changeCount();
    live.dispose();
    const watched = session!.watched.length;
    await set.add([picked('a:1')]);
    session!.changeLive.fire();
    expect([changeCount() - before, session!.watched.length - watched]).toEqual([0, 0]);
  });
});
