import type { Clock } from './clock';
import type { Disposable } from './disposable';

/**
 * Turns a flood of triggers into few runs: the first runs `delay` ms after its trigger, and while triggers keep coming a run
 * still happens every `delay` ms. Runs never overlap; triggers that come during a run become one more run.
 */
export class Coalescer implements Disposable {
  #timer: Disposable | undefined;
  #isRunning = false;
  #isWantedAgain = false;
  #isDisposed = false;

  constructor(
    private readonly clock: Clock,
    private readonly delay: number,
    private readonly run: () => void | Promise<void>,
  ) {}

  trigger(): void {
    if (this.#isDisposed) return;
    if (this.#isRunning) this.#isWantedAgain = true;
    else this.#timer ??= this.clock.after(this.delay, () => void this.#runOnce());
  }

  /** Runs at once, or once more after the run that is under way. */
  runNow(): void {
    if (this.#isDisposed) return;
    this.#timer?.dispose();
    if (this.#isRunning) this.#isWantedAgain = true;
    else void this.#runOnce();
  }

  async #runOnce(): Promise<void> {
    this.#timer = undefined;
    this.#isRunning = true;
    try {
      await this.run();
    } finally {
      this.#isRunning = false;
      if (this.#isWantedAgain) {
        this.#isWantedAgain = false;
        this.trigger();
      }
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
    this.#timer = undefined;
  }
}
