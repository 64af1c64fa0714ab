import { describe, expect, it } from 'vitest';
import type { Content } from '../../../src/core/content/content';
import type { ContextItem } from '../../../src/core/context/contextSet';
import { ContextWeights } from '../../../src/core/context/contextWeights';
import { estimateTokens, tokensOf } from '../../../src/core/chat/estimateTokens';

function item(uri: string, changes: Partial<ContextItem> = {}): ContextItem {
  const picked = { serverId: 'shop', uri, name: uri, title: undefined, mimeType: undefined, size: undefined };
  return { ...picked, isChecked: true, reason: undefined, ...changes };
}

function content(bytes: Uint8Array): Content {
  return { bytes } as Content;
}

const text = 'What a chat model reads is counted in tokens.\n'.repeat(20);
const contents: Readonly<Record<string, Content>> = {
  text: content(new TextEncoder().encode(text)),
  picture: content(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1])),
  empty: content(new Uint8Array()),
};
const priorities: Readonly<Record<string, number>> = { low: 0.1, high: 0.9 };
const weights = new ContextWeights(
  ({ uri }) => contents[uri],
  ({ uri }) => ({ priority: priorities[uri], audience: undefined }),
  tokensOf,
);

describe('the weight of a resource', () => {
  it('is that of its text, with what the chat writes around it', () => {
    expect(weights.weigh(item('text'))).toEqual({ tokens: estimateTokens(text) + 90, isRead: true });
    expect(weights.weigh(item('empty'))).toEqual({ tokens: 90, isRead: true });
  });

  it('is that of the announced size where nothing was read, and none where there is no text', () => {
    expect(weights.weigh(item('unread', { size: 400 }))).toEqual({ tokens: 190, isRead: false });
    expect(weights.weigh(item('a.lua', { size: 400 }))).toEqual({ tokens: 190, isRead: false });
    expect(weights.weigh(item('unread', { size: 400, mimeType: 'image/png' }))).toBeUndefined();
    expect(weights.weigh(item('unread'))).toBeUndefined();
    expect(weights.weigh(item('unread', { size: 100e9 }))).toBeUndefined();
    expect(weights.weigh(item('picture', { size: 400, mimeType: 'text/plain' }))).toBeUndefined();
  });
});

describe('the total of a context', () => {
  const items = [
    item('high', { size: 400 }),
    item('low', { size: 400 }),
    item('unchecked', { size: 400, isChecked: false }),
    item('picture'),
  ];

  it('is that of its rows, and says how many have none', () => {
    const rows = items.flatMap((one) => weights.weigh(one)?.tokens ?? []);
    expect([weights.sum(items), rows]).toEqual([{ tokens: 570, uncounted: 1, images: 0 }, [190, 190, 190]]);
  });

  it('counts what is checked', () => {
    expect(weights.total(items, undefined)).toEqual({ checked: 3, tokens: 380, leftOut: [] });
    expect(weights.total(items, 380).leftOut).toEqual([]);
  });

  it('names what is to be left out of a budget', () => {
    expect(weights.total(items, 300).leftOut.map(({ uri }) => uri)).toEqual(['low']);
  });
});
