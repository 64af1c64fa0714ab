import type { Clock } from '../../base/clock';
import { toDisposable, type Disposable } from '../../base/disposable';

/** How long a request may take: so long without a word from the server, so long in all. The time of a person does not count. */
export class Patience implements Disposable {
  readonly #over = new AbortController();
  #timer: Disposable | undefined;
  #holders = 0;
  #left: number;
  #since = 0;

  /** Aborts when the time is over, or by {@link stop}. */
  readonly signal = this.#over.signal;

  /** Milliseconds: `idle` without a word, `total` in all. */
  constructor(
    private readonly clock: Clock,
    private readonly idle: number,
    total: number,
  ) {
    this.#left = total;
    this.#start();
  }

  /** The server said something, or was asked something else. */
  renew(): void {
    if (this.#holders > 0) return;
    this.#pause();
    this.#start();
  }

  /** The time stands still until all that hold it are disposed. */
  hold(): Disposable {
    if (this.#holders === 0) this.#pause();
    this.#holders += 1;
    return toDisposable(() => {
      this.#holders -= 1;
      if (this.#holders === 0) this.#start();
    });
  }

  stop(): void {
    this.dispose();
    this.#over.abort();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#holders = Infinity;
  }

  #start(): void {
    this.#since = this.clock.now();
    this.#timer = this.clock.after(Math.min(this.idle, this.#left), () => this.stop());
  }

  #pause(): void {
    this.#timer?.dispose();
    this.#left = Math.max(0, this.#left - (this.clock.now() - this.#since));
  }
}
