import type { HumanError } from '../base/errors';
import type { Resource } from '../resource/resource';
import type { ListEnd, Page } from '../session/session';
import { LongMap } from './longMap';

/** Completeness of a server's part of the catalog. */
export type Completeness =
  | { readonly kind: 'unknown' }
  /** All entries are cached from an earlier window. */
  | { readonly kind: 'fromBefore' }
  /** `isAgain`: it was complete before in this window, and its entries are still here. */
  | { readonly kind: 'arriving'; readonly isAgain?: true }
  | { readonly kind: 'complete' }
  | { readonly kind: 'cut'; readonly by: Extract<ListEnd, { kind: 'cut' }>['by'] }
  | { readonly kind: 'failed'; readonly error: HumanError };

/** A server's part of the catalog in numbers. */
export interface ListInfo {
  readonly count: number;
  readonly completeness: Completeness;
  /** Entries of the last list that had no usable URI. */
  readonly dropped: number;
  /** Entries of the last list with a field that was ignored or replaced. */
  readonly repaired: number;
  /** Entries of the last list that named a URI again. */
  readonly duplicates: number;
}

/** Writes one list of one server into the catalog. It does nothing once a newer writer has replaced it. */
export interface ListWriter {
  /** @returns the items for which there is no memory, perhaps because of what the server listed before */
  append(page: Page<Resource>): readonly Resource[];
  /** Removes, in steps, what this list has not named. Without it {@link end} does so at once. */
  removeOlder(): Generator<void, void, undefined>;
  /** `complete` drops what this list no longer names; every other end keeps it. */
  end(end: ListEnd | { readonly kind: 'failed'; readonly error: HumanError }): void;
}

/** Resources of one server in the catalog. */
export class ServerEntries {
  readonly byUri = new LongMap<number>();
  /** Resources that the user keeps, by URI: each is shown while the server does not list its URI. */
  readonly kept = new Map<string, Resource>();
  completeness: Completeness = { kind: 'unknown' };
  /** Its list was complete once in this window. */
  wasComplete = false;
  dropped = 0;
  repaired = 0;
  duplicates = 0;
  /** The number of the list that is or was last written; entries of older lists are removed when it is complete. */
  list = 0;
  /** Entries that the list has named so far. */
  listed = 0;
  /** Number of parts in which they came and that readers were notified of. */
  pages = 0;
  /** Entries that this list has not named, of older lists or kept. */
  older = 0;
  /** Memory of the entries, in bytes, by estimate. */
  bytes = 0;

  /**
   * @param server its place among the servers of the catalog
   * @param owner id of the owner of its rows in the table, until the server is removed
   */
  constructor(
    readonly server: number,
    readonly owner: number,
  ) {}
}
