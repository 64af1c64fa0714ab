import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Part } from '../../../src/core/content/part';
import type { Content } from '../../../src/core/content/content';
import type { SeenContents } from '../../../src/core/context/seenContents';
import { FakeClock, settle } from '../../support/fakeClock';
import { FakeStore } from '../../support/fakeStore';
import { newSeen } from '../../support/newSeen';
import { silent } from '../../support/silent';
import { own } from '../../support/own';

const orders = { serverId: 'shop', uri: 'db://orders' };
const start = 1_800_000_000_000;

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function content(bytes: string | Uint8Array, fields: Partial<Content> = {}): Content {
  return {
    bytes: typeof bytes === 'string' ? bytesOf(bytes) : bytes,
    parts: [],
    problems: [],
    isFromWeb: false,
    version: undefined,
    mimeType: 'text/plain',
    readAt: 0,
    ttl: undefined,
    changedAt: 0,
    ...fields,
  };
}

function part(uri: string, bytes: Uint8Array): Part {
  return { uri, occurrence: 0, path: uri, mimeType: '', declaredType: undefined, isText: false, bytes };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns a summary of the record of {@link orders}. */
function summary(seen: SeenContents) {
  const { kind, text } = seen.last(orders) ?? {};
  return { last: kind && [kind, text], baseline: seen.baseline(orders)?.text, sentAt: seen.sentAt(orders) };
}

describe('what may not have arrived whole', () => {
  it('is the last, says so in the next window too, and takes no other’s place for a comparison', () => {
    const store = new FakeStore();
    const seen = own(newSeen(store));
    seen.mark(orders, content('one'), 'sent', 10);
    seen.mark(orders, content('two'), 'sent', 20, 'cut');
    expect(['one', 'two'].map((text) => seen.isLastSent(orders, content(text)))).toEqual([false, true]);
    const facts = (of: SeenContents) => [of.last(orders)?.arrival, of.sentAt(orders), of.messageAt(orders)];
    expect([summary(seen), facts(seen)]).toEqual([
      { last: ['sent', 'two'], baseline: 'one', sentAt: 10 },
      ['cut', 10, 20],
    ]);
    seen.mark(orders, content('three'), 'sent', 30);
    expect([summary(seen).baseline, facts(seen)]).toEqual(['three', [undefined, 30, 30]]);
    seen.mark(orders, content('four'), 'attached', 40);
    expect(seen.isLastSent(orders, content('four'))).toBe(false);
  });

  it('is compared with where nothing went before', async () => {
    const store = new FakeStore();
    const seen = own(newSeen(store));
    seen.mark(orders, content('one'), 'sent', 10, 'empty');
    expect([seen.baseline(orders)?.text, seen.sentAt(orders), seen.messageAt(orders)]).toEqual(['one', undefined, 10]);
    await settle();
    const next = own(newSeen(store));
    expect([next.last(orders)?.arrival, next.sentAt(orders)]).toEqual(['empty', undefined]);
  });
});

describe('what the model saw', () => {
  it('is what the last message contained, and before the first message what was attached first', async () => {
    const clock = new FakeClock(start);
    const seen = newSeen(new FakeStore(), clock);
    const changes: unknown[] = [];
    own(seen.onDidChange((address) => changes.push(address)));
    expect(summary(seen)).toEqual({ last: undefined, baseline: undefined, sentAt: undefined });
    seen.mark(orders, content('one'), 'attached');
    seen.mark(orders, content('two'), 'attached');
    expect(summary(seen)).toEqual({ last: ['attached', 'two'], baseline: 'one', sentAt: undefined });
    await clock.advance(10);
    seen.mark(orders, content('three'), 'sent');
    expect(summary(seen)).toEqual({ last: ['sent', 'three'], baseline: 'three', sentAt: start + 10 });
    await clock.advance(10);
    seen.mark(orders, content('four'), 'attached');
    expect(summary(seen)).toEqual({ last: ['attached', 'four'], baseline: 'three', sentAt: start + 10 });
    seen.mark(orders, content('late'), 'sent', start + 15);
    expect(summary(seen)).toEqual({ last: ['attached', 'four'], baseline: 'late', sentAt: start + 15 });
    seen.mark(orders, content('five'), 'sent');
    expect(summary(seen)).toEqual({ last: ['sent', 'five'], baseline: 'five', sentAt: start + 20 });
    expect(changes).toEqual(Array.from({ length: 6 }, () => orders));
    expect(seen.last(orders)).toEqual({
      kind: 'sent',
      at: start + 20,
      hash: sha256('five'),
      size: 4,
      mimeType: 'text/plain',
      text: 'five',
    });
  });

  it('is another than what is there now when any byte is, of any of its files', () => {
    const seen = newSeen();
    const whole = bytesOf('--- a ---\n--- b ---\n');
    const picture = (byte: number, uri = 'b') => [part('a', whole.subarray(0, 9)), part(uri, Uint8Array.of(byte))];
    expect(seen.isOther(orders, content('never seen'))).toBe(false);
    seen.mark(orders, content(whole, { parts: picture(1) }), 'attached');
    const otherContents = [
      content(whole, { parts: picture(1) }),
      content(whole.slice(), { parts: [part('a', bytesOf('--- a ---')), part('b', Uint8Array.of(1))] }),
      content(whole.slice(), { parts: picture(2) }),
      content(whole.slice(), { parts: picture(1, 'c') }),
      content('shorter'),
    ];
    const again = content(whole.slice());
    const windows = [part('a', again.bytes.subarray(0, 9)), part('b', Uint8Array.of(1))];
    expect(seen.isOther(orders, { ...again, parts: windows })).toBe(false);
    expect(otherContents.map((one) => seen.isOther(orders, one))).toEqual([false, true, true, true, true]);
  });

  it('is compared with what was sent, whatever waits in the chat, and that waits until a message goes', async () => {
    const clock = new FakeClock(start);
    const seen = newSeen(new FakeStore(), clock);
    const [one, two] = [content('one'), content('two')];
    const now = (of: Content) => [seen.isOther(orders, of), seen.isWaiting(orders, of)];
    seen.mark(orders, one, 'sent');
    expect([now(one), now(two)]).toEqual([
      [false, false],
      [true, false],
    ]);
    await clock.advance(10);
    seen.mark(orders, two, 'attached');
    expect([now(one), now(two), now(content('six'))]).toEqual([
      [false, false],
      [true, true],
      [true, false],
    ]);
    // A late report of a message that was sent before the attachment.
    seen.mark(orders, one, 'sent', start + 5);
    expect(now(two)).toEqual([true, true]);
    await clock.advance(10);
    seen.mark(orders, one, 'sent');
    expect(now(two)).toEqual([true, false]);
  });

  it('of an image, which VS Code reads by itself, is what was put into the chat, until a message is known to carry it', () => {
    const seen = newSeen();
    const [one, two] = ['one', 'two'].map((text) => content(text, { mimeType: 'image/png' }));
    seen.mark(orders, one!, 'attached');
    seen.mark(orders, two!, 'attached');
    expect([seen.isOther(orders, one!), seen.isOther(orders, two!)]).toEqual([true, false]);
    seen.mark(orders, one!, 'sent');
    seen.mark(orders, two!, 'attached');
    expect([seen.isOther(orders, one!), seen.isOther(orders, two!)]).toEqual([false, true]);
  });

  it('is hashed once for each content', () => {
    let hashed = 0;
    const hash = (bytes: Uint8Array): string => {
      hashed += 1;
      return createHash('sha256').update(bytes).digest('hex');
    };
    const seen = newSeen(new FakeStore(), new FakeClock(), hash);
    const read = content('one');
    seen.mark(orders, read, 'attached');
    for (let row = 0; row < 1_000; row += 1) seen.isOther(orders, { ...read, readAt: row });
    seen.mark(orders, { ...read, readAt: 5 }, 'sent');
    expect(hashed).toBe(1);
    expect(seen.isOther(orders, content('other length'))).toBe(true);
    expect(hashed).toBe(1);
  });
});

describe('what a message went without', () => {
  it('is no longer attached: it is what was sent before, or nothing', () => {
    const seen = newSeen(new FakeStore(), new FakeClock(start));
    const changes: string[] = [];
    own(seen.onDidChange(({ uri }) => changes.push(uri)));
    seen.mark(orders, content('one'), 'attached');
    seen.markMissed(orders);
    expect(summary(seen)).toEqual({ last: undefined, baseline: undefined, sentAt: undefined });
    seen.mark(orders, content('one'), 'sent');
    seen.mark(orders, content('two'), 'attached');
    seen.markMissed(orders);
    const sent = { last: ['sent', 'one'], baseline: 'one', sentAt: start };
    expect([summary(seen), seen.isWaiting(orders, content('two'))]).toEqual([sent, false]);
    // A message that was sent again, without what an earlier one had.
    seen.markMissed(orders);
    expect([summary(seen), changes.length]).toEqual([sent, 5]);
  });
});

describe('for the next window', () => {
  it('all is kept but the texts, in one go', async () => {
    const clock = new FakeClock(start);
    const store = new FakeStore();
    let writes = 0;
    const counted = {
      get: store.get.bind(store),
      set: (key: string, value: unknown) => ((writes += 1), store.set(key, value)),
    };
    const seen = newSeen(counted, clock);
    seen.mark(orders, content('one'), 'sent');
    seen.mark(orders, content('a secret'), 'attached');
    seen.mark({ ...orders, serverId: 'other' }, content('two', { mimeType: undefined }), 'attached');
    await Promise.resolve();
    expect(writes).toBe(1);
    expect(JSON.stringify(store.get('context.seen'))).not.toContain('secret');
    const next = newSeen(store);
    expect(summary(next)).toEqual({ last: ['attached', undefined], baseline: undefined, sentAt: start });
    expect([next.isOther(orders, content('a secret')), next.isOther(orders, content('one'))]).toEqual([true, false]);
    const waiting = [seen, next].map((one) => one.isWaiting(orders, content('a secret')));
    expect(waiting).toEqual([true, false]);
    expect(next.last({ ...orders, serverId: 'other' })).toMatchObject({ hash: sha256('two'), size: 3 });
  });

  it('the 500 resources are kept that were seen last', async () => {
    const store = new FakeStore();
    const seen = newSeen(store);
    const address = (number: number) => ({ serverId: 'shop', uri: `a:${number}` });
    for (let number = 0; number < 500; number += 1) seen.mark(address(number), content(`${number}`), 'attached');
    seen.mark(address(0), content('0'), 'sent');
    seen.mark(address(500), content('500'), 'attached');
    await Promise.resolve();
    const next = newSeen(store);
    expect([0, 1, 2, 500].map((number) => next.last(address(number)) !== undefined)).toEqual([true, false, true, true]);
    expect([0, 1].map((number) => seen.last(address(number))?.text)).toEqual(['0', undefined]);
  });
});

describe('a store that fails', () => {
  it('leaves a line in the log, and what was seen as it is', async () => {
    const store = new FakeStore();
    store.set = () => Promise.reject(new Error('The disk is full'));
    const warnings: string[] = [];
    const log = { ...silent, warn: (message: string) => void warnings.push(message) };
    const seen = newSeen(store, new FakeClock(start), undefined, log);
    seen.mark(orders, content('one'), 'sent');
    await settle();
    expect([seen.sentAt(orders), warnings]).toEqual([start, [expect.stringContaining('The disk is full')]]);
  });
});

describe('the text of what was seen', () => {
  it('is there unless it is none, or too long', () => {
    const seen = newSeen();
    const texts = [
      'x'.repeat(256 * 1024),
      'x'.repeat(256 * 1024 + 1),
      Uint8Array.of(0, 1, 2),
      Uint8Array.of(0xff, 0xfe, 0x41, 0),
    ];
    const lengths = texts.map((bytes) => {
      seen.mark(orders, content(bytes), 'sent');
      return seen.last(orders)?.text?.length;
    });
    expect(lengths).toEqual([256 * 1024, undefined, undefined, 1]);
  });

  it('goes with the window: the next one knows that something else was seen, and not what', async () => {
    const store = new FakeStore();
    newSeen(store).mark(orders, content('one'), 'sent');
    await settle();
    const next = newSeen(store);
    expect([next.last(orders)?.hash, next.last(orders)?.text]).toEqual([sha256('one'), undefined]);
  });

  it('goes for want of room where it was seen longest ago, and at once where it is neither the last nor the baseline', () => {
    const long = (name: number): string => `${name}`.padStart(256 * 1024, 'x');
    const seen = newSeen();
    const other = { serverId: 'wiki', uri: 'a:1' };
    seen.mark(other, content(long(0)), 'sent');
    for (let version = 1; version <= 40; version += 1) seen.mark(orders, content(long(version)), 'attached');
    const isThere = () => [seen.last(other), seen.baseline(orders), seen.last(orders)].map((one) => one?.text?.length);
    expect(isThere()).toEqual([256 * 1024, 256 * 1024, 256 * 1024]);
    for (let page = 1; page <= 30; page += 1)
      seen.mark({ serverId: 'wiki', uri: `b:${page}` }, content(long(100 + page)), 'sent');
    expect(isThere()).toEqual([undefined, 256 * 1024, 256 * 1024]);
  });
});
