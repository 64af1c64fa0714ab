import type { Disposable } from '../../src/core/base/disposable';
import { afterEveryTest } from './cleanUp';
import { FakeClock } from './fakeClock';

const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
let clock: FakeClock | undefined;

/** The part of Node's timers that the SDK uses, and Node's own `fetch`. */
class Timer {
  running: Disposable;

  constructor(private readonly start: () => Disposable) {
    this.running = start();
  }

  unref(): this {
    return this;
  }

  refresh(): this {
    this.running.dispose();
    this.running = this.start();
    return this;
  }
}

/**
 * Controls the time of the MCP SDK in this test. The SDK takes no clock: its probe and its requests have timeouts by `setTimeout`. From the first
 * call to the end of the test those stand still, so that no timeout expires on a busy machine. A test of a timeout advances this clock.
 */
export function sdkClock(): FakeClock {
  if (clock) return clock;
  const held = (clock = new FakeClock());
  const set = (action: (...values: unknown[]) => void, ms = 0, ...values: unknown[]): Timer | NodeJS.Timeout => {
    // The timers of `fetch` are those of the network, and outlive this test.
    if (new Error().stack?.includes('node:internal/deps/undici') === true)
      return real.setTimeout(action, ms, ...values);
    return new Timer(() => held.after(ms, () => action(...values)));
  };
  const clear = (timer: unknown): void => {
    if (timer instanceof Timer) timer.running.dispose();
    else real.clearTimeout(timer as NodeJS.Timeout);
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  return held;
}

afterEveryTest(() => {
  clock = undefined;
  Object.assign(globalThis, real);
});
