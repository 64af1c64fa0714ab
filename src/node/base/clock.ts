import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../core/base/clock';
import { Slice, type Breathe } from '../../core/base/scheduler';

/** The real time. Timers are unreferenced: a pending refresh does not keep a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms).unref();
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Runs everything else that waits. */
export const breathe: Breathe = () => setImmediate();

/** A slice of real time; between slices everything else that waits is run. */
export function newSlice(): Slice {
  return new Slice(() => performance.now(), breathe);
}
