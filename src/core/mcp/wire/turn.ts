import type { YieldThread } from '../../base/scheduler';

/** Characters handled in one turn of the event loop: about 5 ms. */
const perTurn = 500_000;
/** Cost of each step besides its characters: a small message takes up to 50 µs. */
const perStep = 2_000;

/**
 * Bounds what one server makes this thread do between two turns of the event loop. Messages come in chunks, and many chunks in one
 * turn: without a bound a flood of small ones blocks for seconds. It counts instead of measuring, which costs good servers nothing.
 */
export class Turn {
  #spent = 0;
  #end: Promise<void> | undefined;

  constructor(private readonly yieldThread: YieldThread) {}

  /**
   * Runs steps, as many as this turn has room for at once. Each yields the number of characters that it has handled; `Infinity` ends the turn.
   * @returns what to wait for where some are left for later turns
   */
  run(steps: Iterator<number, void, undefined>): Promise<void> | undefined {
    const end = this.part(steps);
    return end && this.#rest(steps, end);
  }

  /** Runs as many as this turn has room for. @returns where some are left, what to wait for before the next part */
  part(steps: Iterator<number, void, undefined>): Promise<void> | undefined {
    for (let step = steps.next(); step.done !== true; step = steps.next()) {
      this.#end ??= this.yieldThread().then(() => {
        this.#end = undefined;
        this.#spent = 0;
      });
      this.#spent += step.value + perStep;
      if (this.#spent > perTurn) return this.#end;
    }
    return undefined;
  }

  async #rest(steps: Iterator<number, void, undefined>, end: Promise<void>): Promise<void> {
    for (let next: Promise<void> | undefined = end; next; next = this.part(steps)) await next;
  }
}
