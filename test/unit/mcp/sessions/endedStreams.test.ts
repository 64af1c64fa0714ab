// In 2026-07-28 a stream that ended is not resumed: its request is over. Requests that change nothing are sent once more.
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/core/session/session';
import { FakeClock } from '../../../support/fakeClock';
import { listen, modern, sendJson } from '../open/serveHttp';
import { collect, http as launch, never, noLimits, noTimeout, open, readText } from '../support';
import { failed } from './workingSession';

const early = ['resources/read', 'resources/list', 'completion/complete'];
const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const results: Readonly<Record<string, object>> = {
  'resources/read': { contents: [{ uri: 'a:1', text: 'one' }] },
  'resources/list': { resources: [{ uri: 'a:1', name: 'one' }] },
  'completion/complete': { completion: { values: ['one'] } },
};
const serverInfo = { name: 'x', version: '1' };
const discovery = { supportedVersions: ['2026-07-28'], capabilities: { resources: {}, completions: {} }, serverInfo };

interface World {
  readonly session: Session;
  /** The requests, by method; those of another kind than POST by that. */
  readonly methods: readonly string[];
}

/** A server that ends the first `ends` streams of a request before their answer, after an event with an id and a delay. */
async function world(ends: number): Promise<World> {
  const methods: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') {
      methods.push(String(request.method));
      response.writeHead(405).end();
      return;
    }
    const message = (await new Response(request as never).json()) as { readonly id?: unknown; readonly method: string };
    const { id, method } = message;
    if (early.includes(method)) methods.push(method);
    if (method === 'server/discover') sendJson(response, id, { result: { ...complete, ...discovery } });
    else if (!early.includes(method)) modern(message, response, 0);
    else if (methods.length > ends) sendJson(response, id, { result: { ...complete, ...results[method] } });
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: 1\nretry: 300\ndata: \n\n');
  };
  const port = await listen(http.createServer((request, response) => void take(request, response)));
  const url = `http://127.0.0.1:${port}/mcp`;
  const { session } = await open(launch(url), { clock: new FakeClock(), connectTimeout: noTimeout });
  return { session, methods };
}

const asks: readonly (readonly [string, (session: Session) => Promise<unknown>])[] = [
  ['resources/read', (session) => readText(session, 'a:1')],
  [
    'resources/list',
    async (session) => (await collect(session.listResources(noLimits, never))).items.map(({ name }) => name).join(),
  ],
  [
    'completion/complete',
    async (session) => (await session.complete('a:{b}', { name: 'b', value: '' }, {}, never)).values.join(),
  ],
];

describe.each(asks)('%s', (method, ask) => {
  it.each([
    ['answered at once', 0, 'one', 1],
    ['ended once', 1, 'one', 2],
    ['ended each time', 9, 'failed: disconnected', 2],
  ])('is sent once more where its stream ended, without a pause: %s', async (_, ends, result, count) => {
    const { session, methods } = await world(ends);
    expect([await ask(session).catch(failed), methods]).toEqual([result, Array.from({ length: count }, () => method)]);
  });
});

it('a read for which the user may be asked is sent once more, as they were not', async () => {
  const { session, methods } = await world(1);
  const interaction = { ask: () => Promise.reject(new Error('Nothing is asked')) };
  await session.read('a:1', { maxBytes: 1e6, signal: never, interaction });
  expect(methods).toEqual(['resources/read', 'resources/read']);
});
