import { showable } from '../../base/showable';

/** A server's text for a sentence: one line without characters that must not be shown, at most 300 characters. Still untrusted. */
export function plain(text: string): string {
  const line = showable(text.slice(0, 2000), ' ').trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

/** One day in ms, the cap of the specification's own SDK: no server may keep an answer fresh for longer. */
const maxTtl = 86_400_000;

/** `ttlMs` of a result; a negative value counts as 0, as the specification says, and anything but a number as absent. */
export function ttlOf(value: unknown): number | undefined {
  return typeof value === 'number' ? Math.min(Math.max(0, value), maxTtl) : undefined;
}
