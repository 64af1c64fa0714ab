import { describe, expect, it } from 'vitest';
import type { AudienceFilter } from '../../../src/shared/audience';
import { CancelledError } from '../../../src/core/base/errors';
import { ImportanceOrder } from '../../../src/core/catalog/importanceOrder';
import type { Resource } from '../../../src/core/resource/resource';
import { CountedSlices, listAll, newCatalog, page, pickFrom, resource, seeded } from '../catalog/fixtures';
import { going, newIndex, over, parsed } from './fixtures';

describe('what is found', () => {
  it('contains every word, in any order and any field', async () => {
    const { find } = over([
      resource('db://sales/orders', { name: 'orders', title: 'Orders', description: 'Of all customers' }),
      resource('db://sales/customers', { name: 'customers' }),
      resource('x:3', { name: 'third', description: 'orders' }),
    ]);
    expect(await find('orders sales')).toEqual(['db://sales/orders']);
    expect(await find('SALES customers Orders')).toEqual(['db://sales/orders']);
    expect(await find('sales')).toEqual(['db://sales/customers', 'db://sales/orders']);
    expect(await find('nothing')).toEqual([]);
  });

  it.each([
    ['用户', '用户 表', '户'],
    ['кириллица', 'Кириллица', 'РИЛ'],
    ['ёлка', 'елка', 'ЁЛ'],
    ['عربى', 'اللغة عربى', 'رب'],
    ['Café', 'cafe', 'CAFÉ'],
    ['cafe', 'café', 'cafe\u0301'],
    ['ＷＩＤＥ', 'wide', 'ｗｉｄ'],
    ['ﬁle', 'file', 'fi'],
    ['हिन्दी', 'हिन्दी', 'न्दी'],
    ['ΟΔΟΣΑ', 'οδος', 'ΟΔΟΣ'],
    ['한국어', '한국', '하'],
    ['🙂 smile', '🙂', 'mil'],
  ])('%j, by %j and by %j, in every field', async (text, whole, part) => {
    const { find } = over([
      resource('x:name', { name: text.split(' ')[0]! }),
      resource('x:title', { name: 'n', title: text }),
      resource('x:description', { name: 'n', description: `Some ${text} text` }),
      resource(`x:uri/${text}`, { name: 'n' }),
      resource('x:other', { name: 'other' }),
    ]);
    const all = [...new Set([...(await find(whole)), ...(await find(part))])];
    expect(all).toEqual(expect.arrayContaining(['x:title', 'x:description', `x:uri/${text}`]));
    expect(all).not.toContain('x:other');
  });

  it('is a part of a word as well, and quotes keep words together', async () => {
    const { find } = over([resource('x:1', { name: 'reorder point' }), resource('x:2', { name: 'point of order' })]);
    expect(await find('orde')).toEqual(['x:2', 'x:1']);
    expect(await find('"order point"')).toEqual(['x:1']);
    expect(await find('"point of')).toEqual(['x:2']);
  });

  it('does not run from one field into the next', async () => {
    const { find } = over([resource('x:1', { name: 'name', title: 'title', description: 'text' })]);
    expect(await find('"title name"')).toEqual([]);
    expect(await find('lename')).toEqual([]);
    expect(await find('metext')).toEqual([]);
  });

  it('is everything, in the default order, without a word', async () => {
    const { find, search } = over([
      resource('x:1'),
      resource('x:2', { priority: 1 }),
      resource('x:3', { lastModified: 1 }),
    ]);
    expect(await find('')).toEqual(['x:2', 'x:3', 'x:1']);
    expect(await search('x:2')).toMatchObject({ ids: Uint32Array.of(1), outOf: 3 });
  });

  it('is limited by globs over URIs', async () => {
    const { find } = over([resource('db://sales/a.md'), resource('db://sales/b.txt'), resource('wiki://c.md')]);
    expect(await find('uri:*.md')).toEqual(['db://sales/a.md', 'wiki://c.md']);
    expect(await find('uri:*.md uri:db://** a')).toEqual(['db://sales/a.md']);
    expect(await find('uri:db://** txt')).toEqual(['db://sales/b.txt']);
  });

  it('is for the audience that was asked for, where it says for whom it is', async () => {
    const { find } = over([
      resource('x:nobody said'),
      resource('x:empty', { audience: [] }),
      resource('x:user', { audience: ['user'] }),
      resource('x:assistant', { audience: ['assistant'] }),
      resource('x:both', { audience: ['user', 'assistant'] }),
    ]);
    expect(await find('x:', 'user')).toEqual(['x:both', 'x:empty', 'x:nobody said', 'x:user']);
    expect(await find('x:', 'assistant')).toEqual(['x:assistant', 'x:both', 'x:empty', 'x:nobody said']);
    expect(await find('x:', 'all')).toHaveLength(5);
  });

  it('is visible', async () => {
    const hidden = new Set([1]);
    const items = [resource('x:1'), resource('x:2'), resource('x:3')];
    const { find, index, search } = over(items, { isVisible: (id) => !hidden.has(id) });
    expect(await find('x:')).toEqual(['x:1', 'x:3']);
    expect((await search('')).outOf).toBe(2);
    hidden.clear();
    index.reset();
    expect(await find('x:')).toEqual(['x:1', 'x:2', 'x:3']);
  });
});

describe('the order of the results', () => {
  it('is by where the word stands: title, its start, its words, within them, URI, description', async () => {
    const { find } = over([
      resource('u:description', { name: 'n', description: 'about order' }),
      resource('u:xorderx', { name: 'n' }),
      resource('u:/order', { name: 'n' }),
      resource('u:inside', { name: 'reordering' }),
      resource('u:word', { name: 'n', title: 'The order' }),
      resource('u:start', { name: 'n', title: 'Orders of today' }),
      resource('u:name', { name: 'order', title: 'Orders of today' }),
      resource('u:whole', { name: 'n', title: 'Order' }),
    ]);
    expect(await find('order')).toEqual([
      'u:whole',
      'u:name',
      'u:start',
      'u:word',
      'u:inside',
      'u:/order',
      'u:xorderx',
      'u:description',
    ]);
  });

  it.each([
    // The best place of several in the titles and names counts, up to the end of the last one.
    ['u:later', { name: 'n', title: 'Reorder an order', priority: 1 }, 'u:word', { name: 'n', title: 'The order' }],
    ['u:later', { name: 'order', title: 'Reorder' }, 'u:start', { name: 'n', title: 'Orders', priority: 1 }],
    ['u:later', { name: 'n', title: 'Reorder an order' }, 'u:inside', { name: 'n', title: 'Reorder', priority: 1 }],
    ['u:later', { name: 'order', title: 'Orders' }, 'u:start', { name: 'order x', title: 'Orders', priority: 1 }],
    ['u:titled', { name: 'n', title: 'Reorder' }, 'u:order', { name: 'n', title: 'Re', priority: 1 }],
  ])('is by the best of several places: %s, %j before %s, %j', async (first, one, second, other) => {
    expect(await over([resource(second, other), resource(first, one)]).find('order')).toEqual([first, second]);
  });

  it('is by importance where the place is the same, and a better place beats it', async () => {
    const { find } = over([
      resource('u:1', { name: 'order one', priority: 0.1 }),
      resource('u:2', { name: 'order two', priority: 0.9 }),
      resource('u:3', { name: 'n', description: 'order', priority: 1 }),
      resource('u:4', { name: 'order four', priority: 0.9, lastModified: 1 }),
    ]);
    expect(await find('order')).toEqual(['u:4', 'u:2', 'u:1', 'u:3']);
  });

  it('adds up the words', async () => {
    const { find } = over([
      resource('u:1', { name: 'sales', description: 'orders', priority: 1 }),
      resource('u:2', { name: 'sales orders' }),
    ]);
    expect(await find('orders sales')).toEqual(['u:2', 'u:1']);
    const many = Array.from({ length: 20 }, (_, index) => `w${index}`).join(' ');
    expect(await over([resource('u:1', { title: many })]).find(many)).toEqual(['u:1']);
  });
});

describe('while the catalog changes', () => {
  it('finds what is there now and no longer what was', async () => {
    const { catalog, find } = over([resource('x:1', { name: 'orders' }), resource('x:2', { name: 'orders' })]);
    expect(await find('orders')).toEqual(['x:1', 'x:2']);
    listAll(catalog, [resource('x:2', { name: 'orders', title: 'Заказы' }), resource('x:3', { name: 'orders' })]);
    expect(await find('orders')).toEqual(['x:3', 'x:2']);
    expect(await find('заказы')).toEqual(['x:2']);
    listAll(catalog, [resource('x:2', { name: 'customers' })]);
    expect([await find('orders'), await find('заказы'), await find('customers')]).toEqual([[], [], ['x:2']]);
    catalog.removeServer('shop');
    expect(await find('')).toEqual([]);
  });

  it('finds a page that arrives while another search is under way', async () => {
    const { catalog, find } = over([]);
    const writer = catalog.beginList('shop');
    writer.append(page(Array.from({ length: 3_000 }, (_, index) => resource(`x:${index}`, { name: 'order' }))));
    const first = find('order');
    await new Promise((resolve) => setImmediate(resolve));
    writer.append(page([resource('x:last', { name: 'order' })]));
    const [before, after] = await Promise.all([first, find('order')]);
    expect(before.length).toBeGreaterThanOrEqual(3_000);
    expect(after).toHaveLength(3_001);
    expect(await find('orde')).toHaveLength(3_001);
    expect(await find('order')).toHaveLength(3_001);
  });

  it('forgets what was narrowed down when visibility changes in the middle of a search', async () => {
    let isHidden = false;
    const items = Array.from({ length: 2_000 }, (_, index) => resource(`x:${index}`));
    const { find, index } = over(items, { isVisible: () => !isHidden });
    await find('');
    isHidden = true;
    index.reset();
    const running = find('x:');
    setImmediate(() => {
      isHidden = false;
      index.reset();
    });
    // The search looked at a part of the items while they were hidden.
    const count = (await running).length;
    expect(count > 0 && count < 2_000).toBe(true);
    expect(await find('x:7')).toHaveLength(111);
  });
});

describe('a search that is pointless by now', () => {
  it('rejects as cancelled, before it begins and in the middle', async () => {
    const { index } = over(Array.from({ length: 5_000 }, (_, at) => resource(`x:${at}`)));
    const search = (signal: { aborted: boolean }) => index.search(parsed('x'), 'relevance', signal);
    await expect(search({ aborted: true })).rejects.toBeInstanceOf(CancelledError);
    const nothing = over([]).index.search(parsed('x'), 'relevance', { aborted: true });
    await expect(nothing).rejects.toBeInstanceOf(CancelledError);
    const signal = { aborted: false };
    const running = search(signal);
    setImmediate(() => (signal.aborted = true));
    await expect(running).rejects.toBeInstanceOf(CancelledError);
    expect((await search(going)).ids).toHaveLength(5_000);
  });

  it('rejects as well when all that is left to do is to sort', async () => {
    const { index } = over(Array.from({ length: 5_000 }, (_, at) => resource(`x:${at}`)));
    await index.search(parsed('x'), 'relevance', going);
    const signal = { aborted: false };
    const running = index.search(parsed('x'), 'name', signal);
    setImmediate(() => (signal.aborted = true));
    await expect(running).rejects.toBeInstanceOf(CancelledError);
  });
});

describe('a search during which more is listed', () => {
  it('finds each resource once', async () => {
    const named = (at: number) => resource(`x:${at}`, { name: `order ${at}` });
    const { index, catalog } = over(Array.from({ length: 3_000 }, (_, at) => named(at)));
    const running = index.search(parsed('odr'), 'relevance', going);
    setImmediate(() =>
      listAll(
        catalog,
        Array.from({ length: 100 }, (_, at) => named(3_000 + at)),
        'late',
      ),
    );
    const { ids, gaps } = await running;
    expect([gaps, new Set(ids).size]).toEqual([['odr'], ids.length]);
  });
});

describe('typing', () => {
  const words = ['order', 'Orders', 'reorder', 'Ünder', 'sales', 'заказ', 'ЗАКАЗЫ', '用户', 'ﬁle', 'a', '42'];
  const texts = [
    'o',
    'or',
    'ord',
    'order',
    'order s',
    'orders sales',
    'за',
    'заказ',
    '用',
    'fi',
    'fi 4',
    'u',
    'un',
    'uri:x:*',
    'uri:x:* or',
  ];
  const audiences: readonly AudienceFilter[] = ['all', 'user', 'assistant'];

  function randomResource(random: () => number, at: number): Resource {
    const some = (): string => Array.from({ length: 3 }, () => pickFrom(random, words)).join(' ');
    return resource(`${pickFrom(random, ['x:', 'y:/'])}${pickFrom(random, words)}/${at}`, {
      name: some(),
      title: pickFrom(random, [undefined, some()]),
      description: pickFrom(random, [undefined, some()]),
      priority: pickFrom(random, [undefined, 0.5]),
      audience: pickFrom(random, [undefined, [], ['user'], ['assistant']] as const),
    });
  }

  it('gives at each key what a fresh search would give', async () => {
    const random = seeded(2026);
    const { catalog, order, slices } = newCatalog();
    const visibility = { isVisible: (id: number) => id % 7 !== 3, isTemplateVisible: () => true };
    const index = newIndex(catalog, order, slices, { visibility });
    for (let round = 0; round < 150; round += 1) {
      if (round % 10 === 0)
        listAll(
          catalog,
          Array.from({ length: 60 }, (_, at) => randomResource(random, at)),
          `server ${round % 3}`,
        );
      const query = parsed(pickFrom(random, texts), { audience: pickFrom(random, audiences) });
      const slow = newIndex(catalog, new ImportanceOrder(catalog, slices.newSlice), slices, { visibility });
      const { ids, outOf, gaps } = await index.search(query, 'relevance', going);
      expect({ ids, outOf, gaps }).toEqual(
        await slow
          .search(query, 'relevance', going)
          .then((one) => ({ ids: one.ids, outOf: one.outOf, gaps: one.gaps })),
      );
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('finds a longer word where it begins, whether its shorter form began there or not', async () => {
    const resources = [
      resource('x:history', { name: 'his story' }),
      resource('x:2', { name: 'chistory', description: 'history of' }),
      resource('x:3', { name: 'his', title: 'This history' }),
      resource('x:4', { name: 'shis hist', description: 'of his historian' }),
    ];
    const typed = over(resources);
    for (const text of ['hi', 'his', 'his of', 'history of', 'istory of', 'istory h', 'istory hist', 'history hist'])
      expect([text, await typed.find(text)]).toEqual([text, await over(resources).find(text)]);
  });

  it('finds exactly what contains the words', async () => {
    const random = seeded(99);
    const items = Array.from({ length: 200 }, (_, at) => randomResource(random, at));
    const { find } = over(items);
    const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    for (const text of texts.filter((one) => !one.startsWith('uri:'))) {
      const expected = items.filter(({ uri, name, title, description }) => {
        const fields = [uri, name, title ?? '', description ?? ''].map(plain);
        return text.split(' ').every((word) => fields.some((field) => field.includes(plain(word))));
      });
      expect([text, (await find(text)).sort()]).toEqual([text, expected.map(({ uri }) => uri).sort()]);
    }
  });

  it('lets others run among 100,000 resources', async () => {
    const { catalog, order } = newCatalog();
    listAll(
      catalog,
      Array.from({ length: 100_000 }, (_, at) => resource(`x:${at}`)),
    );
    await order.ids();
    const slices = new CountedSlices();
    const index = newIndex(catalog, order, slices);
    const { ids } = await index.search(parsed('99999'), 'relevance', going);
    expect(ids).toEqual(Uint32Array.of(99_999));
    expect(slices.breaths).toBeGreaterThan(50);
  });
});
