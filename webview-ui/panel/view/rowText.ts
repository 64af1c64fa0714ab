import { html } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { ResultRow } from '../../../src/shared/protocol';
import { excerpt, wordsIn, type Line } from '../../base/excerpt';
import { highlighted } from '../../base/highlighted';
import { legible } from '../../base/legible';
import type { TextWidths } from '../../base/textWidths';

/** In pixels, as in the style sheet: the size of small text, what stands beside both texts of a row, the state, and a gap. */
const small = 11;
const beside = 48;
const stateWidth = 20;
const gap = 6;
/** Pixels below which a row has no room for its group, its age or its size; the same number stands in the style sheet. */
export const narrowWidth = 220;
/** Room in which a description begins, in pixels: for a word or two. */
const leastDescription = 60;
const separator = ' · ';

export interface RowText {
  readonly row: ResultRow;
  /** The rows around it. */
  readonly near: readonly ResultRow[];
  /** Width of the list, in pixels; 0 until it is known. */
  readonly width: number;
  readonly widths: TextWidths;
}

/** The title of a row, shortened to what the name of a group and the state leave. */
export function titleText(text: RowText, group: string, hasState: boolean): unknown {
  const { row, near, widths } = text;
  const room = roomIn(text, group) - (hasState ? stateWidth : 0);
  return guard([row, room, widths.font, ...near], () =>
    cut(legible(row.title), row.titleMatches, {
      room,
      widthOf: (piece, isMatch) => widths.of(piece, isMatch),
      isCommon: commonWordsOf(near.map(({ title }) => title)),
      keepsEnd: false,
    }),
  );
}

/** The text below the title, with the beginning of the description where there is room for one. */
export function detailText(text: RowText, fact: string): unknown {
  const { row, near, widths, width } = text;
  const room = roomIn(text, fact);
  return guard([row, room, widths.font, ...near], () => {
    const detail = legible(row.detail);
    const line = {
      room,
      widthOf: (piece: string, isMatch: boolean) => widths.of(piece, isMatch, small),
      isCommon: commonWordsOf(near.map((other) => other.detail)),
      // A path ends with what tells it from others.
      keepsEnd: !row.hasPieces,
    };
    const free = width === 0 ? 0 : room - widths.of(detail + separator, false, small);
    const description = row.hasPieces || free < leastDescription ? '' : legible(row.description ?? '').trim();
    return html`<bdi dir="ltr"
        >${cut(detail, row.detailMatches, line, row.kind === 'template' ? variables : undefined)}</bdi
      >${description ? html`${separator}<bdi>${description}</bdi>` : ''}`;
  });
}

/** The room of a text, in pixels, beside another one at the end of its line. */
function roomIn({ width, widths }: RowText, other: string): number {
  if (width === 0) return Infinity;
  return width - beside - (other !== '' && width > narrowWidth ? gap + widths.of(other, false, small) : 0);
}

/** Collects the words once one is asked for. */
function commonWordsOf(texts: readonly string[]): Line['isCommon'] {
  let words: ReadonlySet<string> | undefined;
  return (word) => (words ??= new Set(texts.flatMap(wordsIn))).has(word);
}

/** A text with its matches, shortened so that each of them is in sight. */
function cut(
  text: string,
  matches: readonly number[],
  line: Line,
  draw?: (piece: string) => unknown,
): readonly unknown[] {
  return excerpt(text, matches, line).map(({ from, to }, index) => [
    index > 0 || from > 0 ? '…' : '',
    highlighted(text, matches, from, to, draw),
  ]);
}

/** A piece of a URI template, with its variables set off. */
function variables(piece: string): unknown {
  return piece
    .split(/(\{[^{}]*\})/)
    .map((part, index) => (index % 2 === 1 ? html`<span class="variable">${part}</span>` : part));
}
