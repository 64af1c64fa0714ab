import type { KeyValueStore } from '../base/ports';

export const contextStoreKey = 'context';

/** True where the store has a context with resources. */
export function isContextStored(store: Pick<KeyValueStore, 'get'>): boolean {
  const stored = store.get(contextStoreKey);
  return Array.isArray(stored) && stored.length > 0;
}
