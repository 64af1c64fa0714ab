// Waits for a state instead of for a time.
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';

/**
 * Checks `isTrue` until it returns true.
 * @param what the awaited state, for the error message
 * @throws when it is still false after `timeout` ms, with the error of the last check as its cause
 */
export async function waitFor(what: string, isTrue: () => Promise<boolean>, timeout = 30_000): Promise<void> {
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

/** Waits until what is below an element has come to rest. */
export async function comesToRest(element: Locator): Promise<void> {
  await element.evaluate(calmInPage);
}

/** Runs in the page: resolves once nothing below the element has changed for 300 ms, or after 5 s. VS Code may draw a single change in several steps. */
function calmInPage(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      observer.disconnect();
      clearTimeout(quiet);
      clearTimeout(limit);
      resolve();
    };
    let quiet = setTimeout(end, 300);
    const limit = setTimeout(end, 5_000);
    const observer = new MutationObserver(() => {
      clearTimeout(quiet);
      quiet = setTimeout(end, 300);
    });
    observer.observe(element, { subtree: true, childList: true });
  });
}
