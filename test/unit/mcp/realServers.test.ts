import { connect } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import type { Launch, Session } from '../../../src/core/session/session';
import {
  collect,
  failure,
  freePort,
  http,
  never,
  next,
  noLimits,
  node,
  now,
  open,
  readText,
  serve,
  until,
  read,
} from './support';

const everything = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js';
const memory = path.resolve('node_modules/@modelcontextprotocol/server-memory/dist/index.js');
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function overHttp(kind: 'streamableHttp' | 'sse', endpoint: string): Promise<Launch> {
  const origin = await serve(everything, [kind], { PORT: String(await freePort()) });
  return http(`${origin}${endpoint}`);
}

describe('server-everything', () => {
  const transports = {
    stdio: () => Promise.resolve(node(everything, 'stdio')),
    HTTP: () => overHttp('streamableHttp', '/mcp'),
    'HTTP+SSE': () => overHttp('sse', '/sse'),
  };
  for (const [transport, launch] of Object.entries(transports)) {
    it(`is listed, read, completed and watched over ${transport}`, async () => {
      const { session, learnedProtocols } = await open(await launch());
      expect(session.info).toMatchObject({ transport, revision: '2025-11-25', serverName: 'mcp-servers/everything' });
      expect(learnedProtocols).toMatchObject([{ era: 'legacy', transport }]);
      const { items } = await collect(session.listResources(noLimits, never));
      expect(items.map(({ name }) => name)).toContain('architecture.md');
      const templates = await collect(session.listTemplates(noLimits, never));
      expect(templates.items.map(({ uriTemplate }) => uriTemplate)).toEqual([
        'demo://resource/dynamic/text/{resourceId}',
        'demo://resource/dynamic/blob/{resourceId}',
      ]);
      expect(await readText(session, 'demo://resource/dynamic/text/7')).toContain('Resource 7');
      expect(await failure(read(session, 'demo://nothing', 1000))).toMatchObject({ reason: 'notFound' });
      const template = 'demo://resource/dynamic/text/{resourceId}';
      expect(await session.complete(template, { name: 'resourceId', value: '4' }, {}, never)).toMatchObject({
        values: ['4'],
      });
      session.watch(new Set(['demo://resource/dynamic/text/7']));
      await until(() => session.isLive('demo://resource/dynamic/text/7'));
    });
  }

  it('is found over HTTP+SSE at once the next time', async () => {
    const launch = await overHttp('sse', '/sse');
    const learned = { era: 'legacy', transport: 'HTTP+SSE', at: now };
    const { session, learnedProtocols } = await open(launch, { learned });
    expect({ transport: session.info.transport, learnedProtocols }).toEqual({
      transport: 'HTTP+SSE',
      learnedProtocols: [],
    });
  });
});

describe('server-memory', () => {
  it('reports a change that another client makes', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'memory-'));
    folders.push(folder);
    const socket = path.join(folder, 'side.sock');
    const launch = node('test/servers/teeServer.mjs', socket, process.execPath, memory);
    const file = path.join(folder, 'memory.jsonl');
    const { session } = await open({ ...launch, env: { ...launch.env, MEMORY_FILE_PATH: file } });
    const graph = 'memory://knowledge-graph';
    session.watch(new Set([graph]));
    await until(() => session.isLive(graph));
    expect(JSON.parse(await readText(session, graph))).toEqual({ entities: [], relations: [] });
    const updated = next(session.onDidUpdate);
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }];
    await callTool(socket, 'create_entities', { entities });
    expect(await updated).toBe(graph);
    expect(JSON.parse(await readText(session, graph))).toEqual({ entities, relations: [] });
  });
});

describe('a server of 2026-07-28 that is built with the SDK', () => {
  const transports = {
    stdio: () => Promise.resolve(node('test/servers/sdkServer.mjs', 'stdio')),
    HTTP: async () => http(`${await serve('test/servers/sdkServer.mjs', ['http', '--modern-only'])}/mcp`),
  };
  for (const [transport, launch] of Object.entries(transports)) {
    it(`is listed, read, completed and watched over ${transport}`, async () => {
      const { session, learnedProtocols } = await open(await launch());
      expect({ info: session.info, learnedProtocols }).toMatchObject({
        info: { transport, revision: '2026-07-28', serverName: 'sdk', serverVersion: '2', canSubscribe: true },
        learnedProtocols: [{ era: 'modern', transport }],
      });
      const [counter] = (await collect(session.listResources(noLimits, never))).items;
      expect(counter).toMatchObject({
        uri: 'demo://counter',
        title: 'The counter',
        audience: ['user'],
        priority: 0.9,
        lastModified: Date.UTC(2026, 10, 1),
      });
      expect((await session.complete('demo://items/{id}', { name: 'id', value: '4' }, {}, never)).values).toHaveLength(
        30,
      );
      expect(await readText(session, 'demo://items/12')).toBe('item 12');
      expect(await failure(read(session, 'demo://nothing', 1000))).toMatchObject({ reason: 'notFound' });
      await hearsChanges(session);
    });
  }

  it('is spoken to in the old way when it was only known so', async () => {
    const url = `${await serve('test/servers/sdkServer.mjs', ['http'])}/mcp`;
    const { session } = await open(http(url), { learned: { era: 'legacy', transport: 'HTTP', at: now } });
    expect(session.info).toMatchObject({ revision: '2025-11-25', transport: 'HTTP' });
    session.watch(new Set(['demo://counter']));
    expect((await collect(session.listResources(noLimits, never))).items).toHaveLength(3);
    expect(session.isLive('demo://counter')).toBe(false);
  });
});

async function hearsChanges(session: Session): Promise<void> {
  session.watch(new Set(['demo://counter']));
  await until(() => session.isLive('demo://counter'));
  const updated = next(session.onDidUpdate);
  await readText(session, 'control://bump');
  expect(await updated).toBe('demo://counter');
  expect(await readText(session, 'demo://counter')).toBe('count 1');
  const changed = next(session.onDidChangeList);
  await readText(session, 'control://add');
  await changed;
  const { items } = await collect(session.listResources(noLimits, never));
  expect(items.map(({ uri }) => uri)).toContain('demo://added/1');
}

/** Calls a tool of the server behind test/servers/teeServer.mjs, next to the session that uses it. */
async function callTool(socketPath: string, name: string, args: object): Promise<void> {
  const socket = connect(socketPath);
  socket.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params: { name, arguments: args } })}\n`);
  for await (const line of createInterface({ input: socket })) {
    expect(JSON.parse(line)).toHaveProperty('result');
    break;
  }
  socket.destroy();
}
