import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../src/core/base/errors';
import { maxResources, resolveSet, type ResolvedSet, type ResolveNeeds } from '../../../src/core/context/resolveSet';
import { readEntry } from '../../../src/core/context/setEntry';
import type { Resource } from '../../../src/core/resource/resource';
import { listAll, newCatalog, resource } from '../catalog/fixtures';
import { newIndex, now } from '../search/fixtures';

const never = new AbortController().signal;

/** Lists resources of servers whose names are their ids. */
function fixture(
  listed: Readonly<Record<string, readonly Resource[]>>,
  isVisible: (id: number) => boolean = () => true,
) {
  const { catalog, order, slices } = newCatalog();
  for (const [id, items] of Object.entries(listed)) listAll(catalog, items, id);
  const mentioned: Record<string, readonly string[]> = {};
  const needs: ResolveNeeds = {
    base: { clock: { now: () => now }, newSlice: slices.newSlice },
    core: {
      catalog,
      connections: { all: Object.keys(listed).map((id) => ({ definition: { id, name: id } })) },
      orders: { importance: { byAnnotations: order } },
    },
    search: { withoutTemplates: newIndex(catalog, order, slices), visibility: { isVisible } },
    mentions: {
      mentionedIn: (file) => Promise.resolve(mentioned[file]?.map((uri) => ({ serverId: 'shop', uri }))),
    },
  };
  const resolve = (entries: readonly unknown[], signal = never, isShared = false): Promise<ResolvedSet> => {
    const read = entries.map((value) => readEntry(value)!);
    const set = { name: 'a set', description: undefined, entries: read };
    return resolveSet({ set, file: isShared ? 'file:///sets.json' : undefined }, needs, signal);
  };
  /** Returns `server uri` of each result, and the entries that match nothing. */
  const find = async (...entries: readonly unknown[]): Promise<{ found: string[]; unmatched: object }> => {
    const { items, unmatched } = await resolve(entries);
    return {
      found: items.map(({ serverId, uri }) => `${serverId} ${uri}`),
      unmatched: Object.fromEntries(unmatched.map(({ text, reason }) => [text, reason])),
    };
  };
  return { catalog, mentioned, resolve, find };
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
    const { find, catalog } = fixture({ shop }, (id) => !catalog.table.uri(id).startsWith('log:'));
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
    const first = broad.map((entry) => ({ server: 'hr', ...entry }));
    expect(await find({ priority: 0 }, ...first)).toEqual([['hr://salaries'], [['priority 0', undefined]]]);
  });

  it('finds what a template can make, what has at least a priority and is not for the user alone, and what a file mentions', async () => {
    const forUser = resource('log://private', { priority: 1, audience: ['user'] });
    const { find, mentioned, resolve } = fixture({ shop: [...shop, forUser], wiki: [resource('db://wiki/a')] });
    mentioned['AGENTS.md'] = ['db://hr/people', 'db://made'];
    expect((await find({ template: 'db://{schema}/{table}', server: 'shop' })).found).toEqual([
      'shop db://sales/customers',
      'shop db://sales/orders',
      'shop db://hr/people',
    ]);
    expect((await find({ priority: 0.2 })).found).toEqual(['shop db://sales/customers', 'shop db://sales/orders']);
    expect((await find({ mentions: 'AGENTS.md' })).found).toEqual(['shop db://hr/people', 'shop db://made']);
    expect((await find({ mentions: 'AGENTS.md', server: 'wiki' })).found).toEqual([]);
    const [known, unknown] = [await resolve([{ mentions: 'AGENTS.md' }]), await resolve([{ mentions: 'away.md' }])];
    expect([known.isPartial, unknown.isPartial, unknown.unmatched]).toEqual([
      false,
      true,
      [
        {
          text: 'mentioned in away.md',
          reason: 'Couldn’t read away.md. Check the path, which starts at the workspace folder.',
        },
      ],
    ]);
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

  it('has a name for people where no list has it', async () => {
    const { items } = await fixture({ shop }).resolve([{ server: 'shop', uri: 'a://b/c%20d.md?x=1' }]);
    expect(items).toMatchObject([{ serverId: 'shop', name: 'c d.md' }]);
  });
});
