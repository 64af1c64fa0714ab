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
 * better than scattered ones. 0 if there is no match.
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
    const isAligned = align(text, start, limit, word) || alignAnyhow(text, start, limit, word);
    const quality = isAligned ? qualityOf(text, word) : 0;
    if (quality <= best) continue;
    best = quality;
    if (offsets) for (let index = 0; index < word.length; index += 1) offsets[index] = places[index] ?? 0;
  }
  return best;
}

/** Offsets of the characters that {@link align} or {@link alignAnyhow} found. */
const places: number[] = [];
/** By character of the word: a bit for each distance from the first one at which the rest of the word does not follow. */
const failed: number[] = [];

function qualityOf(text: string, word: string): number {
  const [start = 0] = places;
  let last = start;
  let goodCharacters = 1;
  for (let index = 1; index < word.length; index += 1) {
    const offset = places[index] ?? 0;
    if (offset === last + 1 || isStart(text, offset)) goodCharacters += 1;
    last = offset;
  }
  return (goodCharacters / word.length + word.length / (last - start + 1)) / 2;
}

/** Takes for each character the next one, else the next start of a word, else one in the same word: a choice that may leave no place for the rest. */
function align(text: string, start: number, limit: number, word: string): boolean {
  places[0] = start;
  for (let index = 1; index < word.length; index += 1) {
    const offset = findCharacter(text, (places[index - 1] ?? 0) + 1, limit, word.charCodeAt(index));
    if (offset < 0) return false;
    places[index] = offset;
  }
  return true;
}

function findCharacter(text: string, from: number, limit: number, code: number): number {
  const capital = capitalOf(code);
  let fallback = -1;
  let isSameWord = true;
  for (let index = from; index < limit; index += 1) {
    const character = text.charCodeAt(index);
    if (character === newline) break;
    const isFound = character === code || character === capital;
    if (!isFound && !isSameWord) continue;
    const isWordStarting = isStart(text, index);
    if (isFound && (index === from || isWordStarting)) return index;
    isSameWord &&= !isWordStarting;
    if (isFound && isSameWord && fallback < 0) fallback = index;
  }
  return fallback;
}

/** Tries every place for every character. */
function alignAnyhow(text: string, start: number, limit: number, word: string): boolean {
  if (!isSubsequence(text, start, limit, word)) return false;
  places[0] = start;
  failed.length = 0;
  return alignRest(text, limit, word, 1);
}

function alignRest(text: string, limit: number, word: string, letter: number): boolean {
  if (letter === word.length) return true;
  const code = word.charCodeAt(letter);
  const capital = capitalOf(code);
  const [start = 0] = places;
  let isSameWord = true;
  for (let index = (places[letter - 1] ?? 0) + 1; index < limit; index += 1) {
    const character = text.charCodeAt(index);
    if (character === newline) return false;
    const isWordStarting = isStart(text, index);
    isSameWord &&= !isWordStarting;
    if ((character !== code && character !== capital) || !(isWordStarting || isSameWord)) continue;
    const bit = 1 << (index - start);
    if (((failed[letter] ?? 0) & bit) !== 0) continue;
    places[letter] = index;
    if (alignRest(text, limit, word, letter + 1)) return true;
    failed[letter] = (failed[letter] ?? 0) | bit;
  }
  return false;
}

/** A quick no for most texts. */
function isSubsequence(text: string, start: number, limit: number, word: string): boolean {
  let index = start;
  for (let letter = 0; letter < word.length; letter += 1) {
    const code = word.charCodeAt(letter);
    const capital = capitalOf(code);
    while (index < limit && text.charCodeAt(index) !== code && text.charCodeAt(index) !== capital) index += 1;
    if (index === limit) return false;
    index += 1;
  }
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
