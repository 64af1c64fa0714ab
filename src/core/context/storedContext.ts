import type { KeyValueStore } from '../base/ports';

export const contextStoreKey = 'context';

/** True if the store has a context with resources. */
export function isContextStored(store: Pick<KeyValueStore, 'get'>): boolean {
  return ((store.get(contextStoreKey) ?? []) as readonly unknown[]).length > 0;
}
