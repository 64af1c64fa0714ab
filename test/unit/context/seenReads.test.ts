import { describe, expect, it } from 'vitest';
import type { Arrival } from '../../../src/core/chat/arrivals';
import type { Part } from '../../../src/core/content/part';
import type { Content } from '../../../src/core/content/content';
import type { ResourceAddress } from '../../../src/core/resource/address';
import { ContextSet } from '../../../src/core/context/contextSet';
import { SeenReads, type FileRead, type FileUse, type SeenReadsPorts } from '../../../src/core/context/seenReads';
import { FakeClock } from '../../support/fakeClock';
import { FakeStore } from '../../support/fakeStore';
import { messagePorts } from '../../support/messagePorts';
import { newSeen } from '../../support/newSeen';
import { silent } from '../../support/silent';
import { own } from '../../support/own';

const start = 1_800_000_000_000;
const orders = { serverId: 'shop', uri: 'db://orders' };

function content(text: string): Content {
  const bytes = new TextEncoder().encode(text);
  const unknown = { mimeType: undefined, version: undefined, ttl: undefined };
  return { bytes, parts: [], problems: [], isFromWeb: false, readAt: 0, changedAt: 0, ...unknown };
}

function fixture(store = new FakeStore(), ports: Partial<SeenReadsPorts> = {}) {
  const clock = new FakeClock(start);
  const seen = newSeen(store, clock);
  const kept = new FakeStore();
  const picked = new ContextSet(kept);
  const warnings: string[] = [];
  const log = { ...silent, warn: (message: string) => void warnings.push(message) };
  const tabs = new Map<string, number>();
  const reads = own(
    new SeenReads({ clock, seen, picked, shownUntil: (file) => tabs.get(file) ?? 0, ...messagePorts, ...ports, log }),
  );
  const take = (read: Pick<FileRead, 'file' | 'round' | 'address'>, whole: Content, use?: FileUse): void =>
    reads.took({ ...read, lines: 0, content: whole, bytes: whole.bytes }, use);
  const read = (round: number, text: string, address: ResourceAddress = orders): void =>
    take({ file: `${address.uri}.${round}`, round, address }, content(text));
  /** Reads, and waits until it is known whose read that was. */
  const readAndWait = async (round: number, text: string): Promise<void> => {
    read(round, text);
    await clock.advance(500);
  };
  const stat = (round: number, text: string, address: ResourceAddress = orders): void =>
    take({ file: `${address.uri}.${round}`, round, address }, content(text), 'stat');
  const textOf = (address: ResourceAddress = orders) => seen.last(address)?.text;
  return { clock, seen, picked, kept, warnings, tabs, reads, read, readAndWait, stat, textOf, store };
}

describe('a read of a file', () => {
  it('is a message’s when no tab shows that file soon after', async () => {
    const { clock, seen, read, textOf } = fixture();
    read(1, 'one');
    await clock.advance(499);
    expect(textOf()).toBeUndefined();
    await clock.advance(1);
    expect([textOf(), seen.sentAt(orders)]).toEqual(['one', start]);
  });

  it('is an editor’s when a tab shows it, whether before or just after', async () => {
    const { clock, tabs, read, textOf, reads } = fixture();
    tabs.set('db://orders.0', Infinity);
    read(0, 'one');
    read(1, 'one');
    await clock.advance(400);
    tabs.set('db://orders.1', Infinity);
    await clock.advance(1_000);
    expect([textOf(), reads.roundOf(orders)]).toEqual([undefined, 1]);
  });

  it.each([
    [0, 60_000],
    [1, 2_000],
  ])('is an editor’s whose tab is gone again, in round %i up to %i ms before', async (round, age) => {
    const { clock, tabs, read, readAndWait, textOf, reads } = fixture();
    const file = `db://orders.${round}`;
    read(round, 'one');
    tabs.set(file, start + 100);
    await clock.advance(500);
    expect(textOf()).toBeUndefined();
    await clock.advance(age - 401);
    await readAndWait(round, 'two');
    expect([textOf(), reads.roundOf(orders) > 1]).toEqual([undefined, round > 0]);
    await readAndWait(round, 'three');
    expect(textOf()).toBe('three');
  });

  it('is the editor’s own for an open document, when a change was reported', async () => {
    const { clock, read, readAndWait, reads, textOf } = fixture();
    reads.shown(['db://orders.1']);
    read(1, 'one');
    await clock.advance(60_000);
    const round = reads.roundOf(orders);
    reads.shown(['db://orders.1', 'db://orders.2']);
    await clock.advance(1_999);
    await readAndWait(1, 'two');
    expect([textOf(), reads.roundOf(orders)]).toEqual(['one', round]);
    await readAndWait(2, 'two');
    expect(textOf()).toBe('two');
    reads.shown(['db://orders.1']);
    await clock.advance(2_000);
    await readAndWait(1, 'three');
    expect(textOf()).toBe('three');
  });

  it('is the editor’s own for as long as its reload may take, and a message’s after that', async () => {
    const { clock, reads, readAndWait, stat, textOf } = fixture(undefined, { reloadTime: () => 20_000 });
    await readAndWait(1, 'one');
    reads.shown(['db://orders.1']);
    await clock.advance(19_000);
    stat(1, 'two');
    await readAndWait(1, 'two');
    expect(textOf()).toBe('one');
    stat(1, 'two');
    await clock.advance(500);
    expect(textOf()).toBe('two');
  });

  it('is the editor’s own, too, for the second of two changes that were announced together', async () => {
    const { clock, reads, read, readAndWait, stat, textOf } = fixture(undefined, { reloadTime: () => 20_000 });
    await readAndWait(1, 'one');
    reads.shown(['db://orders.1']);
    reads.shown(['db://orders.1']);
    stat(1, 'two');
    read(1, 'two');
    await clock.advance(19_000);
    stat(1, 'two');
    await clock.advance(10_000);
    expect(textOf()).toBe('one');
  });
});

describe('what came into the chat by another way than a command', () => {
  const named = { ...orders, name: 'orders', title: undefined, mimeType: undefined, size: undefined };

  it('is in the context once it was sent', async () => {
    const { read, readAndWait, picked } = fixture();
    read(1, 'one');
    // VS Code reads twice when it sends.
    await readAndWait(1, 'one');
    expect(picked.items).toEqual([{ ...named, isChecked: true, isInEveryMessage: false, reason: undefined }]);
  });

  it('is not where others may have read it, or one of its files alone went', async () => {
    const { clock, read, reads, picked } = fixture();
    read(0, 'one');
    reads.took({
      file: 'part',
      round: 1,
      lines: 0,
      address: orders,
      content: content('one'),
      bytes: content('on').bytes,
    });
    await clock.advance(500);
    expect(picked.items).toEqual([]);
  });

  it('is not where the user attached it and took it out of the context', async () => {
    const { seen, readAndWait, picked } = fixture();
    seen.mark(orders, content('one'), 'attached');
    await readAndWait(1, 'one');
    expect(picked.items).toEqual([]);
  });
});

describe('a message with more than there is room for', () => {
  it('is judged with all its files, in their order, and what may be lost is no news for the next comparison', async () => {
    const judged: string[][] = [];
    const arrivalsOf: SeenReadsPorts['arrivalsOf'] = (files) => {
      judged.push(files.map(({ file }) => file));
      return files.map((_, index) => (index === 0 ? 'empty' : 'whole'));
    };
    const { clock, seen, read, readAndWait } = fixture(new FakeStore(), { arrivalsOf });
    seen.mark(orders, content('before'), 'sent');
    await clock.advance(10_000);
    read(1, 'now');
    read(1, 'more', { serverId: 'shop', uri: 'db://more' });
    await readAndWait(1, 'now');
    expect(judged).toEqual(Array(3).fill(['db://orders.1', 'db://more.1']));
    expect([seen.last(orders)?.arrival, seen.baseline(orders)?.text]).toEqual(['empty', 'before']);
    expect([seen.sentAt(orders), seen.messageAt(orders)]).toEqual([start, start + 10_000]);
  });
});

describe('a file that an editor shows', () => {
  it('is among the files of a message that asks for its size in turn, and is not known as sent', async () => {
    const judged: string[][] = [];
    const arrivalsOf: SeenReadsPorts['arrivalsOf'] = (files) => {
      judged.push(files.map(({ file }) => file));
      return files.map(() => 'whole');
    };
    const { clock, tabs, seen, read, reads, stat } = fixture(new FakeStore(), { arrivalsOf });
    const more = { serverId: 'shop', uri: 'db://more' };
    const third = { serverId: 'shop', uri: 'db://third' };
    const open = { serverId: 'shop', uri: 'db://open' };
    read(1, 'open', open);
    await clock.advance(10_000);
    reads.shown(['db://open.1']);
    read(1, 'reloaded', open);
    tabs.set('db://more.1', Infinity);
    stat(1, 'third', third);
    stat(1, 'one');
    stat(1, 'more', more);
    read(1, 'one');
    stat(1, 'one');
    await clock.advance(500);
    expect(judged).toEqual([['db://open.1'], ['db://orders.1', 'db://more.1']]);
    const sent = [orders, more, third].map((address) => seen.sentAt(address));
    expect(sent).toEqual([start + 10_000, undefined, undefined]);
  });
});

describe('a resource with several files', () => {
  const partOf = (text: string): Part => {
    const { bytes } = content(text);
    return {
      path: text,
      uri: text,
      mimeType: 'text/plain',
      declaredType: undefined,
      isText: true,
      occurrence: 0,
      bytes,
    };
  };
  const [first, second] = [partOf('one'), partOf('two')];
  const whole = { ...content('one, two'), parts: [first, second] };

  const parts = [first.bytes, second.bytes];

  it.each<[string, readonly Arrival[], Arrival | undefined, (readonly Uint8Array[])?]>([
    ['whole where all its texts are', ['whole', 'whole'], undefined],
    ['partial where not all of them are in the message', ['crowded'], 'partial'],
    ['empty where the only one of them is', ['empty'], 'empty'],
    ['cut where the first of its files is', ['cut', 'whole'], 'cut'],
    ['cut where one of its files is empty', ['empty', 'crowded'], 'cut'],
    ['empty where all of them are', ['empty', 'empty'], 'empty'],
    ['crowded where one of them is', ['crowded', 'whole'], 'crowded'],
    ['whole where an earlier excerpt of it is cut', ['cut', 'whole'], undefined, [whole.bytes, whole.bytes]],
  ])('is %s', async (_, arrivals, expected, files = parts) => {
    const arrivalsOf: SeenReadsPorts['arrivalsOf'] = (read) =>
      read.map(({ file }) => arrivals[Number(file)] ?? 'whole');
    const { clock, seen, reads } = fixture(new FakeStore(), { arrivalsOf });
    for (const index of arrivals.keys())
      reads.took({ file: `${index}`, round: 1, lines: 0, address: orders, content: whole, bytes: files[index]! });
    await clock.advance(500);
    expect([seen.last(orders)?.kind, seen.last(orders)?.arrival]).toEqual(['sent', expected]);
  });
});

describe('the round', () => {
  it('stays until a message has read its file, and is a new one at once then', async () => {
    const { clock, reads, read } = fixture();
    expect([reads.roundOf(orders), reads.roundOf(orders)]).toEqual([1, 1]);
    await clock.advance(5_000);
    expect(reads.roundOf(orders)).toBe(1);
    read(1, 'one');
    expect(reads.roundOf(orders)).toBe(start + 5_000);
    await clock.advance(20);
    // VS Code reads twice when it sends.
    read(1, 'one');
    await clock.advance(1_000);
    expect(reads.roundOf(orders)).toBe(start + 5_000);
    expect(reads.roundOf({ ...orders, serverId: 'other' })).toBe(1);
  });

  it('is new also where two messages come in one moment', async () => {
    const { clock, reads, read } = fixture();
    const rounds = [1, 2, 3].map(() => {
      read(reads.roundOf(orders), 'one');
      return reads.roundOf(orders);
    });
    expect(rounds).toEqual([start, start + 1, start + 2]);
    await clock.advance(500);
    expect(reads.roundOf(orders)).toBe(start + 2);
  });

  it('is new as well where it is not known whether an editor or a message has read it', async () => {
    const { clock, reads, read, readAndWait, tabs, textOf } = fixture();
    read(1, 'one');
    tabs.set('db://orders.1', Infinity);
    await clock.advance(60_000);
    reads.shown(['db://orders.1']);
    tabs.delete('db://orders.1');
    await readAndWait(1, 'two');
    expect([textOf(), reads.roundOf(orders)]).toEqual([undefined, start + 60_000]);
  });

  it('does not change by reads of files of earlier messages, or of none', async () => {
    const { clock, reads, read, readAndWait } = fixture();
    await readAndWait(1, 'one');
    const round = reads.roundOf(orders);
    await clock.advance(500);
    for (const old of [0, 1, round - 1]) read(old, 'one');
    expect(reads.roundOf(orders)).toBe(round);
    await clock.advance(500);
    expect(reads.roundOf(orders)).toBe(round);
  });

  it('of the next window is none that there was before a message, and the same where none read it', async () => {
    const { reads, readAndWait, store } = fixture();
    expect(fixture(store).reads.roundOf(orders)).toBe(1);
    await readAndWait(1, 'one');
    const next = fixture(store).reads;
    expect([next.roundOf(orders), next.roundOf(orders)]).toEqual([reads.roundOf(orders), reads.roundOf(orders)]);
    expect(next.roundOf(orders)).toBe(start);
  });

  it('does not change when something else notes that the model saw the resource', () => {
    const { reads, seen } = fixture();
    expect(reads.roundOf(orders)).toBe(1);
    seen.mark(orders, content('one'), 'sent');
    expect(reads.roundOf(orders)).toBe(1);
  });
});

describe('a message that is sent again, or edited', () => {
  it('is known by the size that it asks of a document which VS Code keeps, and has the content of now', async () => {
    const { clock, reads, read, stat, textOf } = fixture();
    read(1, 'one');
    await clock.advance(10_000);
    const round = reads.roundOf(orders);
    reads.shown(['db://orders.1']);
    stat(1, 'two');
    read(1, 'two');
    await clock.advance(10_000);
    expect(textOf()).toBe('one');
    stat(1, 'two');
    await clock.advance(500);
    expect([textOf(), reads.roundOf(orders)]).toEqual(['two', round]);
  });

  it('is none where nothing was read, as when a resource is attached, or where a tab shows the file', async () => {
    const { clock, read, stat, tabs, textOf } = fixture();
    for (const round of [0, 1]) stat(round, 'one');
    await clock.advance(500);
    expect(textOf()).toBeUndefined();
    read(1, 'one');
    await clock.advance(10_000);
    stat(1, 'two');
    tabs.set('db://orders.1', Infinity);
    await clock.advance(500);
    expect(textOf()).toBe('one');
    read(0, 'two');
    await clock.advance(10_000);
    stat(0, 'three');
    await clock.advance(500);
    expect(textOf(), 'of a file that others ask for, too').toBe('two');
  });
});

describe('a message with a resource that was not in the context', () => {
  it('leaves a line in the log where that cannot be kept', async () => {
    const { kept, warnings, readAndWait } = fixture();
    kept.set = () => Promise.reject(new Error('The disk is full'));
    await readAndWait(1, 'one');
    expect(warnings).toEqual([expect.stringContaining('The disk is full')]);
  });
});

describe('the end of it', () => {
  it('leaves no timer behind', async () => {
    const { clock, reads, read, readAndWait, textOf } = fixture();
    await readAndWait(1, 'one');
    read(1, 'two');
    expect(clock.pending).toEqual([500]);
    reads.dispose();
    expect([clock.pending, textOf()]).toEqual([[], 'one']);
  });
});
