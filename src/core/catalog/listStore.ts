import type { Resource } from '../resource/resource';

/** Keeps what a server listed for the next window. Keyed by the definition's hash: another definition is another server. */
export interface ListStore {
  /** Some at a time; none where nothing was kept or what was kept cannot be read. Never rejects. */
  load(hash: string): AsyncIterable<readonly Resource[]>;
  save(hash: string, resources: Iterable<Resource>): Promise<void>;
}
