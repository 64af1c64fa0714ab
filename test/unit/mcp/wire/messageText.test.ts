import { wireResource } from '../../../../bench/wireResource.mjs';
import { describe, expect, it } from 'vitest';
import { maxMessageBytes, MessageText } from '../../../../src/core/mcp/wire/messageText';

/** Adds `total` characters of a repeated text, in pieces whose ends fall anywhere; true where all were taken. */
function takes(
  repeated: string,
  total: number,
  {
    before = '',
    piece = 65_521,
    maxBytes = maxMessageBytes,
  }: { before?: string; piece?: number; maxBytes?: number } = {},
): boolean {
  const text = new MessageText(maxBytes);
  const source = repeated.repeat(Math.ceil(piece / repeated.length) + 1);
  let isAll = before === '' || text.add(before);
  for (let at = 0; at < total && isAll; at += piece) {
    const from = at % repeated.length;
    isAll = text.add(source.slice(from, from + Math.min(piece, total - at)));
  }
  return isAll;
}

describe('the text of a message', () => {
  it('is what came', () => {
    const text = new MessageText();
    expect([text.isEmpty, text.add('a'), text.add('名'), text.isEmpty]).toEqual([true, true, true, false]);
    expect([text.take(), text.isEmpty, text.take()]).toEqual(['a名', true, '']);
  });

  it('has 96 MB at most, counted in bytes', () => {
    expect(maxMessageBytes).toBe(96_000_000);
    const sizes = ['a', 'é名'].map((part) => new TextEncoder().encode(part).length);
    expect(sizes).toEqual([1, 5]);
    expect([takes('a', 1_000_000, { maxBytes: 1_000_000 }), takes('a', 1_000_001, { maxBytes: 1_000_000 })]).toEqual([
      true,
      false,
    ]);
    expect(takes('é名', 400_000, { maxBytes: 1_000_000 })).toBe(true);
    expect(takes('é名', 400_002, { maxBytes: 1_000_000 })).toBe(false);
  });

  it('has as many values as memory has room for, and no more', () => {
    expect(takes(`${JSON.stringify(wireResource(1))},`, 40_000_000)).toBe(true);
    for (const [bomb, piece] of [
      ['{},', 65_521],
      ['{"900":0},', 1_000_000],
    ] as const)
      expect(takes(bomb, 40_000_000, { piece })).toBe(false);
  });

  it('may have any number of brackets in its strings', () => {
    // So many that it would be too large if those were counted that a fault would take for values.
    for (const [inside, total] of [
      ['[{},:', 7_000_000],
      ['\\"[{', 26_000_000],
      ['\\\\\\"{,', 7_000_000],
      ['[\\\\', 7_000_000],
    ] as const)
      for (const piece of [65_519, 65_521]) expect(takes(inside, total, { before: '["', piece })).toBe(true);
    expect(takes('"[{},:",', 20_000_000)).toBe(true);
    expect(takes('"a\\\\"{},{},', 20_000_000)).toBe(false);
  });

  it('tells how it began', () => {
    const text = new MessageText(5_000);
    for (let count = 0; count < 50; count += 1) text.add('a'.repeat(100));
    expect(text.add('b')).toBe(false);
    expect(text.head()).toBe('a'.repeat(1_000));
  });
});
