import { html } from 'lit/html.js';

/**
 * The part of `text` from `from` to `to`, with the matches emphasised. `matches`: starts and ends in `text`, flat, ascending. `draw` draws
 * each piece.
 */
export function highlighted(
  text: string,
  matches: readonly number[],
  from = 0,
  to = text.length,
  draw: (piece: string) => unknown = (piece) => piece,
): readonly unknown[] {
  const parts: unknown[] = [];
  let done = from;
  for (let pair = 0; pair + 1 < matches.length; pair += 2) {
    const start = Math.max(done, matches[pair] ?? to);
    const end = Math.min(to, matches[pair + 1] ?? 0);
    if (start >= end) continue;
    if (start > done) parts.push(draw(text.slice(done, start)));
    parts.push(html`<b class="match">${draw(text.slice(start, end))}</b>`);
    done = end;
  }
  if (done < to) parts.push(draw(text.slice(done, to)));
  return parts;
}
