import type { Clock } from '../../src/core/base/clock';
import type { Disposable } from '../../src/core/base/disposable';

interface Timer {
  readonly at: number;
  readonly action: () => void;
}

/** Lets every promise settle that waits for nothing but other promises. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  /** @param now milliseconds since 1970 at which it starts */
  constructor(now = 1_800_000_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, action: () => void): Disposable {
    const timer = { at: this.#now + ms, action };
    this.#timers.add(timer);
    return { dispose: () => this.#timers.delete(timer) };
  }

  /** How long from now each timer falls due that is still set, in milliseconds and ascending: for leak checks. */
  get pending(): readonly number[] {
    return [...this.#timers].map(({ at }) => at - this.#now).sort((a, b) => a - b);
  }

  /** Moves on by `ms` milliseconds: what falls due meanwhile runs at its time and in its order, with room for promises after each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (let timer = this.#next(end); timer; timer = this.#next(end)) {
      this.#timers.delete(timer);
      this.#now = timer.at;
      timer.action();
      await settle();
    }
    this.#now = end;
  }

  #next(end: number): Timer | undefined {
    const due = [...this.#timers].filter(({ at }) => at <= end);
    return due.reduce<Timer | undefined>((first, one) => (!first || one.at < first.at ? one : first), undefined);
  }
}
