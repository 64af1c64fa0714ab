// Measures reads whose server ends each stream early and names a delay after which it is to be asked for the rest, as a server does that keeps no
// connection open: https://modelcontextprotocol.io/seps/1699-support-sse-polling-via-server-side-disconnect
import { setTimeout as pause } from 'node:timers/promises';
import type { Session } from '../src/core/session/session';
import { SessionServer, type Exchange, type Rpc } from '../test/unit/mcp/sessions/sessionServer';
import { openLaunch } from './measure';

const reads = 9;
/** The delay that the server asks for, and the time after which it ends a stream, in ms. */
const retry = 300;
const end = 150;

const waiting = new Map<string, Rpc>();
const server = await SessionServer.start({ take });

function take({ request, response, headers, session }: Exchange): boolean {
  const id = headers['last-event-id'];
  const question = typeof id === 'string' ? waiting.get(id) : undefined;
  if (!question && request.method !== 'resources/read') return false;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (question) {
    response.end(
      `data: ${JSON.stringify({ jsonrpc: '2.0', id: question.id, ...server.answerTo(question, session) })}\n\n`,
    );
  } else {
    const name = `${String(request.params?.['uri'])}#`;
    waiting.set(name, request);
    response.write(`id: ${name}\nretry: ${retry}\ndata: \n\n`);
    void pause(end).then(() => response.end());
  }
  return true;
}

/** Reads once. @returns the time in ms, and why it failed if it did */
async function read(session: Session, uri: string): Promise<string> {
  const start = performance.now();
  const failure = await session.read(uri, { maxBytes: 1e6, signal: new AbortController().signal }).then(
    () => '',
    (error: unknown) => ` failed: ${String(error)}`,
  );
  const ms = performance.now() - start - end;
  return `${ms.toFixed(0)} ms = ${(ms / retry).toFixed(2)}x${failure}`;
}

const session = await openLaunch({ kind: 'http', url: server.url, headers: {} });
session.watch(new Set(['a:1']));
while (!session.isLive('a:1')) await pause(10);
let lapses = 0;
session.onDidChangeLive(() => (lapses += session.isLive('a:1') ? 0 : 1));
const uris = (name: string): string[] => Array.from({ length: reads }, (_, index) => `${name}:${index}`);

console.log(`after the server ended the stream, beside its retry of ${retry} ms`);
for (const uri of uris('one after the other')) console.log(`${uri.padEnd(24)} ${await read(session, uri)}`);
const all = await Promise.all(uris('at once').map(async (uri) => `${uri.padEnd(24)} ${await read(session, uri)}`));
console.log(all.join('\n'));
console.log(`live all along: ${lapses === 0 ? 'yes' : `no, it was not ${lapses} times`}`);
session.dispose();
await session.ended;
process.exit();
