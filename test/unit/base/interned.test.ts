import { expect, it } from 'vitest';
import { Interned } from '../../../src/core/base/interned';

const newPairs = (): Interned<readonly [string, string]> => new Interned((pair) => pair.join());

it('gives the first of all values that are the same', () => {
  const pairs = newPairs();
  const first = ['a', 'b'] as const;
  expect(pairs.share(first)).toBe(first);
  expect(pairs.share(['a', 'b'])).toBe(first);
  expect(pairs.share(['a', 'c'])).not.toBe(first);
  expect(pairs.share(undefined)).toBeUndefined();
});

it('keeps no more than a thousand: those beyond stay copies', () => {
  const pairs = newPairs();
  for (let index = 0; index < 1_000; index += 1) pairs.share([String(index), '']);
  const late = ['1000', ''] as const;
  expect(pairs.share(late)).toBe(late);
  expect(pairs.share(['1000', ''])).not.toBe(late);
  expect(pairs.share(['0', ''])).toEqual(['0', '']);
});

it('keeps no more than sixteen million characters', () => {
  const texts = new Interned<{ readonly text: string }>(({ text }) => text);
  const kept = Array.from({ length: 20 }, (_, index) => ({ text: `${index}${'x'.repeat(1_000_000)}` })).filter(
    (one) => texts.share(one) === one && texts.share({ text: one.text }) === one,
  );
  expect(kept).toHaveLength(15);
});
