// An HTTP server that never stops sending costs no more memory than the largest accepted answer.
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { listenHttp, messageOf } from './open/serveHttp';
import { failure, http, open, read } from './support';

/** More than the limit of one answer (256 MB), and less than the memory of a test machine, in bytes. */
const plenty = 340_000_000;
const chunk = Buffer.alloc(4_000_000, ' ');

/** Answers reads with endless white space; resolves with the number of bytes the client took. */
async function serve(status: number, type: string) {
  let taken = 0;
  const pour = (response: ServerResponse): void => {
    if (response.destroyed) return;
    if (taken >= plenty) return void response.end();
    taken += chunk.length;
    response.write(chunk, () => pour(response));
  };
  const origin = await listenHttp((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    void messageOf(request).then(({ id, method }) => {
      if (method === 'resources/read') {
        pour(response.writeHead(status, { 'content-type': type }));
        return;
      }
      if (id === undefined) return void response.writeHead(202).end();
      const initialized = {
        protocolVersion: '2025-11-25',
        capabilities: { resources: {} },
        serverInfo: { name: 'x', version: '1' },
      };
      const body =
        method === 'initialize' ? { result: initialized } : { error: { code: -32601, message: 'Method not found' } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
    });
  });
  return { url: `${origin}/mcp`, taken: () => taken };
}

it.each([
  [200, 'application/json'],
  [500, 'text/plain'],
])('an endless answer with %i and %s is not taken to its end', { timeout: 30_000 }, async (status, type) => {
  const { url, taken } = await serve(status, type);
  const { session } = await open(http(url));
  const error = await failure(read(session, 'a:1'));
  expect(taken()).toBeLessThan(plenty);
  if (status === 200) expect(error.reason).toBe('tooLarge');
});
