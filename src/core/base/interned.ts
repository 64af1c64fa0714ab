/** Maximum number of values to keep: where there are more, they do not repeat. */
const maxValues = 1_000;
/** Characters of all their keys: 250 icons of the largest size. */
const maxCharacters = 16_000_000;

/** One copy of each of the few values that many items have: what comes from a file has its own copy in every item. */
export class Interned<T> {
  readonly #copies = new Map<string, T>();
  #room = maxCharacters;

  /** @param keyOf returns the same key for equal values */
  constructor(private readonly keyOf: (value: T) => string) {}

  /** Returns the kept copy of the value, or the value itself if it is the first of its kind. */
  share(value: T | undefined): T | undefined {
    if (value === undefined) return undefined;
    const key = this.keyOf(value);
    const copy = this.#copies.get(key);
    if (copy === undefined && this.#copies.size < maxValues && key.length <= this.#room) {
      this.#copies.set(key, value);
      this.#room -= key.length;
    }
    return copy ?? value;
  }
}

export function newInternedTexts(): Interned<string> {
  return new Interned((text) => text);
}
