// Waiting for a state instead of for a time.
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks until the answer is true.
 * @param what names the thing waited for in the error
 * @throws when it is not true after `timeout` ms; an error of the last question is its cause
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
