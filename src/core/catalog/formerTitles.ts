import type { KeyValueStore } from '../base/ports';
import type { ResourceAddress } from '../context/contentCache';

/** What resources were called before their servers renamed them, and what those were called that are gone. */
export class FormerTitles {
  constructor(_store: KeyValueStore) {}

  /** Newest first. */
  of(_address: ResourceAddress): readonly string[] {
    return [];
  }
}
