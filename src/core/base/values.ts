/** A JSON object whose fields are still unknown. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** A text, or the text of a number or a boolean, which users write without quotes; `undefined` for everything else. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * The first `length` characters, copied. A plain `slice` keeps the whole original alive in V8, which for a
 * hostile title of a megabyte is the megabyte.
 */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : (JSON.parse(JSON.stringify(text.slice(0, length))) as string);
}
