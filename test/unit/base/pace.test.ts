import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Pace } from '../../../src/core/base/pace';
import { FakeClock } from '../../support/fakeClock';

let clock: FakeClock;
let start: number;
/** Milliseconds from the start at which the work ran. */
let runs: number[];
let work: () => void | Promise<void>;
let rest: number;
let pace: Pace;

beforeEach(() => {
  clock = new FakeClock();
  start = clock.now();
  runs = [];
  work = () => undefined;
  rest = 250;
  pace = new Pace(
    clock,
    () => rest,
    () => {
      runs.push(clock.now() - start);
      return work();
    },
  );
});

afterEach(() => {
  pace.dispose();
  expect(clock.pending).toEqual([]);
});

/** Fires an event every 10 ms. */
async function burst(ms: number): Promise<void> {
  for (let time = 0; time < ms; time += 10) {
    pace.trigger();
    expect(clock.pending).toHaveLength(1);
    await clock.advance(10);
  }
}

describe('a pace', () => {
  it('is at once for an event that comes alone, and once for all that happens in a moment', async () => {
    pace.trigger();
    pace.trigger();
    expect(clock.pending).toEqual([0]);
    await clock.advance(0);
    expect(runs).toEqual([0]);
    await clock.advance(10_000);
    expect(clock.pending).toEqual([]);
    pace.trigger();
    await clock.advance(0);
    expect(runs).toEqual([0, 10_000]);
  });

  it('is steady while events keep coming, the last of them included, with one timer at a time', async () => {
    await burst(600);
    await clock.advance(10_000);
    expect(runs).toEqual([0, 250, 500, 750]);
  });

  it('may change with each run', async () => {
    const rests = [100, 20, 400];
    work = () => void (rest = rests.shift() ?? 250);
    await burst(600);
    await clock.advance(10_000);
    expect(runs).toEqual([0, 100, 120, 520, 770]);
  });

  it('begins to rest when a run has ended', async () => {
    let end = (): void => undefined;
    work = () => new Promise((resolve) => (end = resolve));
    pace.trigger();
    await clock.advance(1_000);
    pace.trigger();
    expect([runs, clock.pending]).toEqual([[0], []]);
    end();
    await clock.advance(249);
    expect(runs).toEqual([0]);
    await clock.advance(1);
    expect(runs).toEqual([0, 1_250]);
    pace.dispose();
    end();
    await clock.advance(1_000);
    expect(runs).toHaveLength(2);
  });

  describe('with two runs at once', () => {
    beforeEach(() => (pace = new Pace(clock, 250, () => (runs.push(clock.now() - start), work()), { atOnce: 2 })));

    it('runs at once for the second event of a burst, and then no more often than otherwise', async () => {
      await burst(1_100);
      await clock.advance(10_000);
      expect(runs).toEqual([0, 10, 500, 750, 1_000, 1_250]);
    });

    it('pauses from the second event on, and is ready for another pair after it', async () => {
      for (const at of [0, 200, 210, 5_000, 5_010]) {
        await clock.advance(start + at - clock.now());
        pace.trigger();
      }
      await clock.advance(10_000);
      expect(runs).toEqual([0, 200, 500, 5_000, 5_010]);
    });

    it('counts an event during the first run as the second', async () => {
      work = () => (runs.length === 1 ? pace.trigger() : undefined);
      pace.trigger();
      await clock.advance(20);
      pace.trigger();
      await clock.advance(10_000);
      expect(runs).toEqual([0, 0, 500]);
    });
  });

  describe('with three runs at once', () => {
    beforeEach(
      () => (pace = new Pace(clock, 100, () => void runs.push(clock.now() - start), { atOnce: 3, extraPause: 300 })),
    );

    it('pays for the pauses that were left out after the third, and runs no more often than otherwise', async () => {
      await burst(700);
      await clock.advance(10_000);
      expect(runs).toEqual([0, 10, 20, 300, 400, 500, 600, 700]);
    });

    it('leaves out no pause for patient events, and keeps it for the others', async () => {
      for (const [at, isPatient] of [
        [0, false],
        [10, false],
        [20, true],
        [80, true],
        [90, false],
        [95, true],
        [100, false],
      ] as const) {
        await clock.advance(start + at - clock.now());
        pace.trigger(isPatient);
        expect(clock.pending).toHaveLength(1);
      }
      await clock.advance(10_000);
      expect(runs).toEqual([0, 10, 90, 300]);
    });

    it('has another one at once after a longer pause, which has paid for it', async () => {
      for (const [at, isPatient] of [
        [0, false],
        [10, false],
        [20, false],
        [30, true],
        [610, false],
        [620, false],
      ] as const) {
        await clock.advance(start + at - clock.now());
        pace.trigger(isPatient);
      }
      await clock.advance(10_000);
      expect(runs).toEqual([0, 10, 20, 600, 610, 800]);
    });
  });

  describe('with a longer pause for patient events', () => {
    beforeEach(() => (pace = new Pace(clock, 100, () => void runs.push(clock.now() - start), { extraPause: 300 })));

    it('rests longer while only patient events come, the last of them included', async () => {
      for (let time = 0; time < 6_000; time += 10) {
        pace.trigger(true);
        expect(clock.pending).toHaveLength(1);
        await clock.advance(10);
      }
      await clock.advance(10_000);
      expect(runs).toEqual([0, 400, 1_100, 1_800, 2_500, 3_200, 3_900, 4_600, 5_300, 6_000]);
    });

    it('runs for any other event after the shorter pause', async () => {
      for (const [at, isPatient] of [
        [0, true],
        [20, true],
        [50, false],
        [110, true],
        [350, false],
        [350, true],
        [350, false],
      ] as const) {
        await clock.advance(start + at - clock.now());
        pace.trigger(isPatient);
        expect(clock.pending).toHaveLength(1);
      }
      await clock.advance(10_000);
      expect(runs).toEqual([0, 100, 350, 450]);
    });
  });

  it('does not wait for the moment to end where it is asked not to, and rests all the same', async () => {
    pace.runNow();
    expect(runs).toEqual([0]);
    pace.runNow();
    pace.runNow();
    await clock.advance(10_000);
    expect(runs).toEqual([0, 250]);
  });

  it('ends with its disposal, even where it rests', async () => {
    pace.trigger();
    await clock.advance(0);
    pace.trigger();
    pace.dispose();
    expect(clock.pending).toEqual([]);
    pace.trigger();
    await clock.advance(5_000);
    expect(runs).toEqual([0]);
  });
});
