// A server that has forgotten its sessions, as after a restart, costs the user nothing: one new session, and the request is repeated in it.
import { describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/core/session/session';
import { collect, never, noLimits, readText, until } from '../support';
import { SessionServer, type PushStream, type Refusal, type RefusalBody } from './sessionServer';
import { failed, isWatched, token, working } from './workingSession';

const statuses = [400, 401, 404, 410];
const bodies: readonly RefusalBody[] = [
  ...(['none', 'text'] as const),
  ...(['no id', 'foreign id', 'own id'] as const).flatMap((id) => [id, `${id}, event`] as const),
];
const pushes: readonly PushStream[] = ['none', 'silent', 'cut'];

/** The requests of the table, by what the user does; each resolves with what they get. */
const asks: Readonly<Record<string, (session: Session) => Promise<unknown>>> = {
  read: (session) => readText(session, 'a:1'),
  list: async (session) => (await collect(session.listResources(noLimits, never))).items.map(({ uri }) => uri),
  completion: async (session) =>
    (await session.complete('file:///{path}', { name: 'path', value: 'x' }, {}, never)).values,
  // The read shows what became of the session, as nobody is told of a subscription.
  subscription: (session) => {
    session.watch(new Set(['a:1', 'b:2']));
    return readText(session, 'a:1');
  },
};

const results: Readonly<Record<string, unknown>> = {
  read: 'a:1 of session 2',
  list: ['a:1', 'b:2'],
  completion: ['of session 2'],
  subscription: 'a:1 of session 2',
};

/** What the user gets of a request of a forgotten session, and what the server saw of it. */
async function cell(push: PushStream, refusal: Refusal, name: string): Promise<object> {
  const server = await SessionServer.start({ push, ...(refusal.status === 401 && { token }) });
  const { session, events } = await working(server);
  server.forget(refusal);
  const result = await asks[name]!(session).catch(failed);
  const uris = name === 'subscription' ? ['a:1', 'b:2'] : ['a:1'];
  if (String(result).startsWith('failed')) return { result };
  await until(() => isWatched(server, session, uris));
  await readText(session, 'b:2');
  // A list that was asked for need not be asked for again.
  if (name === 'list' && events.length === 0) events.push('list');
  const { opened, streams, offences, subscribed } = server;
  return { result, opened, events, streams, offences, subscribed };
}

function expectedCell(push: PushStream, name: string): object {
  const uris = name === 'subscription' ? ['a:1', 'b:2'] : ['a:1'];
  return {
    result: results[name],
    opened: 2,
    events: ['list'],
    streams: push === 'none' ? [] : [2],
    offences: [],
    subscribed: uris,
  };
}

const cells = pushes.flatMap((push) => Object.keys(asks).map((name) => [push, name] as const));

describe.each(statuses)('a request that is refused with %i in a session that has worked', (status) => {
  it.each(bodies)('is repeated in one new session, unnoticed: %s', async (body) => {
    const found: Record<string, object> = {};
    for (const [push, name] of cells) found[`${name}, stream ${push}`] = await cell(push, { status, body }, name);
    const expected = cells.map(([push, name]) => [`${name}, stream ${push}`, expectedCell(push, name)]);
    expect(found).toEqual(Object.fromEntries(expected));
  });
});

describe('a session that is not forgotten', () => {
  it.each(pushes)('serves every request: stream %s', async (push) => {
    const server = await SessionServer.start({ push });
    const { session, events } = await working(server);
    const found: unknown[] = [];
    for (const ask of Object.values(asks)) found.push(await ask(session));
    await until(() => isWatched(server, session, ['a:1', 'b:2']));
    const { opened, streams, offences } = server;
    expect({ found, opened, streams, offences, events }).toEqual({
      found: Object.values(results).map(
        (result) => JSON.parse(JSON.stringify(result).replace('session 2', 'session 1')) as unknown,
      ),
      opened: 1,
      streams: push === 'none' ? [] : [1],
      offences: [],
      events: [],
    });
  });
});
