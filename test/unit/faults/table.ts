// The form of the table of faults: docs/faults.md is made of it, and each of its cells is a test.
import { expect, describe, it } from 'vitest';
import { World } from './world';

/** Every way in which a server is reached: both eras of the protocol, over each transport that has them. */
export const places = {
  stdio: 'stdio, to 2025-11-25',
  statelessStdio: 'stdio, 2026-07-28',
  http: 'HTTP, to 2025-11-25',
  statelessHttp: 'HTTP, 2026-07-28',
  sse: 'HTTP+SSE of 2024',
} as const;

export type Place = keyof typeof places;

export const allPlaces = Object.keys(places) as Place[];
export const isProcess = (place: Place): boolean => place === 'stdio' || place === 'statelessStdio';

/** What comes of a fault. */
export interface Outcome {
  /** The words of the server's row and of what was read, in their order. */
  readonly sees: string;
  /** Which of the rows, of the contents that were read before, and of the answers under way are there. */
  readonly kept: string;
  /** The time of the product's clock until all is well, and what the user does for it. */
  readonly back: string;
}

/** A text says why the fault cannot happen there. */
export type Cell = Outcome | string;

/** A fault of a server or of the way to it. */
export interface Fault {
  readonly name: string;
  readonly what: string;
  /** The name in test/servers/faultyServer.mjs. */
  readonly server: string;
  /** The fault is there before the server is connected. */
  readonly isFromStart?: true;
  /** Plays the fault until all is well; resolves with what the user did for it. */
  readonly play: (world: World, place: Place) => Promise<string | undefined>;
  readonly cells: Readonly<Record<Place, Cell>>;
}

/** A fault of the machine, the same for all servers. */
export interface MachineFault extends Outcome {
  readonly name: string;
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

export const cell = (sees: string, kept: string, back: string): Outcome => ({ sees, kept, back });

export const allKept = 'rows, contents, answers';

/** The same cell in all places. */
export const everywhere = (one: Cell): Record<Place, Cell> => ({ ...processes(one), ...network(one) });
export const processes = (one: Cell) => ({ stdio: one, statelessStdio: one });
export const network = (one: Cell) => ({ http: one, statelessHttp: one, sse: one });

/** Processes and hundreds of megabytes, on a machine that may be busy; in ms. */
const timeout = 90_000;

/** Makes the tests of some faults, one for each cell that can happen. */
export function testFaults(faults: readonly Fault[]): void {
  for (const { name, server, isFromStart, play, cells } of faults)
    describe(name, () => {
      it.each(allPlaces.filter((place) => typeof cells[place] !== 'string'))(
        '%s',
        async (place) => {
          const world = new World(place, server);
          if (isFromStart) await world.startServer();
          else await world.start();
          world.begin();
          const act = await play(world, place);
          expect(await world.outcome(act)).toEqual(cells[place]);
        },
        timeout,
      );
    });
}
