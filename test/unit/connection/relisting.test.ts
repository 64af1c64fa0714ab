// How often a server that reports changes of its list is listed.
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../src/core/connection/connection';
import { own } from '../../support/own';
import { definition, newWorld, type FakeSession, type World } from './fakeServer';

interface Listed {
  readonly world: World;
  readonly connection: Connection;
  readonly session: FakeSession;
  /** The time of each list after the first one, in ms. */
  readonly times: readonly number[];
}

/** A connection whose lists end at once. @param onList called at the beginning of each after the first one */
async function listed(onList: (listed: Listed) => void): Promise<Listed> {
  const world = newWorld();
  const connection = world.connect(definition('shop'));
  await connection.start();
  const { session } = world.server;
  session.list.end();
  await world.clock.advance(10_000);
  const start = world.clock.now();
  const times: number[] = [];
  const listing = { world, connection, session, times };
  const list = session.listResources.bind(session);
  session.listResources = (...args) => {
    times.push(world.clock.now() - start);
    const pages = list(...args);
    session.list.end();
    onList(listing);
    return pages;
  };
  return listing;
}

/** Fires changes at once, or `ms` after the list. */
const echoing =
  (ms: number) =>
  ({ world, session }: Listed): void => {
    if (ms === 0) session.changeList.fire();
    else own(world.clock.after(ms, () => session.changeList.fire()));
  };
const minute = 60_000;

describe('a server that reports a change', () => {
  it.each([
    ['during each list', 0, [0, 250, 750, 1_750, 3_750, 7_750, 15_750, 31_750, 63_750, 123_750, 183_750]],
    ['soon after each list', 900, [0, 1_150, 2_550, 4_450, 7_350, 12_250, 21_150, 38_050, 70_950, 131_850, 192_750]],
  ])('%s is listed less and less, but at least once a minute', async (_, ms, times) => {
    const list = await listed(echoing(ms));
    list.session.changeList.fire();
    await list.world.clock.advance(200_000);
    expect(list.times).toEqual(times);
  });

  it('now and then is listed at once', async () => {
    const { world, session, times } = await listed(() => undefined);
    for (let time = 0; time < 50; time += 1) {
      session.changeList.fire();
      await world.clock.advance(1_000);
    }
    expect(times).toEqual(Array.from({ length: 50 }, (_, index) => 1_000 * index));
  });

  it('many times in a moment is listed after the first and after the last', async () => {
    const { world, session, times } = await listed(() => undefined);
    for (let index = 0; index < 10; index += 1) {
      session.changeList.fire();
      await world.clock.advance(20);
    }
    await world.clock.advance(minute);
    expect(times).toEqual([0, 270]);
  });

  it('after each list until something is mended is listed at once again', async () => {
    let isBad = true;
    const list = await listed((one) => isBad && echoing(0)(one));
    const { world, session, times } = list;
    session.changeList.fire();
    await world.clock.advance(10 * minute);
    isBad = false;
    await world.clock.advance(minute);
    const { length } = times;
    const since = world.clock.now();
    session.changeList.fire();
    await world.clock.advance(0);
    expect([times.length - length, world.clock.now() - since]).toEqual([1, 0]);
  });
});

it('the user’s Refresh lists at once, however long the next list would be waited for', async () => {
  const { world, connection, session, times } = await listed(echoing(0));
  session.changeList.fire();
  await world.clock.advance(10 * minute);
  const { length } = times;
  await world.clock.advance(1_000);
  connection.refreshList();
  await world.clock.advance(0);
  expect(times.length - length).toBe(1);
});

it('nothing is waited for once the server is stopped', async () => {
  const { world, connection, session } = await listed(echoing(0));
  session.changeList.fire();
  await world.clock.advance(10 * minute);
  connection.stop();
  await world.clock.advance(0);
  expect(world.clock.pending).toEqual([]);
});
