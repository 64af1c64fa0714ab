import { describe, expect, it } from 'vitest';
import { Activity } from '../../../src/core/catalog/activity';
import { activityReason, sortReason, type SortedBy } from '../../../src/core/describe/placeReason';
import { Catalog } from '../../../src/core/catalog/catalog';
import { FakeClock } from '../../support/fakeClock';
import { FakeStore } from '../../support/fakeStore';
import { own } from '../../support/own';
import { listAll, page, resource } from './fixtures';

const at = (uri: string) => ({ serverId: 'shop', uri });
const numbered = (count: number) => Array.from({ length: count }, (_, index) => at(`n:${index}`));

function open(store = new FakeStore()) {
  const clock = new FakeClock();
  const shown = { isShown: false };
  const activity = own(new Activity(store, clock, () => shown.isShown));
  const settled = (): string => [...activity.settled.values()].map(({ kind, uri }) => `${kind} ${uri}`).join(', ');
  let settles = 0;
  own(activity.onDidSettle(() => (settles += 1)));
  return { clock, store, activity, shown, settled, settles: () => settles };
}

describe('what was used and what changed', () => {
  it('is in order: used before changed, the last first, each once', async () => {
    const { activity, settled, clock } = open();
    activity.noteChanges([at('a')]);
    activity.noteChanges([at('b')]);
    activity.noteChanges([at('c')]);
    for (const uri of ['d', 'b', 'd']) await activity.noteUse([at(uri)]);
    await clock.advance(0);
    expect(settled()).toBe('used d, used b, changed c, changed a');
  });

  it('of many that are used at once none was meant in particular', async () => {
    const { activity, settled } = open();
    await activity.noteUse(numbered(6));
    expect(settled()).toBe('');
  });

  it('moves nothing while rows are shown, and is taken in once they are hidden, or the user refreshes', async () => {
    const { activity, shown, settled, settles, clock } = open();
    shown.isShown = true;
    await activity.noteUse([at('a')]);
    activity.noteChanges([at('b')]);
    await clock.advance(60_000);
    activity.settleIfHidden();
    expect([settled(), settles(), activity.of(at('a'))]).toEqual(['', 0, undefined]);
    shown.isShown = false;
    activity.settleIfHidden();
    expect([settled(), settles()]).toEqual(['used a, changed b', 1]);
    shown.isShown = true;
    await activity.noteUse([at('c')]);
    activity.settle();
    expect([settled(), settles()]).toEqual(['used c, used a, changed b', 2]);
  });

  it('stays in its order where servers move that it has nothing of', async () => {
    const { activity, shown, settled } = open();
    await activity.noteUse([at('a')]);
    shown.isShown = true;
    await activity.noteUse([at('b')]);
    await activity.moveServers(new Map([['wiki', 'docs']]));
    const before = settled();
    await activity.moveServers(new Map([['shop', 'docs']]));
    expect([before, settled()]).toEqual(['used a', 'used b, used a']);
  });

  it('tells nobody where everything keeps its place', async () => {
    const { activity, settles, clock } = open();
    for (const _time of [1, 2, 3]) await activity.noteUse([at('a')]);
    for (const _time of [1, 2, 3]) {
      activity.noteChanges([at('b')]);
      await clock.advance(10_000);
    }
    expect([settles(), activity.revision]).toEqual([2, 3 - 1]);
  });

  it('is settled and stored at a bounded rate while a server reports changes without end', async () => {
    const { activity, settles, clock } = open();
    for (let time = 0; time < 1_000; time += 1) {
      activity.noteChanges([at(`n:${time % 2}`)]);
      await clock.advance(10);
    }
    expect(settles()).toBeLessThanOrEqual(3);
  });

  it('is there in the next window, with its times', async () => {
    const { activity, clock, store } = open();
    const now = clock.now();
    activity.noteChanges([at('b')]);
    await clock.advance(1_000);
    await activity.noteUse([at('a')]);
    const { activity: next, settled } = open(store);
    expect(settled()).toBe('used a, changed b');
    expect([next.of(at('a')), next.of(at('b'))?.at]).toEqual([{ ...at('a'), kind: 'used', at: now + 1_000 }, now]);
  });

  it('is bounded: a hundred used ones, fifty changed ones, no endless address', async () => {
    const { activity, store } = open();
    for (const one of numbered(120)) await activity.noteUse([one]);
    activity.noteChanges(numbered(220).slice(120));
    await activity.noteUse([at(`x:${'x'.repeat(2_000)}`)]);
    const { activity: next } = open(store);
    expect([next.used.length, next.settled.size, next.used[0]?.uri]).toEqual([100, 150, 'n:119']);
  });

  it('goes on where it cannot be stored', async () => {
    const store = new FakeStore();
    const { activity, settled } = open(Object.assign(store, { set: () => Promise.reject(new Error('full')) }));
    await activity.noteUse([at('a')]);
    expect(settled()).toBe('used a');
  });
});

describe('a list that differs from the one before', () => {
  function listed(): { catalog: Catalog; told: string[][] } {
    const catalog = own(new Catalog());
    const told: string[][] = [];
    own(catalog.onDidDiffer((resources) => told.push(resources.map(({ uri }) => uri))));
    return { catalog, told };
  }
  const many = (count: number, title: string) =>
    Array.from({ length: count }, (_, index) => resource(`n:${index}`, { title }));

  it('tells what is new or other, once it is complete', () => {
    const { catalog, told } = listed();
    listAll(catalog, [resource('a'), resource('b'), resource('c')]);
    listAll(catalog, [resource('a'), resource('b'), resource('c')]);
    expect(told).toEqual([]);
    const writer = catalog.beginList('shop');
    writer.append(page([resource('a'), resource('b', { title: 'B' }), resource('d')]));
    expect(told).toEqual([]);
    writer.end({ kind: 'complete' });
    catalog.update('shop', resource('a', { title: 'A' }));
    catalog.update('shop', resource('a', { title: 'A' }));
    expect(told).toEqual([['b', 'd'], ['a']]);
  });

  it('tells nothing of the first list of a window, nor of one that is cut, nor where all of it differs', () => {
    const { catalog, told } = listed();
    catalog.restore('shop', many(3, 'before'));
    listAll(catalog, many(3, 'first'));
    const writer = catalog.beginList('shop');
    writer.append(page(many(3, 'cut')));
    writer.end({ kind: 'cut', by: 'items' });
    listAll(catalog, many(21, 'all'));
    expect(told).toEqual([]);
    listAll(catalog, many(20, 'twenty'));
    expect(told.map(({ length }) => length)).toEqual([20]);
  });
});

describe('why a resource stands where it stands', () => {
  const now = 10 * 60_000;
  const used = { ...at('a'), kind: 'used', at: 5 * 60_000 } as const;
  const [plain, important] = [resource('a'), resource('a', { priority: 1, size: 5 })];
  const recent = resource('a', { lastModified: 1 });

  it.each([
    [plain, 'importance', used, 'Sorted higher because you used the resource 5 min ago'],
    [plain, 'importance', { ...used, kind: 'changed' }, 'Sorted higher because the resource changed 5 min ago'],
    [plain, 'importance', undefined, 'Sorted by Name'],
    [important, 'importance', used, 'Sorted by Priority'],
    [recent, 'importance', used, 'Sorted by Last modified'],
    [{ ...recent, priority: 1 }, 'importance', used, 'Sorted by Priority'],
    [{ ...recent, priority: 1 }, 'lastModified', used, 'Sorted by Last modified'],
    [important, 'lastModified', used, 'Sorted by Priority'],
    [plain, 'lastModified', used, 'Sorted higher because you used the resource 5 min ago'],
    [important, 'size', used, 'Sorted by Size'],
    [plain, 'size', undefined, 'Sorted by Name'],
    [important, 'name', used, 'Sorted by Name'],
    [important, 'server', used, 'Sorted in the server’s order'],
    [important, 'match', used, 'Sorted by Relevance'],
  ] as const)('is one line: %# %o by %s', (item, by, entry, expected) => {
    expect(sortReason(item, by satisfies SortedBy, entry, now)).toBe(expected);
  });

  it('is “just now” for the last minute', () => {
    expect(activityReason({ kind: 'used', at: now }, now)).toBe('Sorted higher because you used the resource just now');
  });
});
