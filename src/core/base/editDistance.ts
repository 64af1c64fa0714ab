/** Characters of a text that are compared. */
const maxLength = 500;
const buckets = 1 << 14;

/** A cheap measure of how much of a text others contain: runs of three characters, wherever they stand. Case does not count. */
export class Trigrams {
  readonly #counts = new Uint16Array(buckets);
  /** The part of {@link #counts} that the other text has not used up. */
  readonly #unused = new Uint16Array(buckets);
  readonly #codes: readonly number[];

  constructor(text: string) {
    this.#codes = codesOf(text);
    for (const code of this.#codes) this.#counts[code] = (this.#counts[code] ?? 0) + 1;
  }

  /** 0 (nothing) to 1 (the same). */
  shareOf(text: string): number {
    for (const code of this.#codes) this.#unused[code] = this.#counts[code] ?? 0;
    const codes = codesOf(text);
    let shared = 0;
    for (const code of codes) {
      const remaining = this.#unused[code] ?? 0;
      if (remaining === 0) continue;
      this.#unused[code] = remaining - 1;
      shared += 1;
    }
    for (const code of this.#codes) this.#unused[code] = 0;
    return (2 * shared) / Math.max(1, codes.length + this.#codes.length);
  }
}

function codesOf(text: string): readonly number[] {
  const lower = text.slice(0, maxLength).toLowerCase();
  const codes: number[] = [];
  for (let index = 2; index < lower.length; index += 1)
    codes.push(
      (lower.charCodeAt(index - 2) * 961 + lower.charCodeAt(index - 1) * 31 + lower.charCodeAt(index)) & (buckets - 1),
    );
  return codes;
}

/** Number of characters to add, remove or replace to make one of the other. Case does not count. */
export function editDistance(first: string, second: string): number {
  const [a, b] = withoutCommon(first.toLowerCase(), second.toLowerCase());
  // Beyond this length all characters count as different: URIs and names so long are not compared in full.
  const excess = Math.max(0, Math.max(a.length, b.length) - maxLength);
  const [source, target] = [a.slice(0, maxLength), b.slice(0, maxLength)];
  let row = Array.from({ length: target.length + 1 }, (_, index) => index);
  for (let x = 1; x <= source.length; x += 1) {
    const next = [x];
    for (let y = 1; y <= target.length; y += 1) {
      const isSame = source.charCodeAt(x - 1) === target.charCodeAt(y - 1);
      const replaced = (row[y - 1] ?? 0) + (isSame ? 0 : 1);
      next.push(Math.min(replaced, (row[y] ?? 0) + 1, (next[y - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[target.length] ?? 0) + excess;
}

/** Both without their common beginning and end. */
function withoutCommon(a: string, b: string): readonly [string, string] {
  const limit = Math.min(a.length, b.length);
  let prefixLength = 0;
  while (prefixLength < limit && a.charCodeAt(prefixLength) === b.charCodeAt(prefixLength)) prefixLength += 1;
  let suffixLength = 0;
  while (
    suffixLength < limit - prefixLength &&
    a.charCodeAt(a.length - 1 - suffixLength) === b.charCodeAt(b.length - 1 - suffixLength)
  )
    suffixLength += 1;
  return [a.slice(prefixLength, a.length - suffixLength), b.slice(prefixLength, b.length - suffixLength)];
}
