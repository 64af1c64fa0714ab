import type { Clock } from './clock';
import type { Disposable } from './disposable';

/**
 * Limits how often a stream of events causes a run: at once for the first event of a burst, then at most every `pause` ms, the last event
 * included. Events of the same moment count as one. Runs never overlap; a pause begins when a run has ended.
 */
export class Pace implements Disposable {
  /** Timer of the next run or of a pause; there is only one at a time. */
  #timer: Disposable | undefined;
  #isBusy = false;
  #isWanted = false;
  #isDisposed = false;

  /** @param pause in ms; a function is called after each run */
  constructor(
    private readonly clock: Clock,
    private readonly pause: number | (() => number),
    private readonly run: () => void | Promise<void>,
  ) {}

  trigger(): void {
    if (this.#begins()) this.#timer = this.clock.after(0, () => void this.#runOnce());
  }

  /** As {@link trigger}, but does not wait for what else happens in this moment. */
  runNow(): void {
    if (this.#begins()) void this.#runOnce();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
  }

  /** Returns false during a run or a pause: it then runs once more. */
  #begins(): boolean {
    if (this.#isDisposed) return false;
    this.#isWanted = this.#isBusy;
    this.#isBusy = true;
    return !this.#isWanted;
  }

  async #runOnce(): Promise<void> {
    this.#isWanted = false;
    try {
      await this.run();
    } finally {
      const pause = typeof this.pause === 'number' ? this.pause : this.pause();
      if (!this.#isDisposed) this.#timer = this.clock.after(pause, () => this.#endPause());
    }
  }

  #endPause(): void {
    if (this.#isWanted) void this.#runOnce();
    else this.#isBusy = false;
  }
}
