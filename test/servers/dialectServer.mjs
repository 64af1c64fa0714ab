// A strict server over stdio for the dialect in which resources have `kind`, `version` and `metadata`. It refuses everything else: resources/read
// with -32601, subscriptions to `uri` with -32602. Every received message is in control://log.
//
//   --undeclared true       declares no capabilities
//   --lenient true          accepts subscriptions to `uri`, but ignores them
//   --unchanged 304|result  says “Not Modified” with that code, or with a result without contents, instead of in words
//   --batch 1               refuses subscriptions to more than one URI in a request
//   --reads standard        supports resources/read instead of resources/get
//   --speaks standard       a standard server whose list looks like the dialect, but which refuses everything else of it
//
// Reading control://bump makes new versions and notifies subscribers.
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Peer, RpcError, jsonContent, textContent } from './raw/peer.mjs';

const { values: options } = parseArgs({
  options: {
    undeclared: { type: 'string' },
    lenient: { type: 'string' },
    unchanged: { type: 'string' },
    batch: { type: 'string' },
    reads: { type: 'string' },
    speaks: { type: 'string' },
  },
});
const peer = new Peer({});
const isStandard = options.speaks === 'standard';
let version = 1;

const resources = () => [
  {
    uri: 'doc://orders',
    kind: 'database_table',
    title: `Orders ${version}`,
    version: String(version),
    metadata: { owner: 'ada' },
  },
  { uri: 'doc://picture', kind: 'image', version: String(version) },
  { uri: 'doc://notes', kind: 'file', version: '1' },
];

/** @param {Record<string, unknown>} params @param {readonly string[]} known */
function checkNames(params, ...known) {
  const odd = Object.keys(params).filter((name) => name !== '_meta' && !known.includes(name));
  if (odd.length > 0) throw new RpcError(-32602, `Invalid params: ${odd.join(', ')}`);
}

/** @param {any} params */
function list({ cursor, ...params }) {
  checkNames(params, 'filter');
  const { kind } = params.filter ?? {};
  const matches = resources().filter((resource) => kind === undefined || resource.kind === kind);
  // Two pages.
  return cursor === undefined
    ? { resources: matches.slice(0, 2), ...(matches.length > 2 && { nextCursor: 'second' }) }
    : { resources: matches.slice(2) };
}

/** @param {any} params */
function get(params) {
  checkNames(params, 'uri', 'version');
  const { uri } = params;
  if (uri === 'control://log') return { contents: fromStandard(jsonContent(uri, peer.received)) };
  if (uri === 'control://subscriptions') return { contents: fromStandard(jsonContent(uri, [...peer.subscribed])) };
  if (uri === 'control://bump') bump();
  const resource = resources().find((one) => one.uri === uri);
  if (resource && params.version === resource.version) return unchanged(resource);
  const contents =
    uri === 'doc://picture'
      ? { contentType: 'image/png', blob: 'AAEC' }
      : { contentType: 'text/markdown', content: `version ${version}` };
  return { resource, contents: uri === 'doc://notes' ? [contents, contents] : contents };
}

/** @param {object} resource */
function unchanged(resource) {
  if (options.unchanged === 'result') return { resource };
  throw options.unchanged === '304' ? new RpcError(304, 'See above') : new RpcError(-32001, 'Not Modified');
}

/** @param {{ text: string }} content */
function fromStandard({ text }) {
  return { contentType: 'application/json', content: text };
}

/** @param {'add' | 'delete'} change */
const subscribe = (change) => (/** @type {any} */ params) => {
  if (options.lenient === 'true' && params.uri !== undefined) return {};
  checkNames(params, 'uris');
  if (!Array.isArray(params.uris)) throw new RpcError(-32602, 'Invalid params: uris is missing');
  if (params.uris.length > Number(options.batch ?? Infinity)) throw new RpcError(-32000, 'Too many at once');
  for (const uri of params.uris) peer.subscribed[change](uri);
  return {};
};

function bump() {
  version += 1;
  for (const resource of resources())
    if (peer.subscribed.has(resource.uri)) peer.notify('notifications/resources/content_changed', { resource });
}

function speakDialect() {
  peer.handlers.set('resources/list', list);
  if (options.reads === 'standard') peer.read = (uri) => textContent(uri, `version ${version}`);
  else {
    peer.handlers.set('resources/get', get);
    peer.handlers.delete('resources/read');
  }
  peer.handlers.delete('resources/templates/list');
  peer.handlers.set('resources/subscribe', subscribe('add'));
  peer.handlers.set('resources/unsubscribe', subscribe('delete'));
}

function speakStandard() {
  peer.handlers.set('resources/list', (params) => {
    checkNames(params, 'cursor');
    return { resources: resources() };
  });
  peer.read = (uri) => textContent(uri, `version ${version}`);
  peer.handlers.set('resources/subscribe', (params) => {
    checkNames(params, 'uri');
    if (params.uri === 'doc://picture') throw new RpcError(-32602, `Resource not found: ${params.uri}`);
    return peer.subscribe(params.uri);
  });
}

if (options.undeclared === 'true') peer.capabilities = {};
else peer.capabilities = { resources: { subscribe: true, listChanged: true } };
if (isStandard) speakStandard();
else speakDialect();
createInterface({ input: process.stdin })
  .on('line', (line) => peer.receive(JSON.parse(line)))
  .on('close', () => process.exit(0));
process.stdout.on('error', () => process.exit(0));
