// What a user sees of a server that was started again, from the connection to it upwards: nothing.
import { describe, expect, it } from 'vitest';
import { until } from '../support';
import { connectionTo, kindsOf, type RealConnection } from './realConnection';
import { SessionServer, type PushStream } from './sessionServer';

/** A connection that has listed the server and watches `a:1`. */
async function connected(server: SessionServer): Promise<RealConnection> {
  const one = connectionTo(server.url);
  one.connection.watch(new Set(['a:1']));
  await one.connection.start();
  await until(() => one.lists() === 1 && isWatched(server, one));
  return one;
}

function isWatched(server: SessionServer, { connection }: RealConnection): boolean {
  return server.subscribed.includes('a:1') && (server.push === 'none' || connection.isLive('a:1'));
}

describe.each(['none', 'silent', 'cut'] as PushStream[])('a server that was started again, stream %s', (push) => {
  it.each([400, 404, 410])('stays ready after a %i, is listed once and watched again', async (status) => {
    const server = await SessionServer.start({ push });
    const one = await connected(server);
    const { length } = one.states;
    server.forget({ status, body: 'foreign id' });
    const texts = await Promise.all(['a:1', 'b:2'].map(one.readText));
    const isOver = texts.some((text) => text.includes('Error'));
    await until(() => isOver || one.states.length > length || (one.lists() === 2 && isWatched(server, one)));
    const { opened, subscribed, offences } = server;
    const states = kindsOf(one.states.slice(length));
    expect({ texts, states, lists: one.lists(), opened, subscribed, offences }).toEqual({
      texts: ['a:1 of session 2', 'b:2 of session 2'],
      states: [],
      lists: 2,
      opened: 2,
      subscribed: ['a:1'],
      offences: [],
    });
  });

  it('is listed by the user’s Refresh', async () => {
    const server = await SessionServer.start({ push });
    const one = await connected(server);
    server.forget({ status: 404, body: 'own id' });
    one.connection.refreshList();
    await until(() => one.lists() > 1);
    expect([kindsOf(one.states), server.opened]).toEqual([['connecting', 'ready'], 2]);
  });
});

it('a server that comes back with other capabilities is opened again, and the read is repeated', async () => {
  const server = await SessionServer.start();
  const { connection, states, readText } = await connected(server);
  server.capabilities = { resources: { subscribe: true } };
  server.forget({ status: 404, body: 'foreign id' });
  const text = await readText('b:2');
  const { state } = connection;
  expect([text, kindsOf(states), state.kind === 'ready' && state.info.canListChange]).toEqual([
    `b:2 of session ${server.opened}`,
    ['connecting', 'ready', 'connecting', 'ready'],
    false,
  ]);
});
