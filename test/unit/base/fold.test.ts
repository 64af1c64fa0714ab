import { describe, expect, it } from 'vitest';
import { fold, isWordStart } from '../../../src/core/base/fold';
import { findMatches } from '../../../src/core/search/highlights';
import { pickFrom, seeded } from '../catalog/fixtures';

describe('folding', () => {
  it.each([
    ['Orders', 'orders'],
    ['ÜBER Café', 'uber cafe'],
    ['Cafe\u0301', 'cafe'],
    ['Ёлка и Йод', 'елка и иод'],
    ['ＡＢＣ１２', 'abc12'],
    ['ﬁle №5', 'file no5'],
    ['İstanbul', 'istanbul'],
    ['\u212aelvin', 'kelvin'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδός', 'οδοσ'],
    ['عَرَبِيّ', 'عربي'],
    ['שָׁלוֹם', 'שלום'],
    ['用户', '用户'],
    ['', ''],
  ])('makes %j into %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('keeps the vowels of scripts that write them as marks', () => {
    expect(fold('की')).not.toBe(fold('का'));
    expect(fold('มี')).not.toBe(fold('มู'));
  });

  it('gives the same for a text and for its characters one by one', () => {
    const random = seeded(7);
    const characters = Array.from('aB9 _-é̈ﬁİıßẞΣςσあガ가각用🙂ـعَ\n');
    for (let round = 0; round < 500; round += 1) {
      const text = Array.from({ length: 6 }, () => pickFrom(random, characters)).join('');
      expect([text, Array.from(text, fold).join('')]).toEqual([text, fold(text)]);
    }
  });
});

describe('a word', () => {
  it('begins at the start and after what is neither letter nor digit, in every script', () => {
    const starts = (text: string): number[] => Array.from(text).flatMap((_, at) => (isWordStart(text, at) ? [at] : []));
    expect(starts('ab-c_1d')).toEqual([0, 3, 5]);
    expect(starts('—да “нет”')).toEqual([0, 1, 4, 5]);
    expect(starts('用户表')).toEqual([0]);
  });
});

describe('finding matches for show', () => {
  it.each([
    ['Orders of orders', ['order'], [0, 5, 10, 15]],
    ['Orders of orders', ['order', 'rs'], [0, 6, 10, 16]],
    ['aaaa', ['aa'], [0, 4]],
    ['order', ['der', 'or'], [0, 5]],
    ['sales of orders', ['orders', 'sales'], [0, 5, 9, 15]],
    ['orders', ['ord', 'orders'], [0, 6]],
    ['orders', ['orders', 'der'], [0, 6]],
    ['none', ['x'], []],
    ['', ['x'], []],
    ['text', [], []],
    ['Café au lait', ['cafe', 'lait'], [0, 4, 8, 12]],
    // A combining accent belongs to its letter, so the match includes it.
    ['Cafe\u0301 au', ['cafe'], [0, 5]],
    ['e\u0301\u0302x', ['e'], [0, 3]],
    // A character that folds into two is marked as a whole, whichever half matches.
    ['ﬁle', ['f'], [0, 1]],
    ['ﬁle', ['i'], [0, 1]],
    ['ﬁle', ['il'], [0, 2]],
    ['ﬁle', ['file'], [0, 3]],
    ['xİy', ['i'], [1, 2]],
    ['xİy', ['iy'], [1, 3]],
    ['한국', ['한'.normalize('NFKD')], [0, 1]],
    ['한국', ['하'.normalize('NFKD')], [0, 1]],
    ['a🙂b', ['b'], [3, 4]],
    ['🙂🙂', ['🙂'], [0, 4]],
    ['ΟΔΟΣ', ['οδοσ'], [0, 4]],
    ['ＡＢＣ', ['bc'], [1, 3]],
  ])('in %j of %j is %j', (text, words, offsets) => {
    expect(findMatches(text, words)).toEqual(offsets);
  });

  it('stops at the limit', () => {
    expect(findMatches('a-'.repeat(30), ['a'])).toHaveLength(40);
  });

  it('gives ascending offsets that never overlap and stay within the text', () => {
    const random = seeded(11);
    const characters = Array.from('abé̈ﬁİß가각🙂 ');
    const text = (length: number): string => Array.from({ length }, () => pickFrom(random, characters)).join('');
    for (let round = 0; round < 500; round += 1) {
      const where = text(12);
      const offsets = findMatches(where, [fold(text(1)), fold(text(2))].filter(Boolean));
      const isAscending = offsets.every((offset, index) => index === 0 || offset > offsets[index - 1]!);
      expect({ where, isAscending, isWithin: (offsets.at(-1) ?? 0) <= where.length }).toEqual({
        where,
        isAscending: true,
        isWithin: true,
      });
    }
  });
});
