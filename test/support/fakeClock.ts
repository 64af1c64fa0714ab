import type { Clock } from '../../src/core/base/clock';
import type { Disposable } from '../../src/core/base/disposable';

interface Timer {
  at: number;
  /** The delay, in ms. */
  readonly ms: number;
  readonly action: () => void;
}

function first(timers: Iterable<Timer>): Timer | undefined {
  return [...timers].reduce<Timer | undefined>(
    (before, one) => (before && before.at <= one.at ? before : one),
    undefined,
  );
}

/** Waits until all promises that only depend on other promises have settled. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The set timers of all clocks, each with the place that set it. */
const set = new Map<Timer, Error>();

/** Returns the timers that are still set, on any clock, and forgets them. */
export function takeTimers(): readonly { readonly ms: number; readonly place: Error }[] {
  const left = [...set].map(([{ ms }, place]) => ({ ms, place }));
  set.clear();
  return left;
}

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now: number;
  /** The time of day when {@link elapsed} is 0. */
  #origin: number;
  readonly #timers = new Set<Timer>();

  /** @param now the initial time, in milliseconds since 1970 */
  constructor(now = 1_800_000_000_000) {
    this.#now = this.#origin = now;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now - this.#origin;
  }

  after(ms: number, action: () => void): Disposable {
    const timer = { at: this.#now + ms, ms, action };
    this.#timers.add(timer);
    set.set(timer, new Error('Set'));
    return { dispose: () => this.#remove(timer) };
  }

  /** The remaining delays of the set timers, in ms and ascending: for leak checks. */
  get pending(): readonly number[] {
    return [...this.#timers].map(({ at }) => at - this.#now).sort((a, b) => a - b);
  }

  /** Advances by `ms` milliseconds. Timers that become due run at their time and in order, and promises settle after each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (let timer = this.#next(end); timer; timer = this.#next(end)) {
      this.#remove(timer);
      this.#now = Math.max(this.#now, timer.at);
      timer.action();
      await settle();
    }
    this.#now = Math.max(this.#now, end);
  }

  /** Sets the time forward or back, as a user or a network does: timers keep their remaining delays. */
  jump(ms: number): void {
    this.#now += ms;
    this.#origin += ms;
    for (const timer of this.#timers) timer.at += ms;
  }

  /** Advances the time without running the timers that become due. */
  protected skipTo(time: number): void {
    this.#now = Math.max(this.#now, time);
  }

  #remove(timer: Timer): void {
    this.#timers.delete(timer);
    set.delete(timer);
  }

  #next(end: number): Timer | undefined {
    const next = first(this.#timers);
    return next && next.at <= end ? next : undefined;
  }
}

/** The code that sets the timeouts of requests, which are as short as some delays. */
const timeouts = /core\/mcp\/(?:base\/requestTimeout|open\/negotiate|watch\/listenStreams)/u;

/** True where a timer is being set that only expires when something is wrong. */
function isTimeout(): boolean {
  return timeouts.test(new Error('Set').stack ?? '');
}

/**
 * A clock on which short delays take no time: a timer of up to `reach` ms runs as soon as pending work is done, in the order in which timers become
 * due, and the time then is as if it had passed. Longer delays, and the timeouts of requests, stand still until a test advances the clock. For
 * real servers, whose answers no clock controls.
 */
export class PromptClock extends FakeClock {
  readonly #near = new Set<Timer>();
  #isRunning = false;

  #reach: number;

  /** @param reach milliseconds: more than the delays that should pass at once, less than the timeouts that should not */
  constructor(reach: number) {
    super();
    this.#reach = reach;
  }

  override after(ms: number, action: () => void): Disposable {
    const timer: Timer = { at: this.now() + ms, ms, action: () => this.#once(timer, running, action) };
    const running = super.after(ms, timer.action);
    if (ms <= this.#reach && !isTimeout()) this.#near.add(timer);
    void this.#run();
    return {
      dispose: () => {
        this.#near.delete(timer);
        running.dispose();
      },
    };
  }

  #once(timer: Timer, running: Disposable, action: () => void): void {
    this.#near.delete(timer);
    running.dispose();
    action();
  }

  /** Waits for `end`, letting every delay pass at once from now on. */
  async ending(end: Promise<unknown>): Promise<void> {
    this.#reach = Infinity;
    await this.advance(this.pending.at(-1) ?? 0);
    await end;
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      await settle();
      for (let timer = first(this.#near); timer; timer = first(this.#near)) {
        this.skipTo(timer.at);
        timer.action();
        await settle();
      }
    } finally {
      this.#isRunning = false;
    }
  }
}
