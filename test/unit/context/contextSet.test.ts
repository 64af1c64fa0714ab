import { describe, expect, it } from 'vitest';
import { ContextSet, type PickedResource } from '../../../src/core/context/contextSet';
import { FakeStore } from '../../support/fakeStore';

function picked(uri: string, fields: Partial<PickedResource> = {}): PickedResource {
  return { serverId: 'shop', uri, name: uri, title: undefined, mimeType: undefined, size: undefined, ...fields };
}

describe('what is picked', () => {
  it('is kept in its order, once each, for the next window', async () => {
    const store = new FakeStore();
    const set = new ContextSet(store);
    let changes = 0;
    set.onDidChange(() => (changes += 1));
    await set.add([picked('b'), picked('a', { title: 'A', mimeType: 'text/plain', size: 3 })]);
    await set.add([picked('a', { title: 'Later' }), picked('a', { serverId: 'other' }), picked('c')]);
    const items = [
      picked('b'),
      picked('a', { title: 'A', mimeType: 'text/plain', size: 3 }),
      picked('a', { serverId: 'other' }),
      picked('c'),
    ];
    expect([set.items, changes]).toEqual([items, 2]);
    expect(new ContextSet(store).items).toStrictEqual(items);
    expect([set.has(picked('c')), set.has(picked('d')), set.has({ serverId: 'other', uri: 'c' })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('goes when it is removed, here and in the store', async () => {
    const store = new FakeStore();
    const set = new ContextSet(store);
    await set.add(['a', 'b', 'c'].map((uri) => picked(uri)));
    await set.remove([picked('b'), picked('never there')]);
    expect(new ContextSet(store).items).toStrictEqual([picked('a'), picked('c')]);
    await set.clear();
    expect([set.items, new ContextSet(store).items]).toEqual([[], []]);
  });

  it('keeps no more of a resource than is needed to show it', async () => {
    const store = new FakeStore();
    const whole = { ...picked('a'), description: 'long', extra: { a: 1 } };
    await new ContextSet(store).add([whole]);
    expect(store.get('context')).toEqual([{ serverId: 'shop', uri: 'a', name: 'a' }]);
  });

  it.each([
    [undefined, []],
    ['text', []],
    [{ 0: picked('a') }, []],
    [[null, 1, 'a', [], {}, { serverId: 'shop', uri: 'a' }, { serverId: 1, uri: 'a', name: 'a' }], []],
    [[{ serverId: 'shop', uri: 'a', name: 'a', title: 5, mimeType: {}, size: '3', more: 1 }], [picked('a')]],
    [
      [picked('a'), 'bad', picked('a', { title: 'again' }), picked('b')],
      [picked('a', { title: 'again' }), picked('b')],
    ],
  ])('is what can be used of %j', (stored, items) => {
    expect(new ContextSet(new FakeStore({ context: stored })).items).toStrictEqual(items);
  });
});
