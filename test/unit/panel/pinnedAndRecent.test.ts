import { describe, expect, it } from 'vitest';
import { PinnedAndRecent } from '../../../src/core/panel/pinnedAndRecent';
import { own } from '../../support/own';
import { FakeStore } from '../../support/fakeStore';

const at = (uri: string) => ({ serverId: 'shop', uri, name: 'more is not stored' });
const uris = (addresses: readonly { readonly uri: string }[]): string => addresses.map(({ uri }) => uri).join(' ');

describe('pinned and recent resources', () => {
  it('are stored for the workspace, the last first and each once', async () => {
    const store = new FakeStore();
    const lists = new PinnedAndRecent(store);
    for (const uri of ['a', 'b', 'a']) await lists.pin([at(uri)]);
    for (const uri of ['1', '2', '3', '4', '5', '6', '3']) await lists.use([at(uri)]);
    const again = new PinnedAndRecent(store);
    expect([uris(again.pinned), uris(again.recent)]).toEqual(['a b', '3 6 5 4 2']);
    expect(again.pinned[0]).toEqual({ serverId: 'shop', uri: 'a' });
    expect([again.isPinned(at('b')), again.isPinned({ ...at('b'), serverId: 'other' })]).toEqual([true, false]);
    await again.unpin([at('a')]);
    expect(uris(new PinnedAndRecent(store).pinned)).toBe('b');
  });

  it('announce what is pinned, and not what is used', async () => {
    const lists = new PinnedAndRecent(new FakeStore());
    let changes = 0;
    own(lists.onDidChange(() => (changes += 1)));
    await lists.use([at('a')]);
    expect(changes).toBe(0);
    await lists.pin([at('a')]);
    await lists.unpin([at('a')]);
    expect(changes).toBe(2);
  });

  it('do not take in many that are attached at once', async () => {
    const lists = new PinnedAndRecent(new FakeStore());
    await lists.use(['1', '2', '3', '4', '5', '6'].map(at));
    expect(lists.recent).toEqual([]);
  });

  it.each([['text'], [{ pinned: 7, recent: [null, { uri: 'a' }, at('b')] }]])('read any stored value: %j', (stored) => {
    const lists = new PinnedAndRecent(new FakeStore({ 'search.pinnedAndRecent': stored }));
    expect([lists.pinned, lists.recent.length]).toEqual([[], typeof stored === 'string' ? 0 : 1]);
  });
});
