import { expect, it } from 'vitest';
import { readChoice, TreeArrangement, defaultArrangement, type Arrangement } from '../../../src/core/tree/arrangement';
import { FakeStore } from '../../support/fakeStore';
import { own } from '../../support/own';

function setUp(store = new FakeStore()) {
  let settings: Arrangement = defaultArrangement;
  const arrangement = new TreeArrangement(store, () => settings);
  const seen = (): Arrangement => {
    const { groupBy, sortBy, audience } = arrangement;
    return { groupBy, sortBy, audience };
  };
  const change = (some: Partial<Arrangement>): void => {
    settings = { ...settings, ...some };
    arrangement.settingsChanged();
  };
  return { arrangement, seen, change, store };
}

it('is what the settings say until somebody chooses, and remembers the choice', async () => {
  const { arrangement, seen, change, store } = setUp();
  expect(seen()).toEqual(defaultArrangement);
  change({ sortBy: 'name' });
  expect([seen().sortBy, arrangement.isChosen('sortBy')]).toEqual(['name', false]);
  await arrangement.choose('groupBy', 'server');
  expect([seen().groupBy, arrangement.isChosen('groupBy')]).toEqual(['server', true]);
  expect(setUp(store).seen()).toEqual({ ...defaultArrangement, groupBy: 'server' });
});

it('shows a setting that is changed, whatever was chosen before, also when it is changed back', async () => {
  const { arrangement, seen, change } = setUp();
  await arrangement.choose('sortBy', 'name');
  change({ sortBy: 'server' });
  expect(seen().sortBy).toBe('server');
  change({ sortBy: 'importance' });
  expect([seen().sortBy, arrangement.isChosen('sortBy')]).toEqual(['importance', false]);
  change({ sortBy: 'server' });
  change({ groupBy: 'server' });
  expect(seen()).toEqual({ ...defaultArrangement, groupBy: 'server', sortBy: 'server' });
  await arrangement.choose('sortBy', 'importance');
  expect(seen().sortBy).toBe('importance');
  await arrangement.choose('sortBy', 'server');
  expect(arrangement.isChosen('sortBy')).toBe(false);
});

it('drops a choice whose setting was changed while nobody looked', async () => {
  const { store } = setUp();
  await store.set('tree.sortBy', { value: 'name', over: 'server' });
  expect(setUp(store).seen()).toEqual(defaultArrangement);
  expect(store.get('tree.sortBy')).toBeUndefined();
});

it('tells of choices and of settings', async () => {
  const { arrangement, change } = setUp();
  let changeCount = 0;
  own(arrangement.onDidChange(() => (changeCount += 1)));
  await arrangement.choose('audience', 'user');
  change({});
  expect(changeCount).toBe(2);
});

it('takes nothing that it does not know from settings', () => {
  expect([readChoice('groupBy', 'colour'), readChoice('sortBy', 7), readChoice('audience', 'user')]).toEqual([
    'scheme',
    'importance',
    'user',
  ]);
});
