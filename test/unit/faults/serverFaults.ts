// Servers that end, hang, or do not end.
import { allKept, cell, everywhere, isProcess, network, processes, type Fault } from './table';
import type { World } from './world';

const silence = 'didn’t respond within 60 seconds.';
const late = `The server ${silence}`;
const unanswered = (sentence: string): string => `connecting… → still connecting… → failed, trying again…: ${sentence}`;
const lost = 'The connection to 127.0.0.1 failed. Check your network and the server.';
const killed = 'The server process was terminated by signal SIGKILL. See the log for details.';
const noPipes = 'cannot happen: there are no pipes, and what a server leaves behind is on its own machine';

/** Connects to a server that does not answer yet, until its `ms` are over. */
async function waitForStart(world: World, ms: number): Promise<void> {
  void world.connection.start();
  await world.until(() => world.clock.pending.includes(4_000));
  await world.running();
  await world.clock.advance(ms);
}

export const serverFaults: readonly Fault[] = [
  {
    name: 'killed',
    what: 'The process of the server is killed while it reads. Over HTTP its port closes, and opens again within a second.',
    server: 'none',
    play: async (world, place) => {
      world.signal('SIGSTOP');
      world.read();
      await world.until(() => world.clock.pending.includes(60_000));
      world.signal('SIGKILL');
      if (!isProcess(place)) {
        await world.gone();
        await world.startServer();
      }
      await world.due(1_000);
      await world.recovered();
      await world.until(() => world.isReadOver);
      return undefined;
    },
    cells: {
      ...processes(cell(`failed, trying again…: ${killed}`, allKept, '1 s')),
      ...network(cell(`failed, trying again…: ${lost}`, allKept, '1 s')),
    },
  },
  {
    name: 'hung',
    what: 'The server answers nothing any more while it reads, and goes on later.',
    server: 'none',
    play: async (world) => {
      world.signal('SIGSTOP');
      world.read();
      await world.due(60_000);
      await world.until(() => world.isReadOver);
      world.signal('SIGCONT');
      return 'by the next read';
    },
    cells: everywhere(
      cell(`read: ${late} Try again, or restart the server.`, 'rows, contents', '60 s, by the next read'),
    ),
  },
  {
    name: 'hung from the start',
    what: 'The server takes the connection and answers nothing, until it is tried a second time.',
    server: 'slow',
    isFromStart: true,
    play: async (world, place) => {
      await waitForStart(world, 60_000);
      await world.until(() => world.connection.state.kind === 'failed');
      if (!isProcess(place)) await world.toggle();
      await world.due(1_000);
      await world.recovered();
      return undefined;
    },
    cells: {
      ...processes(cell(unanswered(`${late} Check its command in mcp.json.`), 'nothing was there yet', '61 s')),
      ...network(
        cell(
          unanswered(`127.0.0.1 ${silence} Check the server, and its URL in mcp.json.`),
          'nothing was there yet',
          '61 s',
        ),
      ),
    },
  },
  {
    name: 'slow to start',
    what: 'The first answer of the server, and of each other process of it, takes half a minute.',
    server: 'alwaysSlow',
    isFromStart: true,
    play: async (world) => {
      await waitForStart(world, 30_000);
      await world.toggle();
      await world.recovered();
      return undefined;
    },
    cells: everywhere(cell('connecting… → still connecting…', 'nothing was there yet', '30 s')),
  },
  {
    name: 'deaf to signals',
    what: 'The server, and a process that it started, ignore the end of their input and SIGTERM; over HTTP it does not answer the farewell. The user restarts it.',
    server: 'deaf',
    play: async (world, place) => {
      void world.connection.restart();
      if (isProcess(place)) {
        await world.until(() => world.clock.pending.includes(25));
        await world.clock.advance(3_999);
        await world.due(1);
      } else if (place === 'http') await world.due(1_000);
      await world.recovered();
      return 'after *Restart*';
    },
    cells: {
      ...processes(cell('connecting…', 'rows, contents', '4 s, after *Restart*')),
      http: cell('connecting…', 'rows, contents', '1 s, after *Restart*'),
      statelessHttp: cell('connecting…', 'rows, contents', 'at once, after *Restart*'),
      sse: cell('connecting…', 'rows, contents', 'at once, after *Restart*'),
    },
  },
  {
    name: 'a grandchild on its pipes',
    what: 'The server is killed, and a process that it started holds its output open.',
    server: 'grandchild',
    play: async (world) => {
      world.signal('SIGKILL');
      await world.due(200);
      await world.due(1_000);
      await world.recovered();
      return undefined;
    },
    cells: {
      ...processes(cell(`failed, trying again…: ${killed}`, 'rows, contents', '1.2 s')),
      ...network(noPipes),
    },
  },
];
