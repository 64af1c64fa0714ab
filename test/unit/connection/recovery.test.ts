import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/core/base/clock';
import { Catalog } from '../../../src/core/catalog/catalog';
import { Connection } from '../../../src/core/connection/connection';
import type { ConnectionState } from '../../../src/core/connection/connectionState';
import { Connections } from '../../../src/core/connection/connections';
import { statusOf } from '../../../src/core/connection/serverStatus';
import { ContentCache } from '../../../src/core/context/contentCache';
import { ContextSet } from '../../../src/core/context/contextSet';
import { LiveContext } from '../../../src/core/context/liveContext';
import type { Launch } from '../../../src/core/session/session';
import { openSession } from '../../../src/node/mcp/mcp';
import { FakeClock } from '../../support/fakeClock';
import { newSeen } from '../../support/newSeen';
import { own } from '../../support/own';
import { legacy, serveHttp } from '../mcp/open/serveHttp';
import { http, never, next, noLimits, noTimeout, promptClock, raw, rawHttp, scripted, until } from '../mcp/support';
import { definition, silent, statesOf } from './fakeServer';
import { newFolder } from '../../support/newFolder';

/** Connections to real servers, over real transports; backoffs take no time. */

const shop = definition('shop');
const connections: Connection[] = [];

afterEach(async () => {
  for (const connection of connections.splice(0)) {
    connection.dispose();
    await connection.ended;
  }
});

interface World {
  readonly connection: Connection;
  readonly catalog: Catalog;
  readonly states: ConnectionState[];
}

function connect(launch: Launch, clock: Clock = promptClock()): World {
  const catalog = new Catalog();
  const learned = new Map<string, never>();
  const connection = new Connection(shop, catalog, {
    clock,
    random: () => 0.5,
    log: silent,
    openSession,
    gate: () => undefined,
    resolveLaunch: () => Promise.resolve(launch),
    learnedProtocols: { get: (hash) => learned.get(hash), set: (hash, value) => learned.set(hash, value as never) },
    limits: () => ({ ...noLimits, time: noTimeout, connectTimeout: noTimeout }),
  });
  connections.push(connection);
  return { connection, catalog, states: statesOf(connection) };
}

async function readText(connection: Connection, uri: string): Promise<string> {
  const result = await connection.read(uri, { maxBytes: 10_000, signal: never });
  if (result === 'notModified') throw new Error('Nothing was said to be here already');
  return result.contents.map(({ body }) => (body.kind === 'text' ? body.text : '')).join('');
}

/** Without the remark that a start is slow, as each is on a clock on which delays take no time. */
const kinds = (states: readonly ConnectionState[]): string[] =>
  states.filter((state) => state.kind !== 'connecting' || !state.isSlow).map(({ kind }) => kind);
const listed = (catalog: Catalog): string[] => [...catalog.resourcesOf(shop.id)].map(({ uri }) => uri);
const isComplete = (catalog: Catalog): boolean => catalog.listInfo(shop.id).completeness.kind === 'complete';

async function initializations(url: string): Promise<number> {
  const { own } = (await (await fetch(new URL('/seen', url))).json()) as { own: { body?: { method?: string } }[] };
  return own.filter(({ body }) => body?.method === 'initialize').length;
}

describe('an HTTP session', () => {
  for (const scenario of ['closesAfterHandshake', 'expires400'])
    it(`that has expired is begun anew unseen, and what was asked is asked once more (${scenario})`, async () => {
      const url = await rawHttp(scenario, '--requests', '3');
      const { connection, catalog, states } = connect(http(url));
      await connection.start();
      await until(() => isComplete(catalog));
      // The session has two of its three requests left.
      const texts = [];
      for (let index = 0; index < 3; index += 1) texts.push(await readText(connection, 'live://counter'));
      expect({ texts, states: kinds(states), initializations: await initializations(url) }).toEqual({
        texts: ['count 0\n', 'count 0\n', 'count 0\n'],
        states: ['connecting', 'ready'],
        initializations: 2,
      });
    });

  it('whose stream ended before the answer is opened again, and what was asked is asked once more', async () => {
    const { connection, states } = connect(http(await rawHttp('endsBeforeAnswer')));
    expect(await readText(connection, 'live://counter')).toBe('count 0\n');
    expect(kinds(states)).toEqual(['connecting', 'ready', 'connecting', 'ready']);
  });

  it('that expires with every request is not opened for ever', async () => {
    const { connection, states } = connect(http(await rawHttp('closesAfterHandshake', '--requests', '0')));
    await connection.start();
    await until(() => connection.state.kind === 'failed' && connection.state.retryAt === undefined);
    expect(connection.state).toMatchObject({
      error: {
        reason: 'crashLoop',
        message: expect.stringMatching(/^The connection to the server was lost 4 times/) as string,
      },
    });
    expect(kinds(states).filter((kind) => kind === 'ready')).toHaveLength(4);
  });
});

describe('an HTTP server', () => {
  it('that is overloaded when it is connected to is asked again, as late as it wants', async () => {
    const { url, methods } = await serveHttp((request, response, index) => {
      if (index === 0) response.writeHead(503, { 'retry-after': '20' }).end();
      else if (index < 3) response.writeHead(429).end();
      else legacy(request, response, index);
    });
    const { connection, catalog, states } = connect(http(url));
    await connection.start();
    await until(() => isComplete(catalog));
    const waits = states.flatMap((state) => (state.kind === 'failed' ? [state.error.message.replace(/:\d+/, '')] : []));
    expect({ kinds: kinds(states), waits, listed: listed(catalog), opened: methods.slice(0, 4) }).toEqual({
      kinds: ['connecting', 'failed', 'connecting', 'failed', 'connecting', 'ready'],
      waits: [
        '127.0.0.1 couldn’t handle the request (HTTP 503). Try again in 20 s.',
        '127.0.0.1 received too many requests (HTTP 429). Try again in a few minutes.',
      ],
      listed: ['a:1'],
      opened: ['server/discover', 'server/discover', 'initialize', 'server/discover'],
    });
  });
});

describe('a server without a list', () => {
  it.each([
    ['although it declares resources', { resources: {} }],
    ['as it declares none', {}],
  ])('has no resources, quietly, %s', async (_, capabilities) => {
    const unknown = { error: { code: -32601, message: 'Method not found' } };
    const { connection, catalog } = connect(
      scripted({ scenario: 'empty', capabilities, answers: { 'resources/list': unknown } }),
    );
    const listing = next(connection.onDidList);
    await connection.start();
    await listing;
    expect(
      statusOf(connection, { resources: catalog.listInfo(shop.id), templates: 0, omittedTemplates: 0 }),
    ).toMatchObject({
      severity: 'info',
      label: 'no resources',
      needsUser: false,
    });
  });
});

describe('a process', () => {
  it('that dies in the middle of its list is started again, although a grandchild holds its stdout', async () => {
    const { connection, catalog, states } = connect(raw('diesInList', '--once', path.join(await newFolder(), 'once')));
    connection.watch(new Set(['good://1']));
    const shown: string[][] = [];
    connection.onDidChangeState(({ kind }) => {
      if (kind === 'failed') shown.push(listed(catalog));
    });
    await connection.start();
    await until(() => isComplete(catalog));
    await until(() => connection.isLive('good://1'));
    expect({ shown, listed: listed(catalog), text: await readText(connection, 'good://1') }).toEqual({
      shown: [['good://1', 'good://2']],
      listed: ['good://1', 'good://2', 'good://3'],
      text: 'second',
    });
    expect(kinds(states)).toEqual(['connecting', 'ready', 'failed', 'connecting', 'ready']);
  });

  it('that dies each time is not started for ever', async () => {
    const { connection, states } = connect(raw('grandchildHoldsStdout'));
    await connection.start();
    await until(() => connection.state.kind === 'failed' && connection.state.retryAt === undefined);
    expect(connection.state).toMatchObject({
      error: { reason: 'crashLoop', message: expect.stringMatching(/^The server crashed 4 times/) as string },
    });
    expect(kinds(states).filter((kind) => kind === 'ready')).toHaveLength(4);
  });
});

describe('a flood of updates', () => {
  it('of 10,000 costs a few reads of what is picked, and nothing of it is kept', async () => {
    const clock = new FakeClock();
    const { connection, catalog } = connect(raw('flood', '--count', '10000'), clock);
    const address = { serverId: shop.id, uri: 'live://counter' };
    const connectionsOfIt = own(
      new Connections(
        catalog,
        () => connection,
        () => undefined,
      ),
    );
    const cache = new ContentCache({
      clock,
      log: silent,
      proofOf: () => '',
      announcedType: () => undefined,
      read: ({ uri }, { signal }) => connection.read(uri, { maxBytes: 10_000, signal }),
      isLive: ({ uri }) => connection.isLive(uri),
    });
    const picked = new ContextSet({ get: () => undefined, set: () => Promise.resolve() });
    const live = new LiveContext(connectionsOfIt, cache, picked, newSeen(), () => true, silent);
    const updates: string[] = [];
    connection.onDidUpdate((uri) => updates.push(uri));
    connectionsOfIt.setDefinitions([shop]);
    await connection.start();
    await cache.get(address);
    await picked.add([{ ...address, name: 'counter', title: undefined, mimeType: undefined, size: undefined }]);
    await until(() => connection.isLive(address.uri));
    // The server writes its answer to this read after all of them.
    await readText(connection, 'live://other');
    await clock.advance(1000);
    await until(() => live.liveness(address).kind === 'live');
    const log = JSON.parse(await readText(connection, 'control://log')) as { params?: { uri?: string } }[];
    const reads = log.filter(({ params }) => params?.uri === address.uri).length;
    expect({ reads: reads > 2 && reads < 20, updates: updates.length < 20 }).toEqual({ reads: true, updates: true });
    live.dispose();
    cache.dispose();
  });
});
