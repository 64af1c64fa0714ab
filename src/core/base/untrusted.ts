import { showable } from './showable';
import { cut } from './values';

/** A server's text as one line of at most `length` characters; `undefined` if it is empty. Still untrusted text. */
export function words(text: unknown, length: number): string | undefined {
  if (typeof text !== 'string') return undefined;
  const line = showable(text.slice(0, 4 * length), ' ').trim();
  if (line === '') return undefined;
  return line.length > length ? `${cut(line, length - 1)}…` : line;
}
