import { describe, expect, it } from 'vitest';
import { Turn } from '../../../../src/core/mcp/wire/turn';

/** A turn that a test ends by itself. */
function newTurn() {
  const ends: (() => void)[] = [];
  const turn = new Turn(() => new Promise((resolve) => ends.push(resolve)));
  const done: number[] = [];
  const steps = function* (costs: readonly number[]): Generator<number, void, undefined> {
    for (const cost of costs) {
      done.push(cost);
      yield cost;
    }
  };
  return { turn, done, steps, endTurn: () => ends.splice(0).forEach((end) => end()) };
}

describe('a turn of the event loop', () => {
  it('has room for all that is small, and nothing waits', () => {
    const { turn, done, steps } = newTurn();
    expect(turn.run(steps([1, 2, 3]))).toBeUndefined();
    expect(done).toEqual([1, 2, 3]);
  });

  it('ends after so many steps, or characters, also of several chunks', async () => {
    const { turn, done, steps, endTurn } = newTurn();
    expect(turn.run(steps(Array<number>(200).fill(1)))).toBeUndefined();
    const rest = turn.run(steps(Array<number>(200).fill(1)));
    expect(done.length).toBeLessThan(300);
    endTurn();
    await rest;
    expect(done.length).toBe(400);
    expect(turn.run(steps([400_000]))).toBeDefined();
  });

  it('gives large steps a turn each', async () => {
    const { turn, done, steps, endTurn } = newTurn();
    const rest = turn.run(steps([Infinity, Infinity, 1]));
    for (const count of [1, 2]) {
      expect(done.length).toBe(count);
      endTurn();
      await Promise.resolve().then(() => undefined);
    }
    await rest;
    expect(done.length).toBe(3);
  });
});
