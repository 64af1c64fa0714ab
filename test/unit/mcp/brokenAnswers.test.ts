// Answers that cannot be understood, or only after they were repaired: over a pipe, as JSON and as an event.
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { listenHttp } from './open/serveHttp';
import { collect, failure, http, never, noLimits, now, open, read, scripted, until, type Opened } from './support';

interface Request {
  readonly id?: number;
  readonly method?: string | undefined;
}

/** An HTTP server; `answer` is for lists and reads. @returns its URL */
async function serve(answer: (id: number, response: ServerResponse) => void, onReply?: () => void) {
  const origin = await listenHttp((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    void new Response(request as never).json().then((message) => {
      const { id, method } = message as Request;
      // The answer to a request of the server stays on its way.
      if (method === undefined) {
        onReply?.();
        return;
      }
      if (id === undefined) {
        response.writeHead(202).end();
        return;
      }
      if (method.startsWith('resources/')) {
        answer(id, response);
        return;
      }
      const capabilities = { resources: {} };
      const initialized = { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'x', version: '1' } };
      const body = method === 'initialize' ? { result: initialized } : { error: { code: -32601, message: 'no' } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
    });
  });
  return `${origin}/mcp`;
}

/** Opens a session with a server that answers lists with a text, in which ID stands for the id. */
const transports: Readonly<Record<string, (text: string) => Promise<Opened>>> = {
  stdio: (text) => {
    const answers = { 'resources/list': { raw: text.replaceAll('ID', '1') } };
    const learned = { era: 'legacy', transport: 'stdio', at: now };
    return open(scripted({ scenario: 'empty', answers }), { learned });
  },
  json: async (text) => {
    const url = await serve((id, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text.replaceAll('ID', String(id)));
    });
    return open(http(url));
  },
  events: async (text) => {
    const url = await serve((id, response) => {
      // The stream stays open.
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${text.replaceAll('ID', String(id))}\n\n`);
    });
    return open(http(url));
  },
};

describe.each(Object.entries(transports))('over %s, an answer', (_, opened) => {
  it.each([
    ['{"jsonrpc":"2.0","id":ID,"error":"It is broken"}', 'serverError'],
    ['{"jsonrpc":"2.0","id":ID,"error":null}', 'protocol'],
    ['{"jsonrpc":"2.0","id":ID}', 'protocol'],
    ['{"jsonrpc":"2.0","id":ID,"result":{"resources":[NaN,]}}', 'protocol'],
  ])('like %s fails its request at once', async (text, reason) => {
    const { session } = await opened(text);
    const error = await failure(collect(session.listResources(noLimits, never)));
    expect(error.reason).toBe(reason);
    if (reason === 'serverError') expect(error.message).toContain('It is broken');
  });

  it('with numbers that JSON does not know is read', async () => {
    const item = '{"uri":"a:1","name":"NaN","size":NaN,"annotations":{"priority":-Infinity}}';
    const { session } = await opened(`{"jsonrpc":"2.0","id":ID,"result":{"resources":[${item}]}}`);
    const { items } = await collect(session.listResources(noLimits, never));
    expect(items).toMatchObject([{ uri: 'a:1', name: 'NaN', size: undefined, priority: undefined }]);
  });
});

it.each(['application/json', 'text/event-stream'])(
  'a packed bomb of %s is not unpacked',
  { timeout: 60_000 },
  async (type) => {
    const part = gzipSync(Buffer.alloc(2_000_000, type === 'application/json' ? ' ' : 'data: '));
    const bomb = Buffer.concat(Array<Buffer>(50).fill(part));
    const url = await serve((_id, response) => {
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(bomb);
    });
    const { session } = await open(http(url));
    expect((await failure(read(session, 'a:1'))).reason).toBe('tooLarge');
  },
);

it('of a flood of requests before an answer few are answered at once, and the answer is read', async () => {
  let replies = 0;
  const url = await serve(
    (id, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const ask = (index: number): string => `data: {"jsonrpc":"2.0","id":"q${index}","method":"ping"}\n\n`;
      response.write(Array.from({ length: 5_000 }, (_, index) => ask(index)).join(''));
      response.end(`data: {"jsonrpc":"2.0","id":${id},"result":{"resources":[{"uri":"a:1","name":"a"}]}}\n\n`);
    },
    () => (replies += 1),
  );
  const { session } = await open(http(url));
  expect((await collect(session.listResources(noLimits, never))).items).toHaveLength(1);
  await until(() => replies > 0);
  expect(replies).toBeLessThanOrEqual(8);
});
