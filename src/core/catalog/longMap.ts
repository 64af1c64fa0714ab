/** Keys of one part: a table of a million keys takes 75 ms to grow, and these take 8. */
const partSize = 131_072;

/** A map for a million texts, in the order in which they came; no step of it takes long. */
export class LongMap<V> implements Iterable<[string, V]> {
  #parts: readonly Map<string, V>[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(key: string): boolean {
    return this.#parts.some((part) => part.has(key));
  }

  get(key: string): V | undefined {
    for (const part of this.#parts) {
      const value = part.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Only for a key that is not there yet. */
  add(key: string, value: V): void {
    let last = this.#parts.at(-1);
    if (!last || last.size >= partSize) {
      last = new Map<string, V>();
      this.#parts = [...this.#parts.filter(({ size }) => size > 0), last];
    }
    last.set(key, value);
    this.#size += 1;
  }

  delete(key: string): boolean {
    const isDeleted = this.#parts.some((part) => part.delete(key));
    if (isDeleted) this.#size -= 1;
    return isDeleted;
  }

  /** Keys that are deleted meanwhile are left out. */
  *[Symbol.iterator](): Generator<[string, V], void, undefined> {
    for (const part of this.#parts) yield* part;
  }

  *values(): Generator<V, void, undefined> {
    for (const part of this.#parts) yield* part.values();
  }
}
