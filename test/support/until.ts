import { setImmediate } from 'node:timers/promises';

/**
 * Waits until `isSo` is true. Pending work continues meanwhile, such as reading and writing files, but the wait is not for a time. The test's own
 * timeout limits it.
 */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate();
}
