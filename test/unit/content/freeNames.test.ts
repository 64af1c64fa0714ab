import { describe, expect, it } from 'vitest';
import { FreeNames } from '../../../src/core/content/freeNames';

describe('names for files of one folder', () => {
  it('are not those that are there, in any case and spelling', () => {
    const names = new FreeNames(['Notes.md', 'caf\u00e9', 'a.b/c']);
    expect(
      ['notes.md', 'NOTES.md', 'notes-2.md', 'cafe\u0301', 'a.b/c', 'new'].map((name) => names.take(name)),
    ).toEqual(['notes-2.md', 'NOTES-3.md', 'notes-2-2.md', 'cafe\u0301-2', 'a.b/c-2', 'new']);
  });

  it('are found quickly for many of the same', () => {
    const names = new FreeNames(['a.md']);
    const taken = Array.from({ length: 50_000 }, () => names.take('a.md'));
    expect([taken.at(-1), new Set(taken).size]).toEqual(['a-50001.md', 50_000]);
  });
});
