import type { Slice } from '../base/scheduler';
import type { Catalog } from './catalog';
import { KeptOrder } from './keptOrder';

/** The ids of the catalog as their servers list them. Those of several servers are mixed. */
export class ServerOrder extends KeptOrder {
  constructor(catalog: Catalog, newSlice: () => Slice) {
    // A list that comes again can put everything elsewhere and count as no other change: what was sorted is worth nothing.
    super(catalog, newSlice, () => ({
      compare: (a, b) => catalog.placeOf(a) - catalog.placeOf(b) || a - b,
      perLook: 2_048,
    }));
  }
}
