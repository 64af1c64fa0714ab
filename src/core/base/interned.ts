/** Maximum number of values to keep: where there are more, they do not repeat. */
const maxValues = 1_000;

/** One copy of each of the few values that many items have: what comes from a file has its own copy in every item. */
export class Interned<T> {
  readonly #copies = new Map<string, T>();

  /** @param keyOf returns the same key for equal values */
  constructor(private readonly keyOf: (value: T) => string) {}

  /** Returns the kept copy of the value, or the value itself if it is the first of its kind. */
  share(value: T): T;
  share(value: T | undefined): T | undefined;
  share(value: T | undefined): T | undefined {
    if (value === undefined) return undefined;
    const key = this.keyOf(value);
    const copy = this.#copies.get(key);
    if (copy === undefined && this.#copies.size < maxValues) this.#copies.set(key, value);
    return copy ?? value;
  }
}

export function newInternedTexts(): Interned<string> {
  return new Interned((text) => text);
}
