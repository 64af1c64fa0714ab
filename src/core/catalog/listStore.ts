import type { Resource } from '../resource/resource';

/** Stores a server's list for the next window. Keyed by the definition's hash: another definition is another server. */
export interface ListStore {
  /** Yields batches; none if nothing was stored or it cannot be read. Never rejects. */
  load(hash: string): AsyncIterable<readonly Resource[]>;
  /** Rejects if it cannot be stored; then the previous list stays. */
  save(hash: string, resources: Iterable<Resource>): Promise<void>;
  remove(hash: string): Promise<void>;
}
