import type { Clock } from '../../base/clock';
import { toDisposable, type Disposable } from '../../base/disposable';

/** Timeout of a request: without a message from the server, and in total. Time while the user answers does not count. */
export class RequestTimeout implements Disposable {
  readonly #controller = new AbortController();
  #timer: Disposable | undefined;
  #holders = 0;
  #remaining: number;
  #startedAt = 0;

  /** Aborts on timeout, or by {@link stop}. */
  readonly signal = this.#controller.signal;

  /** In ms: `idle` without a message from the server, `total` in all. */
  constructor(
    private readonly clock: Clock,
    private readonly idle: number,
    total = idle,
  ) {
    this.#remaining = total;
    this.#start();
  }

  /** Restarts the idle time: the server sent a message, or got another request. */
  renew(): void {
    if (this.#holders > 0) return;
    this.#pause();
    this.#start();
  }

  /** Pauses the time until every result is disposed. */
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
    this.#controller.abort();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#holders = Infinity;
  }

  #start(): void {
    this.#startedAt = this.clock.elapsed();
    this.#timer = this.clock.after(Math.min(this.idle, this.#remaining), () => this.stop());
  }

  #pause(): void {
    this.#timer?.dispose();
    this.#remaining = Math.max(0, this.#remaining - (this.clock.elapsed() - this.#startedAt));
  }
}
