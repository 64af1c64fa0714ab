import { describe, expect, it } from 'vitest';
import { HumanError } from '../../../src/core/base/errors';
import { Catalog } from '../../../src/core/catalog/catalog';
import { listAll, newCatalog, page, resource } from './fixtures';
import { FakeClock } from '../../support/fakeClock';
import { own } from '../../support/own';

const noEntries = { dropped: 0, repaired: 0, duplicates: 0 };

/** Returns a server's URIs, in the order in which they were listed. */
const uris = (catalog: Catalog): string[] => [...catalog.resourcesOf('shop')].map(({ uri }) => uri);
/** Returns them with the ids of their resources. */
const entries = (catalog: Catalog): string[] => uris(catalog).map((uri) => `${catalog.find('shop', uri)?.id} ${uri}`);

describe('a list', () => {
  it('streams in page by page and counts repaired entries', () => {
    const { catalog } = newCatalog();
    expect(catalog.listInfo('shop')).toEqual({ count: 0, completeness: { kind: 'unknown' }, ...noEntries });
    const writer = catalog.beginList('shop');
    expect(catalog.listInfo('shop')).toEqual({ count: 0, completeness: { kind: 'arriving' }, ...noEntries });
    writer.append(page([resource('a:1'), resource('a:2')], 1, 2));
    expect(catalog.listInfo('shop')).toEqual({ count: 2, completeness: { kind: 'arriving' }, ...noEntries });
    writer.append(page([resource('a:3')], 2, 0));
    writer.end({ kind: 'complete' });
    expect(catalog.listInfo('shop')).toEqual({
      count: 3,
      completeness: { kind: 'complete' },
      dropped: 3,
      repaired: 2,
      duplicates: 0,
    });
    expect(entries(catalog)).toEqual(['0 a:1', '1 a:2', '2 a:3']);
    expect([catalog.table.size, catalog.table.additions, catalog.table.rewrites]).toEqual([3, 3, 0]);
  });

  it('tells which changes are pages after its first, for each server alone', () => {
    const { catalog } = newCatalog();
    const told: boolean[] = [];
    own(catalog.onDidChange(() => told.push(catalog.isFurtherPage)));
    for (let list = 0; list < 2; list += 1) {
      const writer = catalog.beginList('shop');
      for (const uri of ['a:1', 'a:2', 'a:3']) writer.append(page([resource(uri)]));
      catalog.beginList('wiki').append(page([resource('b:1')]));
      writer.end({ kind: 'complete' });
    }
    const one = [false, false, true, true, false, false, false];
    expect([told, catalog.isFurtherPage]).toEqual([[...one, ...one], false]);
  });

  it('gives back every field of a resource as it came', () => {
    const { catalog } = newCatalog();
    const full = resource('db://sales/orders', {
      name: 'orders',
      title: 'Orders\nof 2026',
      description: 'All\nof them',
      mimeType: 'application/json',
      size: 0,
      audience: ['user', 'assistant'],
      priority: 0,
      lastModified: 0,
      icons: [{ src: 'data:,', mimeType: undefined, theme: 'dark', size: 16 }],
      extra: { vendor: { rows: 3 } },
    });
    const odd = [
      resource('', { name: '' }),
      resource('x:title is name', { name: 'same', title: 'same', description: 'd' }),
      resource('x:empty', { name: 'n', title: '', description: '' }),
      resource('x:nobody', { audience: [] }),
      resource('x:one', { audience: ['assistant'], lastModified: -1 }),
      resource('x:script', { name: '用户 🙂', title: 'Заказы', description: 'عربى' }),
    ];
    listAll(catalog, [full, ...odd]);
    expect([...catalog.resourcesOf('shop')]).toStrictEqual([full, ...odd]);
    expect(catalog.get(0)).toStrictEqual({ id: 0, serverId: 'shop', resource: full });
    expect(catalog.table.get(0)).toStrictEqual(full);
    expect([catalog.get(99), catalog.table.get(99), catalog.find('shop', 'x:none')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('merges what it names twice into its first mention', () => {
    const { catalog } = newCatalog();
    const writer = catalog.beginList('shop');
    writer.append(page([resource('a:1', { title: 'First' }), resource('a:1', { title: 'Second' })]));
    writer.append(page([resource('a:2'), resource('a:1', { title: 'Third' })]));
    writer.end({ kind: 'complete' });
    expect(catalog.listInfo('shop')).toMatchObject({ count: 2, duplicates: 2 });
    expect([...catalog.resourcesOf('shop')].map(({ title }) => title)).toEqual(['First', undefined]);
    expect(catalog.table.rewrites).toBe(0);
  });

  it('compares URIs as they were written, and distinguishes servers', () => {
    const { catalog } = newCatalog();
    listAll(catalog, [resource('a:x'), resource('A:x'), resource('a:%78'), resource('a:x/')]);
    listAll(catalog, [resource('a:x', { name: 'of another' })], 'other');
    expect(catalog.table.size).toBe(5);
    expect(catalog.find('other', 'a:x')).toEqual({
      id: 4,
      serverId: 'other',
      resource: resource('a:x', { name: 'of another' }),
    });
  });
});

describe('a list that comes again', () => {
  it('keeps ids, adds what is new and drops only what it no longer names, when it is complete', () => {
    const { catalog } = newCatalog();
    listAll(catalog, [resource('a:1'), resource('a:2'), resource('a:3')]);
    const writer = catalog.beginList('shop');
    writer.append(page([resource('a:3'), resource('a:4')]));
    expect(entries(catalog)).toEqual(['0 a:1', '1 a:2', '2 a:3', '3 a:4']);
    writer.end({ kind: 'complete' });
    expect(entries(catalog)).toEqual(['2 a:3', '3 a:4']);
    expect([catalog.table.size, catalog.table.additions, catalog.table.rewrites]).toEqual([2, 4, 2]);
    expect([catalog.get(0), catalog.table.get(1)]).toEqual([undefined, undefined]);
  });

  it.each([
    { kind: 'cut', by: 'items' } as const,
    { kind: 'failed', error: new HumanError('network', 'The server is gone.') } as const,
  ])('keeps everything when it ends $kind', (end) => {
    const { catalog } = newCatalog();
    listAll(catalog, [resource('a:1'), resource('a:2')]);
    const writer = catalog.beginList('shop');
    writer.append(page([resource('a:2'), resource('a:3')]));
    writer.end(end);
    expect(uris(catalog)).toEqual(['a:1', 'a:2', 'a:3']);
    expect(catalog.listInfo('shop')).toEqual({ count: 3, completeness: end, ...noEntries });
  });

  it('does not count as a change what looks the same', () => {
    const { catalog } = newCatalog();
    const items = [
      resource('a:1', {
        extra: { a: [1] },
        icons: [{ src: 's', mimeType: 'image/png', theme: undefined, size: undefined }],
      }),
      resource('a:2', { title: 'T', audience: ['user'], priority: 0.5, lastModified: 7, size: 3 }),
    ];
    listAll(catalog, items);
    listAll(catalog, structuredClone(items));
    expect(catalog.table.rewrites).toBe(0);
    listAll(catalog, [items[0]!, { ...items[1]!, lastModified: 8 }]);
    expect(catalog.table.rewrites).toBe(1);
    expect(catalog.find('shop', 'a:2')).toEqual({
      id: 1,
      serverId: 'shop',
      resource: { ...items[1]!, lastModified: 8 },
    });
  });

  it('keeps one copy of the icons that many resources have', () => {
    const { catalog } = newCatalog();
    const icons = () => [{ src: 'data:image/png;base64,AAAA', mimeType: undefined, theme: undefined, size: 16 }];
    const items = ['a:1', 'a:2', 'a:3'].map((uri) => resource(uri, { icons: icons() }));
    listAll(catalog, [...items, resource('a:4', { icons: icons(), extra: { a: 1 } })]);
    const [first, ...others] = [...catalog.resourcesOf('shop')];
    expect(first?.icons).toEqual(icons());
    expect(others.map((one) => one.icons === first?.icons)).toEqual([true, true, true]);
    expect(others.map(({ extra }) => extra)).toEqual([undefined, undefined, { a: 1 }]);
  });

  it('takes away fields that a resource no longer has', () => {
    const { catalog } = newCatalog();
    listAll(catalog, [resource('a:1', { title: 'T', description: 'D', priority: 1, icons: [], extra: { a: 1 } })]);
    listAll(catalog, [resource('a:1')]);
    expect([...catalog.resourcesOf('shop')]).toStrictEqual([resource('a:1')]);
  });

  it('is not disturbed by the one that it overtook', () => {
    const { catalog } = newCatalog();
    const slow = catalog.beginList('shop');
    slow.append(page([resource('a:1')]));
    const quick = catalog.beginList('shop');
    slow.append(page([resource('a:late')], 9, 9));
    quick.append(page([resource('a:2')]));
    slow.end({ kind: 'complete' });
    expect(catalog.listInfo('shop')).toEqual({ count: 2, completeness: { kind: 'arriving' }, ...noEntries });
    quick.end({ kind: 'complete' });
    slow.append(page([resource('a:late')]));
    slow.end({ kind: 'failed', error: new HumanError('network', 'The server is gone.') });
    expect(uris(catalog)).toEqual(['a:2']);
    expect(catalog.listInfo('shop')).toEqual({ count: 1, completeness: { kind: 'complete' }, ...noEntries });
  });
});

describe('a list from an earlier window', () => {
  it('is shown until the first list of this window is complete', () => {
    const { catalog } = newCatalog();
    catalog.restore('shop', [resource('a:1')]);
    catalog.restore('shop', [resource('a:2')]);
    expect(catalog.listInfo('shop')).toEqual({ count: 2, completeness: { kind: 'fromBefore' }, ...noEntries });
    const writer = catalog.beginList('shop');
    writer.append(page([resource('a:2'), resource('a:3')]));
    expect(entries(catalog)).toEqual(['0 a:1', '1 a:2', '2 a:3']);
    expect([0, 1, 2].map((id) => catalog.table.isFromBefore(id))).toEqual([true, false, false]);
    writer.end({ kind: 'complete' });
    expect(entries(catalog)).toEqual(['1 a:2', '2 a:3']);
  });

  it('stays, marked as such, while the first list does not come to an end', () => {
    const { catalog } = newCatalog();
    catalog.restore('shop', [resource('a:1')]);
    catalog.beginList('shop').end({ kind: 'failed', error: new HumanError('timeout', 'No answer.') });
    expect([catalog.table.size, catalog.table.isFromBefore(0)]).toEqual([1, true]);
  });

  it('comes too late once a list has begun', () => {
    const { catalog } = newCatalog();
    catalog.beginList('shop');
    catalog.restore('shop', [resource('a:1')]);
    expect(catalog.listInfo('shop')).toEqual({ count: 0, completeness: { kind: 'arriving' }, ...noEntries });
  });
});

describe('a server that goes', () => {
  it('takes its resources along and leaves those of others', () => {
    const { catalog } = newCatalog();
    listAll(catalog, [resource('a:1')]);
    listAll(catalog, [resource('a:1')], 'other');
    const writer = catalog.beginList('shop');
    catalog.removeServer('shop');
    writer.append(page([resource('a:2')]));
    writer.end({ kind: 'complete' });
    catalog.removeServer('never there');
    expect([catalog.table.size, catalog.find('shop', 'a:1'), catalog.find('other', 'a:1')?.id]).toEqual([
      1,
      undefined,
      1,
    ]);
  });

  it('takes them along at once where they are many, and gives its rows back in steps', async () => {
    const clock = new FakeClock();
    const catalog = own(new Catalog(undefined, clock));
    const many = Array.from({ length: 70_000 }, (_, index) => resource(`a:${index}`));
    listAll(catalog, many);
    listAll(catalog, [resource('a:1')], 'other');
    const other = catalog.find('other', 'a:1')?.id;
    const seen = (): unknown[] => {
      const { table } = catalog;
      const ids = Array.from({ length: table.length }, (_, row) => table.idAt(row)).filter((id) => id !== undefined);
      return [
        ids,
        catalog.table.size,
        table.has(5),
        table.uri(5),
        table.text(5),
        catalog.table.get(5),
        catalog.table.serverIdOf(5),
      ];
    };
    const gone = [[other], 1, false, '', '', undefined, ''];
    catalog.removeServer('shop');
    expect([seen(), clock.pending]).toEqual([gone, [0]]);
    listAll(catalog, [resource('a:1'), resource('b:1')]);
    catalog.removeServer('shop');
    listAll(catalog, [resource('a:1'), resource('b:1')]);
    await clock.advance(0);
    expect([catalog.table.size, uris(catalog), clock.pending]).toEqual([3, ['a:1', 'b:1'], []]);
    const rows = catalog.table.length;
    listAll(catalog, many.slice(0, 60_000));
    expect([catalog.table.length, catalog.table.size]).toEqual([rows, 60_001]);
  });

  it('stops giving rows back once nobody needs the catalog', () => {
    const clock = new FakeClock();
    const catalog = new Catalog(undefined, clock);
    listAll(
      catalog,
      Array.from({ length: 70_000 }, (_, index) => resource(`a:${index}`)),
    );
    catalog.removeServer('shop');
    catalog.dispose();
    expect(clock.pending).toEqual([]);
  });

  it('never gets its ids back', () => {
    const { catalog } = newCatalog();
    listAll(catalog, [resource('a:1')]);
    catalog.removeServer('shop');
    listAll(catalog, [resource('a:1')]);
    const id = catalog.find('shop', 'a:1')?.id ?? 0;
    expect([id === 0, catalog.table.serverIdOf(id), catalog.table.serverIdOf(0)]).toEqual([false, 'shop', '']);
  });
});

describe('a new description', () => {
  it('replaces what it says of a listed resource, which keeps its id and the rest', () => {
    const { catalog } = newCatalog();
    const extra = { kind: 'table', version: '1' };
    listAll(catalog, [resource('a:1', { title: 'Éins', description: 'the first', extra }), resource('a:2')]);
    expect(catalog.table.texts.at(0)).toBe('eins\na:1\na:1\nthe first');
    catalog.update('shop', resource('a:1', { title: 'Uno', extra: { version: '2' } }));
    expect([entries(catalog), catalog.table.get(0)]).toEqual([
      ['0 a:1', '1 a:2'],
      resource('a:1', { title: 'Uno', description: 'the first', extra: { kind: 'table', version: '2' } }),
    ]);
    expect(catalog.table.texts.at(0)).toBe('uno\na:1\na:1\nthe first');
  });

  it('counts as a change only where there is one', () => {
    const { catalog } = newCatalog();
    listAll(catalog, [resource('a:1', { title: 'One' })]);
    const before = [catalog.revision, catalog.table.rewrites];
    catalog.update('shop', resource('a:1'));
    catalog.update('shop', resource('a:1', { title: 'One' }));
    catalog.update('shop', resource('a:2', { title: 'nobody listed it' }));
    catalog.update('other', resource('a:1', { title: 'nobody listed it' }));
    expect([[catalog.revision, catalog.table.rewrites], catalog.table.size]).toEqual([before, 1]);
    catalog.update('shop', resource('a:1', { title: 'Uno' }));
    expect([catalog.revision, catalog.table.rewrites]).toEqual(before.map((count) => count + 1));
  });
});

describe('a change', () => {
  it('is reported at once, each time with the content that readers find then', () => {
    const { catalog } = newCatalog();
    const sizes: number[] = [];
    own(catalog.onDidChange(() => sizes.push(catalog.table.size)));
    const writer = catalog.beginList('shop');
    writer.append(page([resource('a:1'), resource('a:2')]));
    writer.append(page([resource('a:3')]));
    writer.end({ kind: 'complete' });
    catalog.keep('shop', resource('a:4'));
    catalog.update('shop', resource('a:1'));
    catalog.removeServer('shop');
    expect(sizes).toEqual([0, 2, 3, 3, 4, 0]);
  });

  it('grows the revision with every change at once', () => {
    const { catalog } = newCatalog();
    const revisions = [catalog.revision];
    const writer = catalog.beginList('shop');
    revisions.push(catalog.revision);
    writer.append(page([resource('a:1')]));
    revisions.push(catalog.revision);
    writer.end({ kind: 'complete' });
    revisions.push(catalog.revision);
    catalog.removeServer('shop');
    revisions.push(catalog.revision);
    expect(revisions).toEqual([0, 1, 2, 3, 4]);
  });

  it('is not reported after the end', () => {
    const { catalog } = newCatalog();
    let count = 0;
    catalog.onDidChange(() => (count += 1));
    catalog.dispose();
    listAll(catalog, [resource('a:1')]);
    expect(count).toBe(0);
  });
});
