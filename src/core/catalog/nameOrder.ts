import type { Slice } from '../base/scheduler';
import type { Catalog } from './catalog';
import { KeptOrder, type Sorting } from './keptOrder';
import { NameKeys } from './nameKeys';

const perLook = 512;

/** The ids of the catalog in the natural order of names, see {@link NameKeys}; equal names by URI, then by age in the catalog. */
export class NameOrder extends KeptOrder {
  constructor(catalog: Catalog, newSlice: () => Slice) {
    const sorting = new NameSorting(catalog);
    super(catalog, newSlice, (slice) => sorting.update(slice));
  }
}

/** Keeps a key for each resource, so that a page that arrives costs the keys of its own names. */
class NameSorting {
  readonly #alphabet = new NameKeys();
  #keys: string[] = [];
  #rewrites = 0;
  #sorting: Sorting | undefined;

  constructor(private readonly catalog: Catalog) {}

  async update(slice: Slice): Promise<Sorting> {
    const { rewrites, idLimit } = this.catalog;
    const isRewritten = rewrites !== this.#rewrites;
    const from = isRewritten ? 0 : this.#keys.length;
    await this.#eachName(from, idLimit, slice, (name) => this.#alphabet.learn(name));
    const isOtherAlphabet = await this.#alphabet.update(slice);
    const keys = isRewritten || isOtherAlphabet ? [] : this.#keys;
    await this.#eachName(keys.length, idLimit, slice, (name) => keys.push(this.#alphabet.key(name)));
    this.#rewrites = rewrites;
    if (keys !== this.#keys || !this.#sorting) this.#sorting = this.#newSorting(keys);
    this.#keys = keys;
    return this.#sorting;
  }

  async #eachName(from: number, to: number, slice: Slice, visit: (name: string) => void): Promise<void> {
    for (let id = from; id < to; id += 1) {
      if (id % perLook === 0 && slice.isOver()) await slice.next();
      visit(this.catalog.table.displayName(id));
    }
  }

  #newSorting(keys: readonly string[]): Sorting {
    const { table } = this.catalog;
    const compare = (a: number, b: number): number =>
      byCodeUnit(keys[a] ?? '', keys[b] ?? '') ||
      byCodeUnit(table.displayName(a), table.displayName(b)) ||
      byCodeUnit(table.uri(a), table.uri(b)) ||
      a - b;
    return { compare, perLook };
  }
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
