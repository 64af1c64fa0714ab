import { describe, expect, it } from 'vitest';
import { emptyQuery, isEmptyQuery, readSearchQuery } from '../../../src/shared/searchQuery';

const query = {
  text: 'orders',
  audience: 'user',
  choices: [{ facet: 'type', value: 'json' }],
  sort: 'name',
} as const;

describe('a kept query', () => {
  it('is read as it was', () => {
    expect(readSearchQuery(JSON.parse(JSON.stringify(query)))).toEqual(query);
  });

  it.each([
    [undefined],
    [null],
    [5],
    ['text'],
    [[]],
    [{ text: 5, audience: 'everybody', choices: {}, sort: 'random' }],
  ])('%j is an empty one', (value) => {
    expect(readSearchQuery(value)).toEqual(emptyQuery);
  });

  it('loses what is wrong in it, what is there twice and what is too much', () => {
    const choices = [...query.choices, null, 'x', { facet: 'age', value: '1' }, { facet: 'type', value: 1 }];
    expect(readSearchQuery({ ...query, choices: [...choices, ...query.choices] })).toEqual(query);
    const many = Array.from({ length: 500 }, (_, at) => ({ facet: 'server', value: String(at) }));
    expect(readSearchQuery({ choices: many }).choices).toHaveLength(200);
    expect(readSearchQuery({ text: 'x'.repeat(20_000) }).text).toHaveLength(10_000);
  });

  it('is empty when it looks for everything, in whatever order', () => {
    expect(isEmptyQuery({ ...emptyQuery, text: ' ', sort: 'size' })).toBe(true);
    expect(
      [{ text: 'a' }, { audience: 'user' as const }, { choices: query.choices }].map((one) =>
        isEmptyQuery({ ...emptyQuery, ...one }),
      ),
    ).toEqual([false, false, false]);
  });
});
