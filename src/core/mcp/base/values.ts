import { showable } from '../../base/showable';

/** A server's words for a sentence: one line, nothing that cannot be shown, at most 300 characters. Still untrusted text. */
export function plain(text: string): string {
  const line = showable(text.slice(0, 2000), ' ').trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

/** A day, as the specification's own SDK caps it: no server may pin an answer for longer. */
const maxTtl = 86_400_000;

/** `ttlMs` of a result in milliseconds; negative is read as 0, as the specification says, and anything else as nothing. */
export function ttlOf(value: unknown): number | undefined {
  return typeof value === 'number' ? Math.min(Math.max(0, value), maxTtl) : undefined;
}
