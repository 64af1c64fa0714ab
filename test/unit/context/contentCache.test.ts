import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { ContentCache, type Content, type ResourceAddress } from '../../../src/core/context/contentCache';
import type { ReadResult } from '../../../src/core/session';
import { FakeClock, settle } from '../../support/fakeClock';

const orders: ResourceAddress = { serverId: 'shop', uri: 'db://orders' };

function text(content: string, uri = orders.uri): ReadResult {
  return {
    contents: [{ uri, mimeType: 'text/plain', body: { kind: 'text', text: content } }],
    problems: [],
    ttl: undefined,
    version: undefined,
  };
}

function bytes(length: number): ReadResult {
  const body = { kind: 'blob', bytes: new Uint8Array(length) } as const;
  return {
    contents: [{ uri: orders.uri, mimeType: undefined, body }],
    problems: [],
    ttl: undefined,
    version: undefined,
  };
}

interface Fixture {
  readonly clock: FakeClock;
  readonly cache: ContentCache;
  readonly live: Set<string>;
  /** URIs of the reads, in order. */
  readonly reads: string[];
  /** What reads give from now on. */
  now: ReadResult | HumanError;
  /** Set by a test that answers reads itself. */
  answers: ((result: ReadResult | HumanError) => void)[] | undefined;
  readonly changes: ResourceAddress[];
}

function newCache(): Fixture {
  const clock = new FakeClock(1_000_000);
  const live = new Set<string>();
  const reads: string[] = [];
  const changes: ResourceAddress[] = [];
  const cache = new ContentCache({
    clock,
    isLive: ({ uri }) => live.has(uri),
    read: ({ uri }) => {
      reads.push(uri);
      if (!fixture.answers)
        return fixture.now instanceof HumanError ? Promise.reject(fixture.now) : Promise.resolve(fixture.now);
      return new Promise((resolve, reject) => {
        fixture.answers?.push((result) => (result instanceof HumanError ? reject(result) : resolve(result)));
      });
    },
  });
  cache.onDidChange((address) => changes.push(address));
  const fixture: Fixture = { clock, cache, live, reads, now: text('one'), answers: undefined, changes };
  return fixture;
}

function read(content: Content | undefined): string | undefined {
  return content && new TextDecoder().decode(content.bytes);
}

describe('content', () => {
  it('is what a read returned, with when it was read', async () => {
    const { cache, now } = newCache();
    expect(cache.peek(orders)).toBeUndefined();
    const content = await cache.get(orders);
    expect(content).toEqual({
      contents: (now as ReadResult).contents,
      problems: [],
      bytes: new TextEncoder().encode('one'),
      mimeType: 'text/plain',
      readAt: 1_000_000,
      changedAt: 1_000_000,
    });
    expect(cache.peek(orders)).toBe(content);
  });

  it('that nobody follows is good for one use', async () => {
    const { cache, clock, reads } = newCache();
    await cache.get(orders);
    await clock.advance(1_999);
    await cache.get(orders);
    expect(reads).toHaveLength(1);
    await clock.advance(1);
    await cache.get(orders);
    expect(reads).toHaveLength(2);
  });

  it('that is followed stays good until the server says otherwise', async () => {
    const fixture = newCache();
    const { cache, clock, reads, live } = fixture;
    live.add(orders.uri);
    await cache.get(orders);
    await clock.advance(3_600_000);
    await cache.get(orders);
    expect(reads).toHaveLength(1);
    cache.invalidate(orders);
    await cache.get(orders);
    cache.invalidateServer('other');
    await cache.get(orders);
    expect(reads).toHaveLength(2);
    cache.invalidateServer('shop');
    fixture.now = text('two');
    expect([read(await cache.get(orders)), reads.length]).toEqual(['two', 3]);
  });

  it('that was read before it was followed is read once more: a change in between went unheard', async () => {
    const { cache, clock, reads, live } = newCache();
    await cache.get(orders);
    live.add(orders.uri);
    await clock.advance(60_000);
    await cache.get(orders);
    await clock.advance(60_000);
    await cache.get(orders);
    expect(reads).toHaveLength(2);
  });

  it('is read once more after a gap in which nobody would have told of a change', async () => {
    const { cache, clock, reads, live } = newCache();
    live.add(orders.uri);
    await cache.get(orders);
    live.clear();
    cache.checkLive();
    live.add(orders.uri);
    cache.checkLive();
    await clock.advance(60_000);
    await cache.get(orders);
    expect(reads).toHaveLength(2);
  });
});

describe('a read', () => {
  it('is one for all who ask meanwhile', async () => {
    const fixture = newCache();
    fixture.answers = [];
    const asked = [
      fixture.cache.get(orders),
      fixture.cache.get(orders),
      fixture.cache.get({ ...orders, serverId: 'other' }),
    ];
    expect(fixture.reads).toHaveLength(2);
    fixture.answers.forEach((answer) => answer(text('one')));
    const [first, second] = await Promise.all(asked);
    expect(first).toBe(second);
  });

  it('that a change overtakes is done again before anybody gets it', async () => {
    const fixture = newCache();
    fixture.answers = [];
    fixture.live.add(orders.uri);
    const asked = fixture.cache.get(orders);
    const refreshed = fixture.cache.refresh(orders);
    fixture.answers[0]!(text('old'));
    await settle();
    fixture.answers[1]!(text('new'));
    expect([read(await asked), read(await refreshed), fixture.reads.length]).toEqual(['new', 'new', 2]);
  });

  it('of what changes all the time ends after three', async () => {
    const fixture = newCache();
    fixture.answers = [];
    fixture.live.add(orders.uri);
    const asked = fixture.cache.get(orders);
    for (let round = 0; round < 3; round += 1) {
      fixture.cache.invalidate(orders);
      fixture.answers[round]!(text(`round ${round}`));
      await settle();
    }
    expect([read(await asked), fixture.reads.length]).toEqual(['round 2', 3]);
    // What it got is already known to be old.
    fixture.answers = undefined;
    await fixture.cache.get(orders);
    expect(fixture.reads).toHaveLength(4);
  });

  it('that is under way is waited for, not answered with what is about to be replaced', async () => {
    const fixture = newCache();
    fixture.live.add(orders.uri);
    await fixture.cache.get(orders);
    fixture.answers = [];
    const refreshed = fixture.cache.refresh(orders);
    const asked = fixture.cache.get(orders);
    fixture.answers[0]!(text('two'));
    expect([read(await asked), (await refreshed) === (await asked)]).toEqual(['two', true]);
  });

  it('that failed leaves the old content to look at, and is tried again by the next who asks', async () => {
    const fixture = newCache();
    const { cache, reads } = fixture;
    fixture.live.add(orders.uri);
    await cache.get(orders);
    const error = new HumanError('serverError', 'The server failed. Try again.');
    fixture.now = error;
    await expect(cache.refresh(orders)).rejects.toBe(error);
    expect(read(cache.peek(orders))).toBe('one');
    await expect(cache.get(orders)).rejects.toBe(error);
    fixture.now = text('two');
    expect([read(await cache.get(orders)), reads.length]).toEqual(['two', 4]);
  });
});

describe('a change', () => {
  it('is told when the bytes differ, and only then', async () => {
    const fixture = newCache();
    const { cache, changes, clock } = fixture;
    const first = await cache.get(orders);
    await clock.advance(5_000);
    const same = await cache.refresh(orders);
    expect([same.changedAt, same.readAt, same.bytes === first.bytes, changes]).toEqual([
      1_000_000,
      1_005_000,
      true,
      [],
    ]);
    fixture.now = text('two');
    const other = await cache.refresh(orders);
    expect([other.changedAt, changes]).toEqual([1_005_001, [orders]]);
  });

  it('has a time of its own, also when the clock stands still or goes back', async () => {
    const fixture = newCache();
    const times: number[] = [];
    for (const content of ['a', 'b', 'a', 'c']) {
      fixture.now = text(content);
      times.push((await fixture.cache.refresh(orders)).changedAt);
    }
    const late = new ContentCache({
      clock: { now: () => (clockTime -= 10), after: () => ({ dispose: () => undefined }) },
      isLive: () => false,
      read: () => Promise.resolve(text(`at ${clockTime}`)),
    });
    let clockTime = 1_000;
    const [first, second] = [await late.refresh(orders), await late.refresh(orders)];
    expect(times).toEqual([1_000_000, 1_000_001, 1_000_002, 1_000_003]);
    expect(second.changedAt).toBeGreaterThan(first.changedAt);
  });
});

describe('memory', () => {
  const megabyte = 1024 * 1024;
  const numbered = (index: number): ResourceAddress => ({ serverId: 'shop', uri: `a:${index}` });

  it('is given back by what was used longest ago, but never by what is live', async () => {
    const fixture = newCache();
    const { cache, live } = fixture;
    live.add('a:0');
    for (let index = 0; index < 7; index += 1) {
      fixture.now = bytes(10 * megabyte);
      await cache.get(numbered(index));
      await cache.get(numbered(1));
    }
    expect(Array.from({ length: 7 }, (_, index) => cache.peek(numbered(index)) !== undefined)).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it('counts what replaces something once', async () => {
    const fixture = newCache();
    const { cache } = fixture;
    fixture.now = bytes(10 * megabyte);
    await cache.get(numbered(0));
    for (let round = 0; round < 10; round += 1) {
      fixture.now = bytes(10 * megabyte + round);
      await cache.refresh(numbered(1));
    }
    expect([cache.peek(numbered(0))?.bytes.length, cache.peek(numbered(1))?.bytes.length]).toEqual([
      10 * megabyte,
      10 * megabyte + 9,
    ]);
  });

  it('holds what is larger than all of it while it is in use', async () => {
    const fixture = newCache();
    fixture.now = bytes(65 * megabyte);
    await fixture.cache.get(orders);
    expect(fixture.cache.peek(orders)?.bytes.length).toBe(65 * megabyte);
    fixture.now = bytes(1);
    await fixture.cache.get(numbered(1));
    expect(fixture.cache.peek(orders)).toBeUndefined();
  });
});
