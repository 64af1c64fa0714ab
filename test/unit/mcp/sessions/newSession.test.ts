// When a new session is opened, and when a refusal is the answer to a request.
import { describe, expect, it } from 'vitest';
import type { Interaction } from '../../../../src/core/questions/interaction';
import { modern, sendJson, serveHttp } from '../open/serveHttp';
import { collect, failure, http, never, noLimits, open, readText, until, withoutBackoffs } from '../support';
import { refuse, SessionServer, type Exchange, type Refusal } from './sessionServer';
import { failed, isWatched, token, working } from './workingSession';

const restarted: Refusal = { status: 404, body: 'foreign id' };
const opens = (server: SessionServer): number => server.count(/initialize$/);

describe('one new session', () => {
  it('serves all requests that were refused in the old one', async () => {
    const server = await SessionServer.start();
    const { session, events } = await working(server);
    server.forget(restarted);
    const reads = Array.from({ length: 8 }, (_, index) => readText(session, `r:${index}`));
    const list = collect(session.listResources(noLimits, never)).then(({ items }) => items.length);
    const completion = session
      .complete('file:///{a}', { name: 'a', value: '' }, {}, never)
      .then(({ values }) => values);
    const found = await Promise.all([...reads, list, completion].map((one) => one.catch(failed)));
    expect([found, opens(server), events.filter((event) => event !== 'list')]).toEqual([
      [...Array.from({ length: 8 }, (_, index) => `r:${index} of session 2`), 2, ['of session 2']],
      2,
      [],
    ]);
  });

  it('serves a request whose refusal comes late, when it is in use already', async () => {
    const late: Exchange[] = [];
    const server = await SessionServer.start({
      take: (exchange) =>
        exchange.request.params?.['uri'] === 'late:1' && exchange.session === 1 && late.push(exchange) > 0,
    });
    const { session } = await working(server);
    const reading = readText(session, 'late:1').catch(failed);
    await until(() => late.length > 0);
    server.forget(restarted);
    const other = await readText(session, 'a:1').catch(failed);
    for (const { request, response } of late) refuse(restarted, request, response);
    expect([other, await reading, opens(server)]).toEqual(['a:1 of session 2', 'late:1 of session 2', 2]);
  });

  it.each(['silent', 'cut'] as const)('reports changes, and lists and subscribes once: stream %s', async (push) => {
    const server = await SessionServer.start({ push });
    const { session, events } = await working(server);
    const updates: string[] = [];
    server.forget(restarted);
    await readText(session, 'b:2');
    await until(() => isWatched(server, session, ['a:1']));
    await until(() => events.length > 0);
    session.onDidUpdate((uri) => updates.push(uri));
    server.notify('notifications/resources/updated', { uri: 'a:1' });
    await until(() => updates.length > 0);
    expect([events, server.streams, server.count(/subscribe/), session.pushProblem]).toEqual([
      ['list'],
      [2],
      2,
      undefined,
    ]);
  });

  it('is found by the stream alone, where that is cut and nobody asks anything', async () => {
    const server = await SessionServer.start({ push: 'cut' });
    const { session, events } = await working(server);
    server.forget(restarted);
    await until(() => events.length > 0);
    await until(() => events[0] !== 'list' || isWatched(server, session, ['a:1']));
    expect([events, opens(server), await readText(session, 'a:1').catch(failed)]).toEqual([
      ['list'],
      2,
      'a:1 of session 2',
    ]);
  });

  it('is opened again when the server forgets that, too', async () => {
    const server = await SessionServer.start();
    const { session, events } = await working(server);
    const found: string[] = [];
    for (const status of [404, 400, 410, 404]) {
      server.forget({ status, body: 'own id' });
      found.push(await readText(session, 'a:1').catch(failed));
      await until(() => found.at(-1)!.startsWith('failed') || isWatched(server, session, ['a:1']));
    }
    expect([found, new Set(events)]).toEqual([[2, 3, 4, 5].map((one) => `a:1 of session ${one}`), new Set(['list'])]);
  });
});

describe('a refusal that the repeated request gets, too', () => {
  /** A server that refuses all reads of `x:…`, in any session. */
  function refusing(status: number, code: number): Promise<SessionServer> {
    const refusal: Refusal = { status, body: 'own id', code, message: 'It is broken' };
    return SessionServer.start({
      take: ({ request, response }) => {
        const isRefused = String(request.params?.['uri']).startsWith('x:');
        if (isRefused) refuse(refusal, request, response);
        return isRefused;
      },
    });
  }

  it.each([
    [404, -32002, 'notFound'],
    [404, -32601, 'unsupported'],
    [400, -32603, 'serverError'],
    [410, -32000, 'serverError'],
  ])('is an answer, and %i with code %i is believed from then on', async (status, code, reason) => {
    const server = await refusing(status, code);
    const { session, events } = await working(server);
    const reasons = [];
    for (const uri of ['x:1', 'x:2', 'x:1']) reasons.push((await failure(readText(session, uri))).reason);
    expect({ reasons, opens: opens(server), closed: events.filter((event) => event !== 'list') }).toEqual({
      reasons: [reason, reason, reason],
      opens: 2,
      closed: [],
    });
    expect(server.seen.filter((one) => one.includes(' x:'))).toEqual([
      '1 resources/read x:1',
      '2 resources/read x:1',
      '2 resources/read x:2',
      '2 resources/read x:1',
    ]);
  });

  it('is believed for its code alone: a session that is forgotten later is replaced', async () => {
    const server = await refusing(404, -32002);
    const { session } = await working(server);
    expect((await failure(readText(session, 'x:1'))).reason).toBe('notFound');
    server.forget({ status: 404, body: 'own id', code: -32001 });
    expect([await readText(session, 'a:1').catch(failed), opens(server)]).toEqual(['a:1 of session 3', 3]);
  });

  it('is believed for as long as the session lives: one that is forgotten in the same way is replaced', async () => {
    const server = await refusing(404, -32600);
    const { session } = await working(server);
    expect((await failure(readText(session, 'x:1'))).reason).toBe('serverError');
    server.forget({ status: 404, body: 'own id', code: -32600 });
    expect([await readText(session, 'a:1').catch(failed), opens(server)]).toEqual(['a:1 of session 3', 3]);
  });

  it('is no answer where the new session is forgotten as well: this one has ended', async () => {
    const refusal: Refusal = { status: 404, body: 'own id', code: -32600 };
    const server = await SessionServer.start({
      take: ({ request, response }) => {
        if (request.params?.['uri'] !== 'x:1') return false;
        server.forget(refusal);
        refuse(refusal, request, response);
        return true;
      },
    });
    const { session, events } = await working(server);
    expect((await failure(readText(session, 'x:1'))).reason).toBe('disconnected');
    expect([events.filter((event) => event !== 'list'), opens(server)]).toEqual([['closed: disconnected'], 2]);
  });
});

describe('no new session is opened', () => {
  it('for a server of 2026-07-28, which has none', async () => {
    const { url, methods } = await serveHttp((request, response, index) => {
      const error = { code: -32001, message: 'Session not found' };
      if (request.method === 'resources/read') sendJson(response, request.id, { error }, 404);
      else modern(request, response, index);
    });
    const { session } = await open(http(url), withoutBackoffs());
    const closed: string[] = [];
    session.onDidClose(({ reason }) => closed.push(reason));
    await failure(readText(session, 'a:1'));
    const counts = ['server/discover', 'initialize', 'resources/read'].map(
      (method) => methods.filter((one) => one === method).length,
    );
    expect([counts, closed]).toEqual([[1, 0, 1], []]);
  });

  it('where the sign-in has ended: the user is asked to sign in', async () => {
    const server = await SessionServer.start({ token });
    const { session, events } = await working(server);
    server.token = 'another token';
    expect((await failure(readText(session, 'a:1'))).reason).toBe('unauthorized');
    expect([server.opened, events]).toEqual([1, ['closed: unauthorized']]);
  });

  it.each([
    ['other capabilities', { capabilities: { resources: {} } }],
    ['another revision', { revision: '2025-06-18' }],
  ])('in place of one with %s: the old one has ended', async (_, changes) => {
    const server = await SessionServer.start();
    const { session, events } = await working(server);
    Object.assign(server, changes);
    server.forget(restarted);
    expect(await readText(session, 'a:1').catch(failed)).toBe('failed: disconnected');
    expect([events, opens(server)]).toEqual([['closed: disconnected'], 2]);
  });
});

describe('a read for which the user was asked something', () => {
  const question = {
    jsonrpc: '2.0',
    id: 'question',
    method: 'elicitation/create',
    params: { message: 'Which?', requestedSchema: { type: 'object', properties: {} } },
  };

  it.each([400, 404, 410])(
    'is not repeated after a %i, and the next one is served by a new session',
    async (status) => {
      const server = await SessionServer.start({
        take: ({ request, response }) => {
          if (request.params?.['uri'] !== 'ask:1') return false;
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write(`data: ${JSON.stringify(question)}\n\n`);
          asking.push(response);
          return true;
        },
      });
      const asking: { end: () => void }[] = [];
      const { session, events } = await working(server);
      let questions = 0;
      const interaction: Interaction = {
        ask: () => {
          questions += 1;
          server.forget({ status, body: 'foreign id' });
          return Promise.resolve({ action: 'accept', content: {} });
        },
      };
      const reading = session.read('ask:1', { maxBytes: 1e6, signal: never, interaction }).catch(failed);
      // The answer to the question is refused, and the server that was asked is gone.
      await until(() => server.count(/^1 undefined$/) > 0);
      for (const stream of asking) stream.end();
      const result = await reading;
      const next = await readText(session, 'a:1').catch(failed);
      const closed = events.filter((event) => event !== 'list');
      expect({
        failed: typeof result === 'string' && result.startsWith('failed'),
        questions,
        reads: server.count(/ask:1/),
        next,
        closed,
      }).toEqual({
        failed: true,
        questions: 1,
        reads: 1,
        next: 'a:1 of session 2',
        closed: [],
      });
    },
  );
});
