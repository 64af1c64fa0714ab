import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../../src/shared/protocol';
import { CancelledError } from '../../../src/core/base/errors';
import {
  attachAllText,
  noMatchText,
  selectionText,
  summaryOf,
  type ResultFacts,
} from '../../../src/core/panel/summaries';
import { findStrictest } from '../../../src/core/search/strictest';
import { resource, template } from '../catalog/fixtures';
import { choice, going, over } from '../search/fixtures';

const facts: ResultFacts = { total: 1_204, outOf: 100_312, isFiltered: true, isArriving: false };

describe('the line above the results', () => {
  it.each<[string, Partial<ResultFacts>, string]>([
    ['of a search', {}, '1,204 of 100,312'],
    ['of a search that finds all', { total: 100_312 }, '100,312 of 100,312'],
    ['of everything', { isFiltered: false, total: 100_312 }, '100,312 total'],
    ['of one', { isFiltered: false, total: 1, outOf: 1 }, '1 total'],
    ['while lists arrive', { isArriving: true }, '1,204 of 100,312 so far'],
    ['of everything while lists arrive', { isArriving: true, isFiltered: false }, '100,312 so far'],
    ['of nothing', { outOf: 0, isArriving: true }, ''],
  ])('counts in one way: %s', (_, fields, text) => {
    expect(summaryOf({ ...facts, ...fields })).toBe(text);
  });
});

describe('the line of a selection', () => {
  it.each([
    [1, 1, 0, '1 selected · 1 token'],
    [3, 1_250, 0, '3 selected · 1.3K tokens'],
    [9, 440, 7, '9 selected · at least 440 tokens, 7 not counted'],
    [1, 0, 1, '1 selected'],
    [0, 0, 0, '0 selected'],
  ])('of %i with %i tokens, and %i that have none', (selected, tokens, uncounted, text) => {
    expect(selectionText(selected, { tokens, uncounted, images: 0 })).toBe(text);
  });
});

describe('the button for all results', () => {
  it.each([
    [440, 1, 6, 'Attach All 9 (at least 440 tokens and 6 images, 1 not counted)'],
    [440, 0, 8, 'Attach All 9 (440 tokens and 8 images)'],
    [1_250, 0, 0, 'Attach All 9 (1.3K tokens)'],
    [0, 9, 0, 'Attach All 9'],
  ])('has %i tokens, %i without a number, and %i images', (tokens, uncounted, images, text) => {
    expect(attachAllText(9, { tokens, uncounted, images })).toBe(text);
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
    expect(await strictest('orders type:image')).toBe('Remove “type:image” to see more (3).');
    expect(await strictest('qqq type:json')).toBe('Remove “qqq” to see more (2).');
    expect(await strictest('type:json scheme:file -md')).toBe('Remove “scheme:file” to see more (2).');
    expect(await strictest('scheme:db type:json -db')).toBe('Remove “-db” to see more (2).');
    expect(await strictest('type:json', { audience: 'user' })).toBe('Show all audiences to see more (2).');
    expect(await strictest('type:json customers', { audience: 'user' })).toBe('Show all audiences to see more (1).');
    const choices = [choice('server:no such'), choice('server:nobody'), choice('type:markdown')];
    expect(await strictest('', { choices })).toBe('Remove “no such, nobody” to see more (1).');
  });

  it('is more than one thing where no part alone does it', async () => {
    expect(await strictest('qqq zzz')).toBe('No results (0 of 4). Try fewer words or filters.');
  });

  it('is not looked for when nobody waits for it', async () => {
    const { view } = await search('qqq');
    const parts = { serverName: (id: string) => id, slice: slices.newSlice(), signal: { aborted: true } };
    await expect(findStrictest(view, parts)).rejects.toBeInstanceOf(CancelledError);
  });
});
