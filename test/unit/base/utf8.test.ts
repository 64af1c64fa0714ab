import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isWide, lengthWithin, utf8Length } from '../../../src/core/base/utf8';

it('the bytes of a text are those of the encoded text', () => {
  for (const text of ['', 'ascii', 'äöü', '€', '𝄞 clef', '\ud800 alone', 'end \udfff'])
    expect(utf8Length(text)).toBe(Buffer.byteLength(text));
});

it('a long text is counted like a short one, wherever its pieces end', () => {
  for (const repeated of ['a', 'é€', '𝄞', '\ud800', 'a𝄞', '\udc00𝄞\ud800'])
    for (const before of ['', 'a', 'ab']) {
      const text = before + repeated.repeat(20_000);
      expect(utf8Length(text)).toBe(Buffer.byteLength(text));
    }
});

it('a text is wide where a character needs two bytes in memory', () => {
  expect(['', 'ascii', 'äÿ', 'ā', '𝄞'].map(isWide)).toEqual([false, false, false, true, true]);
});

it('as much of a text as some bytes hold is no byte more, one character less than too much, and ends with a whole one', () => {
  const texts = fc.array(fc.constantFrom('a', 'ß', '漢', '😀', '\n'), { maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 120 }), (characters, bytes) => {
      const text = characters.join('');
      const length = lengthWithin(text, bytes);
      const [next = ''] = text.slice(length);
      expect(utf8Length(text.slice(0, length))).toBeLessThanOrEqual(bytes);
      expect(text.slice(0, length)).not.toMatch(/\p{Cs}/u);
      if (next !== '')
        expect(utf8Length(text.slice(0, length) + String.fromCodePoint(text.codePointAt(length)!))).toBeGreaterThan(
          bytes,
        );
    }),
  );
});
