// What a server of streamable HTTP can do to keep us busy, or to have us hold what is over.
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../support/fakeClock';
import { sendJson } from '../open/serveHttp';
import { http, never, noTimeout, open, read, readText, sessionClock, until, withoutBackoffs } from '../support';
import { SessionServer, type Exchange } from './sessionServer';
import { failed } from './workingSession';

/** Ends the stream at once, with an event after which it goes on at once. */
const endAtOnce = ({ response }: Exchange, id: string): void =>
  void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`id: ${id}\nretry: 0\ndata: \n\n`);

/** Begins a response that never ends. */
const beginForEver = ({ response }: Exchange, status: number, type: string, text: string): void =>
  void response.writeHead(status, { 'content-type': type }).write(text);

const isRead = ({ request }: Exchange, uri: string): boolean => request.params?.['uri'] === uri;

describe('a server that forgets each session at once', () => {
  const forgetful: Readonly<Record<string, (exchange: Exchange, streams: Map<number, number>) => boolean>> = {
    'once its stream has ended': (exchange, streams) => {
      if (exchange.request.method !== 'GET') return false;
      const count = (streams.get(exchange.session) ?? 0) + 1;
      streams.set(exchange.session, count);
      if (count === 1) endAtOnce(exchange, 'x');
      else exchange.response.writeHead(404).end();
      return true;
    },
    'once it is answered': (exchange) => {
      const ping = { jsonrpc: '2.0', id: 'ping', method: 'ping' };
      if (exchange.request.method === 'GET')
        beginForEver(exchange, 200, 'text/event-stream', `data: ${JSON.stringify(ping)}\n\n`);
      else if ('result' in exchange.request) exchange.response.writeHead(404).end();
      else return false;
      return true;
    },
  };

  it.each(Object.keys(forgetful))('is given up after a few: %s', async (name) => {
    const streams = new Map<number, number>();
    const server = await SessionServer.start({ take: (exchange) => forgetful[name]!(exchange, streams) });
    const { session } = await open(http(server.url), withoutBackoffs());
    const ends: string[] = [];
    session.onDidClose(({ reason }) => ends.push(reason));
    await readText(session, 'a:1').catch(failed);
    await until(() => ends.length > 0);
    expect([ends, server.opened]).toEqual([['disconnected'], 6]);
  });
});

describe('streams that end at once, each with another event and without a time to wait', () => {
  it('are asked for once in a second where they are for notifications', async () => {
    const clock = new FakeClock();
    let count = 0;
    const server = await SessionServer.start({
      take: (exchange) => {
        if (exchange.request.method !== 'GET') return false;
        endAtOnce(exchange, String(++count));
        return true;
      },
    });
    await open(http(server.url), { clock, connectTimeout: noTimeout });
    for (let stream = 1; stream <= 3; stream++) {
      await until(() => count === stream && clock.pending.length > 0);
      expect(clock.pending).toEqual([1_000]);
      await clock.advance(1_000);
    }
  });

  it('are asked for twenty times in a second where they are for a request', async () => {
    const clock = new FakeClock();
    let count = 0;
    const server = await SessionServer.start({
      push: 'none',
      take: (exchange) => {
        if (!isRead(exchange, 'early:1') && exchange.headers['last-event-id'] === undefined) return false;
        endAtOnce(exchange, String(++count));
        return true;
      },
    });
    const { session } = await open(http(server.url), { clock, connectTimeout: noTimeout });
    const reading = readText(session, 'early:1').catch(failed);
    for (let stream = 1; stream <= 9; stream++) {
      await until(() => count === stream && (clock.pending[0] ?? Infinity) < 1_000);
      expect(clock.pending[0]).toBe(50);
      await clock.advance(50);
    }
    session.dispose();
    await reading;
  });
});

it('an event’s id goes back in UTF-8, also where no header can have its characters', async () => {
  const server = await SessionServer.start({
    push: 'none',
    take: (exchange) => {
      const last = exchange.headers['last-event-id'];
      if (isRead(exchange, 'early:1')) {
        asked = exchange.request.id;
        endAtOnce(exchange, 'é名');
      } else if (typeof last === 'string') {
        const contents = [{ uri: 'early:1', text: Buffer.from(last, 'latin1').toString() }];
        const answer = { jsonrpc: '2.0', id: asked, result: { contents } };
        exchange.response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(`data: ${JSON.stringify(answer)}\n\n`);
      } else return false;
      return true;
    },
  });
  let asked: unknown;
  const { session } = await open(http(server.url), withoutBackoffs());
  expect(await readText(session, 'early:1').catch(failed)).toBe('é名');
});

describe('a refusal whose body never ends', () => {
  it('is the failure of its request after two seconds', async () => {
    const server = await SessionServer.start({
      take: (exchange) => {
        if (!isRead(exchange, 'a:never')) return false;
        beginForEver(exchange, 500, 'text/plain', 'Oh');
        return true;
      },
    });
    const { session } = await open(http(server.url), withoutBackoffs());
    const reading = readText(session, 'a:never').catch(failed);
    await until(() => sessionClock().pending.includes(2_000));
    await sessionClock().advance(2_000);
    expect(await reading).toBe('failed: unavailable');
  });

  it('says that there is no stream for notifications', async () => {
    const server = await SessionServer.start({
      take: (exchange) => {
        if (exchange.request.method !== 'GET') return false;
        beginForEver(exchange, 405, 'text/plain', 'Oh');
        return true;
      },
    });
    const { session } = await open(http(server.url), withoutBackoffs());
    await until(() => sessionClock().pending.includes(2_000));
    await sessionClock().advance(2_000);
    await until(() => session.pushProblem !== undefined);
  });
});

describe('a renewal that the server does not let end', () => {
  const start = (): Promise<SessionServer> =>
    SessionServer.start({
      push: 'none',
      take: ({ request, session }) => session === 2 && request.method === 'notifications/initialized',
    });
  const isRenewing = (server: SessionServer): boolean => server.seen.includes('2 notifications/initialized');

  it('does not hold a request that is cancelled', async () => {
    const server = await start();
    const { session } = await open(http(server.url), withoutBackoffs());
    await readText(session, 'a:1');
    server.forget({ status: 404, body: 'none' });
    const stop = new AbortController();
    const reading = read(session, 'a:1', 1_000, stop.signal).catch(String);
    await until(() => isRenewing(server));
    stop.abort();
    expect(await reading).toContain('Cancelled');
  });

  it('ends the session when the time for connecting is over', async () => {
    const server = await start();
    const clock = new FakeClock();
    const { session } = await open(http(server.url), { clock, connectTimeout: 10_000 });
    await readText(session, 'a:1');
    server.forget({ status: 404, body: 'none' });
    const reading = readText(session, 'a:1').catch(failed);
    await until(() => isRenewing(server));
    await clock.advance(10_000);
    expect(await reading).toBe('failed: disconnected');
  });
});

describe('what a request leaves open when it is over', () => {
  it.each(['answered', 'cancelled, which is not heard'])('ends five seconds later: it was %s', async (how) => {
    const states: string[] = [];
    const server = await SessionServer.start({
      push: 'none',
      take: (exchange) => {
        const { request, response, session } = exchange;
        if (request.method === 'notifications/cancelled') {
          states.push('told');
          return true;
        }
        if (!isRead(exchange, 'a:1')) return false;
        response.once('close', () => states.push('closed'));
        const answer = { jsonrpc: '2.0', id: request.id, ...server.answerTo(request, session) };
        const text = how === 'answered' ? `data: ${JSON.stringify(answer)}\n\n` : ': wait\n\n';
        beginForEver(exchange, 200, 'text/event-stream', text);
        states.push('open');
        return true;
      },
    });
    const clock = new FakeClock();
    const { session } = await open(http(server.url), { clock, connectTimeout: noTimeout });
    const stop = new AbortController();
    const reading = read(session, 'a:1', 1_000, how === 'answered' ? never : stop.signal).catch(String);
    await until(() => states.length > 0);
    stop.abort();
    await reading;
    await until(() => how === 'answered' || states.includes('told'));
    expect(states).not.toContain('closed');
    await clock.advance(5_000);
    await until(() => states.includes('closed'));
  });
});

it('a stream that is not begun for minutes, again and again, is no lost connection', async () => {
  const clock = new FakeClock();
  const waiting: Exchange['response'][] = [];
  const server = await SessionServer.start({
    take: ({ request, response }) => request.method === 'GET' && waiting.push(response) > 0,
  });
  const { session } = await open(http(server.url), { clock, connectTimeout: noTimeout });
  const ends: string[] = [];
  session.onDidClose(({ reason }) => ends.push(reason));
  for (let stream = 1; stream <= 3; stream++) {
    await until(() => waiting.length === stream || ends.length > 0);
    await clock.advance(300_000);
    waiting.at(-1)!.destroy();
    await until(() => clock.pending.length > 0 || ends.length > 0);
    await clock.advance(30_000);
  }
  expect([ends, await readText(session, 'a:1').catch(failed)]).toEqual([[], 'a:1 of session 1']);
});

it.each(['', 'other', 999])('an answer with the id %j fails its request at once, and nothing else', async (id) => {
  const server = await SessionServer.start({
    push: 'none',
    take: (exchange) => {
      if (!isRead(exchange, 'odd:1')) return false;
      sendJson(exchange.response, id, server.answerTo(exchange.request, 1));
      return true;
    },
  });
  const { session } = await open(http(server.url), { clock: new FakeClock(), connectTimeout: noTimeout });
  expect([await readText(session, 'odd:1').catch(failed), await readText(session, 'a:1').catch(failed)]).toEqual([
    'failed: protocol',
    'a:1 of session 1',
  ]);
});
