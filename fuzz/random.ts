/** Numbers that look random and are the same for the same seed: the mulberry32 generator. */
export class Random {
  #state: number;

  /** @param seed an integer; those next to each other give unrelated numbers */
  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) ^ Math.floor(seed / 2 ** 32);
  }

  /** From 0 to below `limit`, an integer. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  /** Small numbers are more likely, from 1 to `limit`. */
  size(limit: number): number {
    return 1 + this.below(1 + this.below(limit));
  }

  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new Error('There is nothing to pick from.');
    return values[this.below(values.length)] as T;
  }
}
