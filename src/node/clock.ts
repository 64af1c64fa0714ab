import type { Clock } from '../core/base/clock';

/** The real time. Timers are unreferenced: a pending refresh does not keep a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms).unref();
    return { dispose: () => clearTimeout(timer) };
  },
};
