import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RefreshPace } from '../../../src/core/tree/refreshPace';
import { FakeClock } from '../../support/fakeClock';

let clock: FakeClock;
let pace: RefreshPace;
let start: number;
/** Milliseconds from the start at which the view was refreshed. */
let refreshes: number[];

beforeEach(() => {
  clock = new FakeClock();
  start = clock.now();
  refreshes = [];
  pace = new RefreshPace(clock, () => refreshes.push(clock.now() - start));
});

afterEach(() => {
  pace.dispose();
  expect(clock.pending).toEqual([]);
});

describe('a view is refreshed', () => {
  it('at once for an event that comes alone, and once for all that happens in a moment', async () => {
    pace.trigger();
    pace.trigger();
    await clock.advance(0);
    expect(refreshes).toEqual([0]);
    await clock.advance(10_000);
    pace.trigger();
    await clock.advance(0);
    expect(refreshes).toEqual([0, 10_000]);
  });

  it('then every 250 ms while events keep coming, the last of them included', async () => {
    for (let at = 0; at < 600; at += 10) {
      pace.trigger();
      await clock.advance(10);
    }
    await clock.advance(10_000);
    expect(refreshes).toEqual([0, 250, 500, 750]);
  });

  it('less often where it takes long, but every second', async () => {
    pace.trigger();
    await clock.advance(10);
    pace.took(40);
    pace.trigger();
    await clock.advance(500);
    pace.trigger();
    await clock.advance(500);
    expect(refreshes).toEqual([0, 250, 650]);
    pace.took(3_000);
    for (let at = 0; at < 3_000; at += 50) {
      pace.trigger();
      await clock.advance(50);
    }
    expect(refreshes).toEqual([0, 250, 650, 1_050, 2_050, 3_050]);
  });

  it('no more when it is gone, even where it rests', async () => {
    pace.trigger();
    await clock.advance(0);
    pace.trigger();
    pace.dispose();
    expect(clock.pending).toEqual([]);
    await clock.advance(5_000);
    pace.trigger();
    await clock.advance(5_000);
    expect(refreshes).toEqual([0]);
  });
});
