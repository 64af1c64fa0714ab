/** Beyond so many, values are not repeated ones. */
const maxValues = 1_000;

/** One copy of each of the few values that many items have: what comes from a file has its own copy in every item. */
export class Interned<T> {
  readonly #copies = new Map<string, T>();

  /** @param keyOf the same for values of which one copy is enough */
  constructor(private readonly keyOf: (value: T) => string) {}

  /** The copy that is kept; the value itself where it is the first of its kind. */
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
