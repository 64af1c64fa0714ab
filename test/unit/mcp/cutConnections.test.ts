// Sessions survive a network that cuts open connections, as networks do with idle ones.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Catalog } from '../../../src/core/catalog/catalog';
import { Connection } from '../../../src/core/connection/connection';
import type { Launch, Session } from '../../../src/core/session/session';
import { openSession } from '../../../src/node/mcp/mcp';
import { definition, silent } from '../connection/fakeServer';
import {
  http,
  noTimeout,
  promptClock,
  withoutBackoffs,
  never,
  next,
  noLimits,
  open,
  readText,
  serve,
  until,
} from './support';

interface Network {
  readonly url: string;
  /** Cuts every connection, but allows new ones. */
  readonly cut: () => void;
}

const networks: { readonly server: Server; readonly cut: () => void }[] = [];
const connections: Connection[] = [];

afterEach(async () => {
  for (const connection of connections.splice(0)) {
    connection.dispose();
    await connection.ended;
  }
  for (const { server, cut } of networks.splice(0)) {
    server.close();
    cut();
    await once(server, 'close');
  }
});

/** Starts a network in front of an address. */
async function network(target: string): Promise<Network> {
  const { port, pathname } = new URL(target);
  const sockets = new Set<Socket>();
  const hold = (one: Socket, other: Socket): void => {
    sockets.add(one);
    one.on('error', () => undefined);
    one.on('close', () => {
      sockets.delete(one);
      other.destroy();
    });
  };
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    hold(near, far);
    hold(far, near);
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  networks.push({ server, cut });
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`, cut };
}

const revisionServer = async (transport: string, endpoint: string) =>
  network(`${await serve('test/servers/revisionServer.mjs', ['--transport', transport])}${endpoint}`);
const modernServer = async () => network(`${await serve('test/servers/sdkServer.mjs', ['http', '--modern-only'])}/mcp`);

/** Records the change events of a session, in order. */
function listen(session: Session): string[] {
  const events: string[] = [];
  session.onDidUpdate((uri) => events.push(uri));
  session.onDidChangeList(() => events.push('list'));
  return events;
}

describe('a stream that the network cuts', () => {
  const cases = [
    ['the handshake era', () => revisionServer('http', '/mcp'), 'live://counter'],
    ['2026-07-28', modernServer, 'demo://counter'],
  ] as const;
  it.each(cases)(
    'is opened again, all that is watched and the list count as changed, and updates come (%s)',
    async (_, start, uri) => {
      const { url, cut } = await start();
      const { session } = await open(http(url), withoutBackoffs());
      session.watch(new Set([uri]));
      await until(() => session.isLive(uri));
      const events = listen(session);
      cut();
      await until(() => !session.isLive(uri));
      await until(() => session.isLive(uri));
      await until(() => events.length >= 2);
      expect(events.splice(0).sort()).toEqual([uri, 'list'].sort());
      await readText(session, 'control://bump');
      await until(() => events.length > 0);
      expect(events).toEqual([uri]);
    },
  );

  it('ends a session over HTTP+SSE, which cannot be gone on with', async () => {
    const { url, cut } = await revisionServer('sse', '/sse');
    const { session } = await open(http(url), withoutBackoffs());
    const closed = next(session.onDidClose);
    cut();
    expect((await closed).reason).toMatch(/disconnected|network/);
  });
});

describe('a server behind a network that cuts', () => {
  const shop = definition('shop');

  function start(launch: Launch) {
    const clock = promptClock();
    const catalog = new Catalog();
    const connection = new Connection(shop, catalog, {
      clock,
      random: () => 0.5,
      log: silent,
      openSession,
      gate: () => undefined,
      resolveLaunch: () => Promise.resolve(launch),
      learnedProtocols: { get: () => undefined, set: () => undefined },
      limits: () => ({ ...noLimits, time: noTimeout, connectTimeout: noTimeout }),
    });
    connections.push(connection);
    return { connection, catalog };
  }

  const cases = [
    ['streamable HTTP', () => revisionServer('http', '/mcp'), 'live://counter'],
    ['HTTP+SSE', () => revisionServer('sse', '/sse'), 'live://counter'],
    ['HTTP of 2026-07-28', modernServer, 'demo://counter'],
  ] as const;
  it.each(cases)('recovers by itself: it is listed again, and live (%s)', async (_, start_, uri) => {
    const { url, cut } = await start_();
    const { connection, catalog } = start(http(url));
    let lists = 0;
    connection.onDidList(() => (lists += 1));
    connection.watch(new Set([uri]));
    await connection.start();
    await until(() => lists === 1 && connection.isLive(uri));
    const updates: string[] = [];
    cut();
    await until(() => lists === 2 && connection.isLive(uri));
    connection.onDidUpdate((one) => updates.push(one));
    await connection.read('control://bump', { maxBytes: 10_000, signal: never });
    await until(() => updates.includes(uri));
    expect({
      complete: catalog.listInfo(shop.id).completeness.kind,
      isListed: [...catalog.resourcesOf(shop.id)].some((one) => one.uri === uri),
    }).toEqual({ complete: 'complete', isListed: true });
  });
});
