import { describe, expect, it } from 'vitest';
import { SavedSets, type SetPlace } from '../../../src/core/context/savedSets';
import { entryFor } from '../../../src/core/context/setEntry';
import { sha256 } from '../../../src/node/base/sha256';
import { FakeClock } from '../../support/fakeClock';
import { FakeStore } from '../../support/fakeStore';
import { own } from '../../support/own';

const one = entryFor({ kind: 'uri', text: 'a:1' });
const two = entryFor({ kind: 'glob', text: 'b:*' });
const [off, on] = [{ isAlways: false }, { isAlways: true }];

function fixture(store = new FakeStore()) {
  const clock = new FakeClock();
  const sets = own(new SavedSets(store, sha256, clock));
  let changes = 0;
  own(sets.onDidChange(() => (changes += 1)));
  return { store, clock, sets, changes: () => changes };
}

function ownSet(name: string, entries = [one]): SetPlace {
  return { set: { name, description: undefined, entries }, file: undefined };
}

describe('the user’s own sets', () => {
  it('are found again in another window, the last saved first, each once', async () => {
    const { sets, store, changes } = fixture();
    await sets.saveOwn({ name: 'a', entries: [one] }, off);
    await sets.saveOwn({ name: 'b', entries: [one] }, off);
    await sets.saveOwn({ name: 'a', entries: [two] }, on);
    expect(fixture(store).sets.own).toEqual([
      { name: 'a', description: undefined, entries: [two], isAlways: true },
      { name: 'b', description: undefined, entries: [one], isAlways: false },
    ]);
    await sets.deleteOwn('a');
    expect([sets.own.map(({ name }) => name), changes()]).toEqual([['b'], 4]);
  });

  it('are switched on and off by name', async () => {
    const { sets } = fixture();
    await sets.saveOwn({ name: 'a', entries: [one] }, off);
    expect([sets.isAlways(ownSet('a')), sets.isAnyAlways]).toEqual([false, false]);
    await sets.setState(ownSet('a'), on);
    expect([sets.isAlways(ownSet('a')), sets.isAnyAlways, sets.own[0]?.entries]).toEqual([true, true, [one]]);
    await sets.setState(ownSet('a'), off);
    expect(sets.isAlways(ownSet('a'))).toBe(false);
  });

  it('are in every message only while they are on', async () => {
    const { sets, store } = fixture();
    await sets.saveOwn({ name: 'a', entries: [one] }, on);
    await sets.setState(ownSet('a'), { isAlways: true, isInEveryMessage: true });
    expect(fixture(store).sets.isInEveryMessage(ownSet('a'))).toBe(true);
    await sets.setState(ownSet('a'), off);
    expect(sets.isInEveryMessage(ownSet('a'))).toBe(false);
  });
});

describe('a set of a file', () => {
  const file = 'file:///w/.vscode/mcp-context.json';
  const place: SetPlace = { ...ownSet('Sales'), file };
  const others: readonly SetPlace[] = [
    { ...ownSet('Other'), file },
    { ...ownSet('Sales', [one, two]), file },
    { ...ownSet('Sales', [{ ...one, isChecked: false }]), file },
    { ...ownSet('Sales'), file: 'file:///v/.vscode/mcp-context.json' },
  ];
  const resources = ['a:1', 'a:2'].map((uri) => ({ serverId: 'shop', uri }));

  it('is on for the user alone, for what it said then and what it led to', async () => {
    const { sets, store } = fixture();
    expect([sets.isAlways(place), sets.hasAccepted(place, [])]).toEqual([false, true]);
    await sets.accept(place, resources.slice(0, 1));
    await sets.setState(place, on);
    const next = fixture(store).sets;
    expect([next.isAlways(place), next.hasAccepted(place, resources.slice(0, 1))]).toEqual([true, true]);
    expect(next.hasAccepted(place, resources)).toBe(false);
    expect(others.map((other) => next.isAlways(other))).toEqual(others.map(() => false));
    expect(others.map((other) => next.hasAccepted(other, resources.slice(0, 1)))).toEqual(others.map(() => false));
    await next.accept(place, resources.slice(1));
    expect([next.hasAccepted(place, resources), next.isAlways(place)]).toEqual([true, true]);
  });

  it('has one review, which is listed and can be taken back', async () => {
    const { sets, clock } = fixture();
    const [, changed = place] = others;
    await sets.accept(place, resources);
    await sets.setState(place, on);
    await sets.accept(changed, resources);
    expect(sets.reviews).toMatchObject([{ file, name: 'Sales', isAlways: false, at: clock.now() }]);
    expect(sets.hasAccepted(place, resources)).toBe(false);
    await sets.forget({ file, name: 'Sales' });
    expect(sets.reviews).toEqual([]);
  });

  it('is forgotten, the oldest first, where there are many', async () => {
    const { sets } = fixture();
    const places = Array.from({ length: 101 }, (_, index) => ({ ...ownSet(`Set ${index}`), file }));
    for (const one of places) await sets.setState(one, on);
    expect([0, 1, 100].map((index) => sets.isAlways(places[index]!))).toEqual([false, true, true]);
  });
});
