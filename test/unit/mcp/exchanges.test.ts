// What is sent over streamable HTTP for what is asked, message by message; the table in docs/wire.md names these tests.
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientInfo } from '../../../src/core/mcp/base/clientInfo';
import {
  complete,
  event,
  events,
  json,
  labelOf,
  legacy,
  modern,
  ofMethod,
  record,
  results,
  type Answer,
  type Sent,
} from './recordHttp';
import { collect, failure, http as at, never, noLimits, open, read, readText, until, withoutBackoffs } from './support';

describe('a session over HTTP up to 2025-11-25', () => {
  it('has its id and its revision in every request after the handshake, and ends with DELETE', async () => {
    const { url, sent } = await record(legacy());
    const { session } = await open(at(url, { Authorization: 'Bearer secret' }));
    await collect(session.listResources(noLimits, never));
    await until(() => ofMethod(sent, 'GET').length > 0);
    session.dispose();
    await session.ended;
    const authorization = 'Bearer secret';
    const inSession = { authorization, 'mcp-session-id': 'session 1', 'mcp-protocol-version': '2025-11-25' };
    const probe = { 'mcp-method': 'server/discover', 'mcp-protocol-version': '2026-07-28' };
    const headers = sent.map((one) => [labelOf(one), one.headers]);
    expect(headers.filter(([label]) => label !== 'GET')).toEqual([
      ['server/discover', { ...json, authorization, ...probe }],
      ['initialize', { ...json, authorization }],
      ['notifications/initialized', { ...json, ...inSession }],
      ['resources/list', { ...json, ...inSession }],
      ['DELETE', { accept: '*/*', ...inSession }],
    ]);
    expect(ofMethod(sent, 'GET')).toMatchObject([{ headers: { accept: 'text/event-stream', ...inSession } }]);
  });

  it('has ids that are numbers, a token for the progress of reads, and nothing of later revisions', async () => {
    const { url, sent } = await record(legacy());
    const { session } = await open(at(url));
    await collect(session.listResources(noLimits, never));
    await readText(session, 'a:1');
    await readText(session, 'a:1');
    const [initialize, list, first, second] = sent
      .slice(1)
      .flatMap(({ message }) => (message.id === undefined ? [] : message));
    const capabilities = { elicitation: { form: {}, url: {} } };
    expect(initialize?.params).toEqual({ protocolVersion: '2025-11-25', capabilities, clientInfo });
    expect(list).toEqual({ jsonrpc: '2.0', id: expect.any(Number) as number, method: 'resources/list' });
    for (const one of [first, second]) expect(one?.params).toEqual({ uri: 'a:1', _meta: { progressToken: one?.id } });
    expect(new Set([initialize, list, first, second].map((one) => one?.id)).size).toBe(4);
  });

  it('takes its id from the answer to the handshake alone', async () => {
    const polite = legacy();
    const { url, sent } = await record((one, response) => {
      if (labelOf(one) === 'resources/list') response.setHeader('mcp-session-id', 'session 2');
      polite(one, response);
    });
    const { session } = await open(at(url));
    await collect(session.listResources(noLimits, never));
    await readText(session, 'a:1');
    expect(ofMethod(sent, 'resources/read')).toMatchObject([{ headers: { 'mcp-session-id': 'session 1' } }]);
  });

  it.each([{}, { 'mcp-session-id': '' }])(
    'is none, and needs no end, where the server gives no id: %o',
    async (given) => {
      const { url, sent } = await record(legacy(given));
      const { session } = await open(at(url));
      await readText(session, 'a:1');
      session.dispose();
      await session.ended;
      expect(sent.filter(({ headers }) => 'mcp-session-id' in headers)).toEqual([]);
      expect(ofMethod(sent, 'DELETE')).toEqual([]);
    },
  );

  it.each([200, 404, 405, 500])('ends in silence, whatever the server says to that: %i', async (status) => {
    const polite = legacy();
    const { url, sent } = await record((one, response) =>
      one.verb === 'DELETE' ? response.writeHead(status).end() : polite(one, response),
    );
    const { session } = await open(at(url));
    session.dispose();
    await session.ended;
    expect(ofMethod(sent, 'DELETE')).toHaveLength(1);
  });

  it('has its answers on any stream', async () => {
    const polite = legacy();
    let stream: ServerResponse | undefined;
    const { url } = await record((one, response) => {
      if (one.verb === 'GET') stream = response;
      if (labelOf(one) !== 'resources/read') return polite(one, response);
      response.writeHead(202).end();
      return stream?.write(event({ id: one.message.id, result: results['resources/read'] }));
    });
    const { session } = await open(at(url));
    await until(() => stream !== undefined);
    expect(await readText(session, 'a:1')).toBe('text');
  });

  it('resumes the stream of a request after its last event, each time', async () => {
    const polite = legacy();
    let read: unknown;
    const { url, sent } = await record((one, response) => {
      const last = one.headers['last-event-id'];
      if (labelOf(one) === 'resources/read') {
        read = one.message.id;
        response.writeHead(200, events).end('id: 1\nretry: 1\ndata:\n\n');
      } else if (last === '3')
        response.writeHead(200, events).end(`id: 4\n${event({ id: read, result: results['resources/read'] })}`);
      else if (last !== undefined) response.writeHead(200, events).end(`id: ${Number(last) + 1}\nretry: 1\ndata:\n\n`);
      else polite(one, response);
    });
    const { session } = await open(at(url), withoutBackoffs());
    expect(await readText(session, 'a:1')).toBe('text');
    const resumed = ofMethod(sent, 'GET').flatMap(({ headers }) => headers['last-event-id'] ?? []);
    expect(resumed).toEqual(['1', '2', '3']);
  });
});

describe('the stream of a request that ends before the answer', () => {
  it('is resumed after the last event that came, however long ago', async () => {
    const polite = legacy();
    let read: unknown;
    let resumptions = 0;
    const { url, sent } = await record((one, response) => {
      if (labelOf(one) === 'resources/read') {
        read = one.message.id;
        response.writeHead(200, events).end('id: 1\nretry: 1\ndata:\n\n');
      } else if (one.headers['last-event-id'] === undefined) polite(one, response);
      else {
        resumptions += 1;
        const answer = event({ id: read, result: results['resources/read'] });
        response.writeHead(200, events).end(resumptions === 3 ? answer : ': nothing\n\n');
      }
    });
    const { session } = await open(at(url), withoutBackoffs());
    expect(await readText(session, 'a:1')).toBe('text');
    const resumed = ofMethod(sent, 'GET').flatMap(({ headers }) => headers['last-event-id'] ?? []);
    expect(resumed).toEqual(['1', '1', '1']);
  });

  it('is not resumed since 2026-07-28: the request is sent once more', async () => {
    const { url, sent } = await record((one, response) => {
      if (labelOf(one) !== 'resources/read') modern(one, response);
      else response.writeHead(200, events).end('id: 1\nretry: 1\ndata:\n\n');
    });
    const { session } = await open(at(url));
    await failure(read(session, 'a:1'));
    expect([ofMethod(sent, 'GET'), ofMethod(sent, 'resources/read').length]).toEqual([[], 2]);
  });
});

describe('requests over HTTP since 2026-07-28', () => {
  it('each have the revision, the client and what it can, and repeat in their headers what they are', async () => {
    const { url, sent } = await record(modern);
    const { session } = await open(at(url));
    await collect(session.listResources(noLimits, never));
    await readText(session, 'a:1');
    session.watch(new Set(['a:1']));
    await until(() => session.isLive('a:1'));
    const prefix = 'io.modelcontextprotocol';
    const envelope = {
      [`${prefix}/protocolVersion`]: '2026-07-28',
      [`${prefix}/clientInfo`]: clientInfo,
      [`${prefix}/clientCapabilities`]: {},
    };
    const methods = new Set(sent.map(labelOf));
    expect([...methods].sort()).toEqual([
      'resources/list',
      'resources/read',
      'server/discover',
      'subscriptions/listen',
    ]);
    for (const { headers, message } of sent) {
      const isRead = message.method === 'resources/read';
      const meta = isRead ? { ...envelope, progressToken: message.id } : envelope;
      expect(message.params).toMatchObject({ _meta: meta });
      expect(Object.keys(message.params?.['_meta'] as object).sort()).toEqual(Object.keys(meta).sort());
      const named = isRead ? { 'mcp-name': 'a:1' } : {};
      const mirrored = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': message.method, ...named };
      expect(headers).toEqual({ ...json, ...mirrored });
    }
    const filters = ofMethod(sent, 'subscriptions/listen').map(({ message }) => message.params?.['notifications']);
    expect(filters.at(-1)).toEqual({ resourcesListChanged: true, resourceSubscriptions: ['a:1'] });
  });

  it.each([
    ['a:1', 'a:1'],
    ['a:b c\td~', 'a:b c\td~'],
    ['a:ü', '=?base64?YTrDvA==?='],
    [' a:1', '=?base64?IGE6MQ==?='],
    ['a:1\t', '=?base64?YToxCQ==?='],
    ['a:\n1', '=?base64?YToKMQ==?='],
    ['a:\u007f', '=?base64?YTp/?='],
    ['a:😀', '=?base64?YTrwn5iA?='],
    ['=?base64?YTox?=', '=?base64?PT9iYXNlNjQ/WVRveD89?='],
  ])('name the resource as a header can: %j', async (uri, name) => {
    const { url, sent } = await record(modern);
    const { session } = await open(at(url));
    await read(session, uri);
    expect(ofMethod(sent, 'resources/read')).toMatchObject([
      { headers: { 'mcp-name': name }, message: { params: { uri } } },
    ]);
  });

  it('have no session, whose id a server may give', async () => {
    const { url, sent } = await record((one, response) => {
      response.setHeader('mcp-session-id', 'session 1');
      modern(one, response);
    });
    const { session } = await open(at(url));
    await readText(session, 'a:1');
    session.dispose();
    await session.ended;
    expect(sent.filter(({ verb, headers }) => verb !== 'POST' || 'mcp-session-id' in headers)).toEqual([]);
  });
});

describe('a server that asks in the middle of an answer', () => {
  const asking = ['ping', 'roots/list', 'sampling/createMessage'].map((method, index) =>
    event({ id: `q${index}`, method, params: {} }),
  );
  /** Sends these requests before the answer to a read. */
  const asks =
    (polite: Answer, extra: object): Answer =>
    (one, response) => {
      if (labelOf(one) !== 'resources/read') return polite(one, response);
      const answer = event({ id: one.message.id, result: { ...results['resources/read'], ...extra } });
      return response.writeHead(200, events).end(`${asking.join('')}${answer}`);
    };
  const replies = (sent: readonly Sent[]) =>
    sent.filter(({ verb, message }) => verb === 'POST' && message.method === undefined);

  it('is answered, each time in a request of its own, and refused what was not offered', async () => {
    const { url, sent } = await record(asks(legacy(), {}));
    const { session } = await open(at(url));
    expect(await readText(session, 'a:1')).toBe('text');
    await until(() => replies(sent).length === asking.length);
    const byId = replies(sent).toSorted((a, b) => String(a.message.id).localeCompare(String(b.message.id)));
    const error = { code: -32601, message: 'Method not found' };
    expect(byId.map(({ message }) => message)).toEqual([
      { jsonrpc: '2.0', id: 'q0', result: {} },
      { jsonrpc: '2.0', id: 'q1', error },
      { jsonrpc: '2.0', id: 'q2', error },
    ]);
    for (const { headers } of byId)
      expect(headers).toEqual({ ...json, 'mcp-session-id': 'session 1', 'mcp-protocol-version': '2025-11-25' });
  });

  it('is not answered since 2026-07-28', async () => {
    const { url, sent } = await record(asks(modern, complete));
    const { session } = await open(at(url));
    expect(await readText(session, 'a:1')).toBe('text');
    await collect(session.listResources(noLimits, never));
    expect(replies(sent)).toEqual([]);
  });
});
