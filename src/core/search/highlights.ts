import { fold } from '../base/fold';
import { findGaps } from './gaps';

const maxMatches = 20;
const isPlain = /^[ -~]*$/u;

/**
 * Offsets of `words` (folded) in `text`: starts and ends in `text` itself, flat, ascending, without overlaps; at most 20 pairs for
 * whole words. For a word among `gaps` each character is a match of its own.
 */
export function findMatches(text: string, words: readonly string[], gaps: readonly string[] = []): number[] {
  if (words.length === 0 || text.length === 0) return [];
  const { folded, offsets } = foldWithOffsets(text);
  const pairs: (readonly [number, number])[] = [];
  const add = (start: number, end: number): void => {
    pairs.push([offsets[start] ?? 0, endOf(offsets, end)]);
  };
  for (const word of words) {
    if (gaps.includes(word)) {
      // Folding makes small letters of capitals, which show where a word begins.
      const line = isPlain.test(text) ? text : folded;
      const places: number[] = [];
      findGaps(line, line.length, word, places);
      for (const index of places) add(index, index + 1);
      continue;
    }
    for (
      let index = folded.indexOf(word);
      index >= 0 && pairs.length < maxMatches;
      index = folded.indexOf(word, index + word.length)
    )
      add(index, index + word.length);
  }
  return flatten(pairs);
}

function flatten(pairs: readonly (readonly [number, number])[]): number[] {
  const flat: number[] = [];
  for (const [start, end] of [...pairs].sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = flat.at(-1) ?? -1;
    if (end <= last) continue;
    if (start <= last) flat[flat.length - 1] = end;
    else flat.push(start, end);
  }
  return flat;
}

/** A match that ends within a character, such as the `f` of a ligature, takes all of it; accents that follow belong to it. */
function endOf(offsets: readonly number[], foldedEnd: number): number {
  let end = foldedEnd;
  while (end < offsets.length - 1 && offsets[end] === offsets[end - 1]) end += 1;
  return offsets[end] ?? 0;
}

/** Folds character by character, so that an offset in the folded text maps to the original. The last entry is the original's length. */
function foldWithOffsets(text: string): { folded: string; offsets: number[] } {
  let folded = '';
  const offsets: number[] = [];
  let offset = 0;
  for (const character of text) {
    const part = fold(character);
    for (let length = offsets.length + part.length; offsets.length < length;) offsets.push(offset);
    folded += part;
    offset += character.length;
  }
  offsets.push(offset);
  return { folded, offsets };
}
