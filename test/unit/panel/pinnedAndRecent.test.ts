import { describe, expect, it } from 'vitest';
import { Activity } from '../../../src/core/catalog/activity';
import { PinnedAndRecent } from '../../../src/core/panel/pinnedAndRecent';
import { FakeClock } from '../../support/fakeClock';
import { own } from '../../support/own';
import { FakeStore } from '../../support/fakeStore';

const at = (uri: string) => ({ serverId: 'shop', uri, name: 'more is not stored' });
const uris = (addresses: readonly { readonly uri: string }[]): string => addresses.map(({ uri }) => uri).join(' ');

function open(store = new FakeStore()): { activity: Activity; lists: PinnedAndRecent; store: FakeStore } {
  const activity = own(new Activity(store, new FakeClock(), () => true));
  return { activity, lists: new PinnedAndRecent(store, activity), store };
}

describe('pinned and recent resources', () => {
  it('are stored for the workspace, the last first and each once', async () => {
    const { lists, activity, store } = open();
    for (const uri of ['a', 'b', 'a']) await lists.pin([at(uri)]);
    for (const uri of ['1', '2', '3', '4', '5', '6', '3']) await activity.noteUse([at(uri)]);
    const { lists: again } = open(store);
    expect([uris(again.pinned), uris(again.recent)]).toEqual(['a b', '3 6 5 4 2']);
    expect([again.pinned[0], again.recent[0]]).toEqual([
      { serverId: 'shop', uri: 'a' },
      { serverId: 'shop', uri: '3' },
    ]);
    expect([again.isPinned(at('b')), again.isPinned({ ...at('b'), serverId: 'other' })]).toEqual([true, false]);
    await again.unpin([at('a')]);
    expect(uris(open(store).lists.pinned)).toBe('b');
  });

  it('announce what is pinned, and not what is used', async () => {
    const { lists, activity } = open();
    let changes = 0;
    own(lists.onDidChange(() => (changes += 1)));
    await activity.noteUse([at('a')]);
    expect(changes).toBe(0);
    await lists.pin([at('a')]);
    await lists.unpin([at('a')]);
    expect(changes).toBe(2);
  });
});
