import { describe, expect, it } from 'vitest';
import type { ActivityEntry } from '../../../src/core/catalog/activity';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import { byImportance } from '../../../src/core/catalog/order';
import type { Catalog } from '../../../src/core/catalog/catalog';
import type { Resource } from '../../../src/core/resource/resource';
import { newOrders } from '../../../src/core/search/resultOrder';
import { NameOrder } from '../../../src/core/catalog/nameOrder';
import { CountedSlices, listAll, newCatalog, page, pickFrom, resource, seeded } from './fixtures';

function uris(catalog: Catalog, ids: Iterable<number>): string[] {
  return [...ids].map((id) => catalog.table.get(id)?.uri ?? '(gone)');
}

function randomResources(count: number, seed: number): Resource[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, index) =>
    resource(`a:${index}`, {
      name: `name ${Math.floor(random() * 50)}`,
      title: pickFrom(random, [undefined, 'Title', `Title ${Math.floor(random() * 20)}`]),
      priority: pickFrom(random, [undefined, 0, 0.5, 1]),
      lastModified: pickFrom(random, [undefined, 0, 1_000, 2_000]),
    }),
  );
}

describe('the default order', () => {
  it('is priority, then the latest change, then the name, and what says nothing comes last', async () => {
    const { catalog, order } = newCatalog();
    listAll(catalog, [
      resource('x:none b', { name: 'b' }),
      resource('x:none a', { name: 'z', title: 'A' }),
      resource('x:old', { lastModified: -5 }),
      resource('x:new', { lastModified: 5 }),
      resource('x:optional', { priority: 0 }),
      resource('x:required old', { priority: 1, lastModified: 1 }),
      resource('x:required new', { priority: 1, lastModified: 2 }),
      resource('x:required undated', { priority: 1 }),
    ]);
    expect(uris(catalog, await order.ids())).toEqual([
      'x:required new',
      'x:required old',
      'x:required undated',
      'x:optional',
      'x:new',
      'x:old',
      'x:none a',
      'x:none b',
    ]);
  });

  it('puts names as people do, and equal names by URI, then by age in the catalog', async () => {
    const { catalog, order } = newCatalog();
    listAll(
      catalog,
      ['file 10', 'File 2', 'file 1', 'éclair', 'zoo'].map((name) => resource(`x:${name}`, { name })),
    );
    listAll(catalog, [resource('y:2', { name: 'same' }), resource('y:1', { name: 'same' })], 'other');
    listAll(catalog, [resource('y:1', { name: 'same' })], 'third');
    const ids = await order.ids();
    expect(uris(catalog, ids)).toEqual(['x:éclair', 'x:file 1', 'x:File 2', 'x:file 10', 'y:1', 'y:1', 'y:2', 'x:zoo']);
    expect([...ids].slice(4, 6)).toEqual([6, 7]);
  });

  it('puts a name before those that it begins, where there are too many names for a collator', async () => {
    const { catalog, order } = newCatalog();
    listAll(
      catalog,
      Array.from({ length: 5_001 }, (_, index) => resource(`x:${index}`, { priority: 1 })),
    );
    const names = ['b', 'ab', 'a b', 'a', 'a-b'];
    listAll(
      catalog,
      names.map((name) => resource(`y:${name}`, { name, description: '~' })),
      'other',
    );
    expect(uris(catalog, await order.ids()).slice(5_001)).toEqual(['y:a', 'y:a b', 'y:a-b', 'y:ab', 'y:b']);
  });
});

describe('an order that is kept up to date', () => {
  // The sizes are below, above and across the number of rows up to which a collator compares names.
  it.each([300, 4_000, 7_000])(
    'is after every page what sorting everything would give, for %i resources',
    async (count) => {
      const { catalog, order } = newCatalog();
      const items = randomResources(count, count);
      const writer = catalog.beginList('shop');
      const size = Math.ceil(count / 7);
      for (let from = 0; from < count; from += size) {
        writer.append(page(items.slice(from, from + size)));
        const fresh = new ImportanceOrder(catalog, new CountedSlices().newSlice);
        expect([...(await order.ids())]).toEqual([...(await fresh.ids())]);
      }
      expect(new Set(await order.ids()).size).toBe(count);
    },
  );

  it('follows changes and removals', async () => {
    const { catalog, order } = newCatalog();
    const items = ['a:1', 'a:2', 'a:3'].map((uri) => resource(uri, { priority: 0.5 }));
    listAll(catalog, items);
    expect(uris(catalog, await order.ids())).toEqual(['a:1', 'a:2', 'a:3']);
    listAll(catalog, [items[0]!, { ...items[2]!, priority: 1 }]);
    expect(uris(catalog, await order.ids())).toEqual(['a:3', 'a:1']);
    catalog.removeServer('shop');
    expect([...(await order.ids())]).toEqual([]);
  });

  it('does nothing while nothing changes, and leaves alone what it gave out', async () => {
    const { catalog, order } = newCatalog();
    listAll(catalog, [resource('a:2')]);
    const before = await order.ids();
    expect(await order.ids()).toBe(before);
    listAll(catalog, [resource('a:1')], 'other');
    expect([[...(await order.ids())], [...before]]).toEqual([[1, 0], [0]]);
  });

  it('has everything that was there when it was asked for, also when it was busy with less', async () => {
    const { catalog, order } = newCatalog();
    const writer = catalog.beginList('shop');
    writer.append(page(randomResources(3_000, 1)));
    const first = order.ids();
    writer.append(page([resource('a:last')]));
    const second = order.ids();
    expect((await first).length).toBe(3_000);
    expect((await second).length).toBe(3_001);
  });

  it('lets others run while it sorts 100,000', async () => {
    const { catalog } = newCatalog();
    const slices = new CountedSlices();
    listAll(catalog, randomResources(100_000, 3));
    const order = new ImportanceOrder(catalog, slices.newSlice);
    expect((await order.ids()).length).toBe(100_000);
    expect(slices.breaths).toBeGreaterThan(50);
  });
});

describe('where servers say nothing', () => {
  /** Resources of the server `shop` that were used or changed, in their order. */
  function active(...uris: readonly string[]): { settled: ReadonlyMap<string, ActivityEntry> } {
    const entries = uris.map((uri) => ({ serverId: 'shop', uri, kind: 'used', at: 1 }) as const);
    return { settled: new Map(entries.map((entry) => [entry.uri, entry])) };
  }
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => resource(name));

  it('what was used or changed comes first, in its own order', async () => {
    const { catalog, slices } = newCatalog();
    const activity = active('d', 'gone', 'b');
    const order = new ImportanceOrder(catalog, slices.newSlice, activity);
    listAll(catalog, names);
    listAll(catalog, names.slice(0, 4), 'other');
    expect(uris(catalog, await order.ids())).toEqual(['d', 'b', 'a', 'a', 'b', 'c', 'c', 'd', 'e']);
    expect(uris(catalog, await order.byAnnotations.ids())).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'e']);
  });

  it('it stays behind what a server calls more important, and before what it says the same of', async () => {
    const { catalog, slices } = newCatalog();
    const items = [
      resource('1', { priority: 1 }),
      resource('2', { priority: 0.5, lastModified: 9 }),
      resource('3', { priority: 0.5 }),
      resource('4', { priority: 0.5 }),
      resource('5', { lastModified: 9 }),
      resource('6'),
      resource('7'),
    ];
    listAll(catalog, items);
    const activity = active('7', '5', '4', '2');
    const order = new ImportanceOrder(catalog, slices.newSlice, activity);
    expect(uris(catalog, await order.ids()).join('')).toBe('1243576');
    const { lastModified, size } = newOrders(
      catalog,
      { priority: order, name: new NameOrder(catalog, slices.newSlice) },
      slices.newSlice,
      activity,
    );
    expect(uris(catalog, await lastModified.ids()).join('')).toBe('2514376');
    expect(uris(catalog, await size.ids()).join('')).toBe('1243576');
  });

  it('is what sorting everything by it would give, while pages come and resources go', async () => {
    const { catalog, slices } = newCatalog();
    const items = randomResources(400, 11);
    const random = seeded(5);
    const activity = active(...Array.from({ length: 60 }, () => `a:${Math.floor(random() * 500)}`));
    const order = new ImportanceOrder(catalog, slices.newSlice, activity);
    const rank = new Map([...activity.settled.keys()].map((uri, index) => [uri, index]));
    const { table } = catalog;
    const compare = byImportance(table, true);
    const rankOf = (id: number): number => rank.get(table.uri(id)) ?? rank.size;
    const expected = (): number[] =>
      Array.from({ length: table.length }, (_, row) => table.idAt(row))
        .filter((id) => id !== undefined)
        .sort((a, b) => table.compareImportance(a, b) || rankOf(a) - rankOf(b) || compare(a, b));
    const writer = catalog.beginList('shop');
    for (let from = 0; from < 400; from += 100) {
      writer.append(page(items.slice(from, from + 100)));
      expect([...(await order.ids())]).toEqual(expected());
    }
    listAll(
      catalog,
      items.filter((_, index) => index % 3 > 0),
    );
    listAll(catalog, items.slice(0, 350));
    expect([...(await order.ids())]).toEqual(expected());
  });

  it('a use sorts nothing again, and gives out another array', async () => {
    const { catalog, slices } = newCatalog();
    listAll(
      catalog,
      randomResources(1_000, 2).map(({ uri }) => resource(uri)),
    );
    const activity = { settled: active('a:500').settled };
    const order = new ImportanceOrder(catalog, slices.newSlice, activity);
    const [first, again] = [await order.ids(), await order.ids()];
    expect(again).toBe(first);
    let comparisons = 0;
    const { table } = catalog;
    const compare = table.compareImportance.bind(table);
    table.compareImportance = (a, b) => {
      comparisons += 1;
      return compare(a, b);
    };
    activity.settled = active('a:900', 'a:500').settled;
    const next = await order.ids();
    expect([uris(catalog, first.subarray(0, 2)), uris(catalog, next.subarray(0, 2))]).toEqual([
      ['a:500', 'a:0'],
      ['a:900', 'a:500'],
    ]);
    expect(comparisons).toBeLessThan(30);
  });
});
