import { cut } from '../mcp/values';

/** Control characters, and those that would show text in another order than it has. */
const unshowable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** A server's words as one line of at most `length` characters; `undefined` where there are none. Still untrusted text. */
export function words(text: unknown, length: number): string | undefined {
  if (typeof text !== 'string') return undefined;
  const line = text
    .slice(0, 4 * length)
    .replace(unshowable, ' ')
    .trim();
  if (line === '') return undefined;
  return line.length > length ? `${cut(line, length - 1)}…` : line;
}
