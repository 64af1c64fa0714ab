// Values that the SDK rejects, one by one, are accepted in both eras and on every transport.
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Launch, Session } from '../../../src/core/session/session';
import { listenHttp, messageOf, type Request } from './open/serveHttp';
import { allowDialect, collect, failure, http, never, noLimits, open, read, readText, scripted } from './support';

const image = 'data:image/png;base64,AAAA';
const handshakes = { legacy: 'empty', modern: 'modern' } as const;

/** Returns the items that result from these fields, and whether any was repaired. */
async function kept(scenario: string, items: readonly object[]) {
  const { session } = await open(
    scripted({ scenario, answers: { 'resources/list': { result: { resources: items } } } }),
  );
  const { pages, end } = await collect(session.listResources(noLimits, never));
  expect(end).toEqual({ kind: 'complete' });
  return pages[0] ?? { items: [], dropped: 0, repaired: 0 };
}

describe.each(Object.entries(handshakes))('a list of a %s server', (_, scenario) => {
  const day = Date.UTC(2025, 0, 12);
  const cases: readonly (readonly [string, object, object])[] = [
    ['priority 1.5', { annotations: { priority: 1.5 } }, { priority: undefined }],
    ['priority -1', { annotations: { priority: -1 } }, { priority: undefined }],
    ['priority "0.5"', { annotations: { priority: '0.5' } }, { priority: undefined }],
    ['priority null', { annotations: { priority: null } }, { priority: undefined }],
    ['a date that is none', { annotations: { lastModified: 'yesterday' } }, { lastModified: undefined }],
    ['a day', { annotations: { lastModified: '2025-01-12' } }, { lastModified: day }],
    ['a time without a zone', { annotations: { lastModified: '2025-01-12T00:00:00' } }, { lastModified: day }],
    ['+0200', { annotations: { lastModified: '2025-01-12T02:00:00+0200' } }, { lastModified: day }],
    ['no seconds', { annotations: { lastModified: '2025-01-12T00:00Z' } }, { lastModified: day }],
    ['an empty date', { annotations: { lastModified: '' } }, { lastModified: undefined }],
    ['a date that is a number', { annotations: { lastModified: 1736640000 } }, { lastModified: undefined }],
    ['an unknown role', { annotations: { audience: ['user', 'robot'] } }, { audience: ['user'] }],
    [
      'an audience that is text',
      { annotations: { audience: 'user', priority: 1 } },
      { audience: undefined, priority: 1 },
    ],
    ['annotations null', { annotations: null }, { priority: undefined }],
    ['no name', { name: undefined }, { name: 'b' }],
    ['name null', { name: null }, { name: 'b' }],
    ['description null', { description: null }, { description: undefined }],
    ['title null', { title: null }, { title: undefined }],
    ['mimeType null', { mimeType: null }, { mimeType: undefined }],
    ['icons null', { icons: null }, { icons: undefined }],
    ['_meta null', { _meta: null }, { extra: undefined }],
    ['size "12"', { size: '12' }, { size: undefined }],
    ['sizes that are text', { icons: [{ src: image, sizes: '48x48' }] }, { icons: [{ src: image }] }],
    ['an unknown theme', { icons: [{ src: image, theme: 'blue' }] }, { icons: [{ src: image }] }],
    ['a URI that is none', { uri: 'no uri' }, { uri: 'no uri' }],
    ['vendor fields', { _meta: { a: 1 }, vendor: [2] }, { extra: { _meta: { a: 1 }, vendor: [2] } }],
  ];

  it('keeps each item, and of its fields all that can be understood', async () => {
    const good = { uri: 'good://1', name: 'good' };
    const sent = cases.map(([, fields]) => ({ uri: 'a://b', name: 'plain', ...fields }));
    const { items, dropped } = await kept(scenario, [good, ...sent, good]);
    expect({ count: items.length, dropped }).toEqual({ count: cases.length + 2, dropped: 0 });
    for (const [index, [what, , wanted]] of cases.entries()) expect(items[index + 1], what).toMatchObject(wanted);
    expect([items[0], items.at(-1)]).toMatchObject([good, good]);
  });

  it('drops only what has no URI, and counts it', async () => {
    const odd = [null, 1, 'text', [], {}, { uri: null }, { uri: 5, name: 'x' }, { uri: '' }] as readonly object[];
    const page = await kept(scenario, [...odd, { uri: 'a://b', name: 'b' }]);
    expect({ kept: page.items.map(({ uri }) => uri), dropped: page.dropped }).toEqual({
      kept: ['a://b'],
      dropped: odd.length,
    });
  });

  const results: readonly (readonly [string, object])[] = [
    ['nextCursor null', { nextCursor: null }],
    ['ttlMs -1', { ttlMs: -1, cacheScope: 'private' }],
    ['ttlMs 1.5', { ttlMs: 1.5, cacheScope: 'private' }],
    ['an unknown cacheScope', { ttlMs: 0, cacheScope: 'everybody' }],
    ['neither ttlMs nor cacheScope', { resultType: 'complete' }],
    ['no resultType', { ttlMs: 0, cacheScope: 'private' }],
    ['_meta null', { _meta: null }],
  ];
  it.each(results)('with %s has its items', async (_what, fields) => {
    const result = { resources: [{ uri: 'a://b', name: 'b' }], ...fields };
    const { session } = await open(scripted({ scenario, answers: { 'resources/list': { result } } }));
    const { items, end } = await collect(session.listResources(noLimits, never));
    expect({ count: items.length, kind: end.kind }).toEqual({ count: 1, kind: 'complete' });
  });

  it('follows a cursor that is a number', async () => {
    // The cursor goes back as it came, which no schema allows.
    allowDialect();
    const page = (uri: string, rest = {}) => ({ result: { resources: [{ uri, name: uri }], ...rest } });
    const pages = [page('a:1', { nextCursor: 2 }), page('a:2')];
    const { session } = await open(scripted({ scenario, answers: { 'resources/list': pages } }));
    const { items } = await collect(session.listResources(noLimits, never));
    expect(items.map(({ uri }) => uri)).toEqual(['a:1', 'a:2']);
  });

  it('without resources fails for people, and nothing else with it', async () => {
    const answers = {
      'resources/list': { result: {} },
      'resources/read': { result: { contents: [{ text: 'still' }] } },
    };
    const { session } = await open(scripted({ scenario, answers }));
    expect((await failure(collect(session.listResources(noLimits, never)))).reason).toBe('protocol');
    expect(await readText(session, 'a://b')).toBe('still');
  });

  it('of templates is taken in the same way, page by page', async () => {
    const pages = [
      {
        result: {
          resourceTemplates: [{ uriTemplate: 'a://{b}', annotations: { priority: 7 } }, null],
          nextCursor: 'x',
        },
      },
      {
        result: {
          resourceTemplates: [{ uriTemplate: 'c://{d}', name: 'c' }],
          ttlMs: -1,
          cacheScope: 5,
          nextCursor: null,
        },
      },
    ];
    const { session } = await open(scripted({ scenario, answers: { 'resources/templates/list': pages } }));
    const { items, pages: seen, end } = await collect(session.listTemplates(noLimits, never));
    expect({ names: items.map(({ name }) => name), dropped: seen[0]?.dropped, kind: end.kind }).toEqual({
      names: ['a://{b}', 'c'],
      dropped: 1,
      kind: 'complete',
    });
  });

  it('of templates that never ends, or goes round, is cut', async () => {
    const page = (cursor: string) => ({
      result: { resourceTemplates: [{ uriTemplate: `${cursor}://{b}`, name: cursor }], nextCursor: cursor },
    });
    const round = { 'resources/templates/list': [page('A'), page('B'), page('A')] };
    const { session } = await open(scripted({ scenario, answers: round }));
    const { items, end } = await collect(session.listTemplates(noLimits, never));
    expect({ count: items.length, end }).toEqual({ count: 3, end: { kind: 'cut', by: 'cursorLoop' } });
    const long = { 'resources/templates/list': ['A', 'B', 'C', 'D'].map(page) };
    const other = await open(scripted({ scenario, answers: long }));
    const limits = { ...noLimits, pages: 2 };
    expect((await collect(other.session.listTemplates(limits, never))).end).toEqual({ kind: 'cut', by: 'pages' });
  });

  it('has completions, however many come', async () => {
    const values = Array.from({ length: 130 }, (_value, index) => `${index}`);
    const capabilities = { resources: {}, completions: {} };
    const answers = { 'completion/complete': { result: { completion: { values: [...values, 5, null] } } } };
    const { session } = await open(scripted({ scenario, capabilities, answers }));
    expect(await session.complete('a://{b}', { name: 'b', value: '' }, {}, never)).toEqual({
      values: values.slice(0, 100),
      hasMore: true,
    });
  });

  it('leads to contents with unknown fields, and of a wrong type', async () => {
    const contents = [
      { uri: null, mimeType: null, text: 'one', _meta: null, name: 5 },
      { uri: 'a:2', blob: '-__-', annotations: 1 },
    ];
    const answers = { 'resources/read': { result: { contents, ttlMs: 'x' } } };
    const { session } = await open(scripted({ scenario, answers }));
    expect(await read(session, 'a:1')).toMatchObject({
      problems: [],
      contents: [
        { uri: 'a:1', body: { kind: 'text', text: 'one' } },
        { uri: 'a:2', body: { kind: 'blob', bytes: new Uint8Array([0xfb, 0xff, 0xfe]) } },
      ],
    });
  });
});

// ---- envelopes ----

type Wire = 'stdio' | 'HTTP' | 'HTTP as events' | 'HTTP+SSE';
interface Reply {
  readonly id: unknown;
  readonly result: object;
}

/** Lines that a server writes in place of an answer. */
const envelopes: Readonly<Record<string, (reply: Reply) => string>> = {
  'with "error": null': (reply) => JSON.stringify({ jsonrpc: '2.0', ...reply, error: null }),
  'with a key too many': (reply) => JSON.stringify({ jsonrpc: '2.0', ...reply, serverTime: 1 }),
  'with _meta null': ({ id, result }) => JSON.stringify({ jsonrpc: '2.0', id, result: { ...result, _meta: null } }),
  'without a version': (reply) => JSON.stringify(reply),
  'with an id as text': ({ id, result }) => JSON.stringify({ jsonrpc: '2.0', id: String(id), result }),
  'in a batch': (reply) => JSON.stringify([{ jsonrpc: '2.0', ...reply }]),
  'after a BOM': (reply) => `\ufeff${JSON.stringify({ jsonrpc: '2.0', ...reply })}`,
  'over many lines': (reply) => JSON.stringify({ jsonrpc: '2.0', ...reply }, undefined, 2),
  'over many lines with CRLF': (reply) =>
    JSON.stringify({ jsonrpc: '2.0', ...reply }, undefined, 2).replaceAll('\n', '\r\n'),
};

const resources = [{ uri: 'a:1', name: 'one' }];
const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { resources: {} },
  serverInfo: { name: 'odd', version: '1' },
};
const results: Readonly<Record<string, object>> = {
  initialize: initialized,
  'resources/list': { resources },
  'resources/templates/list': { resourceTemplates: [] },
  'resources/read': { contents: [{ uri: 'a:1', text: 'text' }] },
};

/** Returns the line for a request, or `undefined` for a notification. */
function lineFor({ id, method }: Request, envelope: (reply: Reply) => string): string | undefined {
  if (id === undefined) return undefined;
  const result = results[method];
  if (!result) return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
  return envelope({ id, result });
}

const event = (line: string): string =>
  `event: message\n${line
    .split(/\r?\n/)
    .map((part) => `data: ${part}\n`)
    .join('')}\n`;

async function launch(wire: Wire, name: string): Promise<Launch> {
  const envelope = envelopes[name] ?? JSON.stringify;
  if (wire === 'stdio') {
    const program = `
      const results = ${JSON.stringify(results)};
      const envelope = ${String(envelope)};
      require('node:readline').createInterface({ input: process.stdin }).on('line', (text) => {
        const request = JSON.parse(text);
        const line = (${String(lineFor)})(request, envelope);
        if (line !== undefined) process.stdout.write(line + '\\n');
      });`;
    return { kind: 'stdio', command: process.execPath, args: ['-e', program], cwd: process.cwd(), env: {} };
  }
  if (wire === 'HTTP+SSE') return http(`${await serveSse(envelope)}/sse`);
  return http(
    await listenHttp(async (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const line = lineFor(await messageOf(request), envelope);
      if (line === undefined) return void response.writeHead(202).end();
      const isStream = wire === 'HTTP as events';
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
      response.end(isStream ? event(line) : line);
    }),
  );
}

function serveSse(envelope: (reply: Reply) => string): Promise<string> {
  let stream: ServerResponse | undefined;
  return listenHttp(async (request, response) => {
    if (request.method === 'GET') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages\n\n');
    } else if (request.url === '/messages') {
      const line = lineFor(await messageOf(request), envelope);
      response.writeHead(202).end();
      if (line !== undefined) stream?.write(event(line));
    } else response.writeHead(404).end();
  });
}

async function use(session: Session) {
  const { items } = await collect(session.listResources(noLimits, never));
  const templates = await collect(session.listTemplates(noLimits, never));
  return { items: items.length, templates: templates.end.kind, text: await readText(session, 'a:1') };
}

describe.each(['stdio', 'HTTP', 'HTTP as events', 'HTTP+SSE'] as const)('over %s, an answer', (wire) => {
  it.each(Object.keys(envelopes))('%s is taken', { timeout: 8000 }, async (name) => {
    const { session } = await open(await launch(wire, name));
    expect(session.info.transport).toBe(wire === 'HTTP as events' ? 'HTTP' : wire);
    expect(await use(session)).toEqual({ items: 1, templates: 'complete', text: 'text' });
  });
});
