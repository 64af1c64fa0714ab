// An MCP server that sends the most of something that it can: `node worstServer.mjs --case NAME [--http]`. Over HTTP it prints its port.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { wireResource } from './wireResource.mjs';

/** Returns the items of a list as JSON. */
const resources = (from, to) =>
  Array.from({ length: to - from }, (_, index) => JSON.stringify(wireResource(from + index))).join(',');
/** Returns items with fields that no other item has. */
const withOwnFields = (from, to) =>
  Array.from({ length: to - from }, (_, index) => {
    const fields = Array.from({ length: 20 }, (_, field) => `"f${from + index}_${field}":1`);
    return `{"uri":"a:${from + index}",${fields.join(',')}}`;
  }).join(',');
const text = (body) => JSON.stringify({ contents: [{ uri: 'a:1', text: body }] });

/** Results as JSON by method and cursor; `before` is written before the answer, a message a line. */
export const cases = {
  'values: 6 MB of {}': { list: () => `{"resources":[${'{},'.repeat(2_000_000)}{}]}` },
  'values: 96 MB of {}': { list: () => `{"resources":[${'{},'.repeat(31_900_000)}{}]}` },
  'nesting: 6 MB of [': { read: () => `{"contents":[],"x":${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}}` },
  'cursors: 500 of 65,000': {
    list: (cursor) => {
      const page = Number.parseInt(cursor ?? '0', 10);
      const next = page < 500 ? `,"nextCursor":"${`${page + 1}.`.padEnd(65_000, 'c')}"` : '';
      return `{"resources":[${resources(page, page + 1)}]${next}}`;
    },
  },
  'cursors: one of 50 MB': { list: () => `{"resources":[],"nextCursor":"${'c'.repeat(50_000_000)}"}` },
  'list: 1,000,000 by 1,000': {
    list: (cursor) => {
      const from = Number(cursor ?? 0);
      const next = from + 1_000 < 1_000_000 ? `,"nextCursor":"${from + 1_000}"` : '';
      return `{"resources":[${resources(from, from + 1_000)}]${next}}`;
    },
  },
  'list: 100,000 in one page': { list: () => `{"resources":[${resources(0, 100_000)}]}` },
  'fields: 20 of each of 100,000 items': {
    list: (cursor) => {
      const from = Number(cursor ?? 0);
      const next = from + 1_000 < 100_000 ? `,"nextCursor":"${from + 1_000}"` : '';
      return `{"resources":[${withOwnFields(from, from + 1_000)}]${next}}`;
    },
  },
  'fields: 20 of each of 20,000, one page': { list: () => `{"resources":[${withOwnFields(0, 20_000)}]}` },
  'text: 90 MB of one byte': { read: () => text('a'.repeat(90_000_000)) },
  'text: 90 MB, held in two bytes': { read: () => text(`名${'a'.repeat(90_000_000)}`) },
  'blob: 67 MB of base64': {
    read: () => JSON.stringify({ contents: [{ uri: 'a:1', blob: Buffer.alloc(50_000_000, 171).toString('base64') }] }),
  },
  'flood: 100,000 notifications': {
    before: () => '{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}\n'.repeat(100_000),
    read: () => text('a'),
  },
  'flood: 20,000 requests': {
    before: () =>
      Array.from({ length: 20_000 }, (_, id) => `{"jsonrpc":"2.0","id":"q${id}","method":"ping"}\n`).join(''),
    read: () => text('a'),
  },
  'flood: 100,000 lines that are broken': { before: () => '{"id":\n'.repeat(100_000), read: () => text('a') },
};

const option = (name) => process.argv[process.argv.indexOf(`--${name}`) + 1];

function answer({ id, method, params }, chosen) {
  const capabilities = { resources: {} };
  const initialized = { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'worst', version: '1' } };
  const results = {
    initialize: () => JSON.stringify(initialized),
    'resources/list': () => (chosen.list ?? (() => '{"resources":[]}'))(params?.cursor),
    'resources/read': () => chosen.read(),
  };
  const result = results[method];
  if (!result) return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"no"}}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result()}}`;
}

/** @param {string} name a case */
function serveStdio(name) {
  const chosen = cases[name];
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.id === undefined || message.method === undefined) return;
    if (message.method === 'resources/read') process.stdout.write(chosen.before?.() ?? '');
    process.stdout.write(`${answer(message, chosen)}\n`);
  });
}

/** Answers by events where there is something before, else by packed JSON. */
function serveHttp(name) {
  const chosen = cases[name];
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    const message = JSON.parse(body);
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end();
    const line = answer(message, chosen);
    if (!message.method.startsWith('resources/') || chosen.before === undefined) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      return void response.end(gzipSync(line, { level: 1 }));
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chosen.before().replaceAll(/^(.*)\n/gm, 'data: $1\n\n'));
    response.end(`data: ${line}\n\n`);
  }).listen(0, '127.0.0.1', () => console.log(server.address().port));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--http')) serveHttp(option('case'));
  else serveStdio(option('case'));
}
