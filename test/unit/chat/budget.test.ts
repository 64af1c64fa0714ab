import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitting, roomForAttachments, shareOfEach, type Weighed } from '../../../src/core/chat/budget';

interface Item extends Weighed {
  readonly name: string;
}

function item(name: string, tokens: number, priority?: number, audience?: readonly string[]): Item {
  return { name, tokens, priority, audience };
}

function names(items: readonly Item[]): string {
  return items.map(({ name }) => name).join(' ');
}

function fit(items: readonly Item[], budget: number): string {
  const { kept, leftOut } = fitting(items, budget);
  return `${names(kept)} | ${names(leftOut)}`;
}

describe('fitting into a budget', () => {
  it('keeps everything where there is room, up to the last token', () => {
    expect(fit([item('a', 40), item('b', 60)], 100)).toBe('a b | ');
  });

  it('leaves out the lowest priority first, and keeps the order', () => {
    const items = [item('low', 40, 0.1), item('high', 40, 0.9), item('none', 40), item('middle', 40, 0.5)];
    expect(fit(items, 130)).toBe('low high middle | none');
    expect(fit(items, 100)).toBe('high middle | low none');
  });

  it('leaves out what is not for the assistant before anything that is', () => {
    const items = [item('user', 40, 1, ['user']), item('both', 40, 0.2, ['user', 'assistant']), item('all', 40, 0)];
    expect(fit(items, 100)).toBe('both all | user');
  });

  it('leaves out what comes later where nothing else decides', () => {
    expect(fit([item('a', 40), item('b', 40), item('c', 40)], 100)).toBe('a b | c');
  });

  it('leaves out by itself what is too large, however important', () => {
    expect(fit([item('small', 10, 0.1), item('huge', 500, 1), item('other', 20)], 100)).toBe('small other | huge');
  });

  it('loses nothing, keeps to the budget, and leaves out nothing that would still fit', () => {
    const one = fc.record({
      name: fc.string(),
      tokens: fc.nat(100),
      priority: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
      audience: fc.option(fc.subarray(['user', 'assistant']), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(one), fc.nat(300), (items, budget) => {
        const { kept, leftOut } = fitting(items, budget);
        const used = kept.reduce((sum, { tokens }) => sum + tokens, 0);
        expect(used).toBeLessThanOrEqual(budget);
        expect(items.filter((each) => !leftOut.includes(each))).toEqual(kept);
        expect(leftOut.every(({ tokens }) => used + tokens > budget)).toBe(true);
      }),
    );
  });
});

describe('the room that a chat gives attachments', () => {
  it('is a sixth of what is left of the input', () => {
    expect([roomForAttachments(128_000, 10_250), roomForAttachments(128_000, 200_000)]).toEqual([16_681, 0]);
  });

  it('is shared by all of them, in characters', () => {
    expect([1, 2, 3, 9].map((count) => Math.floor(shareOfEach(16_680, count)))).toEqual([
      66_720, 33_360, 22_240, 7_413,
    ]);
  });
});
