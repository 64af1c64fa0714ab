// What lists may take of memory, all together.
import { describe, expect, it } from 'vitest';
import { Catalog } from '../../../src/core/catalog/catalog';
import type { Resource } from '../../../src/core/resource/resource';
import { listAll, page, resource } from './fixtures';

/** Resources of about 100 kB each. */
function large(prefix: string, count: number, fields: Partial<Resource> = {}): Resource[] {
  return Array.from({ length: count }, (_, index) =>
    resource(`${prefix}:${index}`, { description: 'd'.repeat(100_000), ...fields }),
  );
}

/** The number of resources of one server that a catalog takes. */
function taken(items: readonly Resource[], maxBytes = 10_000_000): number {
  const catalog = new Catalog(maxBytes);
  return items.length - catalog.beginList('a').append(page(items)).length;
}

describe('memory for lists', () => {
  it('is bounded for all servers together, and each may have a little in any case', () => {
    const catalog = new Catalog(20_000_000);
    expect(catalog.beginList('a').append(page(large('a', 500))).length).toBeGreaterThan(290);
    const counts = ['b', 'c'].map((server) => {
      const items = large(server, 500);
      return items.length - catalog.beginList(server).append(page(items)).length;
    });
    expect(counts).toEqual([80, 80]);
    catalog.removeServer('a');
    const more = large('d', 100);
    expect(catalog.beginList('d').append(page(more))).toEqual(more.slice(80));
  });

  it('is counted in bytes, with what search keeps of other letters', () => {
    expect(taken(large('a', 200))).toBe(100);
    expect(taken(large('a', 200, { description: 'é'.repeat(50_000) }))).toBe(100);
    expect(taken(large('a', 200, { description: '名'.repeat(25_000) }))).toBe(100);
  });

  it('is counted for icons once, and for values of every kind', () => {
    const icon = (src: string) => [{ src, mimeType: undefined, theme: undefined, size: undefined }];
    const withIcon = (same: boolean) =>
      Array.from({ length: 500 }, (_, index) =>
        resource(`a:${index}`, { icons: icon(`data:${same ? '' : index},${'x'.repeat(80_000)}`) }),
      );
    expect(taken(withIcon(true))).toBe(500);
    expect(taken(withIcon(false))).toBeLessThan(130);
    const extra = { values: Array.from({ length: 1_000 }, () => ({})) };
    expect(taken(Array.from({ length: 500 }, (_, index) => resource(`a:${index}`, { extra })))).toBeLessThan(100);
  });

  it('is free again after a list that names less, and a change that needs more gets none', () => {
    const catalog = new Catalog(9_000_000);
    listAll(catalog, large('a', 80));
    listAll(catalog, large('a', 1));
    const writer = catalog.beginList('shop');
    expect(writer.append(page(large('b', 80)))).toEqual([]);
    catalog.update('shop', resource('b:1', { description: 'e'.repeat(1_000_000) }));
    expect(writer.append(page(large('c', 80))).length).toBeGreaterThan(70);
    catalog.update('shop', resource('b:2', { description: 'short' }));
    expect(catalog.find('shop', 'b:2')?.resource.description).toHaveLength(100_000);
  });
});

describe('removing what a list no longer names', () => {
  it('goes in steps, and leaves what is named, and what the user keeps', () => {
    const catalog = new Catalog();
    const uris = Array.from({ length: 12_000 }, (_, index) => resource(`a:${index}`));
    listAll(catalog, uris);
    catalog.keep('shop', resource('a:5', { title: 'Kept' }));
    const writer = catalog.beginList('shop');
    writer.append(page(uris.slice(6_000, 6_010)));
    const sizes: number[] = [];
    for (const _ of writer.removeOlder()) sizes.push(catalog.table.size);
    expect(sizes).toEqual([7_001, 2_011]);
    expect(catalog.table.size).toBe(11);
    writer.end({ kind: 'complete' });
    expect([catalog.table.size, catalog.find('shop', 'a:5')?.resource.title]).toEqual([11, 'Kept']);
  });

  it('has nothing to do where all is named again, and stops for a newer list', () => {
    const catalog = new Catalog();
    const uris = Array.from({ length: 12_000 }, (_, index) => resource(`a:${index}`));
    listAll(catalog, uris);
    const again = catalog.beginList('shop');
    again.append(page(uris));
    expect([...again.removeOlder()]).toEqual([]);
    const old = catalog.beginList('shop');
    const steps = old.removeOlder();
    steps.next();
    catalog.beginList('shop');
    expect(steps.next().done).toBe(true);
    expect(catalog.table.size).toBe(7_000);
  });
});
