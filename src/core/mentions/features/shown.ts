import { showable } from '../../base/showable';

/** Characters. The ends of a URI tell most. */
const mostShown = 80;
const beginning = 30;

/** A short line of somebody else's text, with both of its ends. */
export function shown(text: string): string {
  const line = Array.from(showable(text, ' '));
  if (line.length <= mostShown) return line.join('');
  return [...line.slice(0, beginning), '…', ...line.slice(1 + beginning - mostShown)].join('');
}
