import type { Slice } from '../base/scheduler';
import type { Catalog } from './catalog';
import { byImportance, isCollated } from './order';

/** Ids sorted, or merged, before the clock is looked at: a few milliseconds, also with a collator, which is twenty times slower. */
const chunk = 2_048;
const collatedChunk = 256;

type Compare = (a: number, b: number) => number;

/**
 * The ids of the catalog in the default order, brought up to date when somebody asks. New resources are sorted among themselves and
 * merged in, so that a list of a hundred pages costs a hundred merges and not a hundred sorts.
 */
export class ImportanceOrder {
  #ids: Uint32Array = new Uint32Array();
  #sortedTo = 0;
  #rewrites = 0;
  #revision = -1;
  #isByCollator = true;
  #refreshing: Promise<void> | undefined;

  constructor(
    private readonly catalog: Catalog,
    private readonly newSlice: () => Slice,
  ) {}

  /** At least what the catalog had when this was called. Never changed after it was returned; may name what was removed meanwhile. */
  async ids(): Promise<Uint32Array> {
    const wanted = this.catalog.revision;
    // One that is under way may have begun before the last page.
    while (this.#revision < wanted) {
      this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
      await this.#refreshing;
    }
    return this.#ids;
  }

  async #refresh(): Promise<void> {
    const { revision, rewrites, idLimit, size, table } = this.catalog;
    const isByCollator = isCollated(size);
    const isAllNew = rewrites !== this.#rewrites || isByCollator !== this.#isByCollator;
    const slice = this.newSlice();
    const added: number[] = [];
    for (let id = isAllNew ? 0 : this.#sortedTo; id < idLimit; id += 1) if (table.has(id)) added.push(id);
    const compare = byImportance(table, isByCollator);
    const sorted = await sortInSlices(Uint32Array.from(added), compare, isByCollator ? collatedChunk : chunk, slice);
    this.#ids = isAllNew || this.#ids.length === 0 ? sorted : await merge(this.#ids, sorted, compare, slice);
    this.#sortedTo = idLimit;
    this.#rewrites = rewrites;
    this.#isByCollator = isByCollator;
    this.#revision = revision;
  }
}

/** Sorts runs of `length`, then merges them two by two. Uses up `ids`. */
async function sortInSlices(ids: Uint32Array, compare: Compare, length: number, slice: Slice): Promise<Uint32Array> {
  for (let from = 0; from < ids.length; from += length) {
    ids.subarray(from, from + length).sort(compare);
    if (slice.isOver()) await slice.next();
  }
  let sorted = ids;
  for (let run = length; run < ids.length; run *= 2) {
    const longer = new Uint32Array(ids.length);
    for (let from = 0; from < ids.length; from += 2 * run) {
      const middle = from + run;
      longer.set(
        await merge(sorted.subarray(from, middle), sorted.subarray(middle, middle + run), compare, slice),
        from,
      );
    }
    sorted = longer;
  }
  return sorted;
}

async function merge(a: Uint32Array, b: Uint32Array, compare: Compare, slice: Slice): Promise<Uint32Array> {
  const out = new Uint32Array(a.length + b.length);
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
    if (to % collatedChunk === 0 && slice.isOver()) await slice.next();
  }
  return out;
}
