import { isWordStart } from '../base/fold';

/** Longest distance in the text from the word's first to its last character, however long the word is: it is still being typed. */
const longestSpan = 30;
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
 * near to one another. Up to 1: characters in a row or at the start of a word are better than scattered ones. 0 where there is no match.
 *
 * @param text folded, but for capital letters of ASCII
 * @param end where to stop in `text`
 * @param at gets the offset of each character
 */
export function findGaps(text: string, end: number, word: string, at?: number[]): number {
  const first = word.charCodeAt(0);
  const capital = capitalOf(first);
  let best = 0;
  for (let start = 0; start < end && best < goodEnough; start += 1) {
    const code = text.charCodeAt(start);
    if ((code !== first && code !== capital) || !isStart(text, start)) continue;
    const limit = Math.min(end, start + longestSpan);
    // Preferring starts of words may leave nothing for the characters after them.
    const tidy = align(text, start, limit, word, true);
    const quality = tidy || align(text, start, limit, word, false);
    if (quality <= best) continue;
    best = quality;
    if (at) align(text, start, limit, word, tidy > 0, at);
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
  let at = start;
  let good = 1;
  if (offsets) offsets[0] = start;
  for (let index = 1; index < word.length; index += 1) {
    const last = at;
    at = next(text, last + 1, limit, word.charCodeAt(index), prefersStarts);
    if (at < 0) return 0;
    if (at === last + 1 || isStart(text, at)) good += 1;
    if (offsets) offsets[index] = at;
  }
  return (good / word.length + word.length / (at - start + 1)) / 2;
}

function next(text: string, from: number, limit: number, code: number, prefersStarts: boolean): number {
  const capital = capitalOf(code);
  let any = -1;
  for (let at = from; at < limit; at += 1) {
    const one = text.charCodeAt(at);
    if (one === newline) break;
    if (one !== code && one !== capital) continue;
    if (!prefersStarts || at === from || isStart(text, at)) return at;
    if (any < 0) any = at;
  }
  return any;
}

function isStart(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code >= firstWithoutSpaces || isWordStart(text, at)) return true;
  return isCapital(code) && !isCapital(text.charCodeAt(at - 1));
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

function capitalOf(code: number): number {
  return code >= 97 && code <= 122 ? code - 32 : code;
}
