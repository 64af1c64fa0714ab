/** Lets other work run between two slices of long work. */
export type YieldThread = () => Promise<void>;

/**
 * Milliseconds after which work yields the thread. With what it does before it looks at the clock again, it holds the thread for at most 12: well below
 * the 30 ms that a user could notice in an editor.
 */
const sliceTime = 8;

/** Shows long loops when to let other work run: `if (slice.isOver()) await slice.next()`. */
export class Slice {
  #end: number;

  constructor(
    private readonly now: () => number,
    private readonly yieldThread: YieldThread,
  ) {
    this.#end = now() + sliceTime;
  }

  isOver(): boolean {
    return this.now() >= this.#end;
  }

  async next(): Promise<void> {
    await this.yieldThread();
    this.#end = this.now() + sliceTime;
  }
}
