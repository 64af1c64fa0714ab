import type { Slice } from '../base/scheduler';
import type { Catalog } from './catalog';
import { KeptOrder } from './keptOrder';

/** The ids of the catalog as their servers list them. Resources of several servers are mixed. */
export class ServerOrder extends KeptOrder {
  constructor(catalog: Catalog, newSlice: () => Slice) {
    // A repeated list can move everything without counting as another change, so earlier sorting is discarded.
    super(catalog, newSlice, () => ({
      compare: (a, b) => catalog.table.positionOf(a) - catalog.table.positionOf(b) || a - b,
      perLook: 2_048,
    }));
  }
}
