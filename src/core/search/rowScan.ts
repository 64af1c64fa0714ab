import { rowOf } from '../catalog/resourceTable';
import type { RowTest } from './rowTests';
import type { SearchRows } from './searchRows';
import { canMatch, findWord, scoreWord, type WordTest } from './wordTest';

export const bestScore = 64;

/** One kind of rows, with its tests. */
export interface Kind {
  readonly rows: SearchRows;
  readonly isFor: RowTest;
}

/** The rows of one kind that the words, the audience and the typed filters let through. */
export interface Matched {
  /** Ids. */
  readonly rows: Uint32Array;
  /** By {@link rowOf row}: 0 if it does not match, else one more than its score. */
  readonly marks: Uint8Array;
}

/** Rows with what the next key needs: a word that grows begins nowhere before its shorter form, and mostly where that began. */
export interface BaseMatched extends Matched {
  /** For each word, by place in {@link rows}: an offset in the row's text before which the word does not begin. */
  readonly offsets: readonly Uint32Array[];
}

/** The rows to narrow down, and the words by which they were found. */
export interface Narrowed {
  readonly words: readonly string[];
  readonly matched: BaseMatched;
}

interface WordSearch {
  readonly test: WordTest;
  /** By place in the rows to narrow down, see {@link BaseMatched.offsets}. */
  readonly from: Uint32Array | undefined;
  readonly offsets: Uint32Array;
}

/** Tests the rows of one kind, part by part. The loop makes no object for a row: at 100,000 rows each would cost a millisecond. */
export class RowScan {
  /** Rows to test. */
  readonly length: number;
  readonly #candidates: Uint32Array | undefined;
  readonly #words: readonly WordSearch[];
  readonly #rows: Uint32Array;
  readonly #marks: Uint8Array;
  #count = 0;
  #visible = 0;

  constructor(
    private readonly kind: Kind,
    tests: readonly WordTest[],
    private readonly excluded: readonly WordTest[],
    narrowed: Narrowed | undefined,
  ) {
    this.#candidates = narrowed?.matched.rows;
    const length = this.#candidates?.length ?? kind.rows.length;
    this.length = length;
    this.#words = tests.map((test, index) => {
      const shorter = narrowed?.words[index];
      const isGrown = shorter !== undefined && test.word.startsWith(shorter);
      const from = isGrown ? narrowed?.matched.offsets[index] : undefined;
      return { test, from, offsets: new Uint32Array(length) };
    });
    this.#rows = new Uint32Array(length);
    this.#marks = new Uint8Array(kind.rows.length);
  }

  /** Visible rows among those tested. */
  get visible(): number {
    return this.#visible;
  }

  get matched(): BaseMatched {
    const used = (all: Uint32Array): Uint32Array => (this.#count === all.length ? all : all.slice(0, this.#count));
    return { rows: used(this.#rows), marks: this.#marks, offsets: this.#words.map(({ offsets }) => used(offsets)) };
  }

  /** Tests the rows from one place to before another. */
  test(from: number, to: number): void {
    const { rows } = this.kind;
    const candidates = this.#candidates;
    for (let place = from; place < to; place += 1) {
      const id = candidates ? candidates[place] : rows.table.idAt(place);
      if (id === undefined || (candidates && !rows.table.has(id)) || !rows.isVisible(id)) continue;
      this.#visible += 1;
      const score = this.#score(id, place);
      if (score < 0) continue;
      this.#rows[this.#count] = id;
      this.#marks[rowOf(id)] = Math.min(score, bestScore) + 1;
      this.#count += 1;
    }
  }

  /** -1 when the filters or a word do not match. Nothing is scored before all words are found. */
  #score(id: number, place: number): number {
    const { texts } = this.kind.rows;
    const words = this.#words;
    const row = rowOf(id);
    const text = words.length + this.excluded.length > 0 ? texts.at(row) : '';
    for (const { test, from, offsets } of words) {
      const offset = findWord(text, test, from?.[place] ?? 0);
      if (offset < 0) return -1;
      offsets[this.#count] = offset;
    }
    if (!isFor(this.kind, id, text, this.excluded)) return -1;
    let score = 0;
    for (const { test, offsets } of words) {
      const wordScore = scoreWord(texts, row, text, test, offsets[this.#count] ?? 0);
      if (wordScore === 0) return -1;
      score += wordScore;
    }
    return score;
  }
}

/** True if the filters let a row through, and its text has none of the excluded words. */
export function isFor({ isFor: passes }: Kind, id: number, text: string, excluded: readonly WordTest[]): boolean {
  if (!passes(id)) return false;
  for (const test of excluded) if (canMatch(text, test)) return false;
  return true;
}
