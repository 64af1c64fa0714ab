// A server that speaks one revision of the handshake era over one transport, and supports nothing that the revision lacks.
//
//   node revisionServer.mjs --revision 2024-11-05|2025-03-26|2025-06-18|2025-11-25 --transport stdio|http|sse
//     [--capabilities JSON]   the declared `resources` capability ({"subscribe":true,"listChanged":true})
//
// Over HTTP it prints `listening PORT`; the endpoint is /mcp, or /sse for the transport of 2024. It has two resources on two pages and a template
// whose completion uses its context. Reading `control://bump` notifies the subscribers of `live://counter`, and `control://list` reports a changed
// list.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Peer, RpcError, textContent } from './raw/peer.mjs';

/** @typedef {import('node:http').ServerResponse} Response */

const { values } = parseArgs({
  options: {
    revision: { type: 'string', default: '2025-11-25' },
    transport: { type: 'string', default: 'stdio' },
    capabilities: { type: 'string', default: '{"subscribe":true,"listChanged":true}' },
  },
});
/** Revisions are dates, and sort as text. @param {string} revision */
const since = (revision) => values.revision >= revision;

/** @param {string} name @param {number} priority */
function item(name, priority) {
  return {
    uri: `live://${name}`,
    name,
    mimeType: 'text/plain',
    annotations: {
      audience: ['user'],
      priority,
      ...(since('2025-06-18') ? { lastModified: '2026-11-01T00:00:00Z' } : {}),
    },
    ...(since('2025-06-18') ? { title: `The ${name}` } : {}),
    ...(since('2025-11-25') ? { icons: [{ src: 'data:image/png;base64,AAAA' }] } : {}),
  };
}

/** @param {(line: string) => void} write */
function newPeer(write) {
  const peer = new Peer({});
  let count = 0;
  peer.write = (text) => write(String(text));
  peer.revision = values.revision;
  const resources = JSON.parse(values.capabilities);
  peer.capabilities = { resources, ...(since('2025-03-26') ? { completions: {} } : {}) };
  peer.handlers.set('resources/list', ({ cursor }) =>
    cursor === undefined ? { resources: [item('counter', 1)], nextCursor: 'two' } : { resources: [item('other', 0.5)] },
  );
  const template = { uriTemplate: 'live://{kind}/{id}', name: 'things' };
  peer.handlers.set('resources/templates/list', () => ({ resourceTemplates: [template] }));
  peer.handlers.set('completion/complete', ({ argument, context }) => ({
    completion: { values: [argument.name, context?.arguments?.kind ?? 'no context'] },
  }));
  peer.read = (uri) => {
    if (uri === 'control://list') peer.notify('notifications/resources/list_changed');
    if (uri === 'control://bump') {
      count += 1;
      for (const one of peer.subscribed) peer.notifyUpdated(one);
    }
    return textContent(uri, `${count}`);
  };
  if (!resources.subscribe)
    for (const method of ['resources/subscribe', 'resources/unsubscribe'])
      peer.handlers.set(method, () => {
        throw new RpcError(-32601, `Method not found: ${method}`);
      });
  return peer;
}

/** One client over HTTP: its peer, its stream for notifications, and the requests that wait for an answer. */
class HttpClient {
  constructor() {
    this.peer = newPeer((line) => this.#write(line));
    /** @type {Map<string | number, Response>} */
    this.waiting = new Map();
    /** @type {Response | undefined} */
    this.stream = undefined;
  }

  /** @param {string} line */
  #write(line) {
    const { id } = JSON.parse(line);
    const response = id === undefined ? undefined : this.waiting.get(id);
    if (response) response.writeHead(200, { 'content-type': 'application/json', ...this.headers }).end(line);
    else this.stream?.write(`event: message\ndata: ${line.trim()}\n\n`);
  }

  get headers() {
    return { 'mcp-session-id': this.id ?? '' };
  }

  /** @type {string | undefined} */
  id;
}

/** @type {Map<string, HttpClient>} */
const clients = new Map();

/** @param {Response} response @param {HttpClient} client */
function openStream(response, client) {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  client.stream = response;
}

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}

/** Streamable HTTP. @type {import('node:http').RequestListener} */
async function serveHttp(request, response) {
  if (request.method === 'POST') {
    const message = await bodyOf(request);
    const known = clients.get(String(request.headers['mcp-session-id']));
    if (!known && message.method !== 'initialize') return response.writeHead(404).end();
    const client = known ?? new HttpClient();
    client.id ??= randomUUID();
    clients.set(client.id, client);
    if (message.id === undefined || message.method === undefined) response.writeHead(202).end();
    else client.waiting.set(message.id, response);
    return client.peer.receive(message);
  }
  const client = clients.get(String(request.headers['mcp-session-id']));
  if (!client) return response.writeHead(404).end();
  if (request.method === 'GET') return openStream(response, client);
  clients.delete(client.id ?? '');
  return response.writeHead(200).end();
}

/** HTTP+SSE of 2024. @type {import('node:http').RequestListener} */
async function serveSse(request, response) {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  if (request.method === 'GET' && pathname === '/sse') {
    const client = new HttpClient();
    const id = randomUUID();
    clients.set(id, client);
    openStream(response, client);
    return response.write(`event: endpoint\ndata: /messages?id=${id}\n\n`);
  }
  const client = clients.get(searchParams.get('id') ?? '');
  if (request.method !== 'POST' || !client) return response.writeHead(404).end();
  response.writeHead(202).end();
  return client.peer.receive(await bodyOf(request));
}

if (values.transport === 'stdio') {
  const peer = newPeer((line) => process.stdout.write(line));
  createInterface({ input: process.stdin }).on('line', (line) => peer.receive(JSON.parse(line)));
} else {
  const server = createServer(values.transport === 'sse' ? serveSse : serveHttp);
  server.listen(0, '127.0.0.1', () => console.log(`listening ${Object(server.address()).port}`));
}
