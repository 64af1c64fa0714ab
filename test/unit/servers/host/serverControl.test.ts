import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HumanError, type Reason } from '../../../../src/core/base/errors';
import { ServerControl } from '../../../../src/host/servers/serverControl';
import type { ServerDefinition } from '../../../../src/core/configuration/serverDefinition';
import { ResourceWorld } from '../../actions/host/resourceWorld';
import { resource } from '../../catalog/fixtures';

let world: ResourceWorld;
let shop: ServerDefinition;
/** Reviews, with the servers they were about, and servers that were signed in to. */
let done: string[];
/** Why servers may not start, by name. */
let refusals: Map<string, Reason>;
/** What the user allows in the next review. */
let allowed: readonly string[];
let servers: ServerControl;

beforeEach(async () => {
  world = new ResourceWorld();
  done = [];
  refusals = new Map();
  allowed = [];
  const [first] = await world.list({ shop: [resource('note:a')] });
  shop = first!;
  const refusal = ({ name }: ServerDefinition): HumanError | undefined => {
    const reason = refusals.get(name);
    return reason && new HumanError(reason, 'No.');
  };
  servers = new ServerControl(
    { core: world, permission: { refusal }, search: world },
    { signIn: ({ definition: { name } }) => Promise.resolve(void done.push(`sign in to ${name}`)) },
    {
      review: (serverIds) => {
        for (const name of allowed) refusals.delete(name);
        return Promise.resolve(void done.push(serverIds ? `review ${serverIds.join(' ')}` : 'review'));
      },
    },
  );
});

afterEach(() => world.dispose());

it('shows what is hidden', async () => {
  await world.places.hide({ schemes: ['note'] });
  await servers.showHidden();
  expect(await world.visibility.summary()).toBeUndefined();
});

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

const running = (): string[] =>
  world.connections.all.filter(({ state }) => state.kind === 'ready').map(({ definition }) => definition.name);
/** Sets the configured servers, all of them stopped. */
const configure = (...definitions: readonly ServerDefinition[]): void => {
  world.sources.set(definitions);
  for (const connection of world.connections.all) connection.stop();
};
const another = (name: string): ServerDefinition => ({ ...shop, id: `user//${name}`, name });
const web = (): ServerDefinition => ({ ...another('web'), launch: { kind: 'http', url: 'https://a/', headers: {} } });

describe('a server that is not allowed', () => {
  it.each(['start', 'restart'] as const)('is reviewed, and then does not %s without a yes', async (act) => {
    configure(shop, another('wiki'));
    for (const reason of ['notAllowed', 'declined'] as const) {
      refusals.set('shop', reason);
      await servers[act](shop.id);
      await world.clock.advance(0);
    }
    expect([done, running()]).toEqual([[`review ${shop.id}`, `review ${shop.id}`], []]);
    allowed = ['shop'];
    await servers[act](shop.id);
    await world.clock.advance(0);
    expect([done.length, running()]).toEqual([3, ['shop']]);
  });

  it('is signed in to once it is allowed, and only if it can be', async () => {
    world.sources.set([shop, web()]);
    refusals = new Map([
      ['shop', 'notAllowed'],
      ['web', 'notAllowed'],
    ]);
    await servers.signIn(shop.id, 'user//web', 'gone');
    const before = [...done];
    allowed = ['web'];
    await servers.signIn('user//web');
    expect([before, done.slice(before.length)]).toEqual([['review user//web'], ['review user//web', 'sign in to web']]);
  });

  it('is reviewed with the others of the same click, and those that are allowed start', async () => {
    configure(shop, another('wiki'), another('docs'));
    refusals = new Map([
      ['wiki', 'notAllowed'],
      ['docs', 'declined'],
    ]);
    allowed = ['docs'];
    await servers.start(shop.id, 'user//wiki', 'user//docs', 'gone');
    await world.clock.advance(0);
    expect([done, running()]).toEqual([['review user//wiki user//docs'], ['shop', 'docs']]);
  });

  it('that became another one during its review does not start', async () => {
    refusals.set('shop', 'notAllowed');
    const act = servers.start(shop.id);
    world.sources.set([]);
    await act;
    expect([done, running()]).toEqual([[`review ${shop.id}`], []]);
  });

  it.each(['untrusted', 'policy'] as const)('but by %s, is not reviewed: a yes would not help', async (reason) => {
    refusals.set('shop', reason);
    await servers.start(shop.id);
    expect(done).toEqual([]);
  });
});

it('a server that is allowed starts, restarts and is signed in to without a review; one that is gone is left alone', async () => {
  configure(shop, web());
  await servers.start(shop.id, 'gone');
  await servers.restart(shop.id, 'gone');
  await servers.signIn('user//web', 'gone');
  await servers.review();
  await world.clock.advance(0);
  expect([done, running()]).toEqual([['sign in to web', 'review'], ['shop']]);
});
