import { describe, expect, it } from 'vitest';
import type { Content } from '../../../src/core/content/content';
import type { Part } from '../../../src/core/content/part';
import type { ContextItem } from '../../../src/core/context/contextSet';
import { describeWeight } from '../../../src/core/context/contextWeights';
import { outgoingOf, type OutgoingFile } from '../../../src/core/context/outgoing';
import { estimateTokens } from '../../../src/core/chat/estimateTokens';
import { newWeights } from '../../support/newWeights';

function item(uri: string, changes: Partial<ContextItem> = {}): ContextItem {
  const picked = { serverId: 'shop', uri, name: uri, title: undefined, mimeType: undefined, size: undefined };
  return { ...picked, isChecked: true, isInEveryMessage: false, reason: undefined, ...changes };
}

const plain = { problems: [], isFromWeb: false, version: undefined, ttl: undefined, readAt: 0, changedAt: 0 } as const;

function content(...files: readonly (readonly [bytes: Uint8Array, mimeType: string])[]): Content {
  const parts = files.map(([bytes, mimeType], index): Part => {
    const isText = mimeType.startsWith('text/');
    return { uri: `${index}`, occurrence: 0, path: `${index}`, mimeType, declaredType: undefined, isText, bytes };
  });
  return { ...plain, parts, bytes: parts[0]!.bytes, mimeType: parts[0]!.mimeType };
}

const textBytes = (from: string): Uint8Array => new TextEncoder().encode(from);
const text = 'What a chat model reads is counted in tokens.\n'.repeat(20);
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa]);
const contents: Readonly<Record<string, Content>> = {
  text: content([textBytes(text), 'text/plain']),
  picture: content([png, 'image/png']),
  pdf: content([textBytes('%PDF-1.4'), 'application/pdf']),
  empty: content([new Uint8Array(), 'text/plain']),
  album: content([textBytes(text), 'text/plain'], [textBytes('two'), 'text/plain'], [png, 'image/png']),
};
const priorities: Readonly<Record<string, number>> = { low: 0.1, high: 0.9 };
const weights = newWeights({
  peek: ({ uri }) => contents[uri],
  announced: ({ uri }) => ({ priority: priorities[uri], audience: undefined }),
});
const nothing = { tokens: 0, images: 0, uncounted: 0 };

describe('the weight of a resource', () => {
  it('is that of the files that would go into a chat, with what the chat writes around each', () => {
    const tokens = estimateTokens(text) + 90;
    expect(weights.weigh(item('text'))).toEqual({ ...nothing, tokens, isRead: true });
    expect(weights.weigh(item('empty'))).toEqual({ ...nothing, tokens: 90, isRead: true });
    expect(weights.weigh(item('picture'))).toEqual({ ...nothing, images: 1, isRead: true });
    expect(weights.weigh(item('pdf'))).toEqual({ ...nothing, uncounted: 1, isRead: true });
    expect(weights.weigh(item('album'))).toEqual({ ...nothing, tokens: tokens + 91, images: 1, isRead: true });
  });

  it('is that of the announced size where nothing was read, and none where there is no text', () => {
    const of = (uri: string, facts?: Partial<ContextItem>) => weights.weigh(item(uri, facts));
    const unread = { ...nothing, isRead: false };
    expect(of('unread', { size: 400 })).toEqual({ ...unread, tokens: 190 });
    expect(of('a.lua', { size: 400 })).toEqual({ ...unread, tokens: 190 });
    expect(of('a.svg', { size: 400, mimeType: 'image/svg+xml' })).toEqual({ ...unread, tokens: 190 });
    expect(of('unread', { size: 400, mimeType: 'image/png' })).toEqual({ ...unread, images: 1 });
    expect(of('unread')).toEqual({ ...unread, uncounted: 1 });
    expect(of('unread', { size: 100e9 })).toEqual({ ...unread, uncounted: 1 });
  });
});

describe('while the model counts a new content', () => {
  /** A resource whose content changes, and a model that counts when it is told to. */
  function changing() {
    let [bytes, isFinal, tokens] = [textBytes('one'), false, 10];
    const counting = newWeights({ peek: () => content([bytes, 'text/plain']), of: () => ({ tokens, isFinal }) });
    const become = (from: string, estimate: number): void =>
      void ([bytes, isFinal, tokens] = [textBytes(from), false, estimate]);
    const count = (counted: number): void => void ([isFinal, tokens] = [true, counted]);
    const files = (): readonly OutgoingFile[] => outgoingOf(item('live'), content([bytes, 'text/plain']));
    const shown = async (): Promise<readonly unknown[]> => [
      counting.weigh(item('live')).tokens,
      counting.sum([item('live')]).tokens,
      (await counting.weighFiles(files()))[0]?.tokens,
    ];
    return { become, count, shown };
  }

  it('the last count stays, for rows, titles, selections and what is to be attached', async () => {
    const { become, count, shown } = changing();
    expect(await shown(), 'an estimate').toEqual(Array(3).fill(100));
    count(20);
    expect(await shown(), 'a count').toEqual(Array(3).fill(110));
    become('two', 5);
    expect(await shown(), 'the last count').toEqual(Array(3).fill(110));
    count(30);
    expect(await shown(), 'the new count').toEqual(Array(3).fill(120));
  });
});

describe('a weight in words', () => {
  it.each([
    [{ tokens: 440 }, undefined, '440 tokens'],
    [{ tokens: 440 }, 17_000, '440 of 17K tokens'],
    [{ tokens: 440, images: 8 }, undefined, '440 tokens and 8 images'],
    [{ tokens: 440, images: 1 }, 17_000, '440 of 17K tokens and 1 image'],
    [{ tokens: 440, uncounted: 3 }, undefined, 'at least 440 tokens, 3 not counted'],
    [{ tokens: 440, images: 8, uncounted: 3 }, undefined, 'at least 440 tokens and 8 images, 3 not counted'],
    [{ images: 2 }, 17_000, '2 images'],
    [{ uncounted: 3 }, 17_000, ''],
  ])('says what is not counted: %o of %o', (sum, limit, words) => {
    expect(describeWeight({ ...nothing, ...sum }, limit)).toBe(words);
  });
});

describe('the total of a context', () => {
  const items = [
    item('high', { size: 400 }),
    item('low', { size: 400 }),
    item('other', { size: 400 }),
    item('picture'),
  ];

  it('is that of its rows, and says how many have none', () => {
    const rows = items.map((one) => weights.weigh(one).tokens);
    expect([weights.sum(items), rows]).toEqual([{ tokens: 570, uncounted: 0, images: 1 }, [190, 190, 190, 0]]);
  });

  it('names what does not fit into a message, and nothing where the limit is not known', () => {
    expect(weights.leftOut(items, undefined)).toEqual([]);
    expect(weights.leftOut(items, 570)).toEqual([]);
    expect(weights.leftOut(items, 400).map(({ uri }) => uri)).toEqual(['other']);
    expect(weights.leftOut(items.slice(0, 2), 300).map(({ uri }) => uri)).toEqual(['low']);
  });
});
