/** A JSON object, as far as it is known before it is looked at. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The first `length` characters as a string of its own. A plain `slice` keeps the whole original alive in V8, which for a
 * hostile title of a megabyte is the megabyte.
 */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : (JSON.parse(JSON.stringify(text.slice(0, length))) as string);
}

/** A server's words for a sentence: one line, no control characters, at most 300 characters. Still untrusted text. */
export function plain(text: string): string {
  const line = text
    .slice(0, 2000)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

/** A day, as the specification's own SDK caps it: no server may pin an answer for longer. */
const maxTtl = 86_400_000;

/** `ttlMs` of a result in milliseconds; negative is read as 0, as the specification says, and anything else as nothing. */
export function ttlOf(value: unknown): number | undefined {
  return typeof value === 'number' ? Math.min(Math.max(0, value), maxTtl) : undefined;
}
