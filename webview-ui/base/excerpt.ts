/** A half-open range of offsets in a text. */
export interface Piece {
  readonly from: number;
  readonly to: number;
}

/** Characters that stay around a match. */
const around = 4;
/** Characters of the beginning that stay before the first match, where there is room. */
const headLength = 14;
/** A piece begins and ends between two parts of the text, where that is this near. */
const near = 9;
const separator = /[\s/:]/u;
/** Scripts whose characters are twice as wide as a letter. */
const wide = /[\u1100-\u11FF\u2E80-\uA4CF\uAC00-\uD7AF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60]/gu;
/** Characters that belong to the one before them. */
const joined = /^[\uDC00-\uDFFF\u200D\p{M}]/u;

/**
 * The pieces of a text that fit into a line with all of its matches, for an ellipsis to stand between them. The end of the last piece may be
 * cut by the line itself.
 *
 * @param matches starts and ends, flat and ascending
 * @param room number of letters that fit
 * @param keepsEnd where nothing has to be seen, the middle is left out and not the end, as for a path
 */
export function excerpt(text: string, matches: readonly number[], room: number, keepsEnd = false): readonly Piece[] {
  const all = { from: 0, to: text.length };
  const width = text.length + (text.match(wide)?.length ?? 0);
  const letters = Math.floor((room * text.length) / Math.max(1, width));
  if (text.length <= letters) return [all];
  const lastEnd = matches.at(-1);
  if (lastEnd === undefined) return keepsEnd ? withoutMiddle(text, letters) : [all];
  return lastEnd < letters ? [all] : aroundMatches(text, matches, letters);
}

function withoutMiddle(text: string, letters: number): readonly Piece[] {
  const head = endOfHead(text, Math.ceil((letters - 1) * 0.4));
  const from = text.length - Math.max(1, letters - 1 - head);
  // With one of the separators before the part.
  const steps = text.slice(from, from + near).search(/[\s/:](?![\s/:])/u);
  return piecesFrom(text, [
    { from: 0, to: head },
    { from: from + Math.max(0, steps), to: text.length },
  ]);
}

function aroundMatches(text: string, matches: readonly number[], letters: number): readonly Piece[] {
  const windows: Piece[] = [];
  for (let pair = 0; pair + 1 < matches.length; pair += 2) {
    const [start = 0, end = 0] = matches.slice(pair, pair + 2);
    windows.push({ from: startBefore(text, start), to: Math.min(text.length, end + around) });
  }
  const taken = windows.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (taken + headLength < letters) windows.unshift({ from: 0, to: endOfHead(text, headLength) });
  windows.push({ from: windows.at(-1)?.to ?? 0, to: text.length });
  return piecesFrom(text, windows);
}

/** After the last separator up to `end`. */
function endOfHead(text: string, end: number): number {
  for (let place = end; place > Math.max(0, end - near); place -= 1)
    if (separator.test(text[place - 1] ?? '')) return place;
  return end;
}

/** At a separator before a match. */
function startBefore(text: string, start: number): number {
  for (let place = start; place > Math.max(0, start - near); place -= 1)
    if (separator.test(text[place - 1] ?? '')) return place - 1;
  return Math.max(0, start - around);
}

/** Joins pieces that touch, and moves what would part a character from its marks. */
function piecesFrom(text: string, windows: readonly Piece[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const window of windows) {
    const [from, to] = [boundary(text, window.from), boundary(text, Math.min(text.length, window.to))];
    const last = pieces.at(-1);
    // An ellipsis takes as much room as one letter.
    if (last && from <= last.to + 1) pieces[pieces.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else if (from < to) pieces.push({ from, to });
  }
  return pieces;
}

function boundary(text: string, offset: number): number {
  let place = offset;
  while (place > 0 && place < text.length && joined.test(text.slice(place, place + 2))) place -= 1;
  return place;
}
