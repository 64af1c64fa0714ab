import type { Clock } from '../../src/core/base/clock';
import type { Disposable } from '../../src/core/base/disposable';

interface Timer {
  readonly at: number;
  /** After which it falls due, in milliseconds. */
  readonly ms: number;
  readonly action: () => void;
}

function first(timers: Iterable<Timer>): Timer | undefined {
  return [...timers].reduce<Timer | undefined>(
    (before, one) => (before && before.at <= one.at ? before : one),
    undefined,
  );
}

/** Lets every promise settle that waits for nothing but other promises. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Timers of all clocks that are set, with where they were. */
const set = new Map<Timer, Error>();

/** Names the timers that are still set, on whatever clock, and forgets them. */
export function takeTimers(): readonly { readonly ms: number; readonly place: Error }[] {
  const left = [...set].map(([{ ms }, place]) => ({ ms, place }));
  set.clear();
  return left;
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
    const timer = { at: this.#now + ms, ms, action };
    this.#timers.add(timer);
    set.set(timer, new Error('Set'));
    return { dispose: () => this.#remove(timer) };
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
      this.#remove(timer);
      this.#now = Math.max(this.#now, timer.at);
      timer.action();
      await settle();
    }
    this.#now = Math.max(this.#now, end);
  }

  /** Lets the time be later without running what falls due meanwhile. */
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

/**
 * A clock on which nothing waits for what is near: a timer of up to `reach` ms runs as soon as what has arrived is handled, in the
 * order in which timers fall due, and the time is then as if it had passed. What is further away, such as the limit of a request,
 * stands still until a test moves the clock. For real servers, whose answers no clock brings.
 */
export class PromptClock extends FakeClock {
  readonly #near = new Set<Timer>();
  #isRunning = false;

  #reach: number;

  /** @param reach milliseconds: more than the delays that a test is to go through, less than the limits that it must not */
  constructor(reach: number) {
    super();
    this.#reach = reach;
  }

  override after(ms: number, action: () => void): Disposable {
    const timer: Timer = { at: this.now() + ms, ms, action: () => this.#once(timer, running, action) };
    const running = super.after(ms, timer.action);
    if (ms <= this.#reach) this.#near.add(timer);
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

  /** Waits for an end without patience: from now on, every time that is granted passes at once. */
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
