import { describe, expect, it } from 'vitest';
import type { Facet, SearchQuery } from '../../../src/shared/protocol';
import { CancelledError } from '../../../src/core/base/errors';
import { countFacets } from '../../../src/core/search/facets';
import { resource, template } from '../catalog/fixtures';
import { choice, day, going, now, over, type Fixture } from './fixtures';

async function facetsOf(
  { search, slices }: Pick<Fixture, 'search' | 'slices'>,
  text: string,
  query: Partial<SearchQuery> = {},
  signal = going,
): Promise<Facet[]> {
  const { view } = await search(text, query);
  const choices = query.choices ?? [];
  return countFacets(view, { choices, serverName: (id) => id, now, slice: slices.newSlice(), signal });
}

/** Returns a line for each value. */
function lines(facets: readonly Facet[]): string[] {
  return facets.map(({ name, values }) =>
    [name, ...values.map(({ label, value, count }) => `${label}${label === value ? '' : ` (${value})`} ${count}`)].join(
      ', ',
    ),
  );
}

const newFixture = (): Fixture =>
  over(
    {
      shop: [
        resource('db://orders', { mimeType: 'application/json', priority: 0.9, lastModified: now - day / 2 }),
        resource('db://customers', { mimeType: 'application/json', priority: 0.5, lastModified: now - 20 * day }),
        resource('file:///orders.md', { priority: 0.1 }),
      ],
      wiki: [resource('docs://orders', { lastModified: now - 800 * day }), resource('no scheme')],
    },
    { templates: { wiki: [template('docs://{page}', { priority: 0.4 })] } },
  );

describe('facets', () => {
  it('count all there is, the most frequent first and ranges in their own order', async () => {
    expect(lines(await facetsOf(newFixture(), ''))).toEqual([
      'server, shop 3, wiki 3',
      'scheme, db 2, docs 2, file 1',
      'type, JSON (json) 2, Other (other) 2, Markdown (markdown) 1, Template (template) 1',
      'changed, Last 24 hours (<1d) 1, Last 7 days (<7d) 1, Last 30 days (<30d) 2, Last 365 days (<365d) 2',
      'priority, High (>=0.7) 1, Medium or higher (>=0.4) 3, Low (<0.4) 1, Not set (none) 2',
    ]);
  });

  it('count a skill as one, and by its type', async () => {
    const fixture = newFixture();
    fixture.catalog.markSkills('shop', [], [{ serverId: 'shop', uri: 'file:///orders.md' }]);
    const types = 'type, JSON (json) 2, Other (other) 2, Markdown (markdown) 1, Skill (skill) 1, Template (template) 1';
    expect(lines(await facetsOf(fixture, ''))[2]).toBe(types);
    expect(lines(await facetsOf(fixture, '', { choices: [choice('type:skill')] }))[2]).toBe(types);
  });

  it('count what the words, the audience and the typed filters find', async () => {
    expect(lines(await facetsOf(newFixture(), 'orders -type:json'))).toEqual([
      'server, shop 1, wiki 1',
      'scheme, docs 1, file 1',
      'type, Markdown (markdown) 1, Other (other) 1',
      'changed',
      'priority, Low (<0.4) 1, Not set (none) 1',
    ]);
    expect(lines(await facetsOf(newFixture(), 'nothing at all'))).toEqual([
      'server',
      'scheme',
      'type',
      'changed',
      'priority',
    ]);
  });

  it('leave their own choices out of account, and only those', async () => {
    expect(
      lines(await facetsOf(newFixture(), '', { choices: [choice('type:json'), choice('type:template')] })),
    ).toEqual([
      'server, shop 2, wiki 1',
      'scheme, db 2, docs 1',
      'type, JSON (json) 2, Other (other) 2, Markdown (markdown) 1, Template (template) 1',
      'changed, Last 24 hours (<1d) 1, Last 7 days (<7d) 1, Last 30 days (<30d) 2, Last 365 days (<365d) 2',
      'priority, High (>=0.7) 1, Medium or higher (>=0.4) 3',
    ]);
    const two = [choice('type:json'), choice('server:wiki')];
    expect(lines(await facetsOf(newFixture(), '', { choices: two })).slice(0, 3)).toEqual([
      'server, shop 2, wiki 0',
      'scheme',
      'type, Other (other) 2, Template (template) 1, JSON (json) 0',
    ]);
  });

  it('show what was chosen, also where it is no value of theirs', async () => {
    const choices = [choice('type:text/*'), choice('changed:>1y'), choice('server:gone')];
    const [server, , type, changed] = lines(await facetsOf(newFixture(), '', { choices: choices.slice(0, 2) }));
    expect([server, type, changed]).toEqual(['server', 'type, Other (other) 1, text/* 0', 'changed, >1y 0']);
    expect(lines(await facetsOf(newFixture(), '', { choices }))[0]).toBe('server, gone 0');
  });

  it('show fifty values and say how many more there are', async () => {
    const many = over(Array.from({ length: 60 }, (_, at) => resource(`s${String(at).padStart(2, '0')}://a`)));
    const [, scheme] = await facetsOf(many, '');
    expect([scheme?.values.length, scheme?.values[49]?.value, scheme?.more]).toEqual([50, 's49', 10]);
    const [, chosen] = await facetsOf(many, '', { choices: [choice('scheme:s58')] });
    expect([chosen?.values.length, chosen?.values[48]?.value, chosen?.values[49]?.value, chosen?.more]).toEqual([
      50,
      's48',
      's58',
      10,
    ]);
  });

  it('merge servers of one name, and count what arrived since', async () => {
    const { search, slices } = over({ a: [resource('x:1')], b: [resource('x:2')] });
    const { view } = await search('');
    const parts = { choices: [], serverName: () => 'same', now, slice: slices.newSlice(), signal: going };
    expect(lines(await countFacets(view, parts))[0]).toBe('server, same 2');
  });

  it('give way to others, and stop when nobody waits for them any more', async () => {
    const large = over(Array.from({ length: 20_000 }, (_, at) => resource(`x:${at}`)));
    const before = large.slices.breaths;
    await facetsOf(large, '');
    expect(large.slices.breaths).toBeGreaterThan(before + 20);
    await expect(facetsOf(large, '', {}, { aborted: true })).rejects.toBeInstanceOf(CancelledError);
  });
});
