import { CancelledError } from '../base/errors';
import type { Slice } from '../base/scheduler';
import { rowOf } from '../catalog/resourceTable';
import { canHaveGaps } from './gaps';
import type { ParsedQuery } from './parseQuery';
import type { RowTest } from './rowTests';
import type { SearchRows } from './searchRows';
import { canMatch, scoreWord, wordTest, type WordTest } from './wordTest';

export const bestScore = 64;
/** Number of rows between two checks of the clock. */
export const perLook = 128;

export type Signal = Pick<AbortSignal, 'aborted'>;

/** The rows of one kind that the words, the audience and the typed filters let through. */
export interface Matched {
  /** Ids. */
  readonly rows: readonly number[];
  /** By {@link rowOf row}: 0 where it does not match, else one more than its score. */
  readonly marks: Uint8Array;
}

/** One kind of rows, with its tests. */
export interface Kind {
  readonly rows: SearchRows;
  readonly isFor: RowTest;
}

/** Rows found before the choices are applied: facets count them, and the next key narrows them down. */
export interface Base {
  /** For each kind of rows. */
  readonly matched: readonly Matched[];
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
    const matched = this.kinds.map(({ rows }) => ({ rows: [], marks: new Uint8Array(rows.length) }));
    return { matched, outOf, words: this.query.words, unseen: [], gaps: [] };
  }

  async #scan(tests: readonly WordTest[], previous: Base | undefined): Promise<Base> {
    let outOf = 0;
    const matched: Matched[] = [];
    for (const [index, kind] of this.kinds.entries()) {
      const matches: number[] = [];
      const marks = new Uint8Array(kind.rows.length);
      const excluded = this.#excluded;
      outOf += await this.#eachRow(kind, previous?.matched[index]?.rows, (id) => {
        const score = scoreOf(kind, id, tests, excluded);
        if (score < 0) return;
        matches.push(id);
        marks[rowOf(id)] = Math.min(score, bestScore) + 1;
      });
      matched.push({ rows: matches, marks });
    }
    return { matched, outOf: previous?.outOf ?? outOf, words: this.query.words, unseen: [], gaps: [] };
  }

  async #findUnseen(tests: readonly WordTest[], unseenBefore: readonly string[]): Promise<string[]> {
    const isStillUnseen = ({ word }: WordTest): boolean => unseenBefore.some((shorter) => word.includes(shorter));
    const isAlone = tests.length === 1;
    let searched = isAlone ? [] : tests.filter((test) => !isStillUnseen(test));
    for (const kind of this.kinds) {
      const { texts } = kind.rows;
      if (searched.length === 0) break;
      await this.#eachRow(kind, undefined, (id) => {
        const text = texts.at(rowOf(id));
        if (searched.some((test) => canMatch(text, test)) && isFor(kind, id, text, this.#excluded))
          searched = searched.filter((test) => !canMatch(text, test));
      });
    }
    return tests.filter((test) => isAlone || searched.includes(test) || isStillUnseen(test)).map(({ word }) => word);
  }

  /** @returns number of visible rows */
  async #eachRow(
    { rows }: Kind,
    candidates: readonly number[] | undefined,
    visit: (id: number) => void,
  ): Promise<number> {
    const { signal, slice } = this;
    const count = candidates?.length ?? rows.length;
    let visible = 0;
    for (let index = 0; index < count; index += 1) {
      if (index % perLook === 0 && slice.isOver()) {
        await slice.next();
        if (signal.aborted) throw new CancelledError();
      }
      const id = candidates ? candidates[index] : rows.table.idAt(index);
      if (id === undefined || (candidates && !rows.table.has(id)) || !rows.isVisible(id)) continue;
      visible += 1;
      visit(id);
    }
    if (signal.aborted) throw new CancelledError();
    return visible;
  }
}

/**
 * True where the rows found with gaps contain all that can be found now: each word was searched for with gaps and has grown at its end, as
 * its beginning has to be that of a word. A word that occurred somewhere may occur nowhere now, and match with gaps in rows without the
 * earlier word.
 */
function canNarrow({ words, gaps }: Base, next: ParsedQuery): boolean {
  const hasGrown = (gap: string): boolean => next.words.some((word) => word.startsWith(gap));
  return gaps.length > 0 && gaps.length === words.length && gaps.every(hasGrown);
}

/** -1 when the filters or a word do not match. */
function scoreOf(kind: Kind, id: number, tests: readonly WordTest[], excluded: readonly WordTest[]): number {
  const { texts } = kind.rows;
  const row = rowOf(id);
  const text = tests.length + excluded.length > 0 ? texts.at(row) : '';
  let score = 0;
  for (const test of tests) {
    const wordScore = scoreWord(texts, row, text, test);
    if (wordScore === 0) return -1;
    score += wordScore;
  }
  return isFor(kind, id, text, excluded) ? score : -1;
}

function isFor({ isFor: passes }: Kind, id: number, text: string, excluded: readonly WordTest[]): boolean {
  return passes(id) && !excluded.some((test) => canMatch(text, test));
}
