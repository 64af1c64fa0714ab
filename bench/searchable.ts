// Shared by the search and completion benchmarks: a catalog of many resources, and an index over it whose slices are timed.
import { setImmediate } from 'node:timers/promises';
import { Emitter } from '../src/core/base/event';
import { Slice } from '../src/core/base/scheduler';
import type { Catalog } from '../src/core/catalog/catalog';
import { ImportanceOrder } from '../src/core/catalog/importanceOrder';
import { NameOrder } from '../src/core/catalog/nameOrder';
import { TemplateCatalog } from '../src/core/catalog/templates';
import { Normaliser } from '../src/core/mcp/lists/normalise';
import { newOrders } from '../src/core/search/resultOrder';
import { HiddenPlaces } from '../src/core/search/hiddenPlaces';
import { SearchIndex } from '../src/core/search/searchIndex';
import { Visibility } from '../src/core/search/visibility';
import { silent } from '../test/support/silent';
import { wireResource } from './wireResource.mjs';

const pageSize = 1_000;

/** Lists into a catalog page by page, as a session does. @returns the bytes of the list */
export function fill(catalog: Catalog, count: number): number {
  const writer = catalog.beginList('server');
  const normaliser = new Normaliser();
  let bytes = 0;
  for (let from = 0; from < count; from += pageSize) {
    const length = Math.min(pageSize, count - from);
    const text = JSON.stringify(Array.from({ length }, (_, index) => wireResource(from + index)));
    bytes += text.length;
    const items = (JSON.parse(text) as unknown[]).flatMap((raw) => normaliser.resource(raw) ?? []);
    writer.append({ items, dropped: 0, repaired: 0 });
  }
  writer.end({ kind: 'complete' });
  return bytes;
}

/** Creates slices and records the longest time one blocked the event loop since `reset`. */
class Watch {
  #longest = 0;
  #since = 0;

  readonly newSlice = (): Slice =>
    new Slice(
      () => performance.now(),
      async () => {
        this.#mark();
        await setImmediate();
        this.#since = performance.now();
      },
    );

  reset(): void {
    this.#longest = 0;
    this.#since = performance.now();
  }

  /** Returns the longest time in ms. */
  read(): number {
    this.#mark();
    return this.#longest;
  }

  #mark(): void {
    this.#longest = Math.max(this.#longest, performance.now() - this.#since);
  }
}

export interface Search {
  readonly index: SearchIndex;
  readonly watch: Watch;
}

export function newSearch(catalog: Catalog): Search {
  const watch = new Watch();
  const order = new ImportanceOrder(catalog, watch.newSlice);
  const { newSlice } = watch;
  const templates = new TemplateCatalog();
  const orders = newOrders(catalog, { priority: order, name: new NameOrder(catalog, newSlice) }, newSlice);
  const index = new SearchIndex({
    catalog,
    templates,
    orders,
    visibility: new Visibility(
      {
        base: { newSlice, log: silent },
        core: { catalog, templates, serverName: (id) => id },
        excluded: { value: () => [], onDidChange: new Emitter<void>().event },
      },
      new HiddenPlaces({ get: () => undefined, set: () => Promise.resolve() }),
    ),
    serverName: (id) => id,
    newSlice,
  });
  return { index, watch };
}
