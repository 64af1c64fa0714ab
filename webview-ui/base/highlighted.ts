import { html } from 'lit/html.js';

/**
 * The part of `text` from `start` to `end`, with the matches emphasised. `matches`: starts and ends in `text`, flat, ascending. `draw` draws
 * each piece.
 */
export function highlighted(
  text: string,
  matches: readonly number[],
  start = 0,
  end = text.length,
  draw: (piece: string) => unknown = (piece) => piece,
): readonly unknown[] {
  const parts: unknown[] = [];
  let offset = start;
  for (let pair = 0; pair + 1 < matches.length; pair += 2) {
    const matchStart = Math.max(offset, matches[pair] ?? end);
    const matchEnd = Math.min(end, matches[pair + 1] ?? 0);
    if (matchStart >= matchEnd) continue;
    if (matchStart > offset) parts.push(draw(text.slice(offset, matchStart)));
    parts.push(html`<b class="match">${draw(text.slice(matchStart, matchEnd))}</b>`);
    offset = matchEnd;
  }
  if (offset < end) parts.push(draw(text.slice(offset, end)));
  return parts;
}
