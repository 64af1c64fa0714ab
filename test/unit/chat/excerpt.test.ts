import { expect, it } from 'vitest';
import { excerptOf, filled, isWithin, linesForExcerpt } from '../../../src/core/chat/excerpt';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The range of a whole text, as an editor counts its lines. */
function rangeOf(bytes: Uint8Array) {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/u);
  return {
    startLineNumber: 1,
    startColumn: 1,
    endLineNumber: lines.length,
    endColumn: (lines.at(-1)?.length ?? 0) + 1,
  };
}

it.each(['', 'one', 'one\n', 'one\r\ntwo\rthree\nfour', 'one\r\r\n', 'one\rtwo\r', '🌱é', 'line\n'.repeat(2_001)])(
  'the excerpt of %j is exactly its filled text, also after it has grown, and was never longer',
  (text) => {
    const lines = linesForExcerpt(encode(text));
    for (const later of [text, `${text}more`, `${text}\nmore\n`, `${text}${'more\n'.repeat(150)}`, 'other']) {
      const bytes = filled(encode(later), lines);
      expect([rangeOf(bytes), new TextDecoder().decode(bytes).trim()]).toEqual([excerptOf(lines), later.trim()]);
    }
  },
);

it('a text with more lines stays as it is', () => {
  const text = encode('one\ntwo\nthree');
  expect([3, 4].map((lines) => [isWithin(text, lines), filled(text, lines) === text])).toEqual([
    [false, true],
    [true, false],
  ]);
});
