import { CancelledError } from '../base/errors';
import type { Slice } from '../base/scheduler';
import { canHaveGaps } from './gaps';
import type { ParsedQuery } from './parseQuery';
import { isFor, RowScan, type BaseMatched, type Kind } from './rowScan';
import { canMatch, wordTest, type WordTest } from './wordTest';

/** Number of rows between two checks of the clock. */
export const perLook = 128;

export type Signal = Pick<AbortSignal, 'aborted'>;

/** Rows found before the choices are applied: facets count them, and the next key narrows them down. */
export interface Base {
  /** For each kind of rows. */
  readonly matched: readonly BaseMatched[];
  /** Visible rows, whatever the query. */
  readonly outOf: number;
  readonly words: readonly string[];
  /** Words that occur in none of the rows that the filters let through. */
  readonly unseen: readonly string[];
  /** Those words again, where their characters were searched for with gaps between them. */
  readonly gaps: readonly string[];
}

/** Searches rows for the words of a query, in slices. */
export class BaseSearch {
  readonly #excluded: readonly WordTest[];

  constructor(
    private readonly query: ParsedQuery,
    private readonly kinds: readonly Kind[],
    private readonly slice: Slice,
    private readonly signal: Signal,
  ) {
    this.#excluded = query.excluded.map((word) => wordTest(word));
  }

  /** @param previous result of a query that this one narrows down */
  async run(previous: Base | undefined): Promise<Base> {
    if (this.query.words.length > 0) for (const { rows } of this.kinds) rows.texts.use();
    const tests = this.query.words.map((word) => wordTest(word));
    const plain = previous && previous.gaps.length > 0 ? this.#nothing(previous) : await this.#scan(tests, previous);
    if (this.query.words.length === 0 || plain.matched.some(({ rows }) => rows.length > 0)) return plain;
    const unseen = await this.#findUnseen(tests, previous?.unseen ?? []);
    const isHopeless = unseen.length === 0 || unseen.some((word) => this.query.phrases.has(word) || !canHaveGaps(word));
    if (isHopeless) return { ...plain, unseen };
    const gapTests = tests.map(({ word }) => wordTest(word, unseen.includes(word)));
    const { matched } = await this.#scan(gapTests, previous && canNarrow(previous, this.query) ? previous : undefined);
    return { ...plain, matched, unseen, gaps: unseen };
  }

  /** A word that occurs nowhere does not occur when it grows. */
  #nothing({ outOf }: Base): Base {
    const matched = this.kinds.map(({ rows }) => ({
      rows: new Uint32Array(),
      marks: new Uint8Array(rows.length),
      offsets: [],
    }));
    return { matched, outOf, words: this.query.words, unseen: [], gaps: [] };
  }

  async #scan(tests: readonly WordTest[], previous: Base | undefined): Promise<Base> {
    let outOf = 0;
    const matched: BaseMatched[] = [];
    for (const [index, kind] of this.kinds.entries()) {
      const previousMatched = previous?.matched[index];
      const narrowed = previous && previousMatched ? { words: previous.words, matched: previousMatched } : undefined;
      const scan = new RowScan(kind, tests, this.#excluded, narrowed);
      await this.#inParts(scan.length, (from, to) => scan.test(from, to));
      outOf += scan.visible;
      matched.push(scan.matched);
    }
    return { matched, outOf: previous?.outOf ?? outOf, words: this.query.words, unseen: [], gaps: [] };
  }

  async #findUnseen(tests: readonly WordTest[], unseenBefore: readonly string[]): Promise<string[]> {
    const isStillUnseen = ({ word }: WordTest): boolean => unseenBefore.some((shorter) => word.includes(shorter));
    const isAlone = tests.length === 1;
    let searched = isAlone ? [] : tests.filter((test) => !isStillUnseen(test));
    for (const kind of this.kinds) {
      const { rows } = kind;
      if (searched.length === 0) break;
      await this.#inParts(rows.length, (from, to) => {
        for (let row = from; row < to; row += 1) {
          const id = rows.table.idAt(row);
          if (id === undefined || !rows.isVisible(id)) continue;
          const text = rows.texts.at(row);
          if (searched.some((test) => canMatch(text, test)) && isFor(kind, id, text, this.#excluded))
            searched = searched.filter((test) => !canMatch(text, test));
        }
      });
    }
    return tests.filter((test) => isAlone || searched.includes(test) || isStillUnseen(test)).map(({ word }) => word);
  }

  /** Looks at the clock, and for a newer search, between parts of `count` rows. */
  async #inParts(count: number, visit: (from: number, to: number) => void): Promise<void> {
    const { signal, slice } = this;
    for (let from = 0; from < count; from += perLook) {
      if (slice.isOver()) {
        await slice.next();
        if (signal.aborted) throw new CancelledError();
      }
      visit(from, Math.min(from + perLook, count));
    }
    if (signal.aborted) throw new CancelledError();
  }
}

/**
 * True if the rows found with gaps contain all that can be found now: each word was searched for with gaps and has grown at its end, as
 * its beginning has to be that of a word. A word that occurred somewhere may occur nowhere now, and match with gaps in rows without the
 * earlier word.
 */
function canNarrow({ words, gaps }: Base, next: ParsedQuery): boolean {
  const hasGrown = (gap: string): boolean => next.words.some((word) => word.startsWith(gap));
  return gaps.length > 0 && gaps.length === words.length && gaps.every(hasGrown);
}
