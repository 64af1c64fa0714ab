import { describe, expect, it } from 'vitest';
import { ContextSet, isOfAlways, type ContextItem, type NewContextItem } from '../../../src/core/context/contextSet';
import { FakeStore } from '../../support/fakeStore';
import { own } from '../../support/own';

function picked(uri: string, fields: Partial<NewContextItem> = {}): NewContextItem {
  return { serverId: 'shop', uri, name: uri, title: undefined, mimeType: undefined, size: undefined, ...fields };
}

function item(uri: string, fields: Partial<ContextItem> = {}): ContextItem {
  return { ...picked(uri), isChecked: true, isInEveryMessage: false, reason: undefined, ...fields };
}

/** Creates a set with these, and a function that opens the set in the next window. */
async function newSet(...uris: readonly string[]) {
  const store = new FakeStore();
  const set = new ContextSet(store);
  await set.add(uris.map((uri) => picked(uri)));
  return { store, set, order: () => set.items.map(({ uri }) => uri).join(''), next: () => new ContextSet(store) };
}

describe('what is in every message', () => {
  it('is checked, and what is unchecked is in no message, also in the next window', async () => {
    const { set, next } = await newSet('a', 'b', 'c');
    const always = (window = set): string[] => window.items.filter((one) => one.isInEveryMessage).map(({ uri }) => uri);
    expect(always()).toEqual([]);
    await set.setChecked([picked('a')], false);
    await set.setInEveryMessage([picked('a'), picked('b')], true);
    expect([always(), set.checked.map(({ uri }) => uri)]).toEqual([
      ['a', 'b'],
      ['a', 'b', 'c'],
    ]);
    await set.setChecked([picked('a'), picked('c')], false);
    expect([always(next()), next().checked.map(({ uri }) => uri)]).toEqual([['b'], ['b']]);
    await set.clear();
    await set.undoRemoval();
    expect([always(), set.get(picked('b'))?.isChecked], 'what comes back by an undo is in no message').toEqual([
      [],
      true,
    ]);
    await set.setInEveryMessage([picked('b')], true);
    await set.setInEveryMessage([picked('b')], false);
    expect([always(), set.get(picked('b'))?.isChecked]).toEqual([[], true]);
  });
});

describe('what is picked', () => {
  it('is kept in its order, once each, for the next window', async () => {
    const store = new FakeStore();
    const set = new ContextSet(store);
    let changes = 0;
    own(set.onDidChange(() => (changes += 1)));
    await set.add([picked('b'), picked('a', { title: 'A', mimeType: 'text/plain', size: 3 })]);
    await set.add([picked('a', { title: 'Later' }), picked('a', { serverId: 'other' }), picked('c')]);
    const items = [
      item('b'),
      item('a', { title: 'A', mimeType: 'text/plain', size: 3 }),
      item('a', { serverId: 'other' }),
      item('c'),
    ];
    expect([set.items, changes]).toEqual([items, 2]);
    expect(new ContextSet(store).items).toEqual(items);
    expect([set.has(picked('c')), set.has(picked('d')), set.has({ serverId: 'other', uri: 'c' })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([set.get({ serverId: 'other', uri: 'a' }), set.get(picked('d'))]).toEqual([items[2], undefined]);
  });

  it('goes when no set adds it any longer, here and in the store, and says so once', async () => {
    const { set, next } = await newSet('a', 'b');
    let changes = 0;
    own(set.onDidChange(() => (changes += 1)));
    await set.withdraw([picked('never there')]);
    await set.withdraw([picked('b'), picked('never there')]);
    expect([changes, set.items, next().items]).toEqual([1, [item('a')], [item('a')]]);
  });

  it('is kept although a listener fails', async () => {
    const { set, next } = await newSet('a');
    own(
      set.onDidChange(() => {
        throw new Error('A row fails');
      }),
    );
    await expect(set.add([picked('b')])).rejects.toThrow('A row fails');
    expect(next().items).toEqual([item('a'), item('b')]);
  });

  it('keeps no more of a resource than is needed to show it', async () => {
    const store = new FakeStore();
    const whole = { ...picked('a'), part: { uri: 'x', occurrence: 0 }, description: 'long', extra: { a: 1 } };
    await new ContextSet(store).add([whole]);
    expect(store.get('context')).toEqual([
      { serverId: 'shop', uri: 'a', name: 'a', isChecked: true, isInEveryMessage: false },
    ]);
  });
});

describe('the order', () => {
  it.each([
    ['d', 'b', 'adbc'],
    ['ca', 'b', 'acbd'],
    ['a', undefined, 'bcda'],
    ['ca', 'd', 'bacd'],
    ['bc', 'b', 'abcd'],
    ['ab', 'b', 'abcd'],
    ['bc', 'c', 'abcd'],
    ['cd', 'c', 'abcd'],
    ['x', 'a', 'abcd'],
    ['b', 'never there', 'acdb'],
    ['abcd', 'c', 'abcd'],
  ])('after %s went to before %s is %s', async (moved, before, expected) => {
    const { set, order, next } = await newSet('a', 'b', 'c', 'd');
    await set.move(
      Array.from(moved, (uri) => picked(uri)),
      before === undefined ? undefined : picked(before),
    );
    expect(order()).toBe(expected);
    expect(next().items).toEqual(set.items);
  });
});

describe('what is sent', () => {
  it('is what is checked, in its order, also in the next window', async () => {
    const { set, next } = await newSet('a', 'b', 'c');
    await set.setChecked([picked('c'), picked('a'), picked('never there')], false);
    expect(set.checked).toStrictEqual([item('b')]);
    await set.setChecked([picked('c')], true);
    expect([set.checked.map(({ uri }) => uri), next().items]).toEqual([['b', 'c'], set.items]);
    await set.add([picked('a')]);
    expect(set.get(picked('a'))?.isChecked).toBe(false);
  });
});

describe('the last removal', () => {
  it('can be undone once: all is at its place, and what came or changed since stays', async () => {
    const { set, order, next } = await newSet('a', 'b', 'c', 'd');
    expect(set.canUndoRemoval).toBe(false);
    await set.undoRemoval();
    await set.remove([picked('a')]);
    await set.setChecked([picked('b')], false);
    await set.remove([picked('d'), picked('b')]);
    await set.remove([picked('never there')]);
    await set.add([picked('e')]);
    expect([order(), set.canUndoRemoval]).toEqual(['ce', true]);
    await set.undoRemoval();
    expect(set.items).toStrictEqual([item('b', { isChecked: false }), item('c'), item('d'), item('e')]);
    expect([set.canUndoRemoval, next().items]).toEqual([false, set.items]);
    await set.undoRemoval();
    expect(order()).toBe('bcde');
  });

  it('is also that of all, or of what another set took the place of', async () => {
    const { set, order, next } = await newSet('a', 'b');
    await set.clear();
    expect([set.items, next().items]).toEqual([[], []]);
    await set.undoRemoval();
    expect(order()).toBe('ab');
    await set.replace([picked('c', { isChecked: false }), picked('a')]);
    expect(set.items).toStrictEqual([item('c', { isChecked: false }), item('a')]);
    await set.undoRemoval();
    expect(order()).toBe('abc');
  });
});

describe('what a set added', () => {
  const reason = { set: 'Sales', file: undefined, state: 'new' } as const;
  const accepted = { ...reason, state: 'accepted' } as const;

  it('is not the user’s choice until they add, attach or check it, and keeps its set', async () => {
    const { set, next } = await newSet('a');
    await set.add(['a', 'b', 'c', 'd'].map((uri) => picked(uri, { reason })));
    expect(set.items).toStrictEqual([item('a'), ...['b', 'c', 'd'].map((uri) => item(uri, { reason }))]);
    expect(next().items).toEqual(set.items);
    await set.add([picked('b')]);
    await set.setChecked([picked('c')], true);
    await set.setChecked([picked('d')], false);
    expect(set.items.slice(1)).toStrictEqual([
      item('b', { reason: accepted }),
      item('c', { reason: accepted }),
      item('d', { reason, isChecked: false }),
    ]);
    expect(['a', 'b', 'c', 'd', 'e'].map((uri) => set.isChosen(picked(uri)))).toEqual([true, true, true, false, false]);
  });

  it('by being opened is the user’s, and says by which', async () => {
    const { set } = await newSet('a');
    const opened = { ...reason, state: 'opened' } as const;
    await set.add([picked('a', { reason: opened }), picked('b', { reason: opened })]);
    expect([set.items, set.isChosen(picked('b'))]).toStrictEqual([[item('a'), item('b', { reason: opened })], true]);
    expect(set.items.map(isOfAlways)).toEqual([false, false]);
  });

  it('and the user took out is remembered until they pick it, or undo', async () => {
    const { set, next } = await newSet('a');
    await set.add([picked('b', { reason }), picked('c', { reason })]);
    await set.remove([picked('a'), picked('b')]);
    const dismissed = (of: ContextSet) => ['a', 'b', 'c'].filter((uri) => of.isDismissed(picked(uri)));
    expect([dismissed(set), dismissed(next())]).toEqual([['b'], ['b']]);
    await set.undoRemoval();
    expect([dismissed(set), set.get(picked('b'))]).toEqual([[], item('b', { reason })]);
    await set.clear();
    await set.add([picked('b', { reason })]);
    expect(dismissed(set)).toEqual(['b', 'c']);
    await set.add([picked('c')]);
    expect([dismissed(set), dismissed(next())]).toEqual([['b'], ['b']]);
  });

  it('is not the only thing that is remembered while sets are followed: all that leaves is', async () => {
    const { set } = await newSet('a', 'b', 'c');
    const dismissed = () => ['a', 'b', 'c'].filter((uri) => set.isDismissed(picked(uri)));
    set.isFollowingSets = true;
    await set.remove([picked('a')]);
    await set.replace([picked('c')]);
    expect(dismissed()).toEqual(['a', 'b']);
    await set.withdraw([picked('c')]);
    await set.setDismissed([picked('a'), picked('c')], ({ uri }) => uri === 'c');
    expect(dismissed()).toEqual(['b', 'c']);
  });
});
