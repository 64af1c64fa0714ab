import type { Slice } from '../base/scheduler';
import { sortInSlices } from './keptOrder';

const letters = new Intl.Collator(undefined, { sensitivity: 'base' });
/** Characters that the keys know at first: with them most names need no second look. */
const usual = Array.from({ length: 0x17f - 0x20 }, (_, at) => 0x20 + at);
const digit0 = 0x30;
const digit9 = 0x39;
/** Longer runs of digits are several numbers. */
const longestNumber = 0xff;
/** Characters after which two names are as good as equal. */
const longestName = 1_000;
/** Rank of characters that a collator ignores, such as control characters and combining marks. */
const ignored = 0;

/**
 * Texts as keys that compare, by code unit, in the natural order of names: in the alphabet of their language, regardless of case and
 * accents, and numbers by value, so that "file 2" is before "file 10". A collator called for each pair takes over a second for 100,000
 * names; this calls it for each pair of characters that occur. Groups of letters that count as one in some languages are not known here.
 */
export class NameKeys {
  #ranks = new Map<number, number>();
  readonly #known = new Set(usual);
  #isSorted = false;

  /** Registers the characters of a text. Earlier keys are invalid once {@link update} says that the alphabet grew. */
  learn(text: string): void {
    for (let at = 0; at < text.length && at < longestName; at += 1) {
      const code = text.codePointAt(at) ?? 0;
      if (code > 0xffff) at += 1;
      if (this.#known.has(code)) continue;
      this.#known.add(code);
      this.#isSorted = false;
    }
  }

  /** @returns true where keys differ from what they would have been before */
  async update(slice: Slice): Promise<boolean> {
    if (this.#isSorted) return false;
    const codes = [...this.#known];
    const texts = codes.map((code) => String.fromCodePoint(code));
    const compare = (a: number, b: number): number => letters.compare(texts[a] ?? '', texts[b] ?? '');
    const sorted = await sortInSlices(Uint32Array.from(codes.keys()), { compare, perLook: 256 }, slice);
    this.#ranks = new Map();
    let rank = ignored;
    let last = '';
    for (const at of sorted) {
      const text = texts[at] ?? '';
      if (letters.compare(last, text) !== 0) rank += 1;
      last = text;
      this.#ranks.set(codes[at] ?? 0, rank);
    }
    this.#isSorted = true;
    return true;
  }

  /** Only for a text whose characters were learned, after {@link update}. */
  key(text: string): string {
    const key: number[] = [];
    for (let at = 0; at < text.length && at < longestName; at += 1) {
      const code = text.codePointAt(at) ?? 0;
      if (code >= digit0 && code <= digit9) {
        at = this.#number(text, at, key) - 1;
        continue;
      }
      if (code > 0xffff) at += 1;
      const rank = this.#ranks.get(code) ?? ignored;
      if (rank !== ignored) key.push(rank);
    }
    return String.fromCharCode(...key);
  }

  /** In the place of the digit 0, then how long it is, then its digits: the longer one is the larger. */
  #number(text: string, from: number, key: number[]): number {
    let start = from;
    while (text.charCodeAt(start) === digit0) start += 1;
    let end = start;
    while (isDigit(text.charCodeAt(end)) && end - start < longestNumber) end += 1;
    key.push(this.#ranks.get(digit0) ?? ignored, end - start);
    for (let at = start; at < end; at += 1) key.push(text.charCodeAt(at));
    return end;
  }
}

function isDigit(code: number): boolean {
  return code >= digit0 && code <= digit9;
}
