import { describe, expect, it } from 'vitest';
import {
  facetNames,
  sortOrders,
  type FacetChoice,
  type SearchQuery,
  type SortOrder,
} from '../../../src/shared/protocol';
import { byImportance } from '../../../src/core/catalog/order';
import { isTemplateId, type TemplateCatalog } from '../../../src/core/catalog/templates';
import type { Catalog } from '../../../src/core/catalog/catalog';
import type { Resource, ResourceTemplate } from '../../../src/core/resource/resource';
import type { SearchCopy } from '../../../src/core/panel/searchCopy';
import { countFacets } from '../../../src/core/search/facets';
import { CountedSlices, listAll, newCatalog, pickFrom, resource, seeded, template } from '../catalog/fixtures';
import { TemplateCatalog as Templates } from '../../../src/core/catalog/templates';
import { emptyQuery } from '../../../src/shared/searchQuery';
import { idsInCopy, keyBefore, newSource, rowsOf, update } from './copies';
import { choice, day, going, listTemplates, newIndex, now, parsed } from './fixtures';
import { NaiveSearch, thing, type Thing } from './naive';

const servers = ['shop', 'shop 2', 'wiki'];
const words = ['order', 'Orders', 'reorder', 'schema', 'Sales', 'customerOrder', 'a', '42', 'x-7', 'Draft'];
/** Texts that a user may have typed before, key by key. */
const steps: readonly string[] = [
  ...['o', 'or', 'ord', 'orde', 'order', 'order s', 'order sc', 'order -d', 'order -draft', 'order -dra'],
  ...[
    'ordsch',
    'ordschm',
    'ordschm a',
    'ordschm sals',
    'slsd',
    'cstord',
    'zz',
    'zzz',
    '"ordsch"',
    'order zz',
    'sls 42',
  ],
  ...['type:json', 'type:json order', 'type:json,csv', '-type:json', 'type:template', 'type:m', 'type:nonsense'],
  ...[
    'scheme:db',
    'scheme:d',
    'scheme:d o',
    'server:shop',
    'server:sho',
    'server:shop -server:wiki',
    'server:"shop 2"',
  ],
  ...['priority:>0.4', 'priority:>0.4 priority:<0.8', 'priority:none', '-priority:<0.5 o', 'priority:high o'],
  ...[
    'changed:<7d',
    'changed:>7d',
    'changed:none or',
    'size:<1kb',
    'size:>=1kb ord',
    'audience:user',
    '-audience:user',
  ],
  ...['uri:*.json', 'uri:db://** or', '-uri:**/4*', '', 'uri:', '-o', '-order -sales'],
];
const choices: readonly FacetChoice[] = [
  ...['server:shop', 'server:wiki', 'scheme:db', 'scheme:file', 'type:json', 'type:template', 'type:image/*'],
  ...['changed:<7d', 'changed:<365d', 'priority:>=0.7', 'priority:none'],
].map(choice);

interface World {
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly things: Map<number, Thing>;
}

function fields(random: () => number): Partial<Resource> {
  const some = (): string => Array.from({ length: 3 }, () => pickFrom(random, words)).join(' ');
  return {
    name: some(),
    title: pickFrom(random, [undefined, some()]),
    description: pickFrom(random, [undefined, some()]),
    mimeType: pickFrom(random, [undefined, undefined, 'application/json', 'text/csv', 'image/png']),
    size: pickFrom(random, [undefined, 10, 2_000]),
    priority: pickFrom(random, [undefined, 0, 0.3, 0.5, 0.9]),
    lastModified: pickFrom(random, [undefined, now - day, now - 20 * day]),
    audience: pickFrom(random, [undefined, [], ['user'], ['assistant']] as const),
  };
}

function randomResource(random: () => number, at: number): Resource {
  const start = pickFrom(random, ['db://', 'docs:', 'file:///']);
  const end = pickFrom(random, ['', '.json', '.md']);
  return resource(`${start}${pickFrom(random, words)}/${at}${end}`, fields(random));
}

function randomTemplate(random: () => number, at: number): ResourceTemplate {
  const { name = '', title, description, mimeType, priority, audience } = fields(random);
  return template(`db://${pickFrom(random, words)}/${at}/{id}`, {
    name,
    title,
    description,
    mimeType,
    priority,
    audience,
  });
}

function list({ catalog, templates, things }: World, random: () => number): void {
  const server = pickFrom(random, servers);
  const items = Array.from({ length: 25 }, (_, at) => randomResource(random, at));
  listAll(catalog, items, server);
  listTemplates(
    templates,
    Array.from({ length: 4 }, (_, at) => randomTemplate(random, at)),
    server,
  );
  things.clear();
  for (let row = 0; row < catalog.table.length; row += 1) {
    const id = catalog.table.idAt(row);
    const entry = id === undefined ? undefined : catalog.get(id);
    if (id !== undefined && entry) things.set(id, thing(entry.serverId, entry.resource));
  }
  for (const entry of templates.all) things.set(templates.idOf(entry), thing(entry.serverId, entry.template));
}

function randomQuery(random: () => number): SearchQuery {
  return {
    text: pickFrom(random, steps),
    audience: pickFrom(random, ['all', 'all', 'user', 'assistant']),
    choices: Array.from({ length: pickFrom(random, [0, 0, 1, 2, 3]) }, () => pickFrom(random, choices)),
    sort: pickFrom(random, sortOrders),
  };
}

/** Returns some of the characters of two words. */
function abbreviation(random: () => number): string {
  const all = `${pickFrom(random, words)}${pickFrom(random, words)}`.toLowerCase().replace('-', '');
  return `${all.slice(0, 1)}${Array.from(all.slice(1), (one) => (random() < 0.5 ? one : '')).join('')}`.slice(0, 5);
}

/** Yields queries one after the other: any query, or two words key by key. */
function* queries(random: () => number): Generator<SearchQuery, never> {
  for (;;) {
    yield randomQuery(random);
    const typed = `${abbreviation(random)} ${abbreviation(random)}`;
    const query = { ...randomQuery(random), audience: 'all' as const };
    for (let end = 1; end <= typed.length; end += 1) yield { ...query, text: typed.slice(0, end) };
    yield { ...query, text: `${pickFrom(random, ['s', 'o', 'a'])}${typed}` };
  }
}

/** Checks the order; names decide where the default order does not, in natural order. */
function expectSorted(ids: readonly number[], { sort }: SearchQuery, { catalog, things }: World): void {
  const resources = ids.filter((id) => !isTemplateId(id));
  const inDefault = byImportance(catalog.table, true);
  if (sort === 'priority') expect(resources).toEqual([...resources].sort(inDefault));
  if (sort === 'lastModified' || sort === 'size') {
    const numberOf = (id: number): number => things.get(id)?.numbers[sort] ?? -1;
    expect(resources).toEqual([...resources].sort((a, b) => numberOf(b) - numberOf(a) || inDefault(a, b)));
  }
  if (sort === 'name') {
    const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
    const names = resources.map((id) => catalog.table.displayName(id));
    expect(names.filter((name, at) => at > 0 && compare(names[at - 1] ?? '', name) > 0)).toEqual([]);
  }
}

/** Fewer with each of the changes of `npm run mutate`. */
const rounds = Number(process.env['MUTATION_ROUNDS'] ?? 1_200);

describe('whatever a user does', () => {
  it('finds and counts what a search without any cleverness does, and finds it in the copy of a page', async () => {
    const random = seeded(4_711);
    const { catalog, order, slices } = newCatalog();
    const templates = new Templates();
    const index = newIndex(catalog, order, slices, { templates });
    const world: World = { catalog, templates, things: new Map() };
    const { source } = newSource({ catalog, templates, index: newIndex(catalog, order, slices, { templates }) });
    const copies = new Map<SortOrder, SearchCopy>();
    const asked = queries(random);
    let resultCount = 0;
    let withGaps = 0;
    let narrowedCount = 0;
    for (let round = 0; round < rounds; round += 1) {
      if (round % 60 === 0) {
        list(world, random);
        copies.clear();
      }
      const query = asked.next().value;
      const { text } = query;
      const wanted = parsed(text, query);
      const naive = new NaiveSearch([...world.things.values()]);
      const { ids, outOf, view, gaps } = await index.search(wanted, query.sort, going);
      const uris = Array.from(ids, (id) => world.things.get(id)?.uri ?? `gone ${id}`);
      const expected = naive.find(wanted).map(({ uri }) => uri);
      expect({ query, uris: [...uris].sort(), outOf }).toEqual({
        query,
        uris: expected.sort(),
        outOf: world.things.size,
      });
      resultCount += ids.length;
      if (gaps.length > 0 && ids.length > 0) withGaps += 1;
      expectSorted(Array.from(ids), query, world);
      if (round % 4 !== 0) continue;
      const copy = copies.get(query.sort) ?? (await update(source, { ...emptyQuery, sort: query.sort })).copy;
      copies.set(query.sort, copy);
      const copied = await copy.search(query, { pinned: [], recent: [] });
      if (copied) expect({ query, ids: rowsOf(copied).map((row) => row?.id) }).toEqual({ query, ids: [...ids] });
      const narrowed = round % 12 === 0 ? await idsInCopy(source, keyBefore(query), query) : undefined;
      if (narrowed) expect({ query, ids: narrowed }).toEqual({ query, ids: [...ids] });
      if (narrowed && narrowed.length > 0) narrowedCount += 1;
      const parts = {
        choices: query.choices,
        serverName: (id: string) => id,
        now,
        slice: new CountedSlices().newSlice(),
      };
      const facets = await countFacets(view, { ...parts, signal: going });
      const counts = facets.map(({ name, values }) => [
        name,
        Object.fromEntries(values.map((one) => [one.value, one.count])),
      ]);
      expect({ query, counts: Object.fromEntries(counts) as unknown }).toEqual({
        query,
        counts: naive.facets(wanted, query.choices),
      });
      expect(facets.map(({ name }) => name)).toEqual(facetNames);
    }
    // A case that never occurs would prove nothing.
    expect([resultCount > 4 * rounds, withGaps > rounds / 60, narrowedCount > rounds / 120]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
