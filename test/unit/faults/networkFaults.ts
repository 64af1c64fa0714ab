// The way to a server: its sessions, streams, compression and redirects, and a machine that was asleep.
import { allKept, cell, network, processes, type Fault, type Place } from './table';
import { readTooMuch } from './messageFaults';
import type { World } from './world';

const hours = 8 * 3_600_000;
const again = 'failed, trying again…: The connection to 127.0.0.1 failed. Check your network and the server.';

const redirected = (path: string): string =>
  `read: 127.0.0.1 redirects to http://localhost:9/elsewhere/${path} (HTTP 307). If that’s the right server, enter its URL in mcp.json.`;

/** Waits until a stream for changes that was cut is open again. */
async function reopened(world: World, place: Place): Promise<void> {
  if (place === 'sse') {
    await world.due(1_000);
    await world.recovered();
    return;
  }
  await world.until(() => !world.isLive);
  if (place === 'http') await world.due(1_000);
  else {
    await world.due(500);
    await world.due(20);
  }
  await world.until(() => world.isLive);
}

export const networkFaults: readonly Fault[] = [
  {
    name: 'a lost session',
    what: 'The server has forgotten the session, and answers 404.',
    server: 'forget',
    play: async (world) => {
      await world.toggle();
      world.read();
      await world.until(() => world.isReadOver);
      return undefined;
    },
    cells: {
      ...processes('cannot happen: the process is the session'),
      http: cell('nothing', allKept, 'at once'),
      statelessHttp: 'cannot happen: there are no sessions',
      sse: cell('connecting…', allKept, 'at once'),
    },
  },
  {
    name: 'a cut stream',
    what: 'All connections are cut while nothing is asked. A process closes its output, and lives on.',
    server: 'cut',
    play: async (world, place) => {
      world.noteLive();
      await world.toggle();
      if (place === 'stdio' || place === 'statelessStdio') {
        await world.due(1_500);
        await world.due(1_000);
        await world.recovered();
      } else await reopened(world, place);
      return undefined;
    },
    cells: {
      ...processes(
        cell(
          'failed, trying again…: The server process was stopped because it closed its output. See the log for details.',
          'rows, contents',
          '2.5 s',
        ),
      ),
      http: cell('not live', 'rows, contents', '1 s'),
      statelessHttp: cell('not live', 'rows, contents', '0.52 s'),
      sse: cell(again, 'rows, contents', '1 s'),
    },
  },
  {
    name: 'a compressed bomb',
    what: 'An answer of 150 MB that is compressed to 150 kB.',
    server: 'bomb',
    play: readTooMuch,
    cells: {
      ...processes('cannot happen: nothing on a pipe is compressed'),
      ...network(
        cell(
          'read: The server’s response is too large: it exceeds 96 MB or contains too many values.',
          'rows, contents',
          'at once',
        ),
      ),
    },
  },
  {
    name: 'a redirect',
    what: 'The server sends every request to another address, until it is tried again.',
    server: 'redirect',
    play: async (world) => {
      await world.toggle();
      world.read();
      await world.until(() => world.isReadOver);
      await world.toggle();
      return 'by the next read';
    },
    cells: {
      ...processes('cannot happen: a pipe leads nowhere else'),
      ...network(cell(redirected('mcp'), 'rows, contents', 'at once, by the next read')),
      sse: cell(redirected('messages'), 'rows, contents', 'at once, by the next read'),
    },
  },
  {
    name: 'a laptop that sleeps',
    what: 'The machine sleeps for eight hours, which cuts all connections to others. The time counts from its waking.',
    server: 'cut',
    play: async (world, place) => {
      world.clock.jump(hours);
      world.begin();
      world.noteLive();
      if (place !== 'stdio' && place !== 'statelessStdio') {
        await world.toggle();
        await reopened(world, place);
      }
      world.read('page://2');
      await world.until(() => world.isReadOver);
      return undefined;
    },
    cells: {
      ...processes(cell('nothing', allKept, 'at once')),
      http: cell('not live', allKept, '1 s'),
      statelessHttp: cell('not live', allKept, '0.52 s'),
      sse: cell(again, allKept, '1 s'),
    },
  },
];
