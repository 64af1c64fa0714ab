// How connections over HTTP are opened, message by message; the table in docs/wire.md names these tests.
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openSession } from '../../../src/node/mcp/mcp';
import { sendJson } from './open/serveHttp';
import {
  common,
  complete,
  event,
  events,
  labelOf,
  legacy,
  modern,
  ofMethod,
  record,
  results,
  type Answer,
} from './recordHttp';
import { failure, http as at, never, noTimeout, open, promptClock, quiet, readText, until } from './support';

describe('connecting', () => {
  it('is given up without a word to the server: a handshake is never cancelled', async () => {
    const stop = new AbortController();
    let isGone = false;
    const polite = legacy();
    const { url, sent } = await record((one, response) => {
      if (labelOf(one) !== 'initialize') polite(one, response);
      else {
        response.on('close', () => (isGone = true));
        stop.abort();
      }
    });
    await expect(open(at(url), { signal: stop.signal })).rejects.toThrow();
    await until(() => isGone);
    expect(sent.map(labelOf)).toEqual(['server/discover', 'initialize']);
  });

  it.each([
    ['2025-11-25', legacy()],
    ['2026-07-28', modern],
  ])('finds out what a server of %s speaks, whatever it says before it answers', async (revision, polite) => {
    const { url } = await record((one, response) => {
      const { id, method } = one.message;
      if (method !== 'server/discover') polite(one, response);
      else {
        const asks = revision === '2026-07-28' ? [] : [{ id: 'q', method: 'ping' }];
        const early = [...asks, { method: 'notifications/message', params: {} }].map(event).join('');
        const result = { ...complete, ...common, supportedVersions: ['2026-07-28'] };
        const last = revision === '2026-07-28' ? { result } : { error: { code: -32601, message: 'No' } };
        response.writeHead(200, events).end(`${early}${event({ id, ...last })}`);
      }
    });
    const { session } = await open(at(url));
    expect(session.info.revision).toBe(revision);
  });

  it.each([
    [
      ['2025-11-25', '2025-06-18'],
      ['server/discover', 'initialize'],
    ],
    [[], ['server/discover', 'initialize']],
    [undefined, ['server/discover', 'initialize']],
    [
      ['2027-05-01', '2026-07-28'],
      ['server/discover', 'server/discover'],
    ],
    [['2027-05-01'], ['server/discover']],
  ])('goes by the revisions that a server names when it refuses ours: %j', async (supported, methods) => {
    const polite = legacy();
    for (const status of [200, 400]) {
      const probes: unknown[] = [];
      const { url, sent } = await record((one, response) => {
        const { id, method } = one.message;
        const error = { code: -32022, message: 'No', data: { supported, requested: '2026-07-28' } };
        if (method !== 'server/discover') polite(one, response);
        else if (probes.push(id) > 1) modern(one, response);
        else sendJson(response, id, { error }, status);
      });
      const opening = open(at(url));
      if (methods.length === 1) await failure(opening);
      else await opening;
      expect(sent.map(labelOf).slice(0, 2)).toEqual(methods);
    }
  });
});

describe('HTTP+SSE', () => {
  /** A server of 2024-11-05. @param endpoint where it says that it takes messages */
  function oldServer(endpoint: (origin: string) => string, origin: () => string): Answer {
    let stream: ServerResponse | undefined;
    return ({ verb, path, message: { id, method = '' } }, response) => {
      if (verb === 'GET') {
        stream = response.writeHead(200, events);
        stream.write(`event: endpoint\ndata: ${endpoint(origin())}\n\n`);
      } else if (!path.startsWith('/messages')) response.writeHead(404).end();
      else {
        response.writeHead(202).end();
        const handshake = { ...common, protocolVersion: '2024-11-05' };
        if (id !== undefined)
          stream?.write(event({ id, result: method === 'initialize' ? handshake : results[method] }));
      }
    };
  }

  it.each([
    ['/messages?id=1', (_: string) => '/messages?id=1'],
    ['messages', (_: string) => 'messages'],
    ['its whole URL', (origin: string) => `${origin}/messages`],
  ])('sends to the address that the stream names, within its origin: %s', async (_, endpoint) => {
    let origin = '';
    const { url, sent } = await record(oldServer(endpoint, () => origin));
    ({ origin } = new URL(url));
    const { session } = await open(at(url, { Authorization: 'Bearer secret' }));
    expect(await readText(session, 'a:1')).toBe('text');
    const authorization = 'Bearer secret';
    const revision = { 'mcp-protocol-version': '2024-11-05' };
    const post = { authorization, accept: '*/*', 'content-type': 'application/json' };
    expect(ofMethod(sent, 'GET')).toMatchObject([{ headers: { authorization, accept: 'text/event-stream' } }]);
    expect(sent.filter(({ path }) => path.startsWith('/messages')).map((one) => [labelOf(one), one.headers])).toEqual([
      ['initialize', post],
      ['notifications/initialized', { ...post, ...revision }],
      ['resources/read', { ...post, ...revision }],
    ]);
  });

  it('sends nothing to another origin', async () => {
    const other = await record(legacy());
    const { url } = await record(
      oldServer(
        () => new URL('/messages', other.url).href,
        () => '',
      ),
    );
    await failure(open(at(url, { Authorization: 'Bearer secret' })));
    expect(other.sent).toEqual([]);
  });

  it('takes no address with a user in it for one of a network that fails', async () => {
    let origin = '';
    const { url } = await record(
      oldServer(
        () => `${origin.replace('//', '//user@')}/messages`,
        () => origin,
      ),
    );
    ({ origin } = new URL(url));
    expect((await failure(open({ ...at(url), type: 'sse' } as ReturnType<typeof at>))).reason).toBe('notMcp');
  });
});

it('asks for the global fetch each time, which VS Code replaces for proxies', async () => {
  const { url } = await record(legacy());
  const { fetch } = globalThis;
  const options = {
    log: quiet,
    signal: never,
    learned: undefined,
    onDidLearn: () => undefined,
    onStderr: () => undefined,
  };
  const session = await openSession(at(url), { clock: promptClock(), connectTimeout: noTimeout, ...options });
  const posted: string[] = [];
  globalThis.fetch = (input, init) => {
    if (init?.method === 'POST') posted.push(JSON.stringify(init.body));
    return fetch(input, init);
  };
  try {
    await readText(session, 'a:1');
  } finally {
    globalThis.fetch = fetch;
  }
  session.dispose();
  await session.ended;
  expect(posted).toEqual([expect.stringContaining('resources/read')]);
});
