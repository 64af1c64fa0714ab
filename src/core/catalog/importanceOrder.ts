import type { Slice } from '../base/scheduler';
import { ActiveFirst } from './activeFirst';
import type { Activity } from './activity';
import type { Catalog } from './catalog';
import { KeptOrder, type Sorting } from './keptOrder';
import { byImportance, isCollated } from './order';

/** The ids of the catalog in the default order: by priority and last change, then used and changed ones first, then by name. */
export class ImportanceOrder extends ActiveFirst {
  /** The default order without use and changes: for choices that must not depend on these. */
  readonly byAnnotations: KeptOrder;

  constructor(catalog: Catalog, newSlice: () => Slice, activity: Pick<Activity, 'settled'> = { settled: new Map() }) {
    const { table } = catalog;
    const byCodeUnit: Sorting = { compare: byImportance(table, false), perLook: 2_048 };
    // A collator is twenty times slower than comparing code units.
    const byCollator: Sorting = { compare: byImportance(table, true), perLook: 256 };
    const sorted = new KeptOrder(catalog, newSlice, () => (isCollated(catalog.table.size) ? byCollator : byCodeUnit));
    super(catalog, sorted, (a, b) => table.compareImportance(a, b), activity);
    this.byAnnotations = sorted;
  }
}
