import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { FakeClock } from '../../support/fakeClock';
import { failure, http, open, until, sessionClock } from './support';

const discovery = {
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
  supportedVersions: ['2026-07-28'],
  capabilities: { resources: {} },
};

/** A server that only supports revision 2026-07-28, and does not answer its first requests. */
async function serveLate(silent: number, work: (url: string, methods: readonly string[]) => Promise<void>) {
  const methods: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    const { id, method } = (await new Response(request as never).json()) as { id?: number; method: string };
    methods.push(method);
    if (method === 'server/discover' && methods.length <= silent) return;
    const isKnown = method === 'server/discover';
    const body = isKnown ? { result: discovery } : { error: { code: -32601, message: 'Method not found' } };
    response.writeHead(isKnown ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, methods);
  } finally {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
}

it('gives a modern server that was late for the probe more time, once nothing else has worked', async () => {
  await serveLate(1, async (url, methods) => {
    const opening = open(http(url));
    await until(() => methods.length === 1);
    await sessionClock().advance(4000);
    const { session } = await opening;
    expect(session.info.revision).toBe('2026-07-28');
    expect(methods.slice(0, 3)).toEqual(['server/discover', 'initialize', 'server/discover']);
  });
});

it('does not go on for ever with one that never answers', async () => {
  await serveLate(Infinity, async (url, methods) => {
    const clock = new FakeClock();
    const failing = failure(open(http(url), { clock }));
    for (const probes of [1, 2]) {
      await until(() => methods.filter((method) => method === 'server/discover').length === probes);
      await sessionClock().advance(probes * 4000);
    }
    await clock.advance(10_000);
    expect(await failing).toMatchObject({ reason: 'timeout' });
    expect(methods.filter((method) => method === 'server/discover')).toHaveLength(2);
  });
});
