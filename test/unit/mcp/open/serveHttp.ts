import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { afterEveryTest } from '../../../support/cleanUp';

export interface Request {
  readonly id?: unknown;
  readonly method: string;
}

const servers: (Server & { closeAllConnections(): void })[] = [];

afterEveryTest(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

/** Serves until the end of the test. @returns its port */
export async function listen(server: (typeof servers)[number]): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Serves with a function until the end of the test. @returns its origin */
export async function listenHttp(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const server = http.createServer((request, response) => void answer(request, response));
  return `http://127.0.0.1:${await listen(server)}`;
}

/** Reads the message that a request brings. */
export async function messageOf(request: IncomingMessage): Promise<Request> {
  return (await new Response(request as never).json()) as Request;
}

export type Answer = (request: Request, response: ServerResponse, index: number) => unknown;

/** Serves POSTs of MCP and refuses all else. `methods` has what was asked for. @returns the URL of the endpoint */
export async function serveHttp(
  answer: Answer,
): Promise<{ readonly url: string; readonly methods: readonly string[] }> {
  const methods: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    const message = await messageOf(request);
    methods.push(message.method);
    answer(message, response, methods.length - 1);
  };
  const origin = await listenHttp(take);
  return { url: `${origin}/mcp`, methods };
}

export function sendJson(response: ServerResponse, id: unknown, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
}

const common = { capabilities: { resources: {} }, serverInfo: { name: 'x', version: '1' } };
const methodNotFound = { error: { code: -32601, message: 'Method not found' } };

/** A good server of the handshake era. */
export const legacy: Answer = ({ id, method }, response) => {
  if (id === undefined) response.writeHead(202).end();
  else if (method === 'initialize') sendJson(response, id, { result: { ...common, protocolVersion: '2025-11-25' } });
  else if (method === 'resources/list') sendJson(response, id, { result: { resources: [{ uri: 'a:1', name: 'a' }] } });
  else sendJson(response, id, methodNotFound);
};

/** A good server that only speaks 2026-07-28. */
export const modern: Answer = ({ id, method }, response) => {
  const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  if (method === 'server/discover')
    sendJson(response, id, { result: { ...complete, ...common, supportedVersions: ['2026-07-28'] } });
  else if (method === 'resources/list') sendJson(response, id, { result: { ...complete, resources: [] } });
  else sendJson(response, id, methodNotFound, 400);
};
