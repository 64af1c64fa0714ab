import { expect, it } from 'vitest';
import { showable } from '../../../src/core/base/showable';
import { words } from '../../../src/core/base/untrusted';
import { plain } from '../../../src/core/mcp/base/plainValues';
import { readable } from '../../../src/core/base/uriText';
import { plainText } from '../../../src/host/base/plainText';

it('leaves nothing that controls a terminal or turns the text around, wherever text of others is shown', () => {
  const codes = [0, 7, 0x1b, 0x7f, 0x85, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069];
  for (const code of codes) {
    const text = `a${String.fromCharCode(code, 10)}b`;
    expect([showable(text, ' '), words(text, 10), plain(text), readable(text)]).toEqual(['a b', 'a b', 'a b', 'ab']);
  }
  const kept = 'é שלום 👩‍👩‍👧 %';
  expect([words(kept, 100), plain(kept), readable(kept)]).toEqual([kept, kept, kept]);
});

it.each([
  ['soft hyphens', '\u00ad'],
  ['spaces without a width', '\u200b'],
  ['joiners between letters that need none', '\u200d'],
  ['word joiners and invisible operators', '\u2060\u2061\u2064'],
  ['byte order marks', '\ufeff'],
  ['variation selectors behind letters', '\ufe0f\u{e0100}'],
  ['fillers', '\u3164\u115f'],
  ['tags, in which a text for models can hide', '\u{e0001}\u{e0049}\u{e0067}\u{e007f}'],
])('leaves no invisible %s', (_, hidden) => {
  const text = `pay${hidden}ments`;
  const shown = [showable(text, ' '), words(text, 20), plain(text), readable(text), plainText(text)];
  expect(shown).toEqual(shown.map(() => 'payments'));
});

it.each(['family 👩‍👩‍👧 and 👨🏽‍💻', 'red ❤️, key 1️⃣, rainbow 🏳️‍🌈', 'نامه‌ای', 'क्‍ष'])(
  'keeps the joiners that belong to what is seen: %s',
  (text) => {
    expect([showable(text, ' '), plainText(text)]).toEqual([text, text]);
  },
);

it('keeps the lines of a message, and turns nothing around in them', () => {
  expect(plainText('one\n\ttwo \u202ethree')).toBe('one\n\ttwo three');
});
