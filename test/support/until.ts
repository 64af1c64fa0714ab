import { setImmediate } from 'node:timers/promises';

/**
 * Lets everything that waits go on until something is so: files are read and written meanwhile, but no time is waited for. A test in which it
 * never becomes so ends by its own limit.
 */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate();
}
