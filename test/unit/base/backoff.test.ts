import { expect, it } from 'vitest';
import { Backoff, backoffDelay } from '../../../src/core/base/backoff';

const pace = { first: 100, longest: 1_000, jitter: 0.25 };
const newBackoff = (): Backoff => new Backoff({ ...pace, retries: 3, goodLife: 60_000 }, () => 0.5);

it('doubles the delay with each failure, up to the longest', () => {
  expect([1, 2, 3, 4, 5, 6, 60, 2_000].map((failures) => backoffDelay(pace, failures, () => 0.5))).toEqual([
    ...[100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000],
  ]);
});

it('makes a delay shorter or longer by the given fraction, in whole milliseconds', () => {
  expect([0, 0.501, 1].map((random) => backoffDelay(pace, 1, () => random))).toEqual([75, 100, 125]);
  expect([0, 1].map((random) => backoffDelay({ ...pace, jitter: 0 }, 6, () => random))).toEqual([1_000, 1_000]);
});

it('gives up when the retries are over, and starts over when it is reset', () => {
  const backoff = newBackoff();
  expect([1, 2, 3, 4, 5].map((now) => backoff.noteFailure(now))).toEqual([100, 200, 400, undefined, undefined]);
  expect(backoff.failures).toBe(5);
  backoff.reset();
  expect([backoff.failures, backoff.noteFailure(6)]).toEqual([0, 100]);
});

it('forgets failures once it worked for long enough, and no sooner', () => {
  const backoff = newBackoff();
  const failAfter = (worked: number): unknown => {
    backoff.noteSuccess(1_000);
    return backoff.noteFailure(1_000 + worked);
  };
  expect([failAfter(0), failAfter(59_999), failAfter(60_000), failAfter(1)]).toEqual([100, 200, 100, 200]);
});

it('does not take the time between two failures for time in which it worked', () => {
  const backoff = newBackoff();
  backoff.noteSuccess(0);
  expect(backoff.isWorking).toBe(true);
  expect([10, 100_000].map((now) => backoff.noteFailure(now))).toEqual([100, 200]);
  expect(backoff.isWorking).toBe(false);
});
