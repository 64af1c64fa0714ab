import type { Slice } from '../base/scheduler';
import type { Catalog } from './catalog';
import { KeptOrder, type Sorting } from './keptOrder';
import { NameKeys } from './nameKeys';
import { byCodeUnit } from './order';
import { rowOf } from './resourceTable';

const perLook = 512;

/** The ids of the catalog in the natural order of names, see {@link NameKeys}; equal names by URI, then by age in the catalog. */
export class NameOrder extends KeptOrder {
  constructor(catalog: Catalog, newSlice: () => Slice) {
    const sorting = new NameSorting(catalog);
    super(catalog, newSlice, (slice) => sorting.update(slice));
  }
}

/** Caches a sort key for each resource, so that a new page only computes keys for its own names. */
class NameSorting {
  readonly #alphabet = new NameKeys();
  /** By row. */
  #keys: string[] = [];
  /** The catalog's additions that have a key. */
  #knownTo = 0;
  #rewrites = 0;
  #sorting: Sorting | undefined;

  constructor(private readonly catalog: Catalog) {}

  async update(slice: Slice): Promise<Sorting> {
    const { rewrites, additions } = this.catalog.table;
    const from = rewrites === this.#rewrites ? this.#knownTo : 0;
    await this.#eachName(from, additions, slice, (name) => this.#alphabet.learn(name));
    const isOtherAlphabet = await this.#alphabet.update(slice);
    const isAllNew = from === 0 || isOtherAlphabet;
    const keys = isAllNew ? [] : this.#keys;
    // Filled without gaps: an array written far beyond its end turns into a hash table.
    while (keys.length < this.catalog.table.length) keys.push('');
    await this.#eachName(isAllNew ? 0 : from, additions, slice, (name, row) => {
      keys[row] = this.#alphabet.key(name);
    });
    this.#rewrites = rewrites;
    this.#knownTo = additions;
    if (keys !== this.#keys || !this.#sorting) this.#sorting = this.#newSorting(keys);
    this.#keys = keys;
    return this.#sorting;
  }

  /** The names of resources that were added after so many additions, and not after the others. */
  async #eachName(from: number, to: number, slice: Slice, visit: (name: string, row: number) => void): Promise<void> {
    const { table } = this.catalog;
    for (let row = 0; row < table.length; row += 1) {
      if (row % perLook === 0 && slice.isOver()) await slice.next();
      const id = table.idAt(row);
      if (id !== undefined && table.isNewerThan(row, from) && !table.isNewerThan(row, to))
        visit(table.displayName(id), row);
    }
  }

  #newSorting(keys: readonly string[]): Sorting {
    const { table } = this.catalog;
    const compare = (a: number, b: number): number =>
      byCodeUnit(keys[rowOf(a)] ?? '', keys[rowOf(b)] ?? '') ||
      byCodeUnit(table.displayName(a), table.displayName(b)) ||
      byCodeUnit(table.uri(a), table.uri(b)) ||
      a - b;
    return { compare, perLook };
  }
}
