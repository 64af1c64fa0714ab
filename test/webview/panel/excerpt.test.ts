import { describe, expect, it } from 'vitest';
import { excerpt, wordsIn } from '../../../webview-ui/base/excerpt';

const path = 'github · repo://acme/shop/main/src/server/orders';
const held = '#1099 Order 78792 is still “waiting for weather”';

interface Case {
  readonly text: string;
  /** In letters: each is as wide as any other here, and a wide one as two. */
  readonly room: number;
  readonly words?: readonly string[];
  /** Lines around it. */
  readonly near?: readonly string[];
  readonly keepsEnd?: boolean;
}

const widthOf = (text: string): number => text.length + (text.match(/[\u3000-\u9FFF]/gu)?.length ?? 0);

/** Returns what is seen of a text in which words were found. */
function seen({ text, room, words = [], near = [], keepsEnd = false }: Case): string {
  const matches = words.flatMap((word) => [text.indexOf(word), text.indexOf(word) + word.length]);
  const common = new Set(near.flatMap(wordsIn));
  return excerpt(text, matches, { room, widthOf, isCommon: (word) => common.has(word), keepsEnd })
    .map(({ from, to }, index) => (index > 0 || from > 0 ? '…' : '') + text.slice(from, to))
    .join('');
}

describe('a text that is too long for its line', () => {
  it('is whole where it fits', () => {
    expect(seen({ text: path, room: path.length })).toBe(path);
    expect(seen({ text: '', room: 0 })).toBe('');
  });

  it('is left to the line to cut where nothing in its end counts', () => {
    expect(seen({ text: path, room: 40 })).toBe(path);
    expect(seen({ text: held, room: 30 })).toBe(held);
  });

  it('of a path loses its middle, between two parts of it', () => {
    expect(seen({ text: path, room: 40, keepsEnd: true })).toBe('github · repo://…/main/src/server/orders');
    expect(seen({ text: path, room: 24, keepsEnd: true })).toBe('github · …/server/orders');
  });

  it('keeps each match, and is as long as the line but for a word', () => {
    for (let room = 12; room < held.length; room += 1) {
      const shown = seen({ text: held, room, words: ['weather'] });
      expect(shown).toContain('weather');
      if (room >= 20) expect(shown.length, shown).toSatisfy((length: number) => length <= room && length > room - 10);
    }
    for (const room of [18, 24, 33])
      expect(seen({ text: path, room, words: ['shop', 'server'], keepsEnd: true })).toMatch(/shop.*server/u);
  });

  it('loses what the lines around it say, too, and keeps its numbers', () => {
    const near = ['#1081 Order 73810 is still “waiting for weather”'];
    expect(seen({ text: held, room: 40, words: ['weather'], near })).toBe('#1099 Order 78792 is still … weather”');
    expect(seen({ text: held, room: 30, words: ['weather'], near })).toBe('#1099 Order 78792 … weather”');
    const order = 'Complaint about a very late delivery of order 74846';
    expect(seen({ text: order, room: 36 })).toBe('Complaint about a very late … 74846');
    expect(seen({ text: 'Order of lavender for Ada Lovelace', room: 26, near: ['Order of lavender for Bob'] })).toBe(
      'Order of … Ada Lovelace',
    );
  });

  it('never parts a character from what belongs to it', () => {
    const text = '👩‍👩‍👧'.repeat(9) + 'é'.normalize('NFD').repeat(9);
    for (let room = 1; room < text.length; room += 1)
      expect(seen({ text, room, keepsEnd: true })).not.toMatch(
        /(^|…)[\u200D\uDC00-\uDFFF\p{M}]|[\u200D\uD800-\uDBFF]…/u,
      );
  });

  it('may be cut after each character of a script without spaces', () => {
    expect(seen({ text: '注文の確認メールを送る', room: 14, words: ['送る'] })).toBe('注文の確…送る');
  });

  it('is cut in no time, however long it is', () => {
    const text = 'https://a.example/'.repeat(5_000);
    expect(seen({ text, room: 40, keepsEnd: true }).length).toBeLessThanOrEqual(40);
  });
});
