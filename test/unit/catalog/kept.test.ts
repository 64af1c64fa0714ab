import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/core/catalog/catalog';
import { listAll, newCatalog, page, resource } from './fixtures';

const kept = resource('t:42', { name: 'Ticket: 42' });

function find(catalog: Catalog, uri = kept.uri): { name: string; isSaved: boolean; id: number } | undefined {
  const entry = catalog.find('shop', uri);
  return entry && { name: entry.resource.name, isSaved: catalog.table.isSaved(entry.id), id: entry.id };
}

describe('a kept resource', () => {
  it('is there before its server lists, and stays when a complete list does not name it', () => {
    const { catalog } = newCatalog();
    catalog.keep('shop', kept);
    expect(find(catalog)).toEqual({ name: 'Ticket: 42', isSaved: true, id: 0 });
    listAll(catalog, [resource('a:1')]);
    listAll(catalog, [resource('a:2')]);
    expect(find(catalog)).toEqual({ name: 'Ticket: 42', isSaved: true, id: 0 });
    expect([catalog.table.size, catalog.listInfo('shop').count]).toEqual([2, 2]);
  });

  it('is what the server lists while it lists it, and comes back after', () => {
    const { catalog } = newCatalog();
    catalog.keep('shop', kept);
    listAll(catalog, [resource('t:42', { name: 'Listed' })]);
    expect(find(catalog)).toEqual({ name: 'Listed', isSaved: false, id: 0 });
    const { rewrites } = catalog.table;
    listAll(catalog, []);
    expect(find(catalog)).toEqual({ name: 'Ticket: 42', isSaved: true, id: 0 });
    expect(catalog.table.rewrites).toBeGreaterThan(rewrites);
  });

  it('does not replace what is listed already', () => {
    const { catalog } = newCatalog();
    listAll(catalog, [resource('t:42', { name: 'Listed' })]);
    catalog.keep('shop', kept);
    expect(find(catalog)).toEqual({ name: 'Listed', isSaved: false, id: 0 });
    catalog.forget('shop', kept.uri);
    expect(find(catalog)?.name).toBe('Listed');
    listAll(catalog, []);
    expect(find(catalog)).toBeUndefined();
  });

  it('comes back where an earlier window’s list named it', () => {
    const { catalog } = newCatalog();
    catalog.keep('shop', kept);
    catalog.restore('shop', [resource('t:42', { name: 'From before' })]);
    expect(find(catalog)).toEqual({ name: 'From before', isSaved: false, id: 0 });
    listAll(catalog, []);
    expect(find(catalog)).toEqual({ name: 'Ticket: 42', isSaved: true, id: 0 });
  });

  it('is no part of the list that is saved for the next window', () => {
    const { catalog } = newCatalog();
    catalog.keep('shop', kept);
    listAll(catalog, [resource('a:1')]);
    expect([...catalog.resourcesOf('shop')].map(({ uri }) => uri)).toEqual(['a:1']);
  });

  it('goes when it is forgotten, and with its server', () => {
    const { catalog } = newCatalog();
    catalog.keep('shop', kept);
    catalog.forget('shop', 't:other');
    catalog.forget('other', kept.uri);
    expect(find(catalog)).toBeDefined();
    catalog.forget('shop', kept.uri);
    expect([find(catalog), catalog.table.size]).toEqual([undefined, 0]);
    catalog.keep('shop', kept);
    catalog.removeServer('shop');
    listAll(catalog, [resource('a:1')]);
    expect([find(catalog), catalog.table.size]).toEqual([undefined, 1]);
  });

  it('is announced once: keeping it again changes nothing', () => {
    const { catalog } = newCatalog();
    catalog.keep('shop', kept);
    const { revision } = catalog;
    catalog.keep('shop', kept);
    expect(catalog.revision).toBe(revision);
  });

  it('is not among the URIs that its server listed', () => {
    const { catalog } = newCatalog();
    listAll(catalog, [resource('a:1'), resource('a:2')]);
    catalog.keep('shop', kept);
    expect([[...catalog.urisOf('shop')], [...catalog.urisOf('other')]]).toEqual([['a:1', 'a:2'], []]);
  });

  it('survives a list that failed', () => {
    const { catalog } = newCatalog();
    catalog.keep('shop', kept);
    const writer = catalog.beginList('shop');
    writer.append(page([resource('t:42', { name: 'Listed' })]));
    writer.end({ kind: 'cut', by: 'pages' });
    expect(find(catalog)).toEqual({ name: 'Listed', isSaved: false, id: 0 });
  });
});
