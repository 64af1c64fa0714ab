import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../core/base/clock';
import type { Disposable } from '../../core/base/disposable';
import { Slice, type YieldThread } from '../../core/base/scheduler';

/** The real time. Timers are unreferenced: a pending refresh does not keep a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms).unref();
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Runs `action` every `ms` milliseconds until disposed; does not keep a process alive. */
export function every(ms: number, action: () => void): Disposable {
  const timer = setInterval(action, ms).unref();
  return { dispose: () => clearInterval(timer) };
}

/** Runs everything else that waits. */
export const yieldThread: YieldThread = () => setImmediate();

/** A slice of real time; between slices everything else that waits is run. */
export function newSlice(): Slice {
  return new Slice(() => performance.now(), yieldThread);
}
