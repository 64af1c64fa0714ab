import { describe, expect, it, vi } from 'vitest';
import { LineReader } from '../../../src/node/lineReader';

/** Returns the lines of a text that arrives in chunks of `size` bytes. */
function readLines(text: string, size: number, maxLength = 1000) {
  const lines: string[] = [];
  let tooLong = 0;
  const reader = new LineReader(
    (line) => lines.push(line),
    maxLength,
    () => tooLong++,
  );
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) reader.feed(bytes.subarray(start, start + size));
  reader.flush();
  return { lines, tooLong };
}

describe('LineReader', () => {
  const text = 'one\ntwo €uro 𝄞\n\nlonger than a chunk\nend';
  for (const size of [1, 2, 3, 7, 100]) {
    it(`finds the same lines in chunks of ${size} bytes`, () => {
      const { lines } = readLines(text, size);
      expect(lines.filter((line) => line !== '')).toEqual(['one', 'two €uro 𝄞', 'longer than a chunk', 'end']);
    });
  }

  it('skips a line that is too long, tells of it once and goes on', () => {
    for (const size of [1, 5, 12])
      expect(readLines(`short\n${'x'.repeat(50)}\nnext`, size, 12)).toEqual({ lines: ['short', 'next'], tooLong: 1 });
  });

  it('looks at each byte once', () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const searches = vi.spyOn(chunk, 'indexOf');
    const lines: number[] = [];
    const reader = new LineReader(
      (line) => lines.push(line.length),
      1e9,
      () => undefined,
    );
    for (let count = 0; count < 200; count++) reader.feed(chunk);
    reader.feed(Buffer.from('\n'));
    expect(searches.mock.calls).toEqual(Array.from({ length: 200 }, () => [10]));
    expect(lines).toEqual([200 * 65_536]);
  });
});
