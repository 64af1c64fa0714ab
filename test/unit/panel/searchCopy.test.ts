import { describe, expect, it } from 'vitest';
import { sortOrders, type SearchQuery } from '../../../src/shared/protocol';
import { emptyQuery } from '../../../src/shared/searchQuery';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import { TemplateCatalog } from '../../../src/core/catalog/templates';
import type { CopySourceParts } from '../../../src/core/panel/copySource';
import type { ResultRowParts } from '../../../src/core/panel/resultRow';
import { parseQuery } from '../../../src/core/search/parseQuery';
import type { SearchResult } from '../../../src/core/search/searchIndex';
import { CountedSlices, listAll, newCatalog, resource, template } from '../catalog/fixtures';
import { newSource, rowsOf, update } from '../search/copies';
import { choice, day, listTemplates, newIndex, now } from '../search/fixtures';
import { allVisible } from '../../support/allVisible';
import type { Resource } from '../../../src/core/resource/resource';

const onTop = { pinned: [], recent: [] };
const going = { aborted: false };

function shop(isVisible: (id: number) => boolean = () => true, fields: Partial<CopySourceParts & ResultRowParts> = {}) {
  const { catalog } = newCatalog();
  const slices = new CountedSlices();
  const templates = new TemplateCatalog();
  const order = new ImportanceOrder(catalog, slices.newSlice);
  const index = newIndex(catalog, order, slices, { templates, visibility: { ...allVisible, isVisible } });
  const { source, rows } = newSource({ catalog, templates, index }, fields);
  /** The host's rows, without what only the host says. */
  const hostRows = async (query: SearchQuery) => {
    const { ids, gaps } = await index.search(parseQuery(query, now), query.sort, going);
    const { words } = parseQuery(query, now);
    return Array.from(ids, (id) => rows.row(id, { words, gaps }));
  };
  return { catalog, templates, index, source, hostRows };
}

function shopWith(listed: readonly Resource[], ...options: Parameters<typeof shop>) {
  const made = shop(...options);
  listAll(made.catalog, listed, 'shop');
  return made;
}

const fruits = ['apple', 'apricot', 'banana'].map((name, index) =>
  resource(`fruit://${name}/ripe`, { name, title: `The ${name}`, priority: index / 10, size: 100 * index }),
);

/** A result of a query for `text`. */
function foundOf(outOf: number, text = ''): SearchResult {
  const base = { matched: [], outOf, words: [], unseen: [], gaps: [] };
  const query = parseQuery({ ...emptyQuery, text }, now);
  return { ids: new Uint32Array(Math.min(outOf, 100)), outOf, gaps: [], view: { query, base, kinds: [] } };
}

describe('a copy that the page searches', () => {
  it('shows the rows that the host shows', async () => {
    const { catalog, templates, source, hostRows } = shopWith(fruits);
    const rich = { description: 'Grows in the\ngarden', mimeType: 'text/csv', lastModified: now - 3 * day };
    listAll(catalog, [resource('leaf:Ämpfer', { ...rich, audience: ['user'] }), resource('leaf:gone')], 'wiki');
    listTemplates(templates, [template('fruit://{name}', { title: 'Any fruit', priority: 0.1 })], 'shop');
    const texts = [
      '',
      'ap',
      'fruit ripe',
      'garden',
      'aprct',
      'ampfer',
      'server:wiki',
      'type:template',
      'size:>50 -ban',
    ];
    for (const sort of sortOrders) {
      const { copy } = await update(source, { ...emptyQuery, sort });
      for (const text of texts) {
        const query = { ...emptyQuery, text, sort };
        expect(rowsOf(await copy.search(query, onTop))).toEqual(await hostRows(query));
      }
    }
  });

  it('knows which are skills: their rows say so, and name the server', async () => {
    const { catalog, source, hostRows } = shopWith(fruits);
    const uri = 'fruit://apple/ripe';
    const { copy } = await update(source, emptyQuery);
    catalog.markSkills('shop', [], [{ serverId: 'shop', uri }]);
    const query = { ...emptyQuery, text: 'type:skill' };
    const { copy: newer } = await update(source, emptyQuery);
    expect(newer.entries).not.toBe(copy.entries);
    const rows = rowsOf(await newer.search(query, onTop));
    expect(rows).toEqual(await hostRows(query));
    expect(rows).toMatchObject([{ uri, isSkill: true, icon: 'lightbulb', detail: 'shop · fruit://apple' }]);
  });

  it('puts on top what the host names, while nothing is searched for', async () => {
    const { catalog, source } = shopWith(fruits);
    const { copy } = await update(source, emptyQuery);
    const [apple, apricot, banana] = fruits.map(({ uri }) => catalog.find('shop', uri)!.id);
    const result = await copy.search(emptyQuery, { pinned: [apple!, 4711], recent: [apple!, apricot!] });
    expect(rowsOf(result).map((row) => [row?.id, row?.group])).toEqual([
      [apple, 'pinned'],
      [apricot, 'recent'],
      [banana, 'others'],
    ]);
  });

  it('takes over the marks of newer rows', async () => {
    const { source, hostRows } = shopWith(fruits);
    const { copy } = await update(source, emptyQuery);
    const [first] = await hostRows(emptyQuery);
    copy.note([{ ...first!, mark: 'updated', age: '1 min ago', isPinned: true, permission: 'allowed' }]);
    const [noted, other] = rowsOf(await copy.search(emptyQuery, onTop));
    expect([noted?.mark, noted?.age, noted?.isPinned, noted?.permission]).toEqual([
      'updated',
      '1 min ago',
      true,
      'allowed',
    ]);
    expect([other?.mark, other?.isPinned, other?.permission]).toEqual([undefined, undefined, undefined]);
  });

  it('knows the names that only hidden resources have: they mean themselves', async () => {
    const { catalog, source, hostRows } = shopWith([resource('db:hidden', { mimeType: 'text/x' })], (id) => id > 0);
    listAll(catalog, [resource('dbs:seen', { mimeType: 'text/xml' })], 'shop 2');
    const { copy } = await update(source, emptyQuery);
    for (const text of ['server:shop', 'scheme:db', 'type:text/x', 'server:"shop 2"', 'scheme:dbs']) {
      const query = { ...emptyQuery, text };
      expect(rowsOf(await copy.search(query, onTop))).toEqual(await hostRows(query));
    }
  });

  it('leaves to the host what it cannot know: ages, another order, and all while it is not complete', async () => {
    const { source } = shopWith(fruits);
    const { copy } = await update(source, emptyQuery);
    const search = (query: Partial<SearchQuery>) => copy.search({ ...emptyQuery, ...query }, onTop);
    expect(await search({ text: 'changed:<7d' })).toBeUndefined();
    expect(await search({ choices: [choice('changed:<7d')] })).toBeUndefined();
    expect(await search({ sort: 'name' })).toBeUndefined();
    expect(await search({ text: 'apple' })).toMatchObject({ length: 1 });
    copy.arrange((await source.order(emptyQuery, going))!, emptyQuery);
    expect([copy.of, await search({ text: 'apple' })]).toEqual([undefined, undefined]);
  });
});

describe('a copy of what a query found', () => {
  const garden = [
    ...fruits,
    resource('leaf:apple', { title: 'Leaf of an apple tree', priority: 0.9 }),
    resource('leaf:basil', { title: 'Basil', audience: ['user'] }),
  ];

  it('answers the queries that narrow it down, in the order of the host', async () => {
    const { source, hostRows } = shopWith(garden);
    for (const sort of sortOrders) {
      const { copy } = await update(source, { ...emptyQuery, text: 'ap', sort });
      for (const text of ['ap', 'app', 'apple tree', 'grape', '"ap"', 'ap -leaf', 'ap scheme:fruit', 'ripe ap']) {
        const query = { ...emptyQuery, text, sort };
        expect(rowsOf(await copy.search(query, onTop))).toEqual(await hostRows(query));
      }
    }
  });

  it('leaves others to the host, and a word that only other resources have', async () => {
    const { source, hostRows } = shopWith([...garden, resource('leaf:tp')]);
    const { copy } = await update(source, { ...emptyQuery, text: 'ap -leaf' });
    const search = (query: Partial<SearchQuery>) => copy.search({ ...emptyQuery, ...query }, onTop);
    for (const text of ['a', '', 'ap', 'banana', 'app leaf']) expect(await search({ text })).toBeUndefined();
    expect(await search({ text: 'app -leaf', sort: 'name' })).toBeUndefined();
    expect(await search({ text: 'app -leaf' })).toMatchObject({ length: 1 });
    // Among these alone it would be found with gaps, in “The apple”.
    expect(await hostRows({ ...emptyQuery, text: 'ap tp' })).toEqual([]);
    const { copy: onlyAp } = await update(source, { ...emptyQuery, text: 'ap' });
    expect(await onlyAp.search({ ...emptyQuery, text: 'ap tp' }, onTop)).toBeUndefined();
  });

  it('holds for the filters with which it was found, and for stricter ones', async () => {
    const { source } = shopWith(garden);
    const query = { ...emptyQuery, text: 'a', choices: [choice('scheme:leaf')] };
    const { copy } = await update(source, query);
    expect(await copy.search({ ...query, text: 'ba' }, onTop)).toMatchObject({ length: 1 });
    expect(await copy.search({ ...query, choices: [] }, onTop)).toBeUndefined();
    expect(await copy.search({ ...query, audience: 'user' }, onTop)).toMatchObject({ length: 2 });
  });

  it('knows the schemes of templates that are not among it: they mean themselves', async () => {
    const { templates, source, hostRows } = shopWith([...garden, resource('fruits:ap')]);
    listTemplates(templates, [template('fruit://{name}'), template('fru://{name}')], 'shop');
    const { copy } = await update(source, { ...emptyQuery, text: 'ap' });
    for (const text of ['ap scheme:fruit', 'ap scheme:fru', 'ap scheme:frui']) {
      const query = { ...emptyQuery, text };
      expect(rowsOf(await copy.search(query, onTop))).toEqual(await hostRows(query));
    }
  });

  it('keeps what the results of another query have as well', async () => {
    const { source, hostRows } = shopWith(garden);
    const { copy } = await update(source, { ...emptyQuery, text: 'ap' });
    const others = await update(source, { ...emptyQuery, text: 'ba' }, copy);
    expect(others.missing).toHaveLength(2);
    const back = await update(source, { ...emptyQuery, text: 'a' }, copy);
    expect(back.missing).toHaveLength(3);
    for (const text of ['a', 'ap', 'ba']) {
      const query = { ...emptyQuery, text };
      expect(rowsOf(await copy.search(query, onTop))).toEqual(await hostRows(query));
    }
  });

  it('is not made of ages, which change', async () => {
    const { source } = shopWith(garden);
    expect(source.state('relevance', foundOf(20_000, 'changed:<7d')).of).toBe('none');
    expect(await source.order({ ...emptyQuery, text: 'changed:<7d' }, going)).toBeUndefined();
  });
});

describe('after a change the page asks', () => {
  it('for what it lacks, and forgets what is gone', async () => {
    const { catalog, source, hostRows } = shop();
    const [apple, apricot, banana] = fruits;
    listAll(catalog, [apple!, apricot!], 'shop');
    const { copy } = await update(source, emptyQuery);
    expect(copy.of?.order).toBe(source.state('relevance', foundOf(2)).order);
    listAll(catalog, [banana!], 'wiki');
    expect(copy.of?.order).not.toBe(source.state('relevance', foundOf(3)).order);
    const { missing } = await update(source, emptyQuery, copy);
    expect([copy.of?.order, missing]).toEqual([
      source.state('relevance', foundOf(3)).order,
      [catalog.find('wiki', banana!.uri)!.id],
    ]);
    for (const text of ['', 'an', 'server:wiki']) {
      const query = { ...emptyQuery, text };
      expect(rowsOf(await copy.search(query, onTop))).toEqual(await hostRows(query));
    }
  });

  it('for nothing that is hidden now', async () => {
    let hides = false;
    const { index, source, hostRows } = shopWith(fruits, (id) => !hides || id > 0);
    const { copy } = await update(source, emptyQuery);
    hides = true;
    index.reset();
    const { missing } = await update(source, emptyQuery, copy);
    const rows = rowsOf(await copy.search(emptyQuery, onTop));
    expect([missing, rows.length, rows]).toEqual([[], 2, await hostRows(emptyQuery)]);
  });

  it('for all again where an entry is another: parts of before are not mixed with it', async () => {
    const { catalog, source } = shopWith(fruits);
    const before = source.state('relevance', foundOf(3));
    listAll(catalog, [{ ...fruits[0]!, title: 'Golden apple' }, ...fruits.slice(1)], 'shop');
    const after = source.state('relevance', foundOf(3));
    expect(after.entries).not.toBe(before.entries);
    expect(await source.entries(before.entries, [0])).toBeUndefined();
    expect(await source.entries(after.entries, [0])).toMatchObject([{ title: 'Golden apple' }]);
  });

  it('for nothing where there is too much', async () => {
    const { catalog, source } = shop();
    const state = (outOf: number, found = outOf, gaps: readonly string[] = []) =>
      source.state('relevance', { ...foundOf(outOf), ids: new Uint32Array(found), gaps }).of;
    const states = [state(10_000), state(10_001), state(10_001, 5_000), state(10_001, 5_001), state(10_001, 0)];
    expect(states).toEqual(['all', 'none', 'results', 'none', 'none']);
    expect(state(10_001, 1, ['aprct'])).toBe('none');
    listAll(catalog, [resource('long:1', { description: 'x'.repeat(8_000_000) })], 'shop');
    expect(state(1, 10_000)).toBe('all');
    expect(await source.order(emptyQuery, going)).toBeUndefined();
    expect(state(1, 10_000)).toBe('none');
    listAll(catalog, [resource('long:1', { description: 'short' })], 'shop');
    expect(state(1, 10_000)).toBe('all');
  });
});
