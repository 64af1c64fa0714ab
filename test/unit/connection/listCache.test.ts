import { beforeEach, describe, expect, it } from 'vitest';
import { Catalog } from '../../../src/core/catalog/catalog';
import { ListCache } from '../../../src/core/connection/listCache';
import type { Resource } from '../../../src/core/resource/resource';
import { FakeClock, settle } from '../../support/fakeClock';
import { own } from '../../support/own';
import { silent } from '../../support/silent';
import { resource } from '../catalog/fixtures';
import { define, stdio } from '../configuration/fixtures';

const shop = define(stdio());
let clock: FakeClock;
let catalog: Catalog;
/** Numbers of resources that readers saw, a change each. */
let seen: number[];

beforeEach(() => {
  clock = new FakeClock();
  catalog = own(new Catalog());
  seen = [];
  own(catalog.onDidChange(() => seen.push(catalog.table.size)));
});

/** A cache with a list of five, or as many, in as many parts, each of which takes this many ms to read. */
function newCache(perPart: number, parts = 5): ListCache {
  async function* load(): AsyncGenerator<readonly Resource[]> {
    for (let index = 0; index < parts; index += 1) {
      await new Promise<void>((resolve) => void clock.after(perPart, resolve));
      yield [resource(`a:${index}`)];
    }
  }
  return new ListCache(
    catalog,
    { load, save: () => Promise.resolve(), remove: () => Promise.resolve() },
    clock,
    silent,
  );
}

describe('a cached list', () => {
  it('is shown once where it is read at once', async () => {
    const restored = newCache(10).restore(shop, () => true);
    await clock.advance(50);
    await restored;
    expect(seen).toEqual([5]);
  });

  it('is shown in parts where it takes longer, a few times a second', async () => {
    const restored = newCache(150).restore(shop, () => true);
    await clock.advance(750);
    await restored;
    expect(seen).toEqual([2, 4, 5]);
  });

  it('is not shown once its server is gone', async () => {
    let isWanted = true;
    const restored = newCache(10).restore(shop, () => isWanted);
    isWanted = false;
    await clock.advance(50);
    await restored;
    expect([seen, catalog.table.size]).toEqual([[], 0]);
  });

  it('is waited for by the first rows of a view, for a moment', async () => {
    const drawn: string[] = [];
    const draw = (cache: ListCache, name: string): void => void cache.shown().then(() => drawn.push(name));
    const [quick, slow] = [newCache(10), newCache(100)];
    const restored = [quick, slow].map((cache) => cache.restore(shop, () => true));
    draw(newCache(10), 'without a list');
    draw(quick, 'quick');
    draw(slow, 'slow');
    await clock.advance(0);
    expect(drawn).toEqual(['without a list']);
    await clock.advance(50);
    expect(drawn).toEqual(['without a list', 'quick']);
    await clock.advance(249);
    expect(drawn).toHaveLength(2);
    await clock.advance(1);
    expect(drawn).toEqual(['without a list', 'quick', 'slow']);
    await clock.advance(200);
    await Promise.all(restored);
    draw(slow, 'again');
    await settle();
    expect(drawn.at(-1)).toBe('again');
  });

  it.each([
    [true, 700],
    [false, 0],
  ])('is there before its server starts, with time to draw it: %s', async (isDrawn, more) => {
    const started: [string, number][] = [];
    const from = clock.now();
    const start = (cache: ListCache, name: string): void =>
      void cache.settled(shop, isDrawn).then(() => started.push([name, clock.now() - from]));
    const [quick, slow, empty] = [newCache(10), newCache(100), newCache(10, 0)];
    const restored = [quick, slow, empty].map((cache) => cache.restore(shop, () => true));
    start(newCache(10), 'not read');
    start(quick, 'quick');
    start(slow, 'slow');
    start(empty, 'empty');
    await clock.advance(1_000);
    await Promise.all(restored);
    const earlier = newCache(10);
    await Promise.all([earlier.restore(shop, () => true), clock.advance(100)]);
    for (const name of ['read long before', 'again']) {
      start(earlier, name);
      await clock.advance(1_000);
    }
    start(slow, 'slow again');
    await settle();
    expect(started).toEqual([
      ['not read', 0],
      ['empty', 0],
      ['quick', 50 + more],
      ['slow', 300 + more],
      ['read long before', 1_110 + more],
      ['again', 2_100],
      ['slow again', 3_100],
    ]);
  });

  it('is gone before its server starts where another window has deleted it, as on signing out', async () => {
    let lists = 0;
    async function* load(): AsyncGenerator<readonly Resource[]> {
      if ((lists += 1) === 1) yield await Promise.resolve([resource('a:1')]);
    }
    const store = { load, save: () => Promise.resolve(), remove: () => Promise.resolve() };
    const cache = new ListCache(catalog, store, clock, silent);
    await cache.restore(shop, () => true);
    expect(catalog.table.size).toBe(1);
    const from = clock.now();
    await cache.settled(shop, true);
    expect([catalog.table.size, clock.now() - from]).toEqual([0, 0]);
  });

  it('is read to its end for those who wait, however long that takes', async () => {
    const slow = newCache(1_000);
    const restored = slow.restore(shop, () => true);
    const sizes: number[] = [];
    void slow.read().then(() => sizes.push(catalog.table.size));
    await clock.advance(4_999);
    expect(sizes).toEqual([]);
    await clock.advance(1);
    await restored;
    expect(sizes).toEqual([5]);
  });
});
