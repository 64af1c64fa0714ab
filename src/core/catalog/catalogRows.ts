import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { Resource } from '../resource/resource';
import { LongList } from './longList';
import { ResourceTable, rowOf } from './resourceTable';
import { isSameResource } from './sameResource';
import { SearchCodes } from './searchCodes';
import { SearchTexts } from './searchTexts';
import { ServerEntries } from './serverList';

/** Memory of the lists of all servers together, in bytes: a million resources with a description each. */
const maxListBytes = 430_000_000;
/** Memory reserved for the lists of each server, however much the others take, in bytes. */
const reservedBytes = 8_000_000;
/** Rows looked at in one step after the removal of a server, about 5 ms. */
const sweptAtOnce = 32_768;

/** Used instead of a list's number for resources that are kept but not listed. */
export const byUser = -1;
/** Used instead of a list's number for resources that only a directory names. */
export const byDirectory = -2;
/** Used instead of a list's number for resources that only a cached list names. */
export const fromBefore = 0;

/** Reads the rows of the catalog. */
export type CatalogTable = Omit<
  CatalogRows,
  | 'add'
  | 'replace'
  | 'remove'
  | 'drop'
  | 'sweep'
  | 'setSkill'
  | 'newEntries'
  | 'put'
  | 'nameBy'
  | 'replaceOf'
  | 'removeOf'
  | 'removeAll'
  | 'dispose'
>;

/**
 * The rows of all servers: whose each is, which list named it last, and where. It counts what changes and tells nobody. A row is added,
 * replaced and removed together with what its server's entries know of it; how a list begins and ends is the catalog's.
 */
export class CatalogRows extends ResourceTable implements Disposable {
  readonly texts: SearchTexts;
  readonly codes = new SearchCodes(this);
  readonly #serverIds: string[] = [];
  // By row.
  readonly #serverOf = new LongList<number>();
  readonly #listOf = new LongList<number>();
  readonly #positionOf = new LongList<number>();
  readonly #namedBy = new LongList<number>();
  #rewrites = 0;
  #moves = 0;
  #size = 0;
  #bytes = 0;
  #owners = 0;
  /** Rows from the first on that may belong to a removed server. */
  #unswept = 0;
  #sweeping: Disposable | undefined;

  /** @param clock without it, long work is done at once */
  constructor(
    private readonly maxBytes = maxListBytes,
    private readonly clock?: Pick<Clock, 'after'>,
  ) {
    super();
    this.texts = new SearchTexts(this, clock);
  }

  /** Grows when a resource that readers may have seen was replaced or removed; additions alone leave it. */
  get rewrites(): number {
    return this.#rewrites;
  }

  /** Grows when a list moves a resource, first names a cached or saved one, and when a resource is saved again. */
  get moves(): number {
    return this.#moves;
  }

  /** All servers that ever had entries. */
  get serverIds(): readonly string[] {
    return this.#serverIds;
  }

  /** Resources of all servers. */
  get size(): number {
    return this.#size;
  }

  /** Grows with each resource that is added or replaced. */
  get differences(): number {
    return this.additions + this.#rewrites;
  }

  /** Empty for a resource that was removed. */
  serverIdOf(id: number): string {
    return this.has(id) ? (this.#serverIds[this.serverCodeOf(id)] ?? '') : '';
  }

  /** Index of the resource's server in {@link serverIds}. */
  serverCodeOf(id: number): number {
    return this.#serverOf.get(rowOf(id)) ?? 0;
  }

  /** The number of the list that named the resource last, {@link byUser}, {@link byDirectory} or {@link fromBefore}. */
  listOf(id: number): number | undefined {
    return this.#listOf.get(rowOf(id));
  }

  /** True while only the list of an earlier window names this resource. */
  isFromBefore(id: number): boolean {
    return this.listOf(id) === fromBefore;
  }

  /** True while the resource is here because the user keeps it, and no list names it. */
  isSaved(id: number): boolean {
    return this.listOf(id) === byUser;
  }

  /** True while the resource is here because a directory names it, and no list does. */
  isChild(id: number): boolean {
    return this.listOf(id) === byDirectory;
  }

  /** True for a child of one directory alone. */
  isOnlyChild(id: number): boolean {
    return this.isChild(id) && this.#namedBy.get(rowOf(id)) === 1;
  }

  /** Counts the directories that name a resource. @param change of their number @returns the number after it */
  nameBy(id: number, change: -1 | 0 | 1): number {
    const number = (this.#namedBy.get(rowOf(id)) ?? 0) + change;
    this.#namedBy.set(rowOf(id), number);
    return number;
  }

  /** Position of a resource in its server's list; for a saved one, its position when it was added. */
  positionOf(id: number): number {
    return this.#positionOf.get(rowOf(id)) ?? 0;
  }

  /** False if all lists together have as much as they may, and this one has what is reserved for it. */
  hasRoom({ bytes }: ServerEntries): boolean {
    return this.#bytes < this.maxBytes || bytes < reservedBytes;
  }

  newEntries(serverId: string): ServerEntries {
    const index = this.#serverIds.indexOf(serverId);
    const server = index >= 0 ? index : this.#serverIds.push(serverId) - 1;
    return new ServerEntries(server, (this.#owners += 1));
  }

  /** Returns false if this list has already named the URI: the first entry stays. */
  put(entries: ServerEntries, resource: Resource, list: number): boolean {
    const existing = entries.byUri.get(resource.uri);
    if (existing !== undefined) {
      const row = rowOf(existing);
      const [listBefore = 0, placeBefore] = [this.#listOf.get(row), this.#positionOf.get(row)];
      if (listBefore === list) return false;
      if (list === entries.list) entries.older -= 1;
      this.#listOf.set(row, list);
      this.#positionOf.set(row, entries.listed++);
      if (listBefore <= 0 || list <= 0 || placeBefore !== this.#positionOf.get(row)) this.#moves += 1;
      this.replaceOf(entries, existing, resource);
      return true;
    }
    const id = this.add(resource, entries.owner);
    const row = rowOf(id);
    this.#serverOf.set(row, entries.server);
    this.#listOf.set(row, list);
    this.#namedBy.set(row, 0);
    this.#positionOf.set(row, entries.listed++);
    entries.byUri.add(resource.uri, id);
    this.#size += 1;
    if (list !== entries.list) entries.older += 1;
    this.#count(entries, this.bytes(id));
    return true;
  }

  /** Returns false if nothing changed. */
  replaceOf(entries: ServerEntries, id: number, resource: Resource): boolean {
    const old = this.get(id);
    if (old && isSameResource(old, resource)) return false;
    const bytes = this.bytes(id);
    this.replace(id, resource);
    this.#count(entries, this.bytes(id) - bytes);
    this.#forget(id);
    this.#rewrites += 1;
    return true;
  }

  override setSkill(id: number, value: boolean): boolean {
    if (!super.setSkill(id, value)) return false;
    this.codes.forget(id);
    this.#rewrites += 1;
    return true;
  }

  removeOf(entries: ServerEntries, uri: string, id: number): void {
    this.#count(entries, -this.bytes(id));
    if (this.listOf(id) !== entries.list) entries.older -= 1;
    entries.byUri.delete(uri);
    this.remove(id);
    this.#forget(id);
    this.#rewrites += 1;
    this.#size -= 1;
  }

  removeAll(entries: ServerEntries): void {
    this.drop(entries.owner);
    this.#rewrites += 1;
    this.#size -= entries.byUri.size;
    this.#bytes -= entries.bytes;
    this.#unswept = this.length;
    if (!this.#sweeping) this.#sweep();
  }

  dispose(): void {
    this.#sweeping?.dispose();
    this.texts.dispose();
  }

  /** Empties the rows of removed servers, which readers do not see any longer. */
  #sweep(): void {
    this.#sweeping = undefined;
    while (this.#unswept > 0 && !this.#sweeping) {
      const from = Math.max(0, this.#unswept - sweptAtOnce);
      this.sweep(from, this.#unswept, (id) => this.#forget(id));
      this.#unswept = from;
      if (from > 0) this.#sweeping = this.clock?.after(0, () => this.#sweep());
    }
  }

  #forget(id: number): void {
    this.texts.forget(id);
    this.codes.forget(id);
  }

  #count(entries: ServerEntries, bytes: number): void {
    entries.bytes += bytes;
    this.#bytes += bytes;
  }
}
