// Whatever an HTTP server of the handshake era answers to the probe, the client connects, with one probe and one handshake.
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listenHttp, messageOf } from './open/serveHttp';
import { collect, failure, http, never, noLimits, open, openAfterProbe } from './support';

const listen = async (answer: Parameters<typeof listenHttp>[0]): Promise<string> => `${await listenHttp(answer)}/mcp`;

const json = { 'content-type': 'application/json' };
const noMethod = { code: -32601, message: 'Method not found' };

function result(method: string): object {
  const common = {
    protocolVersion: '2025-06-18',
    capabilities: { resources: {} },
    serverInfo: { name: 'x', version: '1' },
  };
  return method === 'initialize' ? common : { resources: [{ uri: 'a:1', name: 'one' }] };
}

/** Answers the handshake and lists; `probe` answers `server/discover`. */
async function serve(probe: (response: ServerResponse, id: unknown) => unknown) {
  const methods: string[] = [];
  const url = await listen(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = await messageOf(request);
    methods.push(method);
    if (method === 'server/discover') return probe(response, id);
    if (id === undefined) return response.writeHead(202).end();
    return response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result: result(method) }));
  });
  return { url, methods };
}

const error = (id: unknown) => JSON.stringify({ jsonrpc: '2.0', id, error: noMethod });
const statuses = [400, 404, 405, 406, 415, 422, 429, 500, 501, 502, 503];
const probes: readonly (readonly [string, (response: ServerResponse, id: unknown) => unknown])[] = [
  ...statuses.map(
    (status) => [`${status}`, (response: ServerResponse) => response.writeHead(status).end('no')] as const,
  ),
  ['400 with an error', (response, id) => response.writeHead(400, json).end(error(id))],
  ['500 with an error', (response, id) => response.writeHead(500, json).end(error(id))],
  ['200 with an error', (response, id) => response.writeHead(200, json).end(error(id))],
  ['200 with an error without an id', (response) => response.writeHead(200, json).end(error(null))],
  [
    'an empty object',
    (response, id) => response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result: {} })),
  ],
  ['a web page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hi</title>')],
  ['nothing', (response) => response.writeHead(200).end()],
  ['204', (response) => response.writeHead(204).end()],
  ['202', (response) => response.writeHead(202).end()],
  ['broken JSON', (response) => response.writeHead(200, json).end('{"jsonrpc":')],
  [
    'a stream that ends',
    (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': bye\n\n'),
  ],
];

describe('a server that answers the probe with', () => {
  it.each(probes)('%s', async (name, probe) => {
    const { url, methods } = await serve(probe);
    // 202 promises an answer, so the client waits for it.
    const { session } = await (name === '202' ? openAfterProbe : open)(http(url));
    expect(session.info).toMatchObject({ revision: '2025-06-18', transport: 'HTTP' });
    expect((await collect(session.listResources(noLimits, never))).items).toHaveLength(1);
    expect(methods.slice(0, 3)).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
  });
});

describe('a server of HTTP+SSE', () => {
  it.each([400, 404, 405, 406, 415])('that answers POST with %i is found last', async (status) => {
    const methods: string[] = [];
    let stream: ServerResponse | undefined;
    const url = await listen(async (request, response) => {
      if (request.method === 'GET') {
        stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
        return response.write('event: endpoint\ndata: /messages\n\n');
      }
      if (request.url !== '/messages') return response.writeHead(status).end('no');
      const { id, method } = await messageOf(request);
      methods.push(method);
      response.writeHead(202).end();
      const line = JSON.stringify({ jsonrpc: '2.0', id, result: result(method) });
      return id !== undefined && stream?.write(`event: message\ndata: ${line}\n\n`);
    });
    const { session, learnedProtocols } = await open(http(url));
    expect({ transport: session.info.transport, learnedProtocols }).toMatchObject({
      transport: 'HTTP+SSE',
      learnedProtocols: [{ transport: 'HTTP+SSE' }],
    });
    expect(methods).toEqual(['initialize', 'notifications/initialized']);
  });

  it.each([undefined, 'http'] as const)(
    'that wants a sign-in for its stream says so, configured as %s',
    async (type) => {
      const url = await listen((request, response) =>
        Promise.resolve(response.writeHead(request.method === 'GET' ? 401 : 405).end()),
      );
      expect(await failure(open({ kind: 'http', url, headers: {}, type }))).toMatchObject({ reason: 'unauthorized' });
    },
  );

  it.each([
    [undefined, 405],
    ['http', 405],
    ['sse', 404],
  ] as const)('that is not there is reported by the transport that is configured: %s', async (type, status) => {
    const url = await listen((request, response) =>
      Promise.resolve(response.writeHead(request.method === 'GET' ? 404 : 405).end()),
    );
    const { message } = await failure(open({ kind: 'http', url, headers: {}, type }));
    expect(message).toContain(`(HTTP ${status})`);
  });

  it('is not looked for where the server is only unwell', async () => {
    const gets: string[] = [];
    const url = await listen(async (request, response) => {
      if (request.method === 'GET') gets.push(request.url ?? '');
      await Promise.resolve();
      response.writeHead(503).end();
    });
    expect(await failure(open(http(url)))).toMatchObject({ reason: 'unavailable' });
    expect(gets).toEqual([]);
  });
});
