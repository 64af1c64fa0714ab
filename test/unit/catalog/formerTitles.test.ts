import { describe, expect, it } from 'vitest';
import { Catalog } from '../../../src/core/catalog/catalog';
import { FormerTitles } from '../../../src/core/catalog/formerTitles';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import type { Resource } from '../../../src/core/resource/resource';
import { FakeStore } from '../../support/fakeStore';
import { newIndex, going, parsed } from '../search/fixtures';
import { CountedSlices, listAll, page, resource } from './fixtures';

/** Opens a window over the store of earlier windows. */
function newWindow(store = new FakeStore()) {
  const former = new FormerTitles(store);
  const catalog = new Catalog(former);
  const slices = new CountedSlices();
  const index = newIndex(catalog, new ImportanceOrder(catalog, slices.newSlice), slices);
  /** Returns the URIs of the results, best first. */
  const find = async (text: string): Promise<string[]> => {
    const { ids } = await index.search(parsed(text), 'relevance', going);
    return [...ids].map((id) => catalog.resource(id)!.uri);
  };
  const titles = (uri: string, serverId = 'shop'): readonly string[] => former.of({ serverId, uri });
  /** Lists resources: a title for each URI. */
  const list = (items: Readonly<Record<string, string>>, serverId = 'shop'): void =>
    listAll(catalog, named(items), serverId);
  return { store, former, catalog, find, titles, list };
}

function named(items: Readonly<Record<string, string>>): Resource[] {
  return Object.entries(items).map(([uri, title]) => resource(uri, { name: uri, title }));
}

/** Waits until the store is written, and returns its content. */
async function written(store: FakeStore): Promise<unknown> {
  for (let round = 0; round < 5; round += 1) await Promise.resolve();
  return store.get('catalog.formerTitles');
}

describe('former titles', () => {
  it('are those before each renaming, newest first, each once', () => {
    const { list, titles } = newWindow();
    for (const title of ['Plan', 'Draft', 'Plan', 'Final', 'Final']) list({ 'a://x': title, 'a://y': 'Other' });
    expect(titles('a://x')).toEqual(['Plan', 'Draft']);
    expect(titles('a://y')).toEqual([]);
    expect(titles('a://x', 'other')).toEqual([]);
  });

  it('are names where there is no title, and no change of anything else makes one', () => {
    const { catalog, titles } = newWindow();
    listAll(catalog, [resource('a://x', { name: 'old', description: 'one' })]);
    listAll(catalog, [resource('a://x', { name: 'old', description: 'two' })]);
    expect(titles('a://x')).toEqual([]);
    listAll(catalog, [resource('a://x', { name: 'new', description: 'two' })]);
    expect(titles('a://x')).toEqual(['old']);
    catalog.update('shop', resource('a://x', { name: 'newest' }));
    expect(titles('a://x')).toEqual(['new', 'old']);
  });

  it('are those of what is gone once the list is whole', () => {
    const { catalog, list, titles } = newWindow();
    list({ 'a://x': 'Plan', 'a://y': 'Other' });
    const writer = catalog.beginList('shop');
    writer.append(page(named({ 'a://y': 'Other' })));
    expect(titles('a://x')).toEqual([]);
    writer.end({ kind: 'complete' });
    expect(titles('a://x')).toEqual(['Plan']);
    expect(titles('a://y')).toEqual([]);
  });

  it('include titles from an earlier window', () => {
    const { catalog, list, titles } = newWindow();
    catalog.restore('shop', named({ 'a://x': 'Plan', 'a://y': 'Other' }));
    list({ 'a://x': 'Final' });
    expect(titles('a://x')).toEqual(['Plan']);
    expect(titles('a://y')).toEqual(['Other']);
  });

  it('are forgotten with all that a server listed, even before it lists in this window', async () => {
    const { store, catalog, list, titles } = newWindow();
    list({ 'a://x': 'Plan' });
    list({ 'a://x': 'Other Plan' }, 'other');
    list({ 'a://x': 'Final' });
    list({ 'a://x': 'Other Final' }, 'other');
    expect(titles('a://x')).toEqual(['Plan']);
    catalog.removeServer('shop');
    expect(titles('a://x')).toEqual([]);
    expect(titles('a://x', 'other')).toEqual(['Other Plan']);
    expect(await written(store)).toEqual([['other', 'a://x', 'Other Plan']]);
    const next = newWindow(store);
    next.catalog.removeServer('other');
    expect(next.titles('a://x', 'other')).toEqual([]);
    expect(await written(store)).toEqual([]);
  });

  it('outlive the window', async () => {
    const { store, list } = newWindow();
    for (const title of ['Plan', 'Draft', 'Final']) list({ 'a://x': title });
    await written(store);
    expect(newWindow(store).titles('a://x')).toEqual(['Draft', 'Plan']);
  });

  it('are written once for all that a list renames', async () => {
    const store = new FakeStore();
    let writes = 0;
    const set = store.set.bind(store);
    store.set = (key, value) => {
      writes += 1;
      return set(key, value);
    };
    const { list } = newWindow(store);
    const items = (title: string) => Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`a://${at}`, title]));
    list(items('old'));
    list(items('new'));
    expect(await written(store)).toHaveLength(100);
    expect(writes).toBe(1);
  });

  it('are written with the next ones where that failed', async () => {
    const store = new FakeStore();
    const set = store.set.bind(store);
    store.set = () => Promise.reject(new Error('The disk is full'));
    const { list } = newWindow(store);
    list({ 'a://x': 'Plan' });
    list({ 'a://x': 'Draft' });
    expect(await written(store)).toBeUndefined();
    store.set = set;
    list({ 'a://x': 'Final' });
    expect(await written(store)).toEqual([['shop', 'a://x', 'Draft', 'Plan']]);
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'text'],
    ['other things', [1, null, {}, [], ['shop'], ['shop', 'a://x'], ['shop', 2, 'Plan'], ['shop', 'a://y', 3]]],
  ])('are none where %s was stored', (_, stored) => {
    const { titles } = newWindow(new FakeStore({ 'catalog.formerTitles': stored }));
    expect(titles('a://x')).toEqual([]);
    expect(titles('a://y')).toEqual([]);
  });

  it('are bounded: of one resource, in length, and in all, where the oldest leave', async () => {
    const { store, former, titles, list } = newWindow();
    for (let index = 0; index < 9; index += 1) former.add({ serverId: 'shop', uri: 'a://x' }, `Title ${index}`);
    expect(titles('a://x')).toEqual([8, 7, 6, 5, 4].map((at) => `Title ${at}`));
    former.add({ serverId: 'shop', uri: 'a://y' }, 'Before');
    former.add({ serverId: 'shop', uri: 'a://long' }, 'x'.repeat(301));
    expect(titles('a://long')).toEqual([]);
    list(Object.fromEntries(Array.from({ length: 1_998 }, (_, at) => [`b://${at}`, 'Gone'])));
    list({});
    expect(titles('a://y')).toEqual(['Before']);
    former.add({ serverId: 'shop', uri: 'a://x' }, 'Newest');
    former.add({ serverId: 'shop', uri: 'a://z' }, 'One too many');
    expect(titles('a://y')).toEqual([]);
    expect(titles('b://0')).toEqual([]);
    expect(titles('b://1997')).toEqual(['Gone']);
    expect(titles('a://x')[0]).toBe('Newest');
    const stored = (await written(store)) as readonly unknown[];
    expect(stored.length).toBeLessThanOrEqual(2_000);
    const many = Array.from({ length: 10_000 }, (_, at) => ['shop', `c://${at}`, 'Stored']);
    const next = newWindow(new FakeStore({ 'catalog.formerTitles': many }));
    expect([next.titles('c://0'), next.titles('c://9999')]).toEqual([[], ['Stored']]);
  });
});

describe('search', () => {
  it('finds what was renamed by its old title and by its new one', async () => {
    const { list, find } = newWindow();
    list({ 'a://x': 'Roadmap', 'a://y': 'Other' });
    expect(await find('roadmap')).toEqual(['a://x']);
    list({ 'a://x': 'Quarterly goals', 'a://y': 'Other' });
    for (const text of ['roadmap', 'ROADmap', 'quarterly', 'quarterly roadmap', '"roadmap"', 'rdmp'])
      expect(await find(text), text).toEqual(['a://x']);
    expect(await find('goalsroadmap')).toEqual([]);
    expect(await find('-roadmap')).toEqual(['a://y']);
  });

  it('finds it by an old title in any script', async () => {
    const { list, find } = newWindow();
    list({ 'a://x': 'Übersicht' });
    list({ 'a://x': 'Plan' });
    list({ 'a://x': '概览' });
    for (const text of ['ubersicht', 'ÜBERSICHT', 'plan', '概']) expect(await find(text), text).toEqual(['a://x']);
  });

  it('takes an old title for a name, before descriptions', async () => {
    const { catalog, find } = newWindow();
    const other = resource('a://other', { name: 'Other', description: 'about the roadmap', priority: 1 });
    listAll(catalog, [resource('a://x', { name: 'Roadmap', description: 'text' }), other]);
    listAll(catalog, [resource('a://x', { name: 'Goals', description: 'text' }), other]);
    expect(await find('roadmap')).toEqual(['a://x', 'a://other']);
    expect(await find('text')).toEqual(['a://x']);
  });

  it('finds what was renamed while no window was open, and what was renamed in an earlier one', async () => {
    const { store, list } = newWindow();
    list({ 'a://x': 'Roadmap', 'a://y': 'Notes' });
    list({ 'a://x': 'Goals', 'a://y': 'Notes' });
    await written(store);
    const { catalog, find, list: listAgain } = newWindow(store);
    catalog.restore('shop', named({ 'a://x': 'Goals', 'a://y': 'Notes' }));
    expect(await find('roadmap')).toEqual(['a://x']);
    listAgain({ 'a://x': 'Targets', 'a://y': 'Scribbles' });
    for (const text of ['roadmap', 'goals', 'targets']) expect(await find(text), text).toEqual(['a://x']);
    for (const text of ['notes', 'scribbles']) expect(await find(text), text).toEqual(['a://y']);
  });

  it('finds nothing by the title of what is gone', async () => {
    const { list, find } = newWindow();
    list({ 'a://x': 'Roadmap' });
    list({ 'a://y': 'Goals' });
    expect(await find('roadmap')).toEqual([]);
    list({ 'a://x': 'Targets', 'a://y': 'Goals' });
    expect(await find('roadmap')).toEqual(['a://x']);
  });
});
