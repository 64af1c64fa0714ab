import { describe, expect, it } from 'vitest';
import { CancelledError, HumanError } from '../../../src/core/base/errors';
import type { Content } from '../../../src/core/content/content';
import { type ResourceAddress } from '../../../src/core/resource/address';
import { ContentCache, type Asking, type Read, type ReadResource } from '../../../src/core/context/contentCache';
import type { ReadResult } from '../../../src/core/session/session';
import { FakeClock, settle } from '../../support/fakeClock';
import { silent } from '../connection/fakeServer';
import { own } from '../../support/own';

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
  /** The result of reads from now on. */
  now: Read | 'notModified' | HumanError;
  /** Pending reads; set by a test that answers them itself. */
  answers: ((result: ReadResult | HumanError) => void)[] | undefined;
  readonly changes: ResourceAddress[];
  /** The options of each read. */
  readonly asked: Parameters<ReadResource>[1][];
  readonly logged: string[];
  /** The type in the server's list. */
  proofOf: () => '';
  announcedType: string | undefined;
}

function newCache(begin: Partial<Pick<Fixture, 'now'>> = {}): Fixture {
  const clock = new FakeClock(1_000_000);
  const live = new Set<string>();
  const reads: string[] = [];
  const changes: ResourceAddress[] = [];
  const cache = new ContentCache({
    clock,
    log: { ...silent, info: (line) => fixture.logged.push(line) },
    isLive: ({ uri }) => live.has(uri),
    proofOf: () => '',
    announcedType: () => fixture.announcedType,
    read: ({ uri }, how) => {
      reads.push(uri);
      fixture.asked.push(how);
      if (!fixture.answers)
        return fixture.now instanceof HumanError ? Promise.reject(fixture.now) : Promise.resolve(fixture.now);
      return new Promise((resolve, reject) => {
        fixture.answers?.push((result) => (result instanceof HumanError ? reject(result) : resolve(result)));
      });
    },
  });
  own(cache.onDidChange((address) => changes.push(address)));
  const fixture: Fixture = {
    clock,
    cache,
    live,
    reads,
    now: text('one'),
    answers: undefined,
    changes,
    asked: [],
    logged: [],
    proofOf: () => '',
    announcedType: undefined,
    ...begin,
  };
  return fixture;
}

function read(content: Content | undefined): string | undefined {
  return content && new TextDecoder().decode(content.bytes);
}

describe('content', () => {
  it('is what a read returned, with when it was read', async () => {
    const { cache } = newCache();
    expect(cache.peek(orders)).toBeUndefined();
    const content = await cache.get(orders);
    expect(content).toEqual({
      parts: [
        {
          uri: orders.uri,
          occurrence: 0,
          path: 'orders.txt',
          declaredType: 'text/plain',
          mimeType: 'text/plain',
          isText: true,
          bytes: new TextEncoder().encode('one'),
        },
      ],
      problems: [],
      isFromWeb: false,
      bytes: new TextEncoder().encode('one'),
      mimeType: 'text/plain',
      readAt: 1_000_000,
      changedAt: 1_000_000,
    });
    expect(cache.peek(orders)).toBe(content);
  });

  it('that is not followed is good for one use', async () => {
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

  it('is read again after a gap in which a change would have been missed', async () => {
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

describe('freshness', () => {
  async function readsAfter(fixture: Fixture, ...pauses: readonly number[]): Promise<readonly number[]> {
    const counts: number[] = [];
    for (const pause of pauses) {
      await fixture.clock.advance(pause);
      await fixture.cache.getAnew(orders);
      counts.push(fixture.reads.length);
    }
    return counts;
  }

  it('lasts as long as the server says, from when its answer came', async () => {
    const fixture = newCache({ now: { ...text('one'), ttl: 60_000 } });
    fixture.answers = [];
    const asked = fixture.cache.get(orders);
    await fixture.clock.advance(30_000);
    fixture.answers[0]!({ ...text('one'), ttl: 60_000 });
    await asked;
    fixture.answers = undefined;
    expect(fixture.cache.isFresh(orders)).toBe(true);
    expect(await readsAfter(fixture, 59_999, 0, 1)).toEqual([1, 1, 2]);
  });

  it.each<[string, Partial<Read>, boolean, number[], number[]]>([
    ['of 0 means that each use reads again', { ttl: 0 }, false, [0, 0, 1], [1, 2, 3]],
    ['does not end while the server would report a change', { ttl: 0 }, true, [0, 60_000], [1, 1]],
    ['is not promised by a server for what was fetched in its place', { isFromWeb: true }, true, [0, 1], [1, 2]],
  ])('%s', async (_, fields, isLive, pauses, reads) => {
    const fixture = newCache({ now: { ...text('one'), ...fields } });
    if (isLive) fixture.live.add(orders.uri);
    expect(await readsAfter(fixture, ...pauses)).toEqual(reads);
    expect(fixture.cache.isFresh(orders)).toBe(isLive && fields.isFromWeb !== true);
    // The `stat` and the read of one use share a result.
    await fixture.cache.get(orders);
    expect(fixture.reads).toHaveLength(reads.at(-1)!);
  });

  it('ends with a reported change, a gap or a failure, however much of it is left', async () => {
    const fixture = newCache({ now: { ...text('one'), ttl: 60_000 } });
    await fixture.cache.get(orders);
    fixture.cache.invalidate(orders);
    expect(fixture.cache.isFresh(orders)).toBe(false);
    await fixture.cache.get(orders);
    fixture.cache.invalidateServer('shop');
    expect(fixture.cache.isFresh(orders)).toBe(false);
    await fixture.cache.get(orders);
    const { now } = fixture;
    fixture.now = new HumanError('timeout', 'No answer. Try again.');
    await expect(fixture.cache.refresh(orders)).rejects.toBe(fixture.now);
    expect(fixture.cache.isFresh(orders)).toBe(false);
    fixture.now = now;
    expect(await readsAfter(fixture, 0)).toEqual([5]);
  });

  it('starts again when the server confirms a version', async () => {
    const fixture = newCache({ now: { ...text('one'), ttl: 60_000, version: 'v1' } });
    const first = await fixture.cache.get(orders);
    await fixture.clock.advance(60_000);
    fixture.now = 'notModified';
    const second = await fixture.cache.getAnew(orders);
    expect(fixture.asked.map(({ version }) => version)).toEqual([undefined, 'v1']);
    expect([second.bytes === first.bytes, second.readAt - first.readAt]).toEqual([true, 60_000]);
    expect(await readsAfter(fixture, 59_999, 1)).toEqual([2, 3]);
  });
});

describe('a read that a user started', () => {
  const asking = (): { asking: Asking; stop: () => void } => {
    const abort = new AbortController();
    return { asking: { signal: abort.signal }, stop: () => abort.abort() };
  };

  it('is cancelled when the last caller has left, and the next caller reads again', async () => {
    const fixture = newCache();
    fixture.answers = [];
    const [one, other] = [asking(), asking()];
    const [first, second] = [fixture.cache.get(orders, one.asking), fixture.cache.get(orders, other.asking)];
    one.stop();
    await expect(first).rejects.toBeInstanceOf(CancelledError);
    expect(fixture.asked[0]!.signal.aborted).toBe(false);
    other.stop();
    await expect(second).rejects.toBeInstanceOf(CancelledError);
    expect(fixture.asked[0]!.signal.aborted).toBe(true);
    const third = fixture.cache.get(orders);
    fixture.answers[1]!(text('new'));
    expect([read(await third), fixture.reads.length]).toEqual(['new', 2]);
    // A server that missed the cancellation answers after all: its old content is ignored.
    fixture.answers[0]!(text('old'));
    await settle();
    expect(read(fixture.cache.peek(orders))).toBe('new');
  });

  it('goes on for those who cannot leave', async () => {
    const fixture = newCache();
    fixture.answers = [];
    const one = asking();
    const user = fixture.cache.get(orders, one.asking);
    const editor = fixture.cache.get(orders);
    one.stop();
    await expect(user).rejects.toBeInstanceOf(CancelledError);
    fixture.answers[0]!(text('one'));
    expect([read(await editor), fixture.asked[0]!.signal.aborted]).toEqual(['one', false]);
  });

  it('is given up by one who cannot be asked, too', async () => {
    const fixture = newCache();
    fixture.answers = [];
    const abort = new AbortController();
    const tool = fixture.cache.getAnew(orders, undefined, abort.signal);
    abort.abort();
    await expect(tool).rejects.toBeInstanceOf(CancelledError);
    expect(fixture.asked.map(({ asking: whom, signal }) => [whom, signal.aborted])).toEqual([[undefined, true]]);
  });

  it('does not begin when it was cancelled before', async () => {
    const fixture = newCache();
    fixture.answers = [];
    await expect(fixture.cache.get(orders, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(CancelledError);
    expect(fixture.asked[0]?.signal.aborted).toBe(true);
  });

  it('asks them what a read in the background could not', async () => {
    const fixture = newCache();
    fixture.answers = [];
    const { asking: user } = asking();
    const background = fixture.cache.get(orders);
    const started = fixture.cache.get(orders, user);
    const refused = new HumanError('websiteNotAllowed', 'Not agreed. Open it.');
    fixture.answers[0]!(refused);
    await expect(background).rejects.toBe(refused);
    expect(fixture.asked.map((one) => one.asking)).toEqual([undefined, user]);
    fixture.answers[1]!(text('one'));
    expect(read(await started)).toBe('one');
    // A read that asked the user is not repeated when it fails.
    const again = fixture.cache.refresh(orders, user);
    fixture.answers[2]!(refused);
    await expect(again).rejects.toBe(refused);
    expect(fixture.reads).toHaveLength(3);
  });
});

describe('what a server says of its content', () => {
  it('is corrected where the bytes say otherwise, and the log keeps what was said', async () => {
    const fixture = newCache();
    const body = { kind: 'blob', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) } as const;
    fixture.now = { ...text(''), contents: [{ uri: orders.uri, mimeType: 'text/plain\n', body }] };
    expect((await fixture.cache.get(orders)).mimeType).toBe('image/png');
    fixture.announcedType = 'image/x-png';
    expect((await fixture.cache.refresh(orders)).mimeType).toBe('image/x-png');
    expect(fixture.logged).toEqual(['Content declared as "text/plain\\n" is image/png']);
  });

  it('is a failure where nothing of it can be decoded', async () => {
    const fixture = newCache();
    const problem = new HumanError('badContent', 'Not base64.');
    fixture.now = { ...text(''), contents: [], problems: [problem] };
    await expect(fixture.cache.get(orders)).rejects.toBe(problem);
    fixture.now = { ...text('rest'), problems: [problem] };
    expect((await fixture.cache.get(orders)).problems).toEqual([problem]);
  });

  it('is a change when a part changes that shows in the whole only by its size', async () => {
    const fixture = newCache();
    const several = (byte: number): ReadResult => ({
      ...text(''),
      contents: [
        { uri: 'a', mimeType: undefined, body: { kind: 'text', text: 'a' } },
        { uri: 'b', mimeType: 'image/png', body: { kind: 'blob', bytes: new Uint8Array([0, byte]) } },
      ],
    });
    fixture.now = several(1);
    await fixture.cache.get(orders);
    fixture.now = several(1);
    await fixture.cache.refresh(orders);
    expect(fixture.changes).toEqual([]);
    fixture.now = several(2);
    expect((await fixture.cache.refresh(orders)).parts[1]?.bytes).toEqual(new Uint8Array([0, 2]));
    expect(fixture.changes).toEqual([orders]);
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
    const asked = fixture.cache.get(orders, {});
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
    // The result is already known to be out of date.
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
  it('is reported when the bytes differ, and only then', async () => {
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

  it('takes the server’s new type for the same bytes', async () => {
    const fixture = newCache();
    const first = await fixture.cache.get(orders);
    const body = { kind: 'text', text: 'one' } as const;
    fixture.now = { ...text('one'), contents: [{ uri: orders.uri, mimeType: 'text/csv', body }] };
    const same = await fixture.cache.refresh(orders);
    const [part] = same.parts;
    expect([same.mimeType, part?.mimeType, part?.declaredType, part?.path]).toEqual([
      'text/csv',
      'text/csv',
      'text/csv',
      'orders.csv',
    ]);
    expect([same.bytes === first.bytes, part?.bytes.buffer === first.bytes.buffer, fixture.changes]).toEqual([
      true,
      true,
      [],
    ]);
  });

  it('keeps each of several files with its own bytes when the same come again', async () => {
    const fixture = newCache();
    const blob = { kind: 'blob', bytes: new Uint8Array([0, 1, 2]) } as const;
    const several = (): Read => ({
      ...text(''),
      contents: [
        { uri: 'db://a', mimeType: undefined, body: { kind: 'text', text: 'a' } },
        { uri: 'db://b', mimeType: undefined, body: { ...blob, bytes: blob.bytes.slice() } },
        { uri: 'db://c', mimeType: undefined, body: { kind: 'text', text: 'ccc' } },
      ],
    });
    fixture.now = several();
    const first = await fixture.cache.get(orders);
    fixture.now = several();
    const same = await fixture.cache.refresh(orders);
    expect(same.parts).toEqual(first.parts);
    expect(same.parts.map(({ bytes: own }, at) => own.buffer === first.parts[at]?.bytes.buffer)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('has a time of its own, also when the clock stands still or goes back', async () => {
    const fixture = newCache();
    const times: number[] = [];
    for (const content of ['a', 'b', 'a', 'c']) {
      fixture.now = text(content);
      times.push((await fixture.cache.refresh(orders)).changedAt);
    }
    const late = new ContentCache({
      clock: { now: () => (clockTime -= 10), elapsed: () => 0, after: () => ({ dispose: () => undefined }) },
      log: silent,
      isLive: () => false,
      proofOf: () => '',
      announcedType: () => undefined,
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
    const { cache, live, reads } = fixture;
    live.add('a:0');
    for (let index = 0; index < 7; index += 1) {
      fixture.now = bytes(10 * megabyte);
      await cache.get(numbered(index));
      await cache.get(numbered(1));
    }
    expect(reads).toHaveLength(7);
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

  it('is given back with all of a server', async () => {
    const fixture = newCache();
    const { cache } = fixture;
    const read = async (serverId: string): Promise<number> => {
      const addresses = Array.from({ length: 6 }, (_, index) => ({ ...numbered(index), serverId }));
      for (const address of addresses) {
        fixture.now = bytes(10 * megabyte);
        await cache.get(address);
      }
      return addresses.filter((address) => cache.peek(address)).length;
    };
    const before = await read('shop');
    cache.removeServer('shop');
    expect([before, await read('other')]).toEqual([6, 6]);
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
    const fixture = newCache({ now: bytes(65 * megabyte) });
    await fixture.cache.get(orders);
    expect(fixture.cache.peek(orders)?.bytes.length).toBe(65 * megabyte);
    fixture.now = bytes(1);
    await fixture.cache.get(numbered(1));
    expect(fixture.cache.peek(orders)).toBeUndefined();
  });
});

describe('after a sign-out', () => {
  const other: ResourceAddress = { serverId: 'other', uri: 'db://orders' };

  it('nothing of the server is left, however long it called it fresh, and the others stay', async () => {
    const fixture = newCache();
    const { cache, reads, changes } = fixture;
    fixture.now = { ...text('secret'), ttl: 1_000_000 };
    await cache.get(orders);
    await cache.get(other);
    cache.removeServer('shop');
    expect([cache.peek(orders), read(cache.peek(other)), changes]).toEqual([undefined, 'secret', [orders]]);
    fixture.now = new HumanError('unauthorized', 'Sign in.');
    await expect(cache.get(orders)).rejects.toThrow('Sign in.');
    expect(reads).toHaveLength(3);
  });

  it('an answer that was on its way is not used', async () => {
    const fixture = newCache();
    fixture.answers = [];
    const reading = fixture.cache.get(orders);
    fixture.cache.removeServer('shop');
    fixture.answers[0]?.(text('secret'));
    await expect(reading).rejects.toThrow(CancelledError);
    expect(fixture.cache.peek(orders)).toBeUndefined();
  });
});
