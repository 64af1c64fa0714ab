// What benches of the search and of what builds on it share: a catalog of many resources, and an index over it whose slices are watched.
import { setImmediate } from 'node:timers/promises';
import { Slice } from '../src/core/base/scheduler';
import type { Catalog } from '../src/core/catalog/catalog';
import { ImportanceOrder } from '../src/core/catalog/importanceOrder';
import { NameOrder } from '../src/core/catalog/nameOrder';
import { TemplateCatalog } from '../src/core/catalog/templates';
import { Normaliser } from '../src/core/mcp/normalise';
import { newOrders } from '../src/core/search/resultOrder';
import { SearchIndex } from '../src/core/search/searchIndex';
import { systemClock } from '../src/node/clock';

const pageSize = 1_000;
const words = ['order', 'invoice', 'customer', 'shipment', 'ticket', 'product', 'report', 'payment'];

/** About 403 bytes on the wire with all fields and annotations set. */
function wireResource(index: number): object {
  const word = words[index % words.length] ?? '';
  const name = `${word}-${index}`;
  return {
    uri: `shop://region-${index % 40}/${word}s/${name}/details.json`,
    name,
    title: `The ${word} number ${index} of region ${index % 40}`,
    description: `Everything that is known about ${word} ${index}: its state, its history, who changed it last and what it is linked to.`,
    mimeType: index % 3 === 0 ? 'application/json' : 'text/markdown',
    size: 1_000 + ((index * 37) % 90_000),
    annotations: {
      audience: index % 4 === 0 ? ['user'] : index % 4 === 1 ? ['assistant'] : ['user', 'assistant'],
      priority: ((index * 7) % 101) / 100,
      lastModified: new Date(1_780_000_000_000 + index * 60_000).toISOString(),
    },
  };
}

/** Lists into a catalog as a session does, page by page. @returns the bytes of the list */
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

/** Hands out slices, and knows the longest time between two breaths since it was reset. */
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

  /** Milliseconds. */
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
  const orders = newOrders(catalog, { priority: order, name: new NameOrder(catalog, newSlice) }, newSlice);
  const index = new SearchIndex({
    catalog,
    templates: new TemplateCatalog(systemClock),
    orders,
    visibility: { isVisible: () => true, isUriVisible: () => true },
    serverName: (id) => id,
    newSlice,
  });
  return { index, watch };
}
