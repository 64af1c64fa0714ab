import type { Resource } from '../resource';

/** Keeps what a server listed for the next window. Keyed by the definition's hash: another definition is another server. */
export interface ListStore {
  /** Empty where nothing was kept or what was kept cannot be read. */
  load(hash: string): Promise<readonly Resource[]>;
  save(hash: string, resources: readonly Resource[]): Promise<void>;
}
