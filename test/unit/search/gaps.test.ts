import { describe, expect, it } from 'vitest';
import { findGaps } from '../../../src/core/search/gaps';
import { findMatches } from '../../../src/core/search/highlights';
import { resource } from '../catalog/fixtures';
import { choice, over, parsed } from './fixtures';

describe('characters with gaps between them', () => {
  it.each([
    ['orders schema', 'ordschm', '[ord]ers [sch]e[m]a'],
    ['The region', 'regon', 'The [reg]i[on]'],
    ['customer orders', 'cusord', '[cus]tomer [ord]ers'],
    ['getOrderSchema', 'orsc', 'get[Or]der[Sc]hema'],
    ['db://sales/orders', 'dbsale', '[db]://[sale]s/orders'],
    ['用户订单表', '用单', '[用]户订[单]表'],
    ['用户订单表', '户表', '用[户]订单[表]'],
    ['Größe der Tür', 'grdt', '[Gr]öße [d]er [T]ür'],
    // The second s begins a word, the first one does not.
    ['orders schema', 'os', '[o]rders [s]chema'],
    ['cases schema', 'csch', '[c]ases [sch]ema'],
    // The next character, or a start of a word, is where the rest does not follow.
    ['productDetails', 'prodet', '[pro]duct[Det]ails'],
    ['user settings', 'usettings', '[u]ser [settings]'],
    ['customer status table', 'custat', '[cu]stomer [stat]us table'],
    ['banana', 'bn', '[b]a[n]ana'],
    // The better of two places, or the first.
    ['orders orders', 'ordr', '[ord]e[r]s orders'],
    ['overdue of order schemas', 'orsc', 'overdue of [or]der [sc]hemas'],
    ['Azure Zone', 'azz', '[Az]ure [Z]one'],
    ['HTTPServer a', 'hsa', '[H]TTP[S]erver [a]'],
  ])('in %j: %s', (text, word, shown) => {
    const [query = ''] = parsed(word).words;
    const pairs = findMatches(text, [query], [query]);
    let marked = text;
    for (let index = pairs.length - 2; index >= 0; index -= 2)
      marked = `${marked.slice(0, pairs[index])}[${marked.slice(pairs[index], pairs[index + 1])}]${marked.slice(pairs[index + 1])}`;
    expect(marked).toBe(shown);
  });

  it.each([
    // In turn: not at the start of a word, in an abbreviation, in another order, too far apart, in two lines, not there, here and there in other words.
    ['border', 'odr'],
    ['the APIs', 'is'],
    ['orders', 'odre'],
    ['order, and very much later it says: us', 'odus'],
    ['or\nders', 'ords'],
    ['orders', 'ordz'],
    ['L’été au jardin : arroser moins, mieux', 'anemone'],
  ])('are not in %j: %s', (text, word) => {
    expect(findGaps(text, text.length, word)).toBe(0);
  });

  it('are better the nearer they are and the more words they begin', () => {
    const texts = ['orders of schemes', 'order schema', 'orders and schema', 'overdues ochre schema'];
    const sorted = [...texts].sort((a, b) => findGaps(b, b.length, 'orsc') - findGaps(a, a.length, 'orsc'));
    expect(sorted[0]).toBe('order schema');
    expect(findGaps(texts[3] ?? '', 21, 'orsc')).toBeLessThan(findGaps(texts[0] ?? '', 17, 'orsc'));
  });
});

describe('a search with gaps', () => {
  const items = [
    resource('db://1', { name: 'Orders schema', priority: 0.1 }),
    resource('db://2', { name: 'Orders and their old schema', priority: 1 }),
    resource('db://ordschem', { name: 'other' }),
    resource('db://orders/schema', { name: 'third' }),
    resource('db://5', { name: 'n', description: 'orders schema' }),
  ];

  it('is for what stands nowhere, in titles and URIs, the tidiest first', async () => {
    const { find, search } = over(items.filter((_, at) => at !== 2));
    expect(await find('ordschm')).toEqual(['db://1', 'db://2', 'db://orders/schema']);
    expect((await search('ordschm')).gaps).toEqual(['ordschm']);
  });

  it('does not come to pass where anything closer is', async () => {
    const { find, search } = over(items);
    expect(await find('ordsche')).toEqual(['db://ordschem']);
    expect((await search('ordsche')).gaps).toEqual([]);
  });

  it('is for a word alone: the others have to stand there', async () => {
    const { find } = over(items.filter((_, at) => at !== 2));
    expect(await find('third ordschm')).toEqual(['db://orders/schema']);
    expect(await find('ordschm thrd')).toEqual(['db://orders/schema']);
    expect(await find('ordschm thr')).toEqual(['db://2', 'db://orders/schema']);
    // Both exist, but no resource has both.
    expect(await find('third old')).toEqual([]);
  });

  it('is not for phrases and single characters, and knows filters', async () => {
    const { find } = over(items.filter((_, at) => at !== 2));
    expect(await find('"ordschm"')).toEqual([]);
    expect(await find('ordschm z')).toEqual([]);
    expect(await find('ordschm priority:>0.5')).toEqual(['db://2']);
    expect(await find('ordschm -old')).toEqual(['db://1', 'db://orders/schema']);
    // The only exact match does not pass the filter.
    expect(await over(items).find('ordsche priority:>0.5')).toEqual(['db://2']);
  });

  it('is not for what only the choices leave out', async () => {
    const { find } = over(items);
    expect(await find('ordsche', { choices: [choice('priority:>=0.7')] })).toEqual([]);
  });

  it('goes on while a user types and comes back from it', async () => {
    const { find } = over(items);
    const found = [];
    for (const text of ['ord', 'ords', 'ordsch', 'ordschm', 'ordschm ', 'ordschm o', 'ordschma', 'ordsch', 'ord'])
      found.push((await find(text)).length);
    expect(found).toEqual([5, 1, 1, 4, 4, 4, 3, 1, 5]);
  });
});
