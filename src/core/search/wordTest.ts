import { isWordStart } from '../base/fold';
import { findGaps } from './gaps';
import { characterMask, type CharacterMask, type SearchTexts } from '../catalog/searchTexts';

/** Score of a word by its place in a row; the sum over the words orders the results. */
const scores = { wholeTitle: 8, titleStart: 6, titleWord: 5, title: 4, uriWord: 3, uri: 2, description: 1 } as const;
/** With gaps, only the place and the quality count; such results never mix with others. */
const gapWorth = { names: 15, uri: 8 } as const;

/** A word to search for. */
export interface WordTest extends CharacterMask {
  readonly word: string;
  /** True if other characters may stand between its own. */
  readonly hasGaps: boolean;
}

export function wordTest(word: string, hasGaps = false): WordTest {
  return { word, hasGaps, ...characterMask(word) };
}

/** Scores how well a row that has all the words' characters matches them; -1 where one of them is not found. */
export function scoreWords(texts: SearchTexts, row: number, tests: readonly WordTest[]): number {
  if (tests.length === 0) return 0;
  const namesEnd = texts.namesEnd(row);
  let text: string | undefined;
  let uri: string | undefined;
  let score = 0;
  for (const { word, hasGaps } of tests) {
    let wordScore = 0;
    if (hasGaps) wordScore = scoreGaps(texts, row, word);
    else {
      text ??= texts.text(row);
      wordScore = scoreInNames(text, namesEnd, word);
      if (wordScore === 0) wordScore = scoreInUri((uri ??= texts.uri(row)), word);
      if (wordScore === 0 && text.includes(word)) wordScore = scores.description;
    }
    if (wordScore === 0) return -1;
    score += wordScore;
  }
  return score;
}

/** True where a row has the word anywhere. */
export function hasWord(texts: SearchTexts, row: number, test: WordTest): boolean {
  return texts.canContain(row, test) && (texts.text(row).includes(test.word) || texts.uri(row).includes(test.word));
}

function scoreGaps(texts: SearchTexts, row: number, word: string): number {
  const inNames = findGaps(texts.textOfAnyCase(row), texts.namesEnd(row), word);
  if (inNames > 0) return 1 + Math.round(gapWorth.names * inNames);
  const uri = texts.uriOfAnyCase(row);
  const inUri = findGaps(uri, uri.length, word);
  return inUri > 0 ? 1 + Math.round(gapWorth.uri * inUri) : 0;
}

/** 0 where the word is not in the title and not in the name. */
function scoreInNames(text: string, namesEnd: number, word: string): number {
  let best = 0;
  for (
    let offset = text.indexOf(word);
    offset >= 0 && offset < namesEnd && best < scores.wholeTitle;
    offset = text.indexOf(word, offset + 1)
  )
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

function scoreInUri(uri: string, word: string): number {
  const offset = uri.indexOf(word);
  if (offset < 0) return 0;
  return isWordStart(uri, offset) ? scores.uriWord : scores.uri;
}
