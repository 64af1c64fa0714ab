// Waits for results from outside (a server, a process, the network) by their events, never for a number of milliseconds.
import { createHook, executionAsyncResource } from 'node:async_hooks';

/** Resources of this process's own work. All others come from the system: bytes, the end of a process, a turn of the event loop. */
const own = new Set(['Promise', 'Object']);
/** The turns of {@link until} itself. */
const looks = new WeakSet<object>();
const waiting = new Set<() => void>();
let events = 0;

const hook = createHook({
  after() {
    const resource = executionAsyncResource() as object | undefined;
    if (!resource || looks.has(resource) || own.has(resource.constructor.name)) return;
    events += 1;
    for (const wake of [...waiting]) wake();
  },
});
let listeners = 0;

/** Takes a turn of the event loop that does not count as an event. */
function turn(): Promise<void> {
  return new Promise((resolve) => void looks.add(setImmediate(resolve)));
}

/** Resolves a turn of the event loop after the next event, once its promises have settled. */
function nextEvent(seen: number): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      waiting.delete(look);
      void turn().then(resolve);
    };
    if (events > seen) look();
    else waiting.add(look);
  });
}

/** Waits until `holds` is true, checking again after each event that reaches this process. The test's own timeout limits the wait. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  if (listeners++ === 0) hook.enable();
  try {
    for (;;) {
      const seen = events;
      if (await holds()) return;
      // Work that only waits for promises causes no event.
      await turn();
      if (await holds()) return;
      await nextEvent(seen);
    }
  } finally {
    if (--listeners === 0) hook.disable();
  }
}
