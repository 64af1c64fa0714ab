import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, Trigrams } from '../../../src/core/base/editDistance';
import { nearestUris } from '../../../src/core/search/nearest';
import type { Resource } from '../../../src/core/resource/resource';
import { listAll, newCatalog, resource } from '../catalog/fixtures';
import { newIndex } from './fixtures';

const never = new AbortController().signal;

function fixture(items: readonly Resource[]) {
  const { catalog, clock, order, slices } = newCatalog();
  listAll(catalog, items, 'shop');
  const ports = { clock, catalog, index: newIndex(catalog, order, slices), newSlice: slices.newSlice };
  return { slices, nearest: (uri: string, signal = never) => nearestUris(ports, uri, signal) };
}

const handbook = [
  resource('photo://larkspur/2024/start', {
    title: 'Start of the heerlen race',
    description: 'wiki handbook larkspur',
  }),
  resource('wiki://larkspur/handbook/start-here'),
  resource('wiki://larkspur/handbook/holidays'),
  resource('ticket://larkspur/1095', { title: 'Where to start? See the wiki handbook: heer' }),
];

describe('the nearest URIs', () => {
  it.each([
    'wiki://larkspur/handbook/start-heer',
    'wiki://larkspurr/handbok/start-here',
    'WIKI://Larkspur/Handbook/Start-Here',
    'wiki://larkspur/handbook/start-here/',
    'larkspur/handbook/start-here',
  ])('are what was misspelt, whatever else has its words: %s', async (uri) => {
    expect(await fixture(handbook).nearest(uri)).toEqual(['wiki://larkspur/handbook/start-here']);
  });

  it('come by distance, without the one that was asked for', async () => {
    const { nearest } = fixture(['a://table/21', 'a://table/10', 'a://table/9'].map((uri) => resource(uri)));
    expect(await nearest('a://table/11')).toEqual(['a://table/10', 'a://table/21', 'a://table/9']);
    expect(await nearest('a://table/10')).not.toContain('a://table/10');
    const many = fixture(Array.from({ length: 9 }, (_, index) => resource(`a://table/${index}`)));
    expect(await many.nearest('a://table/x')).toHaveLength(5);
  });

  it('are what has the words where none is written alike, and the words are not found with gaps', async () => {
    const { nearest } = fixture([resource('db://sales/orders'), resource('note://x', { title: 'of red arrows' })]);
    expect(await nearest('sql://x/orders')).toEqual(['db://sales/orders']);
    expect(await nearest('db://sales/something-else')).toEqual(['db://sales/orders']);
    expect(await nearest('sql://y/odrs')).toEqual([]);
  });

  it('are found among 100,000 that begin alike, in slices', async () => {
    const many = Array.from({ length: 100_000 }, (_, at) => resource(`wiki://larkspur/handbook/page-${at}`));
    const { nearest, slices } = fixture([...many, resource('wiki://larkspur/handbook/start-here')]);
    const before = slices.breaths;
    expect(await nearest('wiki://larkspurr/handbook/start-heer')).toEqual(['wiki://larkspur/handbook/start-here']);
    expect(slices.breaths).toBeGreaterThan(before);
    const abort = new AbortController();
    abort.abort();
    await expect(nearest('wiki://x', abort.signal)).rejects.toThrow();
  });
});

describe('the distance of two texts', () => {
  it.each([
    ['', '', 0],
    ['kitten', 'sitting', 3],
    ['abc', 'ABC', 0],
    ['heer', 'here', 2],
    ['', 'x'.repeat(2_000), 2_000],
  ])('of %j and %j is counted in characters', (one, other, distance) => {
    expect([editDistance(one, other), editDistance(other, one)]).toEqual([distance, distance]);
  });

  it('is never more than what was changed, and leaves most of the runs of three characters', () => {
    const text = fc.string({ minLength: 40, maxLength: 80 });
    fc.assert(
      fc.property(text, fc.array(fc.tuple(fc.nat(39), fc.string({ maxLength: 1 })), { maxLength: 4 }), (one, edits) => {
        const edited = edits.reduce((now, [at, letter]) => now.slice(0, at) + letter + now.slice(at + 1), one);
        expect(editDistance(one, edited)).toBeLessThanOrEqual(edits.length);
        expect(new Trigrams(one).shareOf(edited)).toBeGreaterThanOrEqual(0.5 - 1e-9);
        expect(new Trigrams(one).shareOf(one)).toBe(1);
      }),
    );
  });
});
