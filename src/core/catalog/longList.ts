/** Bits of the place in one part: an array of a million values takes 10 ms to grow, and those of all columns grow at once. */
const partBits = 16;
const partMask = 2 ** partBits - 1;

/** A list of a million values; no step of it takes long. */
export class LongList<T> {
  readonly #parts: T[][] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** `undefined` behind the end. */
  get(index: number): T | undefined {
    return this.#parts[index >>> partBits]?.[index & partMask];
  }

  /** @param index at most {@link length}, which adds the value */
  set(index: number, value: T): void {
    const part = (this.#parts[index >>> partBits] ??= []);
    part[index & partMask] = value;
    if (index >= this.#length) this.#length = index + 1;
  }
}
