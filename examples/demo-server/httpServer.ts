import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import { createServer as createHttpServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import {
  NodeStreamableHTTPServerTransport,
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
  toWebRequest,
} from '@modelcontextprotocol/node';
import { createServer } from './server';
import type { ResourceStore } from './store';

export interface HttpOptions {
  readonly store: ResourceStore;
  readonly pageSize: number;
  readonly modernOnly: boolean;
  readonly port: number;
}

type Handler = (request: IncomingMessage, response: ServerResponse, body: unknown) => Promise<void>;

const bodyLimit = 4 * 1024 * 1024;

/**
 * Serves both eras at `/mcp`: 2026-07-28 statelessly, and older revisions in sessions, because their `resources/updated` needs the stream of a
 * session.
 * @returns the address for clients
 */
export async function serveHttp({ store, pageSize, modernOnly, port }: HttpOptions): Promise<string> {
  const modern = createMcpHandler(() => createServer({ store, pageSize, era: 'modern', announcesChanges: false }), {
    legacy: 'reject',
  });
  store.listen({
    updated: (uri) => modern.notify.resourceUpdated(uri),
    listChanged: () => modern.notify.resourcesChanged(),
  });
  const modernHandler = toNodeHandler(modern);
  const legacyHandler = sessions(store, pageSize);
  const route: Handler = async (request, response, body) => {
    // The adapter declares optional members without `undefined`; Node's own type has both.
    const message = request as IncomingMessage & NodeIncomingMessageLike;
    if (!modernOnly && (await isLegacyRequest(await toWebRequest(message, body), body)))
      await legacyHandler(request, response, body);
    else await modernHandler(message, response, body);
  };
  const isHostAllowed = localhostHostValidation();
  const isOriginAllowed = localhostOriginValidation();
  const http = createHttpServer((request, response) => {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    answer(request, response, route).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      if (!response.headersSent) refuse(response, 500, -32603, 'Internal error');
    });
  });
  await new Promise<void>((resolve, reject) => http.once('error', reject).listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
}

async function answer(request: IncomingMessage, response: ServerResponse, route: Handler): Promise<void> {
  if (request.url?.split('?')[0] !== '/mcp') {
    refuse(response, 404, -32601, 'The MCP endpoint is /mcp.');
    return;
  }
  if (request.method !== 'POST') {
    await route(request, response, undefined);
    return;
  }
  const text = await readText(request);
  if (text === undefined) {
    refuse(response, 413, -32600, 'The request is too large.');
    return;
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    refuse(response, 400, -32700, 'The request is not valid JSON.');
    return;
  }
  await route(request, response, body);
}

/** Serves the handshake era: one server and one transport for each `Mcp-Session-Id`. */
function sessions(store: ResourceStore, pageSize: number): Handler {
  const open = new Map<string, NodeStreamableHTTPServerTransport>();
  return async (request, response, body) => {
    const id = request.headers['mcp-session-id'];
    const session = typeof id === 'string' ? open.get(id) : undefined;
    if (!session && id !== undefined) {
      refuse(response, 404, -32001, 'Session not found');
      return;
    }
    const transport = session ?? (await openSession(open, store, pageSize));
    await transport.handleRequest(request, response, body);
    // The request was not `initialize`, so it was refused, and no client can reach its transport.
    if (transport.sessionId === undefined) await transport.close();
  };
}

async function openSession(
  open: Map<string, NodeStreamableHTTPServerTransport>,
  store: ResourceStore,
  pageSize: number,
): Promise<NodeStreamableHTTPServerTransport> {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void open.set(id, transport),
    onsessionclosed: (id) => void open.delete(id),
  });
  await createServer({ store, pageSize, era: 'legacy', announcesChanges: true }).connect(transport);
  return transport;
}

async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > bodyLimit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
}
