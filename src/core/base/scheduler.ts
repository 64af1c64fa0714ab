/** Lets other work run between two slices of long work. */
export type Breathe = () => Promise<void>;

/** Milliseconds that work may hold the thread before it breathes: well below the 30 ms that a user could notice in an editor. */
const sliceTime = 12;

/** Shows long loops when to let other work run: `if (slice.isOver()) await slice.next()`. */
export class Slice {
  #end: number;

  constructor(
    private readonly now: () => number,
    private readonly breathe: Breathe,
  ) {
    this.#end = now() + sliceTime;
  }

  isOver(): boolean {
    return this.now() >= this.#end;
  }

  async next(): Promise<void> {
    await this.breathe();
    this.#end = this.now() + sliceTime;
  }
}
