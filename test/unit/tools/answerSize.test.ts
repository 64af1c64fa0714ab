import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../src/core/tools/answerSize';

describe('the parts of a text', () => {
  it('are the text, each under 8,192 bytes and without half of a character', () => {
    const pieces = fc.array(
      fc.constantFrom('a', 'word ', '\n', '漢', '😀', 'ß'.repeat(900), '😀'.repeat(3_000), 'x'.repeat(9_000)),
      {
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(pieces, (texts) => {
        const text = texts.join('');
        const parts = partsOf(text);
        expect(parts.join('')).toBe(text);
        expect(parts.filter((part) => Buffer.byteLength(part) >= 8_192 || part === '' || /\p{Cs}/u.test(part))).toEqual(
          [],
        );
      }),
    );
  });

  it('end with a line wherever one ends', () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index}\n`).join('');
    const parts = partsOf(`${lines}${'x'.repeat(20_000)}\nlast\n`);
    expect(parts.filter((part) => !part.endsWith('\n'))).toEqual(['x'.repeat(8_191), 'x'.repeat(8_191)]);
    expect(parts.at(-1)).toBe(`${'x'.repeat(20_000 - 2 * 8_191)}\nlast\n`);
  });

  it('are one where the text is short', () => {
    expect(partsOf('one\ntwo\n')).toEqual(['one\ntwo\n']);
    expect(partsOf('x'.repeat(8_191))).toHaveLength(1);
    expect(partsOf('x'.repeat(8_192))).toHaveLength(2);
  });
});
