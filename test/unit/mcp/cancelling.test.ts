// Cancelling a request notifies the server.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../src/core/base/errors';
import type { Session } from '../../../src/core/session/session';
import {
  failure,
  http,
  never,
  next,
  noLimits,
  open,
  raw,
  read,
  readText,
  scripted,
  until,
  sessionClock,
} from './support';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly requestId?: unknown; readonly uri?: string };
}

async function log(session: Session): Promise<readonly Message[]> {
  return JSON.parse(await readText(session, 'control://log')) as Message[];
}

/** Returns the methods of the cancelled requests. */
async function cancelled(session: Session): Promise<readonly unknown[]> {
  const messages = await log(session);
  return messages
    .filter(({ method }) => method === 'notifications/cancelled')
    .map(({ params }) => messages.find(({ id }) => id === params?.requestId)?.method);
}

describe('a request that is cancelled', () => {
  it.each(['subscribe', 'modern'])('is taken back from a process (%s)', async (scenario) => {
    const { session } = await open(scripted({ scenario, answers: { 'completion/complete': { none: true } } }));
    const stop = new AbortController();
    const completing = session.complete('a://{b}', { name: 'b', value: '' }, {}, stop.signal);
    await until(async () => (await log(session)).some(({ method }) => method === 'completion/complete'));
    stop.abort();
    await expect(completing).rejects.toBeInstanceOf(CancelledError);
    await until(async () => (await cancelled(session)).length > 0);
    expect(await cancelled(session)).toEqual(['completion/complete']);
  });

  it('is taken back while a page is awaited', async () => {
    const { session } = await open(raw('pageHangs'));
    const stop = new AbortController();
    const pages = session.listResources(noLimits, stop.signal);
    await pages.next();
    const second = pages.next();
    await until(async () => (await log(session)).filter(({ method }) => method === 'resources/list').length === 2);
    stop.abort();
    await expect(second).rejects.toBeInstanceOf(CancelledError);
    await until(async () => (await cancelled(session)).length > 0);
    expect(await cancelled(session)).toEqual(['resources/list']);
  });

  it('is taken back when its time is over', async () => {
    const { session } = await open(raw('pageHangs'));
    const pages = session.listResources({ ...noLimits, time: 200 }, never);
    await pages.next();
    const second = pages.next();
    await until(() => sessionClock().pending.some((ms) => ms <= 200));
    await sessionClock().advance(200);
    await second;
    await until(async () => (await cancelled(session)).length > 0);
    expect(await cancelled(session)).toEqual(['resources/list']);
  });

  it.each(['2025-11-25', '2026-07-28'])('is taken back from an HTTP server of %s', async (revision) => {
    await serve(revision, async (url, seen) => {
      const { session } = await open(http(url));
      const stop = new AbortController();
      const reading = read(session, 'a://never', 1000, stop.signal);
      await until(() => seen.reads.length > 0);
      stop.abort();
      await expect(reading).rejects.toBeInstanceOf(CancelledError);
      await until(() => seen.cancelled.length > 0);
      expect(seen.cancelled).toEqual([revision === '2026-07-28' ? 'gone' : seen.reads[0]]);
      expect(session.info.revision).toBe(revision);
    });
  });
});

/** A server that does this with messages after the handshake; `asked` has the ids of all reads. */
const serves = (code: string) => ({
  ...raw('empty'),
  args: [
    '-e',
    `const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const [capabilities, serverInfo] = [{ resources: { listChanged: true } }, { name: 'x', version: '1' }];
    const answer = (id) => send({ id, result: { contents: [{ uri: 'a:1', text: 'read' }] } });
    const asked = [];
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (method === 'resources/read') asked.push(id);
      if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities, serverInfo } });
      ${code}
      else if (method === 'resources/read') answer(id);
      else if (id !== undefined && method) send({ id, error: { code: -32601, message: 'Method not found' } });
    });`,
  ],
});
const isFirst = `else if (method === 'resources/read' && asked.length === 1)`;
const cancels = (notification: string) => `send({ method: 'notifications/cancelled', params: ${notification} });`;

describe('a read that the server cancels', () => {
  it.each([
    ['{ requestId: id }', 'The server canceled the request. Try again, or see the log for details.'],
    [
      '{ requestId: id, reason: "The disk is\\ngone" }',
      'The server canceled the request: “The disk is gone”. Try again, or see the log for details.',
    ],
  ])('fails at once: %s', async (notification, message) => {
    const { session } = await open(serves(`${isFirst} ${cancels(notification)}`));
    expect(await failure(read(session, 'a:1'))).toMatchObject({ reason: 'serverError', message });
    expect(await readText(session, 'a:1')).toBe('read');
  });

  it.each([
    ['at once', `${isFirst} { send({ id, method: 'roots/list' }); ${cancels('{ requestId: id }')} }`],
    [
      'after its answer',
      `${isFirst} send({ id, method: 'roots/list' }); else if (!method && id === asked[0]) ${cancels('{ requestId: id }')}`,
    ],
  ])('is another one where the server takes back a request of its own with the same id, %s', async (_, code) => {
    const { session } = await open(serves(code));
    const stop = new AbortController();
    const first = read(session, 'a:1', 1000, stop.signal);
    for (let round = 0; round < 2; round += 1) expect(await readText(session, 'a:1')).toBe('read');
    stop.abort();
    await expect(first).rejects.toBeInstanceOf(CancelledError);
  });
});

it('an answer to a request that was cancelled is none with the id of another one', async () => {
  const { session } = await open(
    serves(`
      else if (method === 'resources/read' && asked.length < 3);
      else if (method === 'resources/read') for (const one of [asked[0], id]) answer(one);
      else if (method === 'notifications/cancelled') {
        answer(params.requestId);
        send({ method: 'notifications/resources/list_changed' });
      }`),
  );
  const waiting = readText(session, 'a:1');
  const stop = new AbortController();
  const cancelled = read(session, 'a:1', 1000, stop.signal);
  const isAnswered = next(session.onDidChangeList);
  stop.abort();
  await expect(cancelled).rejects.toBeInstanceOf(CancelledError);
  await isAnswered;
  await sessionClock().advance(2_000);
  expect([await readText(session, 'a:1'), await waiting]).toEqual(['read', 'read']);
});

/** A server that never answers a read. It records cancellations and closed requests. */
async function serve(
  revision: string,
  work: (url: string, seen: { reads: unknown[]; cancelled: unknown[] }) => Promise<void>,
) {
  const seen = { reads: [] as unknown[], cancelled: [] as unknown[] };
  const isModern = revision === '2026-07-28';
  const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  const common = { capabilities: { resources: {} }, serverInfo: { name: 'x', version: '1' } };
  const answer = (response: ServerResponse, id: unknown, body: object): void => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  };
  const take = ({ id, method, params }: Message, response: ServerResponse): void => {
    if (method === 'resources/read') {
      seen.reads.push(id);
      response.on('close', () => isModern && seen.cancelled.push('gone'));
    } else if (method === 'notifications/cancelled') {
      seen.cancelled.push(params?.requestId);
      response.writeHead(202).end();
    } else if (id === undefined) response.writeHead(202).end();
    else if (method === 'initialize' && !isModern)
      answer(response, id, { result: { ...common, protocolVersion: revision } });
    else if (method === 'server/discover' && isModern)
      answer(response, id, { result: { ...complete, ...common, supportedVersions: [revision] } });
    else answer(response, id, { error: { code: -32601, message: 'Method not found' } });
  };
  const server = createServer((request, response) => {
    if (request.method !== 'POST') response.writeHead(405).end();
    else void new Response(request as never).json().then((message) => take(message as Message, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen);
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}
