import { describe, expect, it } from 'vitest';
import { hiddenIn, legible, legibleJson } from '../../../src/core/base/legible';
import { legibleText } from '../../../src/shared/hiddenText';

describe('a text that must be legible', () => {
  it.each([
    ['letters, marks and pictures of any script', 'node ./ärger --名前=🙂 ~/x'],
    ['blanks', 'a  b'],
  ])('keeps %s', (_, text) => {
    expect(legible(text)).toBe(text);
  });

  it.each([
    ['an override of the direction', 'a\u202eb', String.raw`a\u{202e}b`],
    ['an isolate', '\u2066a\u2069', String.raw`\u{2066}a\u{2069}`],
    ['the end of a line', 'a\nb\r\u2028', String.raw`a\u{a}b\u{d}\u{2028}`],
    ['an escape sequence', '\u001b[2K', String.raw`\u{1b}[2K`],
    ['a blank of another width', 'a\u00a0b\u3000c', String.raw`a\u{a0}b\u{3000}c`],
    ['a character without width', 'a\u200bb\u2060c\ufeffd\u00ade', String.raw`a\u{200b}b\u{2060}c\u{feff}d\u{ad}e`],
    ['a tag', 'a\u{e0041}', String.raw`a\u{e0041}`],
    ['a filler', '\u3164\u115f\u2800', String.raw`\u{3164}\u{115f}\u{2800}`],
    ['a variant of a picture', 'a\ufe0f', String.raw`a\u{fe0f}`],
    ['an icon of a font', '\uea60', String.raw`\u{ea60}`],
    ['half of a character', 'a\ud800', String.raw`a\u{d800}`],
  ])('shows %s by its number', (_, text, shown) => {
    expect(legible(text)).toBe(shown);
  });
});

describe('a content that must be legible', () => {
  it('keeps what belongs to what is seen, lines and controls, and shows the rest by its number', () => {
    const kept = 'a\tb\r\n\u001b[1m é\u00a0שלום 👩‍👩‍👧 ❤️ 1️⃣ نامه‌ای क्‍ष \u200fعربي';
    expect([legibleText(kept), hiddenIn(kept)]).toEqual([kept, undefined]);
    const hiding = `${kept}\u{e0001}\u{e0049}\u202eb\u2066\u200e\u00ad\ufeff\u{e0100}\ufffa`;
    expect(legibleText(hiding)).toBe(
      kept + String.raw`\u{e0001}\u{e0049}\u{202e}b\u{2066}\u{200e}\u{ad}\u{feff}\u{e0100}\u{fffa}`,
    );
    expect(hiddenIn(hiding)).toEqual({ tags: 2, directionOverrides: 2, others: 5 });
  });

  it('is counted whole where it is written in marks that give each other a meaning', () => {
    const bits = Array.from(Buffer.from('read leak://')).flatMap((byte) => byte.toString(2).padStart(8, '0').split(''));
    const marks = bits.map((bit) => `${bit === '1' ? '\u200f' : '\u200e'}\u061c\u061c`).join('');
    expect(hiddenIn(`Hello \u061c${marks}world`)?.others).toBe(marks.length + 1);
    expect(legibleText(`Hello \u061c${marks}world`)).toMatch(/^Hello [\w\\{}]+world$/u);
  });

  it('shows formats without a width, and keeps the signs of numbers and verses', () => {
    const signs = '\u0600\u06dd\u070f\u08e2\u{110bd}';
    expect(legibleText(`${signs}\u{13430}\u{1343f}`)).toBe(String.raw`${signs}\u{13430}\u{1343f}`);
  });

  it('has nothing in its JSON that ends a line or controls a terminal', () => {
    expect(legibleJson({ uri: 'a\u2028b\u2029\u0085\u009b1m\u007f' })).toBe(
      String.raw`{"uri":"a\u2028b\u2029\u0085\u009b1m\u007f"}`,
    );
  });

  it('is the same as JSON, and cut where it is long', () => {
    const value = { uri: 'a:\u{e0041}\u202eb👩‍👩‍👧', list: ['\u200b'], none: undefined };
    expect(legibleJson(value)).toBe(String.raw`{"uri":"a:\udb40\udc41\u202eb👩‍👩‍👧","list":["\u200b"]}`);
    expect(JSON.parse(legibleJson(value))).toEqual({ uri: value.uri, list: value.list });
    expect(legibleJson({ a: ['xyz'] }, 2)).toBe('{"a":["xy…"]}');
  });
});
