import { showable } from '../../base/showable';

/** In characters. The ends of a URI say most. */
const maxLength = 80;
const beginning = 30;

/** Untrusted text on one short line, with both of its ends. */
export function shortLine(text: string): string {
  const line = Array.from(showable(text, ' '));
  if (line.length <= maxLength) return line.join('');
  return [...line.slice(0, beginning), '…', ...line.slice(1 + beginning - maxLength)].join('');
}
