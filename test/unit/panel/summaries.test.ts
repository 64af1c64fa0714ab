import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../../src/shared/protocol';
import { CancelledError } from '../../../src/core/base/errors';
import { noMatchText, selectionText, summaryOf, type ResultFacts } from '../../../src/core/panel/summaries';
import { findStrictest } from '../../../src/core/search/strictest';
import { resource, template } from '../catalog/fixtures';
import { choice, going, over } from '../search/fixtures';

const facts: ResultFacts = {
  total: 1_204,
  outOf: 100_312,
  templates: 0,
  isFiltered: true,
  isArriving: false,
  servers: 3,
  failed: 1,
  stopped: 0,
  connecting: 0,
};

describe('the line above the results', () => {
  it.each<[Partial<ResultFacts>, string]>([
    [{}, '1,204 of 100,312, 3 servers, 1 failed'],
    [{ failed: 0 }, '1,204 of 100,312, 3 servers'],
    [{ servers: 1, failed: 0 }, '1,204 of 100,312'],
    [{ servers: 1 }, '1,204 of 100,312, 1 server failed'],
    [{ servers: 1, failed: 2 }, '1,204 of 100,312, 2 servers failed'],
    [{ isFiltered: false }, '100,312 resources, 3 servers, 1 failed'],
    [{ isFiltered: false, outOf: 1, servers: 1, failed: 0 }, '1 resource'],
    [{ isFiltered: false, templates: 12 }, '100,312 in all, 3 servers, 1 failed'],
    [{ isFiltered: false, templates: 12, servers: 1, failed: 0 }, '100,300 resources, 12 templates'],
    [{ isArriving: true }, '1,204 of 100,312 so far'],
    [{ isArriving: true, isFiltered: false }, '100,312 resources so far'],
    [{ isArriving: true, outOf: 0, failed: 0, servers: 1 }, ''],
    [{ isFiltered: false, outOf: 181, servers: 1, failed: 0, stopped: 1 }, '181 resources, 1 server stopped'],
    [{ isFiltered: false, outOf: 181, servers: 1, failed: 0, stopped: 2 }, '181 resources, 2 servers stopped'],
    [{ failed: 0, stopped: 1 }, '1,204 of 100,312, 3 servers, 1 stopped'],
    [{ isFiltered: false, outOf: 181, servers: 1, failed: 0, connecting: 1 }, '181 resources, 1 server connecting'],
    [{ servers: 1, stopped: 2, connecting: 3 }, '1,204 of 100,312, 1 server failed, 2 stopped, 3 connecting'],
    [{ isFiltered: false, templates: 12, servers: 1, failed: 0, stopped: 1 }, '100,312 in all, 1 server stopped'],
    [{ outOf: 0, servers: 0, failed: 0, connecting: 2 }, ''],
    [{ outOf: 0, servers: 0, failed: 3 }, '3 servers failed'],
  ])('%j', (fields, text) => {
    expect(summaryOf({ ...facts, ...fields })).toBe(text);
  });
});

describe('the line of a selection', () => {
  it.each([
    [1, [1_000], '1 selected · 1.0 kB'],
    [3, [1_000, 2_000, 0], '3 selected · 3.0 kB'],
    [2, [1_000], '2 selected · at least 1.0 kB'],
    [1, [], '1 selected'],
    [0, [], '0 selected'],
  ])('of %i with sizes %j', (selected, sizes, text) => {
    expect(selectionText(selected, sizes)).toBe(text);
  });
});

describe('what to loosen', () => {
  const { search, slices } = over(
    [
      resource('db://orders', { mimeType: 'application/json', priority: 0.9, audience: ['assistant'] }),
      resource('db://customers', { mimeType: 'application/json', priority: 0.9, audience: ['assistant'] }),
      resource('file:///orders.md', { priority: 0.1 }),
    ],
    { templates: { shop: [template('db://orders/{id}')] } },
  );
  const strictest = async (text: string, query: Partial<SearchQuery> = {}): Promise<string> => {
    const { view, ids, outOf } = await search(text, query);
    expect(ids).toHaveLength(0);
    const parts = { serverName: (id: string) => id, slice: slices.newSlice(), signal: going };
    return noMatchText(await findStrictest(view, parts), outOf);
  };

  it('is the part without which there would be most', async () => {
    expect(await strictest('orders type:image')).toBe('Without “type:image” there are 3.');
    expect(await strictest('qqq type:json')).toBe('Without “qqq” there are 2.');
    expect(await strictest('type:json scheme:file -md')).toBe('Without “scheme:file” there are 2.');
    expect(await strictest('scheme:db type:json -db')).toBe('Without “-db” there are 2.');
    expect(await strictest('type:json', { audience: 'user' })).toBe(
      '2 are for another audience. Show every audience to see them.',
    );
    expect(await strictest('type:json customers', { audience: 'user' })).toBe(
      '1 is for another audience. Show every audience to see it.',
    );
    const choices = [choice('server:no such'), choice('server:nobody'), choice('type:markdown')];
    expect(await strictest('', { choices })).toBe('Without “no such, nobody” there is 1.');
  });

  it('is more than one thing where no part alone does it', async () => {
    expect(await strictest('qqq zzz')).toBe('None of 4 matches all of it. Use fewer words or filters.');
  });

  it('is not looked for when nobody waits for it', async () => {
    const { view } = await search('qqq');
    const parts = { serverName: (id: string) => id, slice: slices.newSlice(), signal: { aborted: true } };
    await expect(findStrictest(view, parts)).rejects.toBeInstanceOf(CancelledError);
  });
});
