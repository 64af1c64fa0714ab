// Waits for a state instead of for a time.
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Checks `isTrue` until it returns true.
 * @param what the awaited state, for the error message
 * @throws when it is still false after `timeout` ms, with the error of the last check as its cause
 */
export async function waitFor(what: string, isTrue: () => Promise<boolean>, timeout = 15_000): Promise<void> {
  const deadline = Date.now() + timeout;
  let cause: unknown;
  for (;;) {
    try {
      if (await isTrue()) return;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > deadline) throw new Error(`Waited ${timeout} ms in vain for ${what}.`, { cause });
    await delay(50);
  }
}
