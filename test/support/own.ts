import { onTestFinished } from 'vitest';
import type { Disposable } from '../../src/core/base/disposable';

/** Disposes something at the end of the test that created it. */
export function own<T extends Disposable>(item: T): T {
  onTestFinished(() => item.dispose());
  return item;
}
