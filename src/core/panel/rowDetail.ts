import type { CopyEntry, ResultRow } from '../../shared/protocol';
import { fold } from '../base/fold';
import { displayName } from '../resource/displayName';
import { findMatches } from '../search/highlights';

/** Characters of a long text before and after a match. */
const contextLength = 40;

const separator = ' · ';

/** Words to highlight in a row. */
export interface Highlights {
  readonly words: readonly string[];
  /** Words that match with gaps between their characters. */
  readonly gaps: readonly string[];
}

/** A text with the matched parts of it: starts and ends, flat and ascending. */
export interface MatchedText {
  readonly text: string;
  readonly matches: readonly number[];
}

/**
 * The text below a row's title: the folder of its URI. Where a word was found in neither of the two, the text that has the word: the
 * whole URI, or a piece of another text. A template shows all of its URI template.
 *
 * @param server shown first; `undefined` if there is only one
 */
export function rowDetail(
  entry: Pick<CopyEntry, 'kind' | 'uri' | 'name' | 'title' | 'description'>,
  server: string | undefined,
  highlights: Highlights,
): MatchedText & Pick<ResultRow, 'hasPieces'> {
  const { words, gaps } = highlights;
  const { kind, uri, name, description = '' } = entry;
  const title = displayName(entry);
  const has = (text: string, word: string): boolean => findMatches(text, [word], gaps).length > 0;
  const folder = kind === 'template' ? uri : folderOf(uri);
  const hidden = words.filter((word) => !has(title, word) && !has(folder, word));
  const elsewhere = hidden.filter((word) => !has(uri, word));
  const place = hidden.length > elsewhere.length ? uri : folder;
  const pieces = piecesOf([name, description], elsewhere);
  const isPlaceShown = pieces.length === 0 || words.some((word) => !has(title, word) && has(place, word));
  const texts = [server, isPlaceShown ? place : '', ...pieces];
  return {
    ...joinTexts(texts, highlights, server === undefined ? 0 : 1),
    ...(pieces.length > 0 && { hasPieces: true }),
  };
}

/** The beginning of a URI that names the place of the resource: its path without the last segment, else its scheme, else all of it. */
export function folderOf(uri: string): string {
  const query = uri.search(/[?#]/u);
  const end = query < 0 ? uri.length : query;
  const slash = uri.lastIndexOf('/', end - 2);
  const folder = (slash < 0 ? uri.slice(0, Math.max(0, uri.indexOf(':'))) : uri.slice(0, slash)).replace(/[:/]+$/u, '');
  return folder || uri;
}

/** A piece around each word, from the first text that has it. */
function piecesOf(texts: readonly string[], words: readonly string[]): string[] {
  const pieces = new Map<string, string>();
  for (const word of words) {
    for (const text of texts) {
      const index = fold(text).indexOf(word);
      if (index < 0) continue;
      if (![...pieces.values()].some((piece) => fold(piece).includes(word)))
        pieces.set(word, pieceAt(text, index, word));
      break;
    }
  }
  return [...pieces.values()];
}

/** Begins with a word where it can. Folding may change the length of a text, so the place is near the word at least. */
function pieceAt(text: string, index: number, word: string): string {
  const from = Math.max(0, index - contextLength);
  const piece = text.slice(from, index + word.length + 2 * contextLength).replace(/\s+/gu, ' ');
  return from === 0 ? piece.trim() : `…${piece.slice(piece.indexOf(' ') + 1).trim()}`;
}

/** @param unsearched number of texts at the start in which nothing was looked for */
function joinTexts(
  texts: readonly (string | undefined)[],
  { words, gaps }: Highlights,
  unsearched: number,
): MatchedText {
  let text = '';
  const matches: number[] = [];
  for (const [index, part] of texts.entries()) {
    if (!part) continue;
    if (text) text += separator;
    const start = text.length;
    if (index >= unsearched) matches.push(...findMatches(part, words, gaps).map((offset) => offset + start));
    text += part;
  }
  return { text, matches };
}
