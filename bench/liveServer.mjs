// An MCP server over stdio that changes when it is told to, and says when it sent what. Usage: node liveServer.mjs --items N --control PORT
// POST /update changes `live://counter`, POST /list adds a resource: both answer `{notified, answered}`, the times in ms since 1970 at which the
// notification and the answer to the request that follows it were written. POST /flood?ms=N does both all the time.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { wireResource } from './wireResource.mjs';

const option = (name) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1]);
const newest = (uri, name, minute) => {
  const lastModified = new Date(1_790_000_000_000 + minute * 60_000).toISOString();
  return { uri, name, mimeType: 'text/plain', annotations: { audience: ['user'], priority: 1, lastModified } };
};
const resources = Array.from({ length: option('items') }, (_, index) => ({
  ...wireResource(index),
  uri: `live://desk/${index}`,
}));
resources.unshift(newest('live://counter', 'counter', 0));

let isOdd = false;
let added = 0;
/** Called with the time of each answer, by method. */
const waiting = new Map();
const now = () => performance.timeOrigin + performance.now();

const capabilities = { resources: { subscribe: true, listChanged: true } };
const results = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'live', version: '1' } }),
  'resources/list': () => ({ resources }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: isOdd ? 'changed' : 'as it was' }] }),
  'resources/subscribe': () => ({}),
  'resources/unsubscribe': () => ({}),
};

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = results[method];
  send({ id, ...(result ? { result: result(params) } : { error: { code: -32601, message: 'no' } }) });
  waiting.get(method)?.(now());
  waiting.delete(method);
});

const changes = {
  '/update': () => {
    isOdd = !isOdd;
    send({ method: 'notifications/resources/updated', params: { uri: 'live://counter' } });
    return 'resources/read';
  },
  '/list': () => {
    added += 1;
    resources.unshift(newest(`live://new-${added}`, `new ${added}`, added));
    send({ method: 'notifications/resources/list_changed' });
    return 'resources/list';
  },
};

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  if (pathname === '/flood') {
    const end = now() + Number(searchParams.get('ms'));
    const timer = setInterval(() => {
      for (const change of Object.values(changes)) change();
      if (now() < end) return;
      clearInterval(timer);
      response.end(JSON.stringify({ added }));
    }, 5);
    return;
  }
  const notified = now();
  waiting.set(changes[pathname](), (answered) => response.end(JSON.stringify({ notified, answered })));
}).listen(option('control'), '127.0.0.1');
