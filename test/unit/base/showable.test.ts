import { expect, it } from 'vitest';
import { showable } from '../../../src/core/base/showable';
import { words } from '../../../src/core/base/untrusted';
import { plain } from '../../../src/core/mcp/base/plainValues';
import { readable } from '../../../src/core/base/uriText';

it('leaves nothing that controls a terminal or turns the text around, wherever text of others is shown', () => {
  const codes = [0, 7, 0x1b, 0x7f, 0x85, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069];
  for (const code of codes) {
    const text = `a${String.fromCharCode(code, 10)}b`;
    expect([showable(text, ' '), words(text, 10), plain(text), readable(text)]).toEqual(['a b', 'a b', 'a b', 'ab']);
  }
  const kept = 'é שלום 👩‍👩‍👧 %';
  expect([words(kept, 100), plain(kept), readable(kept)]).toEqual([kept, kept, kept]);
});
