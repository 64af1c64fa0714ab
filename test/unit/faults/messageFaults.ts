// Servers whose messages are wrong, too many or too large.
import { expect } from 'vitest';
import { allKept, cell, everywhere, processes, type Fault, type Place } from './table';
import type { World } from './world';

const late = 'read: The server didn’t respond within 60 seconds. Try again, or restart the server.';
const broken =
  'read: The server sent a response that doesn’t follow MCP. See the log for details, and report this to the server’s author.';
const tooLarge = 'read: The server’s response is too large: it exceeds 96 MB or contains too many values.';
const reopened = cell('connecting…', allKept, 'at once');
/** Where there is no session to lose, the request is sent once more. */
const askedAgain = cell('nothing', allKept, 'at once');

/** On one stream, what came before an answer has been looked at when the answer is there. */
const isOneStream = (place: Place): boolean => place !== 'http' && place !== 'statelessHttp';

async function readToEnd(world: World): Promise<undefined> {
  world.read();
  await world.until(() => world.isReadOver);
}

/** Reads what is too large. */
export async function readTooMuch(world: World): Promise<undefined> {
  world.read();
  await world.readOver();
}

export const messageFaults: readonly Fault[] = [
  {
    name: 'a flood',
    what: '20,000 messages at once report that a resource and the list changed. Of them, the product takes fewer than 100 updates.',
    server: 'flood',
    play: async (world) => {
      world.read();
      await world.until(() => world.isReadOver);
      world.stopTime();
      await world.passSmall(() => world.updates.includes('live://end'));
      expect(world.updates.length).toBeLessThan(100);
      return undefined;
    },
    cells: everywhere(cell('nothing', allKept, 'at once')),
  },
  {
    name: 'a flood that lasts',
    what: 'For three seconds, 10,000 messages in each report that a resource and the list changed. Of them, the product takes fewer than 100 updates, and it reads meanwhile.',
    server: 'longFlood',
    play: async (world) => {
      // All is well throughout.
      world.stopTime();
      for (let second = 1; second <= 3; second += 1) {
        await world.toggle();
        world.read('page://2');
        await world.until(() => world.isReadOver);
        // The floods come on another stream than the answers.
        await world.passSmall(() => world.updates.filter((uri) => uri === 'live://end').length === second);
        await world.clock.advance(1_000);
      }
      expect(world.updates.length).toBeGreaterThan(3);
      expect(world.updates.length).toBeLessThan(100);
      return undefined;
    },
    cells: everywhere(cell('nothing', allKept, 'at once')),
  },
  {
    name: 'half a message',
    what: 'Half of an answer comes as if it were all of it.',
    server: 'half',
    play: readToEnd,
    cells: everywhere(cell(broken, 'rows, contents', 'at once')),
  },
  {
    name: 'half a message, then the end',
    what: 'The connection, or the process, ends in the middle of an answer.',
    server: 'halfThenEnd',
    play: async (world, place) => {
      world.read();
      if (isOneStream(place)) await world.due(1_000);
      if (place !== 'statelessHttp') await world.recovered();
      await world.until(() => world.isReadOver);
      return undefined;
    },
    cells: {
      ...processes(
        cell('failed, trying again…: The server process exited with code 0. See the log for details.', allKept, '1 s'),
      ),
      http: reopened,
      statelessHttp: askedAgain,
      sse: cell(
        'failed, trying again…: The connection to 127.0.0.1 failed. Check your network and the server.',
        allKept,
        '1 s',
      ),
    },
  },
  {
    name: 'an endless line',
    what: 'A message of 150 MB, more than is taken.',
    server: 'endless',
    play: readTooMuch,
    cells: everywhere(cell(tooLarge, 'rows, contents', 'at once')),
  },
  {
    name: 'lying ids',
    what: 'The answer comes four times: with the id of no request, as a text, as it should be, and with none.',
    server: 'manyIds',
    play: readToEnd,
    cells: everywhere(cell('nothing', allKept, 'at once')),
  },
  {
    name: 'the id of no request',
    what: 'The only answer has the id of a request that was never made.',
    server: 'foreignId',
    play: async (world, place) => {
      world.read();
      if (isOneStream(place)) await world.due(2_000);
      await world.until(() => world.isReadOver);
      return isOneStream(place) ? 'by the next read' : undefined;
    },
    cells: {
      ...everywhere(cell(broken, 'rows, contents', '2 s, by the next read')),
      http: reopened,
      statelessHttp: askedAgain,
    },
  },
  {
    name: 'a trickle',
    what: 'The answer comes byte by byte, and its end after more than a minute.',
    server: 'trickle',
    play: async (world) => {
      world.read();
      await world.due(60_000);
      await world.until(() => world.isReadOver);
      await world.toggle();
      return 'by the next read';
    },
    cells: everywhere(cell(late, 'rows, contents', '60 s, by the next read')),
  },
  {
    name: 'a cursor loop',
    what: 'The list, which had changed, leads back to its first page for ever.',
    server: 'cursorLoop',
    play: async (world) => {
      await world.toggle();
      await world.relisted('cut');
      world.stopTime();
      await world.toggle();
      await world.relisted('complete');
      return 'when the server reports a change';
    },
    cells: everywhere(
      cell(
        '3 resources, list cut short: The server keeps sending the same page, so the list shows only 3 resources. Report this to the server’s author.',
        'rows, contents',
        'at once, when the server reports a change',
      ),
    ),
  },
];
