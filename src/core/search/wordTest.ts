import { isWordStart } from '../base/fold';
import { findGaps } from './gaps';
import { characterMask, type CharacterMask, type SearchTexts } from '../catalog/searchTexts';

/** Score of a word by its place in a row; the sum over the words orders the results. */
const worth = { wholeTitle: 8, titleStart: 6, titleWord: 5, title: 4, uriWord: 3, uri: 2, description: 1 } as const;
/** With gaps only the place and the tidiness count, and these results are never among others. */
const gapWorth = { names: 15, uri: 8 } as const;

/** A word to search for. */
export interface WordTest extends CharacterMask {
  readonly word: string;
  /** True where its characters may have others between them. */
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
    let one = 0;
    if (hasGaps) one = scoreGaps(texts, row, word);
    else {
      text ??= texts.text(row);
      one = scoreInNames(text, namesEnd, word);
      if (one === 0) one = scoreInUri((uri ??= texts.uri(row)), word);
      if (one === 0 && text.includes(word)) one = worth.description;
    }
    if (one === 0) return -1;
    score += one;
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
    let at = text.indexOf(word);
    at >= 0 && at < namesEnd && best < worth.wholeTitle;
    at = text.indexOf(word, at + 1)
  )
    best = Math.max(best, scoreAt(text, word, at));
  return best;
}

function scoreAt(text: string, word: string, at: number): number {
  const isLineStart = at === 0 || text[at - 1] === '\n';
  if (isLineStart) {
    const end = at + word.length;
    return end === text.length || text[end] === '\n' ? worth.wholeTitle : worth.titleStart;
  }
  return isWordStart(text, at) ? worth.titleWord : worth.title;
}

function scoreInUri(uri: string, word: string): number {
  const at = uri.indexOf(word);
  if (at < 0) return 0;
  return isWordStart(uri, at) ? worth.uriWord : worth.uri;
}
