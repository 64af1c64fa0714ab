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
 * True where a text can match: it has the word, or with gaps all characters of it.
 *
 * @param text of {@link SearchTexts.at}
 */
export function canMatch(text: string, { word, hasGaps }: WordTest): boolean {
  if (!hasGaps) return text.includes(word);
  for (const character of word) if (!text.includes(character)) return false;
  return true;
}

/** Scores how well a row matches a word; 0 where it does not. */
export function scoreWord(texts: SearchTexts, row: number, text: string, test: WordTest): number {
  const { word, hasGaps } = test;
  if (hasGaps) return canMatch(text, test) ? scoreGaps(texts, row, word) : 0;
  const offset = text.indexOf(word);
  if (offset < 0) return 0;
  const namesEnd = texts.namesEnd(row);
  if (offset < namesEnd) return scoreInNames(text, namesEnd, word, offset);
  return scoreInUri(text, texts.uriStart(row), word) || scores.description;
}

function scoreGaps(texts: SearchTexts, row: number, word: string): number {
  const text = texts.ofAnyCase(row);
  const inNames = findGaps(text, texts.namesEnd(row), word);
  if (inNames > 0) return 1 + Math.round(gapWorth.names * inNames);
  const uri = text.slice(texts.uriStart(row));
  const inUri = findGaps(uri, uri.length, word);
  return inUri > 0 ? 1 + Math.round(gapWorth.uri * inUri) : 0;
}

/** @param first offset of the word, in the names */
function scoreInNames(text: string, namesEnd: number, word: string, first: number): number {
  let best = scoreAt(text, word, first);
  const names = text.slice(0, namesEnd + word.length - 1);
  for (let offset = first; offset >= 0 && best < scores.wholeTitle; offset = names.indexOf(word, offset + 1))
    best = Math.max(best, scoreAt(text, word, offset));
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

function scoreInUri(text: string, uriStart: number, word: string): number {
  const offset = text.indexOf(word, uriStart);
  if (offset < 0) return 0;
  return isWordStart(text, offset) ? scores.uriWord : scores.uri;
}
