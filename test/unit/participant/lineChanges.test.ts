import { describe, expect, it } from 'vitest';
import { lineChanges } from '../../../src/core/participant/lineChanges';

describe('changed lines', () => {
  it.each([
    ['a\nb\nc', 'a\nB\nc', { added: 1, removed: 1 }],
    ['a\n', 'a\nb\n', { added: 1, removed: 0 }],
    ['a\nb', 'b\na', { added: 0, removed: 0 }],
    ['a\na\nb', 'a\nb', { added: 0, removed: 1 }],
    ['', 'a', { added: 1, removed: 0 }],
    ['a\r\nb\r\n', 'a\nb', { added: 0, removed: 0 }],
  ])('%j → %j', (before, now, changes) => {
    expect(lineChanges(before, now)).toEqual(changes);
  });
});
