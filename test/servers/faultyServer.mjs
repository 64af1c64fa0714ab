// A good server until its fault begins, in any place where a server can be: for the table of docs/faults.md.
//
//   node faultyServer.mjs --place stdio|statelessStdio|http|statelessHttp|sse --fault NAME [--port N] [--mark FILE]
//
// It has two pages, page://1 and page://2, and `live://counter`, which can be watched. A fault of `faults` begins with a read of `fault://it`,
// once; one of `states` with SIGUSR2, or from the start (`slow`), and ends with the next SIGUSR2. A process that finds the file of --mark, which the
// first one makes, has no fault, but `alwaysSlow`. Over HTTP it prints `listening PORT`.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { beModern } from './raw/modernScenarios.mjs';
import { Peer, noAnswer, textContent } from './raw/peer.mjs';
import { HttpPlace, SseHttp, StatelessHttp, StreamableHttp, serveStdio, stdoutWire } from './raw/places.mjs';

/** @typedef {import('./raw/places.mjs').Wire} Wire */
/** @typedef {{ open: (headers?: Record<string, string>) => Wire, id: string | number, answer: string }} Reading the answer is a message */

const { values } = parseArgs({
  options: {
    place: { type: 'string', default: 'stdio' },
    fault: { type: 'string', default: 'none' },
    port: { type: 'string', default: '0' },
    mark: { type: 'string' },
  },
});
if (values.fault === 'alwaysSlow') values.fault = 'slow';
else if (values.mark !== undefined && existsSync(values.mark)) values.fault = 'none';
if (values.mark !== undefined) writeFileSync(values.mark, '');
const isStateless = values.place.startsWith('stateless');
const isProcess = /stdio$/i.test(values.place);
const isOneStream = isProcess || values.place === 'sse';
const complete = isStateless ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
/** More than the largest message that is accepted, in bytes. */
const plenty = 150_000_000;
let isOn = values.fault === 'slow';
let hasHappened = false;
/** Nothing else is written within a message. */
let isPouring = false;
/** Ends what a fault has begun, with SIGUSR2. @type {() => void} */
let finish = () => undefined;

/** Writes until the other side has had enough. @param {Wire['out']} out @param {Buffer} chunk @param {number} length @param {() => void} done */
function pour(out, chunk, length, done) {
  let left = length;
  let isClosed = false;
  isPouring = true;
  out.on('close', () => (isClosed = true));
  const more = () => {
    while (left > 0 && !isClosed) {
      left -= 1;
      if (!out.write(chunk)) return;
    }
    if (left === 0 && !isClosed) {
      done();
      isPouring = false;
      goOn();
    }
    left = -1;
  };
  out.on('drain', more);
  more();
}

/** @param {string} text */
const firstHalf = (text) => text.slice(0, text.length / 2);

/** Faults of an answer. @type {Record<string, (reading: Reading, peer: Peer) => void>} */
const faults = {
  /** Half of the answer, as if it were all. */
  half({ open, answer }) {
    const wire = open();
    wire.out.write(wire.frame(firstHalf(answer)));
    wire.end();
  },

  /** Half of the answer, then the end of the connection. */
  halfThenEnd({ open, answer }) {
    const wire = open();
    wire.out.write(firstHalf(wire.frame(answer)));
    setImmediate(() => setImmediate(wire.cut));
  },

  /** One line, larger than any message may be. */
  endless({ open, answer }) {
    const wire = open();
    wire.out.write(wire.frame(answer).replace(/\}\s*$/, ''));
    const chunk = Buffer.alloc(1_000_000, ' ');
    pour(wire.out, chunk, plenty / chunk.length, () => {
      wire.out.write('}\n\n');
      wire.end();
    });
  },

  /** The same, compressed a thousand times. */
  bomb({ open, answer }) {
    const wire = open({ 'content-encoding': 'gzip' });
    const { out } = wire;
    const write = /** @type {Packed} */ (out).plainWrite ?? out.write.bind(out);
    const chunk = gzipSync(Buffer.alloc(10_000_000, ' '));
    write(gzipSync(wire.frame(answer).replace(/\}\s*$/, '')));
    pour({ on: out.on.bind(out), write }, chunk, plenty / 10_000_000, () => {
      write(gzipSync('}\n\n'));
      wire.end();
    });
  },

  /** The answer with the id of a request that nobody made, with its own as a text, and once more. */
  manyIds({ open, id, answer }) {
    const wire = open();
    const message = JSON.parse(answer);
    for (const one of [987_654, String(id), id, null])
      wire.out.write(wire.frame(JSON.stringify({ ...message, id: one })));
    wire.end();
  },

  /** The answer has the id of a request that nobody made. */
  foreignId({ open, answer }) {
    const wire = open();
    wire.out.write(wire.frame(JSON.stringify({ ...JSON.parse(answer), id: 987_654 })));
    wire.end();
  },

  /** The answer comes in small pieces, the last of them with SIGUSR2. */
  trickle({ open, answer }) {
    const wire = open();
    const text = wire.frame(answer);
    for (const piece of text.slice(0, -20)) wire.out.write(piece);
    finish = () => {
      wire.out.write(text.slice(-20));
      wire.end();
    };
  },

  /** Ten thousand times two changes, then one of `live://end`, and the answer. */
  flood({ answer }, peer) {
    flood(peer, 10_000);
    peer.write(`${answer}\n`);
  },
};

/** So often two changes, then one of `live://end`. @param {Peer} peer @param {number} times */
function flood(peer, times) {
  for (let count = 0; count < times; count += 1) {
    notify(peer, 'notifications/resources/updated', { uri: 'live://counter' });
    notify(peer, 'notifications/resources/list_changed', {});
  }
  notify(peer, 'notifications/resources/updated', { uri: 'live://end' });
}

/** To each stream of 2026-07-28, or to the one of a session. @param {Peer} peer @param {string} method @param {object} params */
function notify(peer, method, params) {
  if (!isStateless) peer.notify(method, params);
  for (const id of listens) peer.notify(method, { ...params, _meta: { 'io.modelcontextprotocol/subscriptionId': id } });
}

/** @type {Set<string | number>} */
const listens = new Set();

/** @param {(line: string | Buffer) => void} write */
function newPeer(write) {
  const peer = new Peer({});
  if (isStateless) beModern(peer);
  peer.write = write;
  peer.capabilities = { resources: { subscribe: true, listChanged: true } };
  peer.resources = ['page://1', 'page://2', 'live://counter'].map((uri) => ({
    uri,
    name: uri,
    mimeType: 'text/plain',
  }));
  peer.read = (uri) => textContent(uri, `text of ${uri}`);
  const read = peer.handlers.get('resources/read');
  peer.handlers.set('resources/read', (params, message) => {
    const result = read?.(params, message);
    const fault = faults[values.fault];
    if (params.uri !== 'fault://it' || hasHappened || !fault) return result;
    hasHappened = true;
    const { id = 0 } = message;
    /** @param {Record<string, string>} [headers] */
    const open = (headers) => place?.wireOf(id, headers) ?? stdoutWire;
    fault({ open, id, answer: JSON.stringify({ jsonrpc: '2.0', id, result }) }, peer);
    return noAnswer;
  });
  const list = peer.handlers.get('resources/list');
  peer.handlers.set('resources/list', (params, message) => {
    if (values.fault !== 'cursorLoop' || !isOn) return list?.(params, message);
    return { ...complete, resources: peer.resources.slice(0, 2), nextCursor: params.cursor === 'A' ? 'B' : 'A' };
  });
  const listen = peer.handlers.get('subscriptions/listen');
  if (listen)
    peer.handlers.set('subscriptions/listen', (params, message) => {
      // Over HTTP, the last stream is closed without a word once there is a new one.
      if (!isProcess) listens.clear();
      listens.add(message.id ?? 0);
      return listen(params, message);
    });
  const receive = peer.receive.bind(peer);
  peer.receive = (message) => {
    if (message.method === 'notifications/cancelled') listens.delete(message.params?.requestId);
    if ((isOneStream && isPouring) || (isProcess && values.fault === 'slow' && isOn)) held.push(() => receive(message));
    else receive(message);
  };
  peers.push(peer);
  return peer;
}

/** @type {Peer[]} */
const peers = [];
/** What waits for its turn. @type {(() => void)[]} */
const held = [];

function goOn() {
  for (const go of held.splice(0)) go();
}

/** Faults that last, beside `slow` and `cursorLoop`: what begins with SIGUSR2. @type {Record<string, () => void>} */
const states = {
  /** All connections are cut; a process closes its stdout, and lives on. */
  cut: () => (place ? place.cut() : closeSync(1)),
  /** All sessions are forgotten. */
  forget: () => place?.clients.clear(),
  /** The list has become a loop, and is reported as changed. */
  cursorLoop: () => peers.forEach((peer) => notify(peer, 'notifications/resources/list_changed', {})),
  /** Begins and ends with each signal. */
  longFlood: () => peers.forEach((peer) => flood(peer, 5_000)),
  slow: goOn,
};

/** @typedef {import('./raw/places.mjs').Wire['out'] & { plainWrite?: (bytes: string | Buffer) => boolean }} Packed */

/** Has the stream of 2024 compressed, a piece by itself. @param {import('node:http').ServerResponse} response */
function pack(response) {
  response.setHeader('content-encoding', 'gzip');
  const write = response.write.bind(response);
  Object.assign(response, { plainWrite: write, write: (/** @type {string} */ text) => write(gzipSync(text)) });
}

/** @type {HttpPlace['intercept']} */
function intercept(request, response) {
  const { method, url } = request;
  if (values.fault === 'slow' && isOn) {
    held.push(() => void place?.take(request, response));
    return true;
  }
  if (values.fault === 'redirect' && isOn) {
    response.writeHead(307, { location: `http://localhost:9/elsewhere${url}` }).end();
    return true;
  }
  if (values.fault === 'bomb' && values.place === 'sse' && method === 'GET') pack(response);
  return values.fault === 'deaf' && method === 'DELETE';
}

/** @type {HttpPlace | undefined} */
let place;
const stays = values.fault === 'deaf';
process.stdout.on('error', () => undefined);
if (stays) process.on('SIGTERM', () => undefined);
if (isProcess && (stays || values.fault === 'grandchild')) {
  const life = `${stays ? "process.on('SIGTERM', () => {});" : ''} setTimeout(() => {}, 60_000)`;
  spawn(process.execPath, ['-e', life], { stdio: ['ignore', 'inherit', 'ignore'] }).unref();
}
process.on('SIGUSR2', () => {
  isOn = !isOn;
  states[values.fault]?.();
  finish();
  process.stderr.write('toggled\n');
});
// Ends the process after a while if its test died.
setTimeout(() => process.exit(9), 60_000).unref();
if (isProcess) serveStdio(newPeer, () => (stays ? setInterval(() => undefined, 1000) : process.exit(0)));
else {
  place = { http: new StreamableHttp(newPeer), statelessHttp: new StatelessHttp(newPeer), sse: new SseHttp(newPeer) }[
    values.place
  ];
  if (!place) throw new Error(`There is no place ${values.place}`);
  place.intercept = intercept;
  process.stdout.write(`listening ${await place.listen(Number(values.port))}\n`);
}
process.stderr.write(`pid ${process.pid}\n`);
