import { describe, expect, it } from 'vitest';
import { excerpt } from '../../../webview-ui/base/excerpt';

const path = 'github · repo://acme/shop/main/src/server/orders';

/** Returns what is seen of a text where matches are `words`. */
function seen(text: string, room: number, words: readonly string[] = [], keepsEnd = true): string {
  const matches = words.flatMap((word) => [text.indexOf(word), text.indexOf(word) + word.length]);
  return excerpt(text, matches, room, keepsEnd)
    .map(({ from, to }, index) => (index > 0 || from > 0 ? '…' : '') + text.slice(from, to))
    .join('');
}

describe('a text that is too long for its line', () => {
  it('is whole where it fits', () => {
    expect(seen(path, path.length)).toBe(path);
    expect(seen('', 0)).toBe('');
  });

  it('loses its middle, between two parts of it', () => {
    expect(seen(path, 40)).toBe('github · repo://…/main/src/server/orders');
    expect(seen(path, 24)).toBe('github · …/server/orders');
    expect(seen(path, 40, [], false)).toBe(path);
  });

  it('keeps each match', () => {
    expect(seen(path, 24, ['orders'])).toBe('github · repo:…/orders');
    expect(seen(path, 30, ['acme', 'orders'])).toBe('…/acme/sho…/orders');
    expect(seen(path, 24, ['github'])).toBe(path);
    for (const room of [5, 12, 20, 33]) expect(seen(path, room, ['shop', 'server'])).toMatch(/shop.*server/);
  });

  it('never parts a character from what belongs to it', () => {
    const text = '👩‍👩‍👧'.repeat(9) + 'é'.normalize('NFD').repeat(9);
    for (let room = 1; room < text.length; room += 1)
      expect(seen(text, room)).not.toMatch(/(^|…)[\uDC00-\uDFFF\p{M}]|[\uD800-\uDBFF]…/u);
  });

  it('counts wide characters twice', () => {
    expect(seen('注文の確認メールを送る', 12).length).toBeLessThan(8);
  });
});
