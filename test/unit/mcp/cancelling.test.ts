// Cancelling a request notifies the server.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../src/core/base/errors';
import type { Session } from '../../../src/core/session/session';
import { failure, http, never, noLimits, open, raw, read, readText, scripted, until, sessionClock } from './support';

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

/** Answers the first read by taking it back, with `notification` in place of an answer, and the others as they are. */
const cancelsRead = (notification: string, question = '') => `
  const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const serverInfo = { name: 'x', version: '1' };
  let isFirst = true;
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    const result = { protocolVersion: '2025-11-25', capabilities: { resources: {} }, serverInfo };
    if (method === 'initialize') send({ id, result });
    else if (method === 'resources/read' && isFirst) {
      isFirst = false;
      ${question}
      send({ method: 'notifications/cancelled', params: ${notification} });
    } else if (method === 'resources/read') send({ id, result: { contents: [{ uri: 'a:1', text: 'read' }] } });
    else if (id !== undefined && method) send({ id, error: { code: -32601, message: 'Method not found' } });
  });`;
const script = (code: string) => ({ ...raw('empty'), args: ['-e', code] });

describe('a read that the server cancels', () => {
  it.each([
    ['{ requestId: id }', 'The server canceled the request. Try again, or see the log for details.'],
    [
      '{ requestId: id, reason: "The disk is\\ngone" }',
      'The server canceled the request: “The disk is gone”. Try again, or see the log for details.',
    ],
  ])('fails at once: %s', async (notification, message) => {
    const { session } = await open(script(cancelsRead(notification)));
    expect(await failure(read(session, 'a:1'))).toMatchObject({ reason: 'serverError', message });
    expect(await readText(session, 'a:1')).toBe('read');
  });

  it('is another one where the server takes back a request of its own with the same id', async () => {
    const question = `send({ id, method: 'roots/list' });`;
    const { session } = await open(script(cancelsRead('{ requestId: id }', question)));
    const stop = new AbortController();
    const first = read(session, 'a:1', 1000, stop.signal);
    expect(await readText(session, 'a:1')).toBe('read');
    stop.abort();
    await expect(first).rejects.toBeInstanceOf(CancelledError);
  });
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
