import type { Slice } from '../base/scheduler';
import type { Catalog } from './catalog';
import { byImportance, type Compare } from './order';

const chunk = 4_096;

/**
 * The ids of the catalog in the default order, brought up to date when somebody asks. New resources are sorted among themselves and
 * merged in, so that a list of a hundred pages costs a hundred merges and not a hundred sorts.
 */
export class ImportanceOrder {
  #ids: readonly number[] = [];
  #sortedTo = 0;
  #rewrites = 0;
  #revision = -1;
  #refreshing: Promise<readonly number[]> | undefined;

  constructor(
    private readonly catalog: Catalog,
    private readonly newSlice: () => Slice,
  ) {}

  /** Never changed after it was returned. May still name resources that were removed meanwhile. */
  async ids(): Promise<readonly number[]> {
    if (this.#revision === this.catalog.revision) return this.#ids;
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #refresh(): Promise<readonly number[]> {
    const { revision, rewrites, idLimit } = this.catalog;
    const isAllNew = rewrites !== this.#rewrites;
    const added: number[] = [];
    for (let id = isAllNew ? 0 : this.#sortedTo; id < idLimit; id += 1) if (this.catalog.resource(id)) added.push(id);
    const compare = this.#compareIds(byImportance(this.catalog.size));
    const slice = this.newSlice();
    const sorted = await sortInSlices(added, compare, slice);
    this.#ids = isAllNew || this.#ids.length === 0 ? sorted : await merge(this.#ids, sorted, compare, slice);
    this.#sortedTo = idLimit;
    this.#rewrites = rewrites;
    this.#revision = revision;
    return this.#ids;
  }

  /** A resource that is removed while others are sorted compares as the last: it is skipped by every reader anyway. */
  #compareIds(compare: Compare): (a: number, b: number) => number {
    return (a, b) => {
      const first = this.catalog.resource(a);
      const second = this.catalog.resource(b);
      if (first && second) return compare(first, second) || a - b;
      return (first ? 0 : 1) - (second ? 0 : 1) || a - b;
    };
  }
}

async function sortInSlices(
  ids: number[],
  compare: (a: number, b: number) => number,
  slice: Slice,
): Promise<readonly number[]> {
  let runs: (readonly number[])[] = [];
  for (let from = 0; from < ids.length; from += chunk) {
    runs.push(ids.slice(from, from + chunk).sort(compare));
    if (slice.isOver()) await slice.next();
  }
  while (runs.length > 1) {
    const longer: (readonly number[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [first = [], second] = runs.slice(at, at + 2);
      longer.push(second ? await merge(first, second, compare, slice) : first);
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

async function merge(
  a: readonly number[],
  b: readonly number[],
  compare: (a: number, b: number) => number,
  slice: Slice,
): Promise<readonly number[]> {
  const out = new Array<number>(a.length + b.length);
  let fromA = 0;
  let fromB = 0;
  for (let to = 0; to < out.length; to += 1) {
    const nextA = a[fromA];
    const nextB = b[fromB];
    if (nextB === undefined || (nextA !== undefined && compare(nextA, nextB) <= 0)) {
      out[to] = nextA ?? 0;
      fromA += 1;
    } else {
      out[to] = nextB;
      fromB += 1;
    }
    if (to % chunk === 0 && slice.isOver()) await slice.next();
  }
  return out;
}
