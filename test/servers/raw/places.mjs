// The places where a peer can be served: a pipe, and the three kinds of HTTP.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

/**
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('./peer.mjs').Peer} Peer
 * @typedef {(write: (line: string | Buffer) => void) => Peer} NewPeer
 * @typedef {{ on(event: 'drain' | 'close', listener: () => void): unknown, write(bytes: string | Buffer): boolean }} Out
 * @typedef {{ out: Out, frame: (text: string) => string, end: () => void, cut: () => void }} Wire the bytes of one answer
 */

/** @param {string} text */
const toEvent = (text) => `event: message\ndata: ${text}\n\n`;

/** @param {Request} request */
async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}

/** Serves one peer over stdin and stdout. @param {NewPeer} newPeer @param {() => void} onEnd */
export function serveStdio(newPeer, onEnd = () => process.exit(0)) {
  const peer = newPeer((line) => process.stdout.write(line));
  createInterface({ input: process.stdin })
    .on('line', (line) => peer.receive(JSON.parse(line)))
    .on('close', onEnd);
}

/** The wire of every answer over stdout. @type {Wire} */
export const stdoutWire = {
  out: process.stdout,
  frame: (text) => `${text}\n`,
  end: () => undefined,
  cut: () => process.exit(0),
};

/** One client over HTTP: its peer, its stream for notifications, and the requests that wait for an answer. */
class HttpClient {
  /** @param {NewPeer} newPeer */
  constructor(newPeer) {
    this.id = randomUUID();
    this.peer = newPeer((line) => this.#write(String(line)));
    /** @type {Map<string | number, Response>} */
    this.waiting = new Map();
    /** @type {Response | undefined} */
    this.stream = undefined;
  }

  /** @param {string} text one or more lines */
  #write(text) {
    for (const line of text.trim().split('\n')) {
      const { id } = JSON.parse(line);
      const response = id === undefined ? undefined : this.waiting.get(id);
      if (response)
        response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': this.id }).end(line);
      else this.stream?.write(toEvent(line));
    }
  }
}

/** What all kinds of HTTP have in common. */
export class HttpPlace {
  /** @type {Map<string, HttpClient>} */
  clients = new Map();
  /** @type {Set<import('node:net').Socket>} */
  #sockets = new Set();
  /** Gets each request first, and returns `true` for those that it answers. @type {(request: Request, response: Response) => boolean} */
  intercept = () => false;

  /** @param {NewPeer} newPeer */
  constructor(newPeer) {
    this.newPeer = newPeer;
  }

  /** Cuts every connection. */
  cut() {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** @param {string | number} id of a request @param {Record<string, string>} [headers] @returns {Wire} */
  wireOf(id, headers) {
    const responses = [...this.clients.values()].flatMap((client) => client.waiting.get(id) ?? []);
    const response = /** @type {Response} */ (responses.at(-1));
    response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
    return { out: response, frame: toEvent, end: () => response.end(), cut: () => response.destroy() };
  }

  /** @param {number} port 0 for any; resolves with the port */
  listen(port = 0) {
    const server = createServer((request, response) => {
      if (!this.intercept(request, response)) void this.take(request, response);
    });
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    return new Promise((resolve) =>
      server.listen(port, '127.0.0.1', () =>
        resolve(/** @type {import('node:net').AddressInfo} */ (server.address()).port),
      ),
    );
  }

  /** As {@link serve}, for a client that may have left. @param {Request} request @param {Response} response */
  async take(request, response) {
    try {
      await this.serve(request, response);
    } catch {
      response.destroy();
    }
  }

  /** @param {Request} _request @param {Response} _response @returns {unknown} */
  serve(_request, _response) {
    throw new Error('Not here');
  }
}

/** Streamable HTTP with sessions, since 2025-03-26. */
export class StreamableHttp extends HttpPlace {
  /** @override @param {Request} request @param {Response} response */
  async serve(request, response) {
    const known = this.clients.get(String(request.headers['mcp-session-id']));
    if (request.method === 'POST') {
      const message = await bodyOf(request);
      if (!known && message.method !== 'initialize') return response.writeHead(404).end();
      const client = known ?? new HttpClient(this.newPeer);
      this.clients.set(client.id, client);
      if (message.id === undefined || message.method === undefined) response.writeHead(202).end();
      else client.waiting.set(message.id, response);
      return client.peer.receive(message);
    }
    if (!known) return response.writeHead(404).end();
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      known.stream = response;
      return undefined;
    }
    this.clients.delete(known.id);
    return response.writeHead(200).end();
  }
}

/** Streamable HTTP of 2026-07-28: each request is by itself, and the answer to `subscriptions/listen` is a stream. */
export class StatelessHttp extends HttpPlace {
  #client = new HttpClient(() => this.newPeer((line) => this.#write(String(line))));

  /** @param {NewPeer} newPeer */
  constructor(newPeer) {
    super(newPeer);
    this.clients.set('', this.#client);
  }

  /** @param {string} text */
  #write(text) {
    for (const line of text.trim().split('\n')) {
      const { id, method, params } = JSON.parse(line);
      const owner = method === undefined ? id : params?._meta?.['io.modelcontextprotocol/subscriptionId'];
      const response = this.#client.waiting.get(owner);
      if (method !== undefined) {
        if (response?.headersSent === false) response.writeHead(200, { 'content-type': 'text/event-stream' });
        response?.write(toEvent(line));
      } else if (response?.headersSent === true) response.end(toEvent(line));
      else response?.writeHead(200, { 'content-type': 'application/json' }).end(line);
    }
  }

  /** @override @param {Request} request @param {Response} response */
  async serve(request, response) {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const message = await bodyOf(request);
    const { peer, waiting } = this.#client;
    if (message.id === undefined) response.writeHead(202).end();
    else {
      waiting.set(message.id, response);
      response.on('close', () => {
        if (waiting.get(message.id) !== response) return;
        waiting.delete(message.id);
        peer.receive({ method: 'notifications/cancelled', params: { requestId: message.id } });
      });
    }
    return peer.receive(message);
  }
}

/** HTTP+SSE of 2024: answers, too, come on the one stream. */
export class SseHttp extends HttpPlace {
  /** @override @param {Request} request @param {Response} response */
  async serve(request, response) {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (request.method === 'GET' && pathname === '/sse') {
      const client = new HttpClient(this.newPeer);
      this.clients.set(client.id, client);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      client.stream = response;
      return response.write(`event: endpoint\ndata: /messages?id=${client.id}\n\n`);
    }
    const client = this.clients.get(searchParams.get('id') ?? '');
    if (request.method !== 'POST' || !client) return response.writeHead(404).end();
    response.writeHead(202).end();
    return client.peer.receive(await bodyOf(request));
  }

  /** @override @returns {Wire} */
  wireOf() {
    const client = /** @type {HttpClient} */ ([...this.clients.values()].at(-1));
    const stream = /** @type {Response} */ (client.stream);
    return { out: stream, frame: toEvent, end: () => undefined, cut: () => stream.destroy() };
  }
}
