import { isWordStart } from '../base/fold';

/** Longest distance in the text from the word's first to its last character, however long the word is: it is still being typed. */
const maxSpan = 30;
/** Quality from which on no better place is searched for. */
const goodEnough = 0.8;
const newline = 10;
/** Characters from here on belong to scripts that do not put spaces between words, or to none. */
const firstWithoutSpaces = 0x0e00;

/** True for a word whose characters may be looked for with gaps between them: `ordschm` finds "orders schema". */
export function canHaveGaps(word: string): boolean {
  return word.length > 1 && !word.includes(' ');
}

/**
 * Scores how well a line of `text` contains the characters of `word`: it begins like it at the start of a word and goes on in its order,
 * near to one another, each in the same word or at the start of a later one. Up to 1: characters in a row or at the start of a word are
 * better than scattered ones. 0 where there is no match.
 *
 * @param text folded, but for capital letters of ASCII
 * @param end where to stop in `text`
 * @param offsets gets the offset of each character
 */
export function findGaps(text: string, end: number, word: string, offsets?: number[]): number {
  const first = word.charCodeAt(0);
  const capital = capitalOf(first);
  let best = 0;
  for (let start = 0; start < end && best < goodEnough; start += 1) {
    const code = text.charCodeAt(start);
    if ((code !== first && code !== capital) || !isStart(text, start)) continue;
    const limit = Math.min(end, start + maxSpan);
    // With starts of words preferred, later characters may find no match.
    const alignedQuality = align(text, start, limit, word, true);
    const quality = alignedQuality || align(text, start, limit, word, false);
    if (quality <= best) continue;
    best = quality;
    if (offsets) align(text, start, limit, word, alignedQuality > 0, offsets);
  }
  return best;
}

/** @returns the quality; 0 where not all of the word is there */
function align(
  text: string,
  start: number,
  limit: number,
  word: string,
  prefersStarts: boolean,
  offsets?: number[],
): number {
  let offset = start;
  let goodCharacters = 1;
  if (offsets) offsets[0] = start;
  for (let index = 1; index < word.length; index += 1) {
    const previous = offset;
    offset = findCharacter(text, previous + 1, limit, word.charCodeAt(index), prefersStarts);
    if (offset < 0) return 0;
    if (offset === previous + 1 || isStart(text, offset)) goodCharacters += 1;
    if (offsets) offsets[index] = offset;
  }
  return (goodCharacters / word.length + word.length / (offset - start + 1)) / 2;
}

function findCharacter(text: string, from: number, limit: number, code: number, prefersStarts: boolean): number {
  const capital = capitalOf(code);
  let fallback = -1;
  for (let index = from; index < limit; index += 1) {
    const character = text.charCodeAt(index);
    if (character === newline) break;
    if (character !== code && character !== capital) continue;
    if (index === from || isStart(text, index)) return index;
    if (fallback >= 0 || !isOneWord(text, from, index)) continue;
    if (!prefersStarts) return index;
    fallback = index;
  }
  return fallback;
}

/** True where no word starts between two offsets. */
function isOneWord(text: string, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) if (isStart(text, index)) return false;
  return true;
}

function isStart(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code >= firstWithoutSpaces || isWordStart(text, index)) return true;
  return isCapital(code) && !isCapital(text.charCodeAt(index - 1));
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

function capitalOf(code: number): number {
  return code >= 97 && code <= 122 ? code - 32 : code;
}
