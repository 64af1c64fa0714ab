// Measures a search from the key press to the ids of the results, against `includes` over a lower-cased copy of the same text: ratios of medians from
// one run. Also measures the catalog's memory, against the bytes of the list.
import { setImmediate } from 'node:timers/promises';
import { Catalog } from '../src/core/catalog/catalog';
import { countFacets } from '../src/core/search/facets';
import { parseQuery } from '../src/core/search/parseQuery';
import type { FacetChoice, SortOrder } from '../src/shared/protocol';
import { emptyQuery } from '../src/shared/searchQuery';
import { fill, newSearch, type Search } from './searchable';
import { median } from './median';

/** Ten letters each: two words, a word that only descriptions have, a typing error, the end of a URI, a word in capitals. */
const phrases = ['order 1984', 'history of', 'regon 7 sh', 'details.js', 'INVOICE 42'];
const rounds = Number(process.env['ROUNDS'] ?? 5);

/** @returns time until the result and its longest slice, in ms */
async function ours({ index, watch }: Search, text: string): Promise<{ time: number; slice: number }> {
  watch.reset();
  const start = performance.now();
  await index.search(parseQuery({ ...emptyQuery, text }, Date.now()), 'relevance', { aborted: false });
  return { time: performance.now() - start, slice: watch.read() };
}

function least(texts: readonly string[], text: string): number {
  const start = performance.now();
  const parts = text.toLowerCase().split(' ').filter(Boolean);
  const results = texts.filter((one) => parts.every((part) => one.includes(part)));
  return results.length >= 0 ? performance.now() - start : 0;
}

function lowerCased(catalog: Catalog): string[] {
  const texts: string[] = [];
  for (const { title = '', name, uri, description = '' } of catalog.resourcesOf('server'))
    texts.push(`${title}\n${name}\n${uri}\n${description}`.toLowerCase());
  return texts;
}

/** The query after each key: every phrase letter by letter. */
const keys = phrases.flatMap((phrase) => Array.from(phrase, (_, at) => phrase.slice(0, at + 1)));

/**
 * Measures the first key over a list, before any word was searched for and again after an empty query: there are no results to narrow, so
 * everything is computed. The empty query comes first, as in the panel, which shows all resources before a user can type.
 */
async function firstKey(
  count: number,
): Promise<Record<'cold' | 'coldFloor' | 'coldSlice' | 'warm' | 'warmFloor', number>> {
  const [key = ''] = keys;
  const all = { cold: [], coldFloor: [], coldSlice: [], warm: [], warmFloor: [] } as Record<string, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    const catalog = new Catalog();
    fill(catalog, count);
    const search = newSearch(catalog);
    await ours(search, '');
    globalThis.gc?.();
    const cold = await ours(search, key);
    await ours(search, '');
    const warm = await ours(search, key);
    const start = performance.now();
    const texts = lowerCased(catalog);
    least(texts, key);
    const coldFloor = performance.now() - start;
    const one = { cold: cold.time, coldFloor, coldSlice: cold.slice, warm: warm.time, warmFloor: least(texts, key) };
    for (const [name, value] of Object.entries(one)) all[name]?.push(value);
    catalog.dispose();
  }
  const of = (name: string): number => median(all[name] ?? []);
  return {
    cold: of('cold'),
    coldFloor: of('coldFloor'),
    coldSlice: of('coldSlice'),
    warm: of('warm'),
    warmFloor: of('warmFloor'),
  };
}

async function typing(count: number): Promise<void> {
  const first = await firstKey(count);
  const catalog = new Catalog();
  fill(catalog, count);
  const search = newSearch(catalog);
  const texts = lowerCased(catalog);
  const times = keys.map((): { ours: number[]; slices: number[]; floor: number[] } => ({
    ours: [],
    slices: [],
    floor: [],
  }));
  for (let round = -1; round < rounds; round += 1) {
    for (const [at, key] of keys.entries()) {
      const { time, slice } = await ours(search, key);
      if (round < 0) continue;
      times[at]?.ours.push(time);
      times[at]?.slices.push(slice);
    }
    for (const [at, key] of keys.entries()) if (round >= 0) times[at]?.floor.push(least(texts, key));
  }
  const our = times.map((key) => median(key.ours));
  const floor = times.map((key) => median(key.floor));
  const slice = Math.max(first.coldSlice, ...times.map((key) => median(key.slices)));
  const ratio = (name: string, mine: number, theirs: number): string =>
    `${name} ${mine.toFixed(1)}/${theirs.toFixed(1)} ms = ${(mine / theirs).toFixed(1)}x`;
  const columns = [
    ratio('first key cold', first.cold, first.coldFloor),
    ratio('warm', first.warm, first.warmFloor),
    ratio('key p50', median(our), median(floor)),
    ratio('max', Math.max(...our), Math.max(...floor)),
    `longest slice ${slice.toFixed(1)} ms`,
  ];
  console.log(`search in ${count}`.padEnd(20), columns.join('   '));
  catalog.dispose();
}

/** Returns the shortest time of `rounds` runs after a warm-up, in ms. */
async function best(work: () => Promise<unknown> | undefined): Promise<number> {
  const times: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const start = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - start);
  }
  return median(times);
}

interface Row {
  readonly title: string;
  readonly size: number;
  readonly modified: number;
  readonly scheme: string;
  readonly mimeType: string;
}

function plainRows(catalog: Catalog): Row[] {
  const rows: Row[] = [];
  for (const { title = '', size = 0, lastModified = 0, uri, mimeType = '' } of catalog.resourcesOf('server'))
    rows.push({ title, size, modified: lastModified, scheme: uri.slice(0, uri.indexOf(':')), mimeType });
  return rows;
}

/** The least work that counting needs: a map for each facet. */
function leastCounts(rows: readonly Row[]): number {
  const counts = [new Map<string, number>(), new Map<string, number>()];
  for (const { scheme, mimeType } of rows)
    for (const [at, value] of [scheme, mimeType].entries()) counts[at]?.set(value, (counts[at].get(value) ?? 0) + 1);
  return counts.length;
}

/** Compares characters with gaps with `includes` for the same word, and filters, facets and sorts with plain loops over plain objects. */
async function beyondWords(count: number): Promise<void> {
  const catalog = new Catalog();
  fill(catalog, count);
  const search = newSearch(catalog);
  const texts = lowerCased(catalog);
  const rows = plainRows(catalog);
  const { watch, index } = search;
  const find = (text: string, sort: SortOrder = 'relevance', choices: readonly FacetChoice[] = []) =>
    index.search(parseQuery({ ...emptyQuery, text, choices }, Date.now()), sort, { aborted: false });
  const slices: number[] = [];
  const cost = async (name: string, work: () => Promise<unknown>, floor: () => unknown): Promise<string> => {
    const longest: number[] = [];
    const mine = await best(async () => {
      watch.reset();
      await work();
      longest.push(watch.read());
    });
    slices.push(median(longest));
    const theirs = await best(() => void floor());
    return `${name} ${mine.toFixed(1)}/${theirs.toFixed(1)} ms = ${(mine / theirs).toFixed(1)}x`;
  };
  // Without the reset the search would narrow the previous results.
  const anew = async (text: string, sort?: SortOrder): Promise<void> => {
    index.reset();
    await find(text, sort);
  };
  const start = performance.now();
  await find('', 'name');
  const firstName = performance.now() - start;
  const choices = [{ facet: 'type', value: 'json' }] as const;
  const { view } = await find('', 'relevance', choices);
  const facets = () => {
    const parts = { choices, serverName: (id: string) => id, now: Date.now(), slice: watch.newSlice() };
    return countFacets(view, { ...parts, signal: { aborted: false } });
  };
  const bySize = () => [...rows].sort((a, b) => b.size - a.size);
  const columns = [
    await cost(
      'gaps',
      () => anew('ordnmbr'),
      () => least(texts, 'ordnmbr'),
    ),
    await cost(
      'filters',
      () => anew('type:json priority:>0.5 changed:>1d'),
      () => rows.filter((row) => row.size > 9),
    ),
    await cost('facets', facets, () => leastCounts(rows)),
    await cost('by size', () => anew('', 'size'), bySize),
    await cost(
      'by name',
      () => anew('', 'name'),
      () => [...rows].sort((a, b) => (a.title < b.title ? -1 : 1)),
    ),
  ];
  console.log(
    `beyond in ${count}`.padEnd(20),
    [...columns, `first by name ${firstName.toFixed(0)} ms`, `longest slice ${Math.max(...slices).toFixed(1)} ms`].join(
      '   ',
    ),
  );
  catalog.dispose();
}

/** Returns the bytes of the JavaScript heap and of the array buffers outside it. */
async function memoryUsed(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await setImmediate();
    globalThis.gc?.();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function memory(count: number): Promise<void> {
  const before = await memoryUsed();
  const catalog = new Catalog();
  const bytes = fill(catalog, count);
  const kept = (await memoryUsed()) - before;
  const search = newSearch(catalog);
  for (const phrase of phrases) await ours(search, phrase);
  const searched = (await memoryUsed()) - before;
  const share = (name: string, used: number): string =>
    `${name} ${(used / 1e6).toFixed(1)}/${(bytes / 1e6).toFixed(1)} MB = ${(used / bytes).toFixed(2)}x`;
  const columns = [
    share('catalog', kept),
    share('with order and search', searched),
    `${(kept / count).toFixed(0)} bytes each`,
  ];
  console.log(`memory of ${count}`.padEnd(20), columns.join('   '));
  // Keeps everything reachable until here.
  if (catalog.table.size !== count) throw new Error('The list is not whole');
  await ours(search, '');
  catalog.dispose();
}

for (const count of [1_000, 10_000, 100_000]) await typing(count);
for (const count of [10_000, 100_000]) await beyondWords(count);
if (globalThis.gc) await memory(100_000);
else console.log('Run with --expose-gc to measure memory');
