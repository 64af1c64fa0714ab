import { afterEach, beforeEach, expect, it } from 'vitest';
import { ServerControl } from '../../../../src/host/servers/serverControl';
import type { ServerDefinition } from '../../../../src/core/servers/serverDefinition';
import { ResourceWorld } from '../../actions/host/resourceWorld';
import { resource } from '../../catalog/fixtures';

let world: ResourceWorld;
let shop: ServerDefinition;
/** Servers that were allowed, and signed in to. */
let done: string[];
let servers: ServerControl;

beforeEach(async () => {
  world = new ResourceWorld();
  done = [];
  const [first] = await world.list({ shop: [resource('note:a')] });
  shop = first!;
  const note = (what: string, { name }: ServerDefinition): Promise<void> =>
    Promise.resolve(void done.push(`${what} ${name}`));
  servers = new ServerControl({
    connections: world.connections,
    consent: { agree: ([given]) => note('allow', given!) },
    signIns: { signIn: ({ definition }) => note('sign in to', definition) },
    review: { review: () => Promise.resolve(void done.push('review')) },
  });
});

afterEach(() => world.dispose());

it('refreshing starts what may start, and lists all again', async () => {
  const { session } = world.server(shop);
  servers.refreshAll();
  await world.clock.advance(250);
  expect(session.lists).toHaveLength(2);
  session.list.end();
  world.connections.get(shop.id)?.stop();
  world.sources.set([shop, { ...shop, id: 'user//wiki', name: 'wiki' }]);
  servers.refreshAll();
  await world.clock.advance(0);
  expect(world.connections.all.map(({ state }) => state.kind)).toEqual(['stopped', 'ready']);
});

it('starting a server by name allows it, and one that is gone, or cannot be signed in to, is left alone', async () => {
  const web = {
    ...shop,
    id: 'user//web',
    name: 'web',
    launch: { kind: 'http', url: 'https://a/', headers: {} },
  } as const;
  world.sources.set([shop, web]);
  for (const id of [shop.id, web.id, 'gone']) await servers.signIn(id);
  await servers.start('gone');
  await servers.restart('gone');
  const before = [...done];
  world.connections.get(shop.id)?.stop();
  await servers.start(shop.id);
  await servers.review();
  expect([before, done.slice(before.length)]).toEqual([
    ['allow web', 'sign in to web'],
    ['allow shop', 'review'],
  ]);
});
