import { isWordStart } from '../base/fold';
import { findGaps } from './gaps';
import type { SearchTexts } from '../catalog/searchTexts';

/** Score of a word by its place in a row; the sum over the words orders the results. */
const scores = { wholeTitle: 8, titleStart: 6, titleWord: 5, title: 4, uriWord: 3, uri: 2, description: 1 } as const;
/** With gaps, only the place and the quality count; such results never mix with others. */
const gapWorth = { names: 15, uri: 8 } as const;

/** A word to search for. */
export interface WordTest {
  readonly word: string;
  /** True if other characters may stand between its own. */
  readonly hasGaps: boolean;
}

export function wordTest(word: string, hasGaps = false): WordTest {
  return { word, hasGaps };
}

/**
 * True if a text can match: it has the word, or with gaps all characters of it.
 *
 * @param text of {@link SearchTexts.at}
 */
export function canMatch(text: string, { word, hasGaps }: WordTest): boolean {
  if (!hasGaps) return text.includes(word);
  for (const character of word) if (!text.includes(character)) return false;
  return true;
}

/**
 * Finds where the word begins in a text; -1 where it cannot match. With gaps it may begin anywhere.
 *
 * @param from the word does not begin before it, and often begins there: a search narrows down the last one
 */
export function findWord(text: string, test: WordTest, from: number): number {
  const { word, hasGaps } = test;
  if (hasGaps) return canMatch(text, test) ? 0 : -1;
  return from > 0 && text.startsWith(word, from) ? from : text.indexOf(word, from);
}

/**
 * Scores how well a row matches a word; 0 if it does not.
 *
 * @param first result of {@link findWord}, not -1
 */
export function scoreWord(texts: SearchTexts, row: number, text: string, test: WordTest, first: number): number {
  const { word, hasGaps } = test;
  if (hasGaps) return scoreGaps(texts, row, word);
  const namesEnd = texts.namesEnd(row);
  if (first < namesEnd) return scoreInNames(text, namesEnd, word, first);
  if (first >= texts.uriEnd(row)) return scores.description;
  return isWordStart(text, first) ? scores.uriWord : scores.uri;
}

function scoreGaps(texts: SearchTexts, row: number, word: string): number {
  const inNames = findGaps(texts.namesOfAnyCase(row), texts.namesEnd(row), word);
  if (inNames > 0) return 1 + Math.round(gapWorth.names * inNames);
  const uri = texts.uriOfAnyCase(row);
  const inUri = findGaps(uri, uri.length, word);
  return inUri > 0 ? 1 + Math.round(gapWorth.uri * inUri) : 0;
}

function scoreInNames(text: string, namesEnd: number, word: string, first: number): number {
  let best = 0;
  for (let offset = first; offset >= 0 && offset < namesEnd; offset = text.indexOf(word, offset + 1)) {
    best = Math.max(best, scoreAt(text, word, offset));
    if (best === scores.wholeTitle || offset + word.length >= namesEnd) break;
  }
  return best;
}

function scoreAt(text: string, word: string, offset: number): number {
  const isLineStart = offset === 0 || text[offset - 1] === '\n';
  if (isLineStart) {
    const end = offset + word.length;
    return end === text.length || text[end] === '\n' ? scores.wholeTitle : scores.titleStart;
  }
  return isWordStart(text, offset) ? scores.titleWord : scores.title;
}
