import type { Slice } from '../base/scheduler';
import type { Catalog } from './catalog';

/** A comparison of ids. The same object means that ids sorted by it are still sorted. */
export interface Sorting {
  /** Below 0 if `a` comes first; never 0 for two ids. */
  readonly compare: (a: number, b: number) => number;
  /** Number of ids sorted between two checks of the clock: a few milliseconds. */
  readonly perLook: number;
}

/** Rows looked at between two checks of the clock. */
const rowsPerLook = 4_096;
/** Number of ids merged between two checks of the clock. */
const mergedPerLook = 256;

/**
 * The ids of the catalog in one order, brought up to date on demand. New resources are sorted among themselves and merged in, so
 * that a list of a hundred pages costs a hundred merges and not a hundred sorts.
 */
export class KeptOrder {
  #ids: Uint32Array = new Uint32Array();
  /** The catalog's additions at the last sort. */
  #sortedTo = 0;
  #rewrites = 0;
  #revision = -1;
  #sorting: Sorting | undefined;
  #refreshing: Promise<void> | undefined;

  /** @param sortingOf called before every sort */
  constructor(
    private readonly catalog: Catalog,
    private readonly newSlice: () => Slice,
    private readonly sortingOf: (slice: Slice) => Sorting | Promise<Sorting>,
  ) {}

  /** At least the ids that the catalog had when this was called. The array is never changed afterwards; it may name removed resources. */
  async ids(): Promise<Uint32Array> {
    const targetRevision = this.catalog.revision;
    // A refresh under way may have begun before the last page.
    while (this.#revision < targetRevision) {
      this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
      await this.#refreshing;
    }
    return this.#ids;
  }

  async #refresh(): Promise<void> {
    const { revision, table } = this.catalog;
    const { rewrites, additions } = table;
    const slice = this.newSlice();
    const sorting = await this.sortingOf(slice);
    const isAllNew = rewrites !== this.#rewrites || sorting !== this.#sorting;
    const added: number[] = [];
    for (let row = 0; row < table.length; row += 1) {
      if (row % rowsPerLook === 0 && slice.isOver()) await slice.next();
      const id = table.idAt(row);
      if (id === undefined || table.isNewerThan(row, additions)) continue;
      if (isAllNew || table.isNewerThan(row, this.#sortedTo)) added.push(id);
    }
    const sorted = await sortInSlices(Uint32Array.from(added), sorting, slice);
    this.#ids = isAllNew || this.#ids.length === 0 ? sorted : await merge(this.#ids, sorted, sorting, slice);
    this.#sortedTo = additions;
    this.#rewrites = rewrites;
    this.#sorting = sorting;
    this.#revision = revision;
  }
}

/** Sorts runs, then merges them two by two. Uses up `ids`. */
export async function sortInSlices(ids: Uint32Array, sorting: Sorting, slice: Slice): Promise<Uint32Array> {
  const { compare, perLook } = sorting;
  for (let from = 0; from < ids.length; from += perLook) {
    ids.subarray(from, from + perLook).sort(compare);
    if (slice.isOver()) await slice.next();
  }
  let sorted = ids;
  for (let run = perLook; run < ids.length; run *= 2) {
    const longer = new Uint32Array(ids.length);
    for (let from = 0; from < ids.length; from += 2 * run) {
      const middle = from + run;
      longer.set(
        await merge(sorted.subarray(from, middle), sorted.subarray(middle, middle + run), sorting, slice),
        from,
      );
    }
    sorted = longer;
  }
  return sorted;
}

async function merge(a: Uint32Array, b: Uint32Array, { compare }: Sorting, slice: Slice): Promise<Uint32Array> {
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
    if (to % mergedPerLook === 0 && slice.isOver()) await slice.next();
  }
  return out;
}
