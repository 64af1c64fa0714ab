// From a key to the ids of the results, against `includes` over a lower-cased copy of the same text: ratios of one run. And what the
// catalog keeps, against the bytes of the list.
import { setImmediate } from 'node:timers/promises';
import { Slice } from '../src/core/base/scheduler';
import { Catalog } from '../src/core/catalog/catalog';
import { ImportanceOrder } from '../src/core/catalog/importanceOrder';
import { Normaliser } from '../src/core/mcp/normalise';
import { SearchIndex } from '../src/core/search/searchIndex';
import { parseQuery } from '../src/core/search/searchQuery';
import { systemClock } from '../src/node/clock';

const phrases = ['order 1984', 'history of', 'regon 7 sh', 'details.js', 'INVOICE 42'];
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

/** One page as it would arrive. */
function page(from: number, count: number): string {
  return JSON.stringify(
    Array.from({ length: Math.min(pageSize, count - from) }, (_, index) => wireResource(from + index)),
  );
}

/** Lists into a catalog as a session does, page by page. @returns the bytes of the list */
function fill(catalog: Catalog, count: number): number {
  const writer = catalog.beginList('server');
  const normaliser = new Normaliser();
  let bytes = 0;
  for (let from = 0; from < count; from += pageSize) {
    const text = page(from, count);
    bytes += text.length;
    const items = (JSON.parse(text) as unknown[]).flatMap((raw) => normaliser.resource(raw) ?? []);
    writer.append({ items, dropped: 0, repaired: 0 });
  }
  writer.end({ kind: 'complete' });
  return bytes;
}

/** Hands out slices and remembers the longest time between two breaths. */
class Watch {
  longest = 0;
  #since = performance.now();

  readonly newSlice = (): Slice =>
    new Slice(
      () => performance.now(),
      async () => {
        this.mark();
        await setImmediate();
        this.#since = performance.now();
      },
    );

  begin(): void {
    this.longest = 0;
    this.#since = performance.now();
  }

  mark(): void {
    this.longest = Math.max(this.longest, performance.now() - this.#since);
  }
}

interface Keys {
  readonly cold: number;
  readonly warm: number;
  readonly p50: number;
  readonly max: number;
}

async function typing(search: (text: string) => Promise<unknown> | unknown): Promise<Keys> {
  const time = async (text: string): Promise<number> => {
    const start = performance.now();
    await search(text);
    return performance.now() - start;
  };
  const firstKey = phrases[0]?.slice(0, 1) ?? '';
  const cold = await time(firstKey);
  await time('');
  const warm = await time(firstKey);
  const keys: number[] = [];
  for (let round = 0; round < 3; round += 1)
    for (const phrase of phrases)
      for (let length = 1; length <= phrase.length; length += 1) keys.push(await time(phrase.slice(0, length)));
  keys.sort((a, b) => a - b);
  return { cold, warm, p50: keys[keys.length >> 1] ?? 0, max: keys.at(-1) ?? 0 };
}

function lowerCased(catalog: Catalog): string[] {
  const texts: string[] = [];
  for (const { title, name, uri, description } of catalog.resourcesOf('server'))
    texts.push(`${title ?? ''}\n${name}\n${uri}\n${description ?? ''}`.toLowerCase());
  return texts;
}

async function measure(count: number): Promise<void> {
  const catalog = new Catalog(systemClock);
  fill(catalog, count);
  const watch = new Watch();
  const order = new ImportanceOrder(catalog, watch.newSlice);
  const index = new SearchIndex(catalog, order, () => true, watch.newSlice);
  const signal = { aborted: false };
  let slice = 0;
  const ours = await typing(async (text) => {
    watch.begin();
    await index.search(parseQuery({ text, audience: 'all' }), signal);
    watch.mark();
    slice = Math.max(slice, watch.longest);
  });
  const texts = lowerCased(catalog);
  const floor = await typing((text) => {
    const parts = text.toLowerCase().split(' ').filter(Boolean);
    return texts.filter((one) => parts.every((part) => one.includes(part))).length;
  });
  const ratio = (key: keyof Keys): string =>
    `${key} ${ours[key].toFixed(1)}/${floor[key].toFixed(1)} ms = ${(ours[key] / floor[key]).toFixed(2)}x`;
  console.log(
    `${`search in ${count}`.padEnd(18)} ${ratio('cold')}   ${ratio('warm')}   ${ratio('p50')}   ${ratio('max')}   longest slice ${slice.toFixed(1)} ms`,
  );
  catalog.dispose();
}

async function heapUsed(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await setImmediate();
    globalThis.gc?.();
  }
  const { heapUsed: onHeap, arrayBuffers } = process.memoryUsage();
  return onHeap + arrayBuffers;
}

async function memory(count: number): Promise<void> {
  const before = await heapUsed();
  const catalog = new Catalog(systemClock);
  const bytes = fill(catalog, count);
  const kept = (await heapUsed()) - before;
  const watch = new Watch();
  const order = new ImportanceOrder(catalog, watch.newSlice);
  await order.ids();
  const ordered = (await heapUsed()) - before;
  const index = new SearchIndex(catalog, order, () => true, watch.newSlice);
  for (const text of phrases) await index.search(parseQuery({ text, audience: 'all' }), { aborted: false });
  const searched = (await heapUsed()) - before;
  const share = (heap: number): string => `${(heap / 1e6).toFixed(1)} MB = ${(heap / bytes).toFixed(2)}x`;
  console.log(
    `heap for ${count} (${(bytes / 1e6).toFixed(1)} MB)`.padEnd(28),
    `catalog ${share(kept)}   with order ${share(ordered)}   searched ${share(searched)}   ${(kept / count).toFixed(0)} bytes each`,
  );
  if ([...catalog.resourcesOf('server')].length !== count || index === undefined)
    throw new Error('The list is not whole');
  catalog.dispose();
}

for (const count of [1_000, 10_000, 100_000]) await measure(count);
if (globalThis.gc) await memory(100_000);
else console.log('Run with --expose-gc to measure memory');
