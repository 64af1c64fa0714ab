import { describe, expect, it } from 'vitest';
import { ContextSet } from '../../../src/core/context/contextSet';
import { ServerMoves } from '../../../src/core/configuration/serverMoves';
import type { ServerDefinition } from '../../../src/core/configuration/serverDefinition';
import { SavedResources } from '../../../src/core/templates/savedResources';
import { UsedValues } from '../../../src/core/templates/usedValues';
import { Emitter } from '../../../src/core/base/event';
import { PinnedAndRecent } from '../../../src/core/panel/pinnedAndRecent';
import { Activity } from '../../../src/core/catalog/activity';
import { FakeClock } from '../../support/fakeClock';
import { own } from '../../support/own';
import { FakeStore } from '../../support/fakeStore';
import { define, folderSource, http, portableSource, userSource } from './fixtures';

const [user, folder, portable] = [userSource, folderSource, portableSource].map((source) => define(http(), source));
const withCopies = (first: ServerDefinition, ...copies: readonly ServerDefinition[]): ServerDefinition => ({
  ...first,
  copies,
});
const moved = async (moves: ServerMoves, ...definitions: readonly ServerDefinition[]): Promise<unknown> => [
  ...(await moves.update(definitions)),
];

describe('what was saved about a server', () => {
  it('belongs to the one that it turns out to be equal to', async () => {
    const moves = new ServerMoves(new FakeStore());
    expect(await moved(moves, user!, portable!)).toEqual([]);
    expect(await moved(moves, withCopies(user!, portable!))).toEqual([[portable!.id, user!.id]]);
  });

  it('belongs to the place that is left, also in the next window', async () => {
    const store = new FakeStore();
    await new ServerMoves(store).update([withCopies(user!, folder!, portable!)]);
    expect(await moved(new ServerMoves(store), withCopies(folder!, portable!))).toEqual([
      [portable!.id, folder!.id],
      [user!.id, folder!.id],
    ]);
  });

  it('waits for the place that is left where that cannot be read now', async () => {
    const moves = new ServerMoves(new FakeStore());
    await moves.update([withCopies(user!, portable!)]);
    expect(await moved(moves)).toEqual([]);
    expect(await moved(moves, portable!)).toEqual([[user!.id, portable!.id]]);
  });

  it('stays where it is once the other one is another server', async () => {
    const moves = new ServerMoves(new FakeStore());
    await moves.update([withCopies(user!, portable!)]);
    expect(await moved(moves, user!, portable!)).toEqual([]);
    expect(await moved(moves, portable!)).toEqual([]);
  });

  it('is of no matter where nothing is in two places', async () => {
    const store = new FakeStore();
    await new ServerMoves(store).update([user!, folder!]);
    expect(store.get('servers.copies')).toBeUndefined();
  });
});

describe('saved by a server’s id', () => {
  const moves = new Map([['old', 'new']]);
  const item = (serverId: string, uri: string): { serverId: string; uri: string; name: string } => ({
    serverId,
    uri,
    name: uri,
  });

  it('resources of the context move, in their places', async () => {
    const store = new FakeStore();
    const set = new ContextSet(store);
    const facts = { title: undefined, mimeType: undefined, size: undefined };
    await set.add(
      [item('old', 'a'), item('else', 'b'), item('new', 'c'), item('old', 'c')].map((one) => ({ ...one, ...facts })),
    );
    await set.setDismissed([{ serverId: 'old', uri: 'd' }], () => true);
    await set.moveServers(moves);
    const next = new ContextSet(store);
    expect(next.items.map(({ serverId, uri }) => [serverId, uri])).toEqual([
      ['new', 'a'],
      ['else', 'b'],
      ['new', 'c'],
    ]);
    expect(next.isDismissed({ serverId: 'new', uri: 'd' })).toBe(true);
    set.dispose();
    next.dispose();
  });

  it('what a set shall not add again moves, without any resource', async () => {
    const store = new FakeStore();
    const set = new ContextSet(store);
    await set.setDismissed([{ serverId: 'old', uri: 'd' }], () => true);
    await set.moveServers(moves);
    const next = new ContextSet(store);
    expect(next.isDismissed({ serverId: 'new', uri: 'd' })).toBe(true);
    set.dispose();
    next.dispose();
  });

  it('pinned and recently used resources move', async () => {
    const store = new FakeStore();
    const activity = own(new Activity(store, new FakeClock(), () => false));
    const onTop = new PinnedAndRecent(store, activity);
    await onTop.pin([item('old', 'a'), item('new', 'b')]);
    await activity.noteUse([item('old', 'c')]);
    await Promise.all([onTop, activity].map((saved) => saved.moveServers(moves)));
    const next = new PinnedAndRecent(store, own(new Activity(store, new FakeClock(), () => false)));
    expect([next.pinned, next.recent].map((list) => list.map(({ serverId, uri }) => [serverId, uri]))).toEqual([
      [
        ['new', 'a'],
        ['new', 'b'],
      ],
      [['new', 'c']],
    ]);
  });

  it('resources of templates and their values move', async () => {
    const store = new FakeStore();
    const shown: string[] = [];
    const servers = { onDidChange: new Emitter<void>().event, get: () => true };
    const catalog = { keep: (serverId: string) => void shown.push(serverId), forget: () => undefined };
    const kept = new SavedResources(store, catalog, servers);
    const none = { description: undefined, mimeType: undefined, audience: undefined, priority: undefined };
    await kept.keep({ ...item('old', 'a'), ...none });
    const used = new UsedValues(store);
    const entry = (serverId: string) =>
      ({ serverId, template: { uriTemplate: 'a/{b}' } }) as Parameters<typeof used.of>[0];
    await used.remember(entry('old'), new Map([['b', '42']]));
    await kept.moveServers(moves);
    await used.moveServers(moves);
    expect([kept.items.map(({ serverId }) => serverId), shown.at(-1)]).toEqual([['new'], 'new']);
    expect(new UsedValues(store).of(entry('new'), 'b')).toEqual(['42']);
    kept.dispose();
  });
});
