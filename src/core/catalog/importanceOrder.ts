import type { Slice } from '../base/scheduler';
import type { Catalog } from './catalog';
import { KeptOrder, type Sorting } from './keptOrder';
import { byImportance, isCollated } from './order';

/** The ids of the catalog in the default order. */
export class ImportanceOrder extends KeptOrder {
  constructor(catalog: Catalog, newSlice: () => Slice) {
    const { table } = catalog;
    const byCodeUnit: Sorting = { compare: byImportance(table, false), perLook: 2_048 };
    // A collator is twenty times slower than comparing code units.
    const byCollator: Sorting = { compare: byImportance(table, true), perLook: 256 };
    super(catalog, newSlice, () => (isCollated(catalog.size) ? byCollator : byCodeUnit));
  }
}
