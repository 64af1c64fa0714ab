// A server of revision 2026-07-28 built only with the official SDK.
//
//   node sdkServer.mjs stdio|http [--modern-only]
//
// `demo://counter` is live: reading `control://bump` counts once and notifies. Reading `control://add` adds a resource. Over HTTP it prints
// `listening PORT`; --modern-only rejects clients of older revisions.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, ResourceTemplate, createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

let count = 0;
let added = 0;
/** @type {{ resourceUpdated(uri: string): unknown, resourcesChanged(): unknown }} */
let notify;

/** @param {McpServer} server @param {string} name @param {string} uri @param {() => string} text */
function add(server, name, uri, text) {
  const annotations = { audience: ['user'], priority: 0.9, lastModified: '2026-11-01T00:00:00Z' };
  server.registerResource(name, uri, { title: `The ${name}`, mimeType: 'text/plain', annotations }, async (url) => ({
    contents: [{ uri: url.href, mimeType: 'text/plain', text: text() }],
  }));
}

function build() {
  const capabilities = { resources: { subscribe: true, listChanged: true } };
  const server = new McpServer({ name: 'sdk', version: '2' }, { capabilities });
  add(server, 'counter', 'demo://counter', () => `count ${count}`);
  for (let index = 1; index <= added; index++) add(server, `added ${index}`, `demo://added/${index}`, () => 'new');
  add(server, 'bump', 'control://bump', () => {
    count += 1;
    void (notify?.resourceUpdated('demo://counter') ?? server.server.sendResourceUpdated({ uri: 'demo://counter' }));
    return 'bumped';
  });
  add(server, 'add', 'control://add', () => {
    added += 1;
    if (notify) void notify.resourcesChanged();
    else add(server, `added ${added}`, `demo://added/${added}`, () => 'new');
    return 'added';
  });
  const template = new ResourceTemplate('demo://items/{id}', {
    list: undefined,
    complete: { id: (value) => Array.from({ length: 30 }, (_, index) => `${value}${index}`) },
  });
  server.registerResource('item', template, { mimeType: 'text/plain' }, async (url, { id }) => ({
    contents: [{ uri: url.href, text: `item ${id}` }],
  }));
  return server;
}

if (process.argv[2] === 'http') {
  const legacy = process.argv.includes('--modern-only') ? 'reject' : 'stateless';
  const handler = createMcpHandler(build, { legacy });
  notify = handler.notify;
  const server = createServer(toNodeHandler(handler));
  server.listen(0, '127.0.0.1', () => process.stdout.write(`listening ${Object(server.address()).port}\n`));
} else serveStdio(build);
