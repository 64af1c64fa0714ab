import { describe, expect, it, vi } from 'vitest';
import { LineReader } from '../../../../src/node/mcp/lineReader';

/** Returns the lines of a text that arrives in chunks of `size` bytes. */
function readLines(text: string, size: number, maxLength = 1000) {
  const lines: string[] = [];
  let tooLong = 0;
  const reader = new LineReader(maxLength, () => tooLong++);
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size)
    lines.push(...reader.take(bytes.subarray(start, start + size)));
  lines.push(...reader.end());
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

  it('tells how a line begins that is too long', () => {
    const heads: string[] = [];
    const reader = new LineReader(10, (head) => heads.push(head));
    for (const part of ['{"id":', '1,"x":2}', '\n']) expect([...reader.take(Buffer.from(part))]).toEqual([]);
    expect(heads).toEqual(['{"id":']);
  });

  it('looks at each byte once', () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const searches = vi.spyOn(chunk, 'indexOf');
    const reader = new LineReader(1e9, () => undefined);
    for (let count = 0; count < 200; count++) expect([...reader.take(chunk)]).toEqual([]);
    const lines = [...reader.take(Buffer.from('\n'))].map((line) => line.length);
    expect(searches.mock.calls).toEqual(Array.from({ length: 200 }, () => [10]));
    expect(lines).toEqual([200 * 65_536]);
  });
});
