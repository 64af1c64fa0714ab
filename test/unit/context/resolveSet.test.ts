import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../src/core/base/errors';
import { TemplateCatalog } from '../../../src/core/catalog/templates';
import { maxResources, resolveSet, type ResolvedSet, type ResolvePorts } from '../../../src/core/context/resolveSet';
import { readEntry } from '../../../src/core/context/setEntry';
import type { Resource } from '../../../src/core/resource/resource';
import { listAll, newCatalog, resource, template } from '../catalog/fixtures';
import { listTemplates, newIndex, now } from '../search/fixtures';

const never = new AbortController().signal;

/** Lists resources of servers whose names are their ids. */
function fixture(listed: Readonly<Record<string, readonly Resource[]>>, ports: Partial<ResolvePorts> = {}) {
  const { catalog, order, slices } = newCatalog();
  for (const [id, items] of Object.entries(listed)) listAll(catalog, items, id);
  const templates = new TemplateCatalog();
  const all: ResolvePorts = {
    catalog,
    templates,
    order,
    index: newIndex(catalog, order, slices),
    isVisible: () => true,
    servers: () => Object.keys(listed).map((id) => ({ id, name: id })),
    now: () => now,
    newSlice: slices.newSlice,
    ...ports,
  };
  const resolve = (entries: readonly unknown[], signal = never, isShared = false): Promise<ResolvedSet> => {
    const read = entries.map((value) => readEntry(value).entry!);
    return resolveSet({ name: 'a set', description: undefined, entries: read }, all, signal, isShared);
  };
  /** Returns `server uri` of each result, and the entries that match nothing. */
  const find = async (...entries: readonly unknown[]): Promise<{ found: string[]; unmatched: object }> => {
    const { items, unmatched } = await resolve(entries);
    return {
      found: items.map(({ serverId, uri }) => `${serverId} ${uri}`),
      unmatched: Object.fromEntries(unmatched.map(({ text, reason }) => [text, reason])),
    };
  };
  return { catalog, templates, slices, resolve, find, all };
}

const shop = [
  resource('db://sales/orders', { priority: 0.2, title: 'Orders', mimeType: 'text/csv', size: 7 }),
  resource('db://sales/customers', { priority: 0.9 }),
  resource('db://hr/people'),
  resource('log://today'),
];

describe('a set that is opened', () => {
  it('has its entries as they are written, and what one stands for by importance', async () => {
    const { find } = fixture({ shop });
    expect(await find('log://today', { glob: 'db://sales/**' }, { glob: 'db://**' })).toEqual({
      found: ['shop log://today', 'shop db://sales/customers', 'shop db://sales/orders', 'shop db://hr/people'],
      unmatched: {},
    });
  });

  it('gives each resource as it is listed, with the marks of the entry that named it first', async () => {
    const { resolve } = fixture({ shop });
    const { items } = await resolve([{ uri: 'db://sales/orders', checked: false }, { glob: '**' }]);
    expect(items[0]).toEqual({
      serverId: 'shop',
      uri: 'db://sales/orders',
      name: 'db://sales/orders',
      title: 'Orders',
      mimeType: 'text/csv',
      size: 7,
      isChecked: false,
    });
    expect(items.map(({ isChecked }) => isChecked)).toEqual([false, true, true, true]);
  });

  it('finds what a search finds, of the server that is named', async () => {
    const { find } = fixture({ shop, wiki: [resource('wiki://orders')] });
    expect(await find({ search: 'orders -people', server: 'wiki' }, { search: 'uri:db://** priority:>0.5' })).toEqual({
      found: ['wiki wiki://orders', 'shop db://sales/customers'],
      unmatched: {},
    });
  });

  it('leaves out what the user does not want to see, unless it is named by its URI', async () => {
    const { find, catalog } = fixture({ shop }, { isVisible: (id) => !catalog.table.uri(id).startsWith('log:') });
    expect((await find({ glob: 'log:**' }, 'log://today')).found).toEqual(['shop log://today']);
    expect((await find({ glob: 'log:**' })).unmatched).toEqual({ 'log:**': undefined });
  });

  it('of a file, looks for many resources only on servers that it names', async () => {
    const { resolve } = fixture({ shop, hr: [resource('hr://salaries')] });
    const find = async (...entries: readonly unknown[]): Promise<unknown> => {
      const { items, unmatched } = await resolve(entries, never, true);
      return [items.map(({ uri }) => uri), unmatched.map(({ text, reason }) => [text, reason])];
    };
    const reason = 'In this entry, set “server” to the name of the server to search.';
    const broad = [{ glob: '**' }, { search: 'salaries' }];
    expect(await find(...broad)).toEqual([[], ['**', 'salaries'].map((text) => [text, reason])]);
    expect(await find(...broad, { server: 'shop', uri: 'log://today' })).toEqual([
      ['db://sales/customers', 'db://sales/orders', 'db://hr/people', 'log://today'],
      [['salaries', undefined]],
    ]);
    expect(await find('hr://salaries')).toEqual([['hr://salaries'], []]);
  });

  it('lets other work run while it looks for the server of a URI among many templates, and gives up in the end', async () => {
    const { templates, resolve, slices } = fixture({ shop, wiki: [] });
    const many = Array.from({ length: 1_000 }, (_, index) => template(`x:{a}/${index}{?b,c}`));
    listTemplates(templates, many, 'wiki');
    expect((await resolve(['x:1/7'])).items).toMatchObject([{ serverId: 'wiki' }]);
    const before = slices.breaths;
    const unlisted = Array.from({ length: 10 }, (_, index) => `x:${'y'.repeat(100)}${index}`);
    const { items, unmatched } = await resolve([...unlisted, 'x:1/7']);
    expect([items, unmatched.length]).toEqual([[], 11]);
    expect(slices.breaths - before).toBeGreaterThan(100);
  });

  it('says what matches nothing, and why', async () => {
    const { find } = fixture({ shop, wiki: [] });
    expect(
      await find({ glob: 'x://**' }, { search: 'server:none orders' }, 'x:unlisted', { server: 'none', uri: 'a:' }),
    ).toEqual({
      found: [],
      unmatched: {
        'x://**': undefined,
        'server:none orders': 'Unknown server “none”. Configured servers: shop, wiki.',
        'x:unlisted':
          'No server lists this resource. In this entry, set “server” to the name of the server that has the resource.',
        'a:': 'Unknown server “none”. Correct the name, or add the server to the configuration.',
      },
    });
  });

  it('is cut at a number of resources, and says so', async () => {
    const many = Array.from({ length: maxResources + 1 }, (_, index) => resource(`a:${index}`));
    const { resolve } = fixture({ shop: many });
    const [all, exact] = [await resolve([{ glob: 'a:*' }]), await resolve(many.slice(1).map(({ uri }) => uri))];
    expect([all.items.length, all.isCut, exact.items.length, exact.isCut]).toEqual([500, true, 500, false]);
    const hostile = await resolve(Array.from({ length: 5_000 }, (_, index) => ({ glob: `none:${index}` })));
    expect([hostile.unmatched.length, hostile.isCut]).toEqual([2 * maxResources, true]);
  });

  it('ends when the user gives up', async () => {
    const { resolve } = fixture({ shop });
    await expect(resolve([{ glob: '**' }], AbortSignal.abort())).rejects.toThrow(CancelledError);
  });
});

describe('a URI in a set', () => {
  it('is of the server that lists it, of the one that is named, or of the only one', async () => {
    const { find } = fixture({ shop, wiki: [resource('log://today'), resource('wiki://a')] });
    const named = { server: 'wiki', uri: 'log://today' };
    expect((await find('wiki://a', 'log://today', named, { server: 'wiki', uri: 'wiki://unlisted' })).found).toEqual([
      'wiki wiki://a',
      'shop log://today',
      'wiki log://today',
      'wiki wiki://unlisted',
    ]);
    expect((await fixture({ shop }).find('x:y')).found).toEqual(['shop x:y']);
  });

  it('is of the server that can make it, and has a name for people', async () => {
    const { resolve, templates } = fixture({ shop, wiki: [] });
    listTemplates(templates, [template('wiki://{page}')], 'wiki');
    const { items } = await resolve(['wiki://the%20page', { server: 'shop', uri: 'a://b/c%20d.md?x=1' }]);
    expect(items.map(({ serverId, name }) => [serverId, name])).toEqual([
      ['wiki', 'the page'],
      ['shop', 'c d.md'],
    ]);
  });
});
