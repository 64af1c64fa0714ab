import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitText } from '../../../src/core/chat/fitText';
import { countLines, lineAt, pieceOf } from '../../../src/core/tools/textRange';
import type { TextRange } from '../../../src/core/tools/toolInputs';

/** Counts a token for four characters, and one for each character that takes more. */
const count = (text: string): Promise<number> =>
  Promise.resolve(Math.ceil(Array.from(text).reduce((sum, one) => sum + (one.charCodeAt(0) < 128 ? 0.25 : 1), 0)));

const range = (fields: Partial<TextRange>): TextRange => ({
  startLine: undefined,
  endLine: undefined,
  offset: undefined,
  length: undefined,
  ...fields,
});

describe('as much of a text as fits', () => {
  it('is all of it where there is room', async () => {
    expect(await fitText('one\ntwo', 2, count)).toBe(7);
    expect(await fitText('', 0, count)).toBe(0);
  });

  it('ends with a line where one ends late enough', async () => {
    const lines = 'seven..\n'.repeat(100);
    const length = await fitText(lines, 50, count);
    expect([length % 8, length > 100, length <= 200]).toEqual([0, true, true]);
    expect(await fitText(`x\n${'y'.repeat(1_000)}`, 50, count)).toBeGreaterThan(100);
  });

  it('never has more tokens than there is room for, nor half of a character', async () => {
    const texts = fc.array(fc.constantFrom('a', 'word ', '\n', '漢', '😀', '\r\n'), { maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 0, max: 120 }), async (words, budget) => {
        const text = words.join('');
        const part = text.slice(0, await fitText(text, budget, count));
        expect(await count(part)).toBeLessThanOrEqual(budget);
        expect(part).not.toMatch(/\p{Cs}/u);
        if ((await count(text)) <= budget) expect(part).toBe(text);
      }),
    );
  });

  it('counts no megabytes for a small budget', async () => {
    const asked: number[] = [];
    await fitText('a'.repeat(5_000_000), 100, (text) => {
      asked.push(text.length);
      return count(text);
    });
    expect(Math.max(...asked)).toBeLessThan(5_000);
  });
});

describe('a range of a text', () => {
  const text = 'first\nsecond\nthird\n';
  const of = (fields: Partial<TextRange>): string => {
    const { start, end } = pieceOf(text, range(fields));
    return text.slice(start, end);
  };

  it('is made of lines, from 1 on and with the last one', () => {
    expect(of({ startLine: 2, endLine: 2 })).toBe('second\n');
    expect(of({ startLine: 2 })).toBe('second\nthird\n');
    expect(of({ endLine: 1 })).toBe('first\n');
    expect(of({ startLine: 3, endLine: 99 })).toBe('third\n');
  });

  it('is made of characters, from 0 on', () => {
    expect(of({ offset: 6, length: 6 })).toBe('second');
    expect(of({ length: 5 })).toBe('first');
    expect(of({ offset: 13, length: 999 })).toBe('third\n');
  });

  it('that begins behind the end is refused with what there is', () => {
    expect(() => of({ startLine: 4 })).toThrow('The text has 3 lines');
    expect(() => of({ offset: 19 })).toThrow('The text has 19 characters');
    expect(() => of({ startLine: 3, endLine: 2 })).toThrow('"endLine"');
  });

  it('of an empty text is empty', () => {
    expect(pieceOf('', range({ startLine: 1 }))).toEqual({ start: 0, end: 0 });
    expect(pieceOf('', range({ offset: 0 }))).toEqual({ start: 0, end: 0 });
  });

  it('knows its lines, with and without a line break at the end', () => {
    expect(['', 'a', 'a\n', 'a\nb', 'a\n\n'].map(countLines)).toEqual([1, 1, 1, 2, 2]);
    expect([0, 5, 6, 12].map((at) => lineAt(text, at))).toEqual([1, 1, 2, 2]);
  });
});
