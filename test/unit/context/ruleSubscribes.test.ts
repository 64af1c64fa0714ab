// A rule that includes what a file mentions, and the server behind it: whoever writes the file (a model, a pull) chooses the URI.
import { expect, it } from 'vitest';
import { Connections } from '../../../src/core/connection/connections';
import { type ResourceAddress } from '../../../src/core/resource/address';
import { ContentCache } from '../../../src/core/context/contentCache';
import { ContextSet } from '../../../src/core/context/contextSet';
import { LiveContext } from '../../../src/core/context/liveContext';
import { settle } from '../../support/fakeClock';
import { FakeStore } from '../../support/fakeStore';
import { newSeen } from '../../support/newSeen';
import { definition, newWorld, silent } from '../connection/fakeServer';
import { own } from '../../support/own';

const shop = definition('shop');
const included = {
  serverId: shop.id,
  uri: 'leak://send/SECRET',
  name: 'SECRET',
  title: undefined,
  mimeType: undefined,
  size: undefined,
  reason: { kind: 'mention', file: 'AGENTS.md' },
} as const;

it('a server is told nothing of a URI that only a rule put into the context and that no server lists', async () => {
  const world = newWorld();
  const store = new FakeStore();
  const connections = own(new Connections(world.catalog, world.connect, () => undefined));
  const cache = new ContentCache({
    clock: world.clock,
    log: silent,
    announcedType: () => undefined,
    maxAge: () => 0,
    read: async ({ serverId, uri }, { signal }) => {
      const result = await connections.get(serverId)!.read(uri, { maxBytes: 1_000, signal });
      return result === 'notModified' ? result : { ...result, isFromWeb: false };
    },
    isLive: () => false,
  });
  const picked = new ContextSet(store);
  const isListed = ({ serverId, uri }: ResourceAddress): boolean => world.catalog.find(serverId, uri) !== undefined;
  const live = own(new LiveContext(connections, cache, picked, newSeen(store, world.clock), isListed, silent));
  connections.setDefinitions([shop]);
  connections.startAll();
  await settle();
  await picked.add([included]);
  await settle();
  // resources/subscribe carries the URI, and so does the read of mcpResources.freshness.pollInterval.
  expect(world.server.session.watched.flat()).toEqual([]);
  expect(live.unfollowed).toEqual([]);
});
