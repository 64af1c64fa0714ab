// Waiting for what comes from outside (a server, a process, the network) by its events, never by a number of milliseconds.
import { createHook, executionAsyncResource } from 'node:async_hooks';

/** Work that this process gives itself. Whatever else runs was brought by the system: bytes, the end of a process, a turn of the event loop. */
const own = new Set(['Promise', 'Object']);
/** The turns that {@link until} itself takes. */
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

/** A turn of the event loop that counts as no event. */
function turn(): Promise<void> {
  return new Promise((resolve) => void looks.add(setImmediate(resolve)));
}

/** Resolves in a turn of the event loop after the next event, when its promises have settled. */
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

/** Waits until something holds, for as long as the test may take: looks again after each event that reaches this process. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  if (listeners++ === 0) hook.enable();
  try {
    for (;;) {
      const seen = events;
      if (await holds()) return;
      // What waits for promises alone comes without an event.
      await turn();
      if (await holds()) return;
      await nextEvent(seen);
    }
  } finally {
    if (--listeners === 0) hook.disable();
  }
}
