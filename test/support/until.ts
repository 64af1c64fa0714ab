import { setImmediate } from 'node:timers/promises';

/**
 * Waits until `isSo` is true. Pending work continues, such as reading and writing files, but no time is waited for. The test's own timeout limits the
 * wait.
 */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate();
}
