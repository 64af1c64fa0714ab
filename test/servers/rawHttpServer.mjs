// A scriptable MCP server over HTTP that can misbehave. Prints `listening PORT` as the first line of stdout; the endpoint is /mcp.
//
//   node rawHttpServer.mjs --scenario NAME [--flag value]…
//
// GET /seen returns all requests so far as JSON: {"own": [{method, url, headers, body}], "other": […]}, where `other` is the second origin of
// `redirectOtherOrigin`. All scenarios take the flag --sse, which answers requests as an event stream.
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';

/**
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {{ method: string, url: string, headers: import('node:http').IncomingHttpHeaders, body: any }} Seen
 * @typedef {(seen: Seen, response: Response) => unknown} Scenario returns `true` to let the well-behaved server answer
 */

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'headers' },
    token: { type: 'string', default: 'secret' },
    requests: { type: 'string', default: '2' },
    sse: { type: 'boolean', default: false },
  },
});
const seen = { own: /** @type {Seen[]} */ ([]), other: /** @type {Seen[]} */ ([]) };
/** @type {Map<string, number>} how many requests each session has had */
const sessions = new Map();
/** @type {Map<string, Response>} the stream of each session that has one */
const streams = new Map();
let otherPort = 0;

/** @param {Response} response @param {number} status @param {string} body @param {Record<string, string>} [headers] */
function reply(response, status, body, headers) {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body);
}

/** @param {Response} response @param {object} message @param {Record<string, string>} [headers] */
function replyJson(response, message, headers) {
  const odd = values.scenario === 'envelopes' ? { error: null, serverTime: 1763715600 } : {};
  const text = JSON.stringify({ jsonrpc: '2.0', ...odd, ...message });
  if (values.sse)
    reply(response, 200, `event: message\ndata: ${text}\n\n`, { 'content-type': 'text/event-stream', ...headers });
  else reply(response, 200, text, { 'content-type': 'application/json', ...headers });
}

/** @param {Seen} request */
const isDiscover = ({ body }) => body?.method === 'server/discover';

/** @type {Record<string, Scenario>} */
const scenarios = {
  /** A handshake-era server; `headers://seen` returns the headers of the request that reads it. */
  headers: () => true,

  /** Answers that a strict parser drops: an unknown member, and `"error": null` beside a result. */
  envelopes: () => true,

  /** Errors have an HTTP status, templates are not supported, and reads of `gone://…` fail as not found. */
  statuses: ({ body }, response) => {
    const isGone = body?.method === 'resources/read' && body.params.uri.startsWith('gone:');
    if (!isGone && body?.method !== 'resources/templates/list') return true;
    const error = isGone ? { code: -32002, message: 'Resource not found' } : { code: -32601, message: 'Not found' };
    const text = JSON.stringify({ jsonrpc: '2.0', id: body.id, error });
    return reply(response, 404, text, { 'content-type': 'application/json' });
  },

  /** Notifications get 200 instead of 202. */
  initialized200: ({ body }, response) => body?.id !== undefined || !body?.method || reply(response, 200, ''),

  /** server/discover gets 405, as from a server that only supports the handshake. */
  modern405: (request, response) => !isDiscover(request) || reply(response, 405, 'Method Not Allowed'),

  /** server/discover gets 500; the handshake works. */
  status500: (request, response) => !isDiscover(request) || reply(response, 500, 'Internal Server Error'),

  /** Every request gets 500. */
  always500: (_request, response) => reply(response, 500, 'Internal Server Error'),

  /** Every request gets 404. */
  always404: (_request, response) => reply(response, 404, 'Not Found'),

  /** Every request gets a web page, as behind a captive portal or with a wrong address. */
  html200: (_request, response) =>
    reply(response, 200, '<!doctype html><title>Welcome</title>', { 'content-type': 'text/html' }),

  /** Requests without the token `--token` (secret) get 401. */
  unauthorized401: (request, response) => {
    if (request.headers.authorization === `Bearer ${values.token}`) return true;
    const metadata = `http://${request.headers.host}/.well-known/oauth-protected-resource/mcp`;
    const challenge = `Bearer realm="mcp", resource_metadata="${metadata}", scope="resources:read"`;
    return reply(response, 401, 'Unauthorized', { 'www-authenticate': challenge });
  },

  /** Every request gets 403. */
  forbidden403: (_request, response) => reply(response, 403, 'Forbidden'),

  /** Accepts every request, but never answers. */
  hang: () => undefined,

  /** server/discover hangs; the handshake works. */
  hangOnDiscover: (request) => !isDiscover(request),

  /** Redirects every request to another origin, which answers and records it. */
  redirectOtherOrigin: (_request, response) =>
    reply(response, 307, '', { location: `http://localhost:${otherPort}/mcp` }),

  /** A session answers `--requests N` (2) requests after initialize and then is gone: 404. A new one can be opened. */
  closesAfterHandshake: ({ headers, body }, response) => {
    const id = String(headers['mcp-session-id'] ?? '');
    const count = sessions.get(id);
    if (count === undefined || body?.id === undefined) return true;
    if (count <= Number(values.requests)) return true;
    sessions.delete(id);
    return gone(response);
  },

  /** Like `closesAfterHandshake`, but with 400 and a text, as some real servers do. */
  expires400: (request, response) => {
    goneStatus = 400;
    return scenarios['closesAfterHandshake']?.(request, response);
  },

  /** The first read gets an event stream that ends without an answer. */
  endsBeforeAnswer: ({ body }, response) => {
    if (body?.method !== 'resources/read' || hasEnded) return true;
    hasEnded = true;
    return reply(response, 200, ': bye\n\n', { 'content-type': 'text/event-stream' });
  },

  /** The stream for notifications ends as soon as it is opened. */
  streamEnds: (request, response) =>
    request.method !== 'GET' || reply(response, 200, ': bye\n\n', { 'content-type': 'text/event-stream' }),

  /** There is no stream for notifications: GET gets 405. */
  noStream: (request, response) => request.method !== 'GET' || reply(response, 405, 'Method Not Allowed'),
};

let goneStatus = 404;
let hasEnded = false;

/** @param {Response} response */
function gone(response) {
  const message = goneStatus === 404 ? 'Session not found' : 'Bad Request: No valid session ID provided';
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32001, message } });
  reply(response, goneStatus, body, { 'content-type': 'application/json' });
}

/** The well-behaved server of revision 2025-11-25 with sessions. @param {Seen} request @param {Response} response */
function polite(request, response) {
  const { method, headers, body } = request;
  const id = String(headers['mcp-session-id'] ?? '');
  if (body?.method === 'initialize') {
    const session = randomUUID();
    sessions.set(session, 1);
    replyJson(response, { id: body.id, result: handshake }, { 'mcp-session-id': session });
    return;
  }
  if (isDiscover(request)) {
    replyJson(response, { id: body.id, error: { code: -32601, message: 'Method not found: server/discover' } });
    return;
  }
  const count = sessions.get(id);
  if (count === undefined) {
    gone(response);
  } else if (method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
    streams.set(id, response);
  } else if (method === 'DELETE') {
    sessions.delete(id);
    streams.get(id)?.end();
    reply(response, 200, '');
  } else if (body?.id === undefined) {
    reply(response, 202, '');
  } else {
    sessions.set(id, count + 1);
    replyJson(response, { id: body.id, ...answer(body, request) });
  }
}

const handshake = {
  protocolVersion: '2025-11-25',
  capabilities: { resources: { subscribe: true } },
  serverInfo: { name: 'raw http', version: '1' },
};
const listed = { uri: 'headers://seen', name: 'seen', mimeType: 'application/json' };
let bumps = 0;

/** @param {{ method: string, params?: any }} message @param {Seen} request @returns {object} */
function answer({ method, params }, { headers }) {
  switch (method) {
    case 'ping':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      return { result: {} };
    case 'resources/list':
      return { result: { resources: [listed, { uri: 'live://counter', name: 'counter', mimeType: 'text/plain' }] } };
    case 'resources/templates/list':
      return { result: { resourceTemplates: [] } };
    case 'resources/read':
      if (params.uri === 'control://bump') bump();
      // Simulates a network that cuts idle connections without closing them.
      if (params.uri === 'control://cut' || params.uri === 'control://forget')
        for (const stream of streams.values()) stream.destroy();
      if (params.uri === 'control://forget') sessions.clear();
      if (params.uri === listed.uri) return { result: { contents: [{ ...listed, text: JSON.stringify(headers) }] } };
      return { result: { contents: [{ uri: params.uri, mimeType: 'text/plain', text: `count ${bumps}\n` }] } };
    default:
      return { error: { code: -32601, message: `Method not found: ${method}` } };
  }
}

/** Counts once and notifies every open stream. */
function bump() {
  bumps += 1;
  const message = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'live://counter' } };
  for (const stream of streams.values()) stream.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}

/** @param {Seen[]} log @param {Scenario} scenario @param {string} host @returns {Promise<number>} the port */
function listen(log, scenario, host) {
  const server = createServer(async (request, response) => {
    if (request.url === '/seen') {
      reply(response, 200, JSON.stringify(seen), { 'content-type': 'application/json' });
      return;
    }
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: parse(text) };
    log.push(one);
    if (!one.url.startsWith('/mcp')) reply(response, 404, 'Not Found');
    else if (scenario(one, response) === true) polite(one, response);
  });
  return new Promise((resolve) => {
    server.listen(0, host, () => resolve(/** @type {import('node:net').AddressInfo} */ (server.address()).port));
  });
}

/** @param {string} text */
function parse(text) {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

const scenario = scenarios[values.scenario];
if (!scenario) {
  process.stderr.write(`There is no scenario ${values.scenario}. There are: ${Object.keys(scenarios).join(', ')}\n`);
  process.exit(2);
}
if (values.scenario === 'redirectOtherOrigin') otherPort = await listen(seen.other, () => true, 'localhost');
process.stdout.write(`listening ${await listen(seen.own, scenario, '127.0.0.1')}\n`);
process.on('SIGTERM', () => process.exit(0));
// Ends the process after a while if its test died.
setTimeout(() => process.exit(9), 600_000).unref();
