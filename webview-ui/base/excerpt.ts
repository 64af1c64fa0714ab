/** A half-open range of offsets in a text. */
export interface Piece {
  readonly from: number;
  readonly to: number;
}

/** A line that a text has to fit into. */
export interface Line {
  /** In pixels, as the widths. */
  readonly room: number;
  readonly widthOf: (text: string, isMatch: boolean) => number;
  /** True for a word that the lines around this one have, too, see {@link wordsIn}. */
  readonly isCommon: (word: string) => boolean;
  /** True if the middle is left out and not the end, as for a path, where the text can be cut anywhere. */
  readonly keepsEnd: boolean;
}

/** Lower ones are left out first. */
const ranks = { common: 0, other: 1, number: 2, match: 3 } as const;
/** A short run is no wider than this many ellipses. */
const shortRun = 3;

interface Word extends Piece {
  readonly width: number;
  readonly rank: (typeof ranks)[keyof typeof ranks];
}

/** Words of the same rank, one after the other: indexes. */
interface Run extends Piece, Pick<Word, 'width' | 'rank'> {}

/** Scripts without spaces, where a line may be cut after each character. */
const wide = String.raw`[\u1100-\u11FF\u2E80-\uA4CF\uAC00-\uD7AF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60]`;
/** A character with its marks, and emoji that are joined to one. */
const character = String.raw`(?:(?![\s/:·]|${wide})\P{M}(?:\p{M}|\u200D\P{M})*)`;
/** A word with the separators that follow it. One of more than eight characters counts as several, so that a line gets full. */
const word = new RegExp(
  String.raw`(?:${wide}\p{M}*|${character}{1,6}(?:${character}{1,2}(?!${character}|[\p{M}\u200D]))?)[\s/:·]*|[\s/:·]+|[^]`,
  'gu',
);
const separator = /^[\s/:·]$/u;
/** Share of the room that the first part of a text gets if its middle is left out. */
const headShare = 0.45;

/** The words of a text, without the separators that follow them. */
export function wordsIn(text: string): readonly string[] {
  return [...text.matchAll(word)].map(([foundWord]) => bare(foundWord));
}

/**
 * The pieces of a text that fill a line and have all of its matches, for an ellipsis to stand between them. First goes what the lines around
 * it say, too, and numbers go last. The end of the last piece may be cut by the line itself.
 *
 * @param matches starts and ends, flat and ascending
 */
export function excerpt(text: string, matches: readonly number[], line: Line): readonly Piece[] {
  const all = [{ from: 0, to: text.length }];
  if (widthOf(text, matches, line) <= line.room) return all;
  const words = wordsOf(text, matches, line);
  const gap = line.widthOf('… ', false);
  const left = new Set<number>();
  let over = sum(words) - line.room;
  for (const run of byRank(runsOf(words, gap), line.keepsEnd)) {
    if (over <= 0) break;
    const isAfterGap = left.has(run.from - 1);
    const keepsEnd = isAfterGap || (line.keepsEnd && run.to === words.length);
    const missing = over + (isAfterGap ? 0 : gap);
    const headWidth = isAfterGap ? 0 : Math.max(0, run.width - missing) * headShare;
    for (const index of indexesToLeave(words, run, missing, keepsEnd ? headWidth : undefined)) {
      left.add(index);
      over -= words[index]?.width ?? 0;
    }
    if (!isAfterGap) over += gap;
  }
  refill(words, left, line.room, gap);
  return piecesOf(text, words, left);
}

/** The width of a text that is drawn as a whole. */
function widthOf(text: string, matches: readonly number[], line: Line): number {
  let [width, offset] = [0, 0];
  for (let pair = 0; pair + 1 < matches.length; pair += 2) {
    const [start = 0, end = 0] = matches.slice(pair, pair + 2);
    width += line.widthOf(text.slice(offset, start), false) + line.widthOf(text.slice(start, end), true);
    offset = end;
  }
  return width + line.widthOf(text.slice(offset), false);
}

function wordsOf(text: string, matches: readonly number[], { widthOf, isCommon }: Line): readonly Word[] {
  return [...text.matchAll(word)].map(({ 0: foundWord, index: from }) => {
    const to = from + foundWord.length;
    const isMatch = matches.some((start, index) => index % 2 === 0 && start < to && (matches[index + 1] ?? 0) > from);
    const otherRank = isCommon(bare(foundWord)) ? ranks.common : ranks.other;
    const rank = isMatch ? ranks.match : /\p{N}/u.test(foundWord) ? ranks.number : otherRank;
    return { from, to, width: widthOf(foundWord, isMatch), rank };
  });
}

/** Common words that are too few for an ellipsis in their place count as others. */
function runsOf(words: readonly Word[], gap: number): readonly Run[] {
  const single = words.map(({ width, rank }, index) => ({ from: index, to: index + 1, width, rank }));
  const isShort = ({ rank, width }: Run): boolean => rank === ranks.common && width <= shortRun * gap;
  return joinedRuns(joinedRuns(single).map((run) => (isShort(run) ? { ...run, rank: ranks.other } : run)));
}

/** Joins runs of the same rank. */
function joinedRuns(runs: readonly Run[]): readonly Run[] {
  const longer: Run[] = [];
  for (const run of runs) {
    const last = longer.at(-1);
    if (last?.rank === run.rank) longer[longer.length - 1] = { ...last, to: run.to, width: last.width + run.width };
    else longer.push(run);
  }
  return longer;
}

/** Without matches; first what is left out first, and of the same rank the widest, or the last where the line may cut its end. */
function byRank(runs: readonly Run[], keepsEnd: boolean): readonly Run[] {
  return runs
    .filter(({ rank }) => rank !== ranks.match)
    .sort((first, second) => {
      if (first.rank !== second.rank) return first.rank - second.rank;
      return keepsEnd || first.rank === ranks.common ? second.width - first.width : second.from - first.from;
    });
}

/**
 * Words to leave out of a run, `width` wide or all of it.
 *
 * @param headWidth width of what stays before them; undefined where all that stays does
 */
function indexesToLeave(words: readonly Word[], run: Run, width: number, headWidth?: number): readonly number[] {
  const indexes = Array.from({ length: run.to - run.from }, (_, offset) => run.from + offset);
  let [head, missing] = [headWidth ?? 0, width];
  const isInHead = (index: number): boolean => (head -= words[index]?.width ?? 0) >= 0;
  const isLeft = (index: number): boolean => {
    if (missing <= 0) return false;
    missing -= words[index]?.width ?? 0;
    return true;
  };
  if (headWidth === undefined) return indexes.reverse().filter(isLeft);
  return indexes.filter((index) => !isInHead(index)).filter(isLeft);
}

/** Takes words back from the beginning of each gap as far as there is room: gaps that have met need one ellipsis. */
function refill(words: readonly Word[], left: Set<number>, room: number, gap: number): void {
  const gaps = [...left].filter((index) => !left.has(index - 1));
  let free = room - sum(words.filter((_, index) => !left.has(index))) - gaps.length * gap;
  for (const start of gaps.sort((first, second) => first - second))
    for (let index = start; left.has(index) && (words[index]?.width ?? 0) <= free; index += 1) {
      left.delete(index);
      free -= words[index]?.width ?? 0;
    }
}

/** The line itself cuts what was left out at the end. After an ellipsis stands one of the separators before the word. */
function piecesOf(text: string, words: readonly Word[], left: ReadonlySet<number>): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const [index, { from, to }] of words.entries()) {
    if (left.has(index)) continue;
    const last = pieces.at(-1);
    if (last?.to === from) pieces[pieces.length - 1] = { from: last.from, to };
    else pieces.push({ from: from - (separator.test(text[from - 1] ?? '') ? 1 : 0), to });
  }
  const last = pieces.pop();
  return last ? [...pieces, { from: last.from, to: text.length }] : [{ from: 0, to: text.length }];
}

function sum(words: readonly Word[]): number {
  return words.reduce((total, { width }) => total + width, 0);
}

function bare(foundWord: string): string {
  return foundWord.replace(/[\s/:·]+$/u, '');
}
