import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { ResourceAddress } from '../resource/address';
import type { Resource } from '../resource/resource';
import { SearchCodes } from './searchCodes';
import { SearchTexts } from './searchTexts';
import type { FormerTitles } from './formerTitles';
import { LongList } from './longList';
import { ResourceTable, rowOf } from './resourceTable';
import { isSameResource } from './sameResource';
import { newServerEntries, type ListInfo, type ListWriter, type ServerEntries } from './serverList';

/** A resource with its place in the catalog. */
export interface CatalogEntry {
  /** Names the resource for as long as this process lives, also across lists. */
  readonly id: number;
  readonly serverId: string;
  readonly resource: Resource;
}

/** Memory of the lists of all servers together, in bytes: a million resources with a description each. */
const maxListBytes = 430_000_000;
/** What each server may have of it, however much the others take. */
const reservedBytes = 8_000_000;
/** Entries looked at in one step of a removal. */
const removedAtOnce = 5_000;
/** Rows looked at in one step after the removal of a server, about 5 ms. */
const sweptAtOnce = 32_768;

/** Resources of one list that are reported as new or changed: of more, none is worth more attention than the others. */
const maxReported = 20;

/** Used instead of a list's number for resources that are kept but not listed. */
const byUser = -1;

type ReadMethods =
  | 'length'
  | 'idAt'
  | 'isNewerThan'
  | 'has'
  | 'uri'
  | 'text'
  | 'displayName'
  | 'number'
  | 'isFor'
  | 'isApplication'
  | 'compareImportance';

/**
 * The resources of all servers, keyed by server and exact URI. It reports a change at once, without details: readers pull what they show,
 * each at its own pace.
 */
export class Catalog implements Disposable {
  readonly #table = new ResourceTable();
  // By row.
  readonly #serverOf = new LongList<number>();
  readonly #listOf = new LongList<number>();
  readonly #placeOf = new LongList<number>();
  readonly #serverIds: string[] = [];
  readonly #entries = new Map<string, ServerEntries>();
  readonly #didChange = new Emitter<void>();
  readonly #didDiffer = new Emitter<readonly ResourceAddress[]>();
  #revision = 0;
  #rewrites = 0;
  #moves = 0;
  #size = 0;
  #bytes = 0;
  #owners = 0;
  #isFurtherPage = false;
  /** Rows from the first on that may belong to a removed server. */
  #unswept = 0;
  #sweeping: Disposable | undefined;

  readonly onDidChange = this.#didChange.event;
  /** The few resources by which a list differs from the one before in this window, without those it lacks. */
  readonly onDidDiffer = this.#didDiffer.event;
  /** For loops over many, which cannot afford an object for each. */
  readonly table: Pick<ResourceTable, ReadMethods> = this.#table;
  readonly texts: SearchTexts;
  readonly codes = new SearchCodes(this.#table);

  constructor(
    /** Search finds resources by these as well. */
    private readonly former?: FormerTitles,
    /** Memory of all lists together, in bytes, by estimate. */
    private readonly maxBytes = maxListBytes,
    /** Spreads long work over turns of the event loop; without it, it is done at once. */
    private readonly clock?: Pick<Clock, 'after'>,
  ) {
    this.texts = new SearchTexts(this.#table, (id) => this.formerTitles(id), clock);
  }

  /** Grows with every change: a result computed for another revision is out of date. */
  get revision(): number {
    return this.#revision;
  }

  /** Grows when a resource that readers may have seen was replaced or removed; additions alone leave it. */
  get rewrites(): number {
    return this.#rewrites;
  }

  /** Grows when a list moves a resource, first names a cached or kept one, and when a resource is kept again. */
  get moves(): number {
    return this.#moves;
  }

  /** Resources of all servers. */
  get size(): number {
    return this.#size;
  }

  /** Grows with every resource that was not there before. */
  get additions(): number {
    return this.#table.additions;
  }

  get(id: number): CatalogEntry | undefined {
    const resource = this.#table.get(id);
    return resource && { id, serverId: this.serverIdOf(id), resource };
  }

  resource(id: number): Resource | undefined {
    return this.#table.get(id);
  }

  /** Empty for a resource that was removed. */
  serverIdOf(id: number): string {
    return this.#table.has(id) ? (this.#serverIds[this.serverCodeOf(id)] ?? '') : '';
  }

  /** Where the resource's server stands in {@link serverIds}. */
  serverCodeOf(id: number): number {
    return this.#serverOf.get(rowOf(id)) ?? 0;
  }

  /** All servers that ever had entries. */
  get serverIds(): readonly string[] {
    return this.#serverIds;
  }

  /** True while only the list of an earlier window names this resource. */
  isFromBefore(id: number): boolean {
    return this.#listOf.get(rowOf(id)) === 0;
  }

  /** True while the last list is incomplete and has not named this resource. */
  isFromOlderList(id: number): boolean {
    const entries = this.#entries.get(this.serverIdOf(id));
    if (entries?.completeness.kind !== 'cut' && entries?.completeness.kind !== 'failed') return false;
    return this.#listOf.get(rowOf(id)) !== entries.list && !this.isSaved(id);
  }

  /** Orders the resources of one server as it lists them; a kept resource has the place at which it was built. */
  placeOf(id: number): number {
    return this.#placeOf.get(rowOf(id)) ?? 0;
  }

  /** True while the resource is here because the user keeps it, and no list names it. */
  isSaved(id: number): boolean {
    return this.#listOf.get(rowOf(id)) === byUser;
  }

  find(serverId: string, uri: string): CatalogEntry | undefined {
    const id = this.#entries.get(serverId)?.byUri.get(uri);
    return id === undefined ? undefined : this.get(id);
  }

  /** Servers that have entries, in the order in which they came. */
  get servers(): Iterable<string> {
    return this.#entries.keys();
  }

  /** During {@link onDidChange}: true where the change is a page of a list after its first, so that others follow. */
  get isFurtherPage(): boolean {
    return this.#isFurtherPage;
  }

  listInfo(serverId: string): ListInfo {
    const entries = this.#entries.get(serverId);
    if (!entries) return { count: 0, completeness: { kind: 'unknown' }, dropped: 0, repaired: 0, duplicates: 0 };
    const { completeness, dropped, repaired, duplicates } = entries;
    return { count: entries.byUri.size, completeness, dropped, repaired, duplicates };
  }

  /**
   * The resources that the server listed, in the order in which it first named them. Each is created when the loop comes to it; those
   * removed by then are left out.
   */
  *resourcesOf(serverId: string): Generator<Resource, void, undefined> {
    for (const id of this.#entries.get(serverId)?.byUri.values() ?? []) {
      const resource = this.isSaved(id) ? undefined : this.#table.get(id);
      if (resource) yield resource;
    }
  }

  /** The URIs of {@link resourcesOf}, without an object for each. */
  *urisOf(serverId: string): Generator<string, void, undefined> {
    for (const [uri, id] of this.#entries.get(serverId)?.byUri ?? []) if (!this.isSaved(id)) yield uri;
  }

  /** Starts a list; entries of the one before stay until it is complete. */
  beginList(serverId: string): ListWriter {
    const entries = this.#entriesOf(serverId);
    const list = ++entries.list;
    entries.listed = 0;
    entries.pages = 0;
    entries.older = entries.byUri.size;
    entries.completeness = { kind: 'arriving', ...(entries.wasComplete && { isAgain: true }) };
    let dropped = 0;
    let repaired = 0;
    let duplicates = 0;
    const other: ResourceAddress[] = [];
    const isCurrent = (): boolean => this.#entries.get(serverId) === entries && entries.list === list;
    this.#changed();
    return {
      append: (page) => {
        if (!isCurrent()) return [];
        dropped += page.dropped;
        repaired += page.repaired;
        let taken = 0;
        for (; taken < page.items.length && this.#hasRoom(entries); taken += 1) {
          const resource = page.items[taken];
          const before = this.#differences;
          if (resource && !this.#put(entries, resource, list)) duplicates += 1;
          if (resource && entries.wasComplete && before !== this.#differences && other.length <= maxReported)
            other.push({ serverId, uri: resource.uri });
        }
        this.#changed(entries.pages > 0);
        entries.pages += 1;
        return page.items.slice(taken);
      },
      removeOlder: () => this.#removeOlder(entries, list, isCurrent),
      end: (end) => {
        if (!isCurrent()) return;
        entries.completeness = end;
        Object.assign(entries, { dropped, repaired, duplicates });
        if (end.kind === 'complete') {
          entries.wasComplete = true;
          this.#removeUnlisted(entries, list);
          if (other.length > 0 && other.length <= maxReported) this.#didDiffer.fire(other);
        }
        this.#changed();
      },
    };
  }

  /**
   * Shows resources listed in an earlier window until the first list of this one is complete. Can be called with a part at a time;
   * ignored once a list has begun.
   *
   * @param isShown false where more follows so soon that readers need not hear of this part
   */
  restore(serverId: string, resources: readonly Resource[], isShown = true): void {
    const entries = this.#entriesOf(serverId);
    if (entries.list > 0) return;
    for (const resource of resources) if (this.#hasRoom(entries)) this.#put(entries, resource, 0);
    entries.completeness = { kind: 'fromBefore' };
    this.#revision += 1;
    if (isShown) this.#didChange.fire();
  }

  /** Shows a resource that no list names, until {@link forget} or the end of its server. A listed resource of the same URI wins. */
  keep(serverId: string, resource: Resource): void {
    const entries = this.#entriesOf(serverId);
    if (entries.kept.has(resource.uri)) return;
    entries.kept.set(resource.uri, resource);
    if (entries.byUri.has(resource.uri)) return;
    this.#put(entries, resource, byUser);
    this.#changed();
  }

  forget(serverId: string, uri: string): void {
    const entries = this.#entries.get(serverId);
    if (!entries?.kept.delete(uri)) return;
    const id = entries.byUri.get(uri);
    if (id === undefined || !this.isSaved(id)) return;
    this.#remove(entries, uri, id);
    this.#changed();
  }

  /** Applies a server's new description of a resource that it lists; absent fields keep their values. */
  update(serverId: string, resource: Resource): void {
    const id = this.#entries.get(serverId)?.byUri.get(resource.uri);
    const old = id === undefined || this.isSaved(id) ? undefined : this.#table.get(id);
    if (id === undefined || !old) return;
    const changes = Object.entries(resource).filter(([, value]) => value !== undefined);
    if (!this.#hasRoom(this.#entriesOf(serverId))) return;
    const extra = resource.extra && { ...old.extra, ...resource.extra };
    if (!this.#replace(id, { ...old, ...Object.fromEntries(changes), ...(extra && { extra }) })) return;
    this.#changed();
    this.#didDiffer.fire([{ serverId, uri: resource.uri }]);
  }

  removeServer(serverId: string): void {
    this.former?.forgetServer(serverId);
    const entries = this.#entries.get(serverId);
    if (!entries) return;
    this.#entries.delete(serverId);
    this.#table.drop(entries.owner);
    this.#rewrites += 1;
    this.#size -= entries.byUri.size;
    this.#bytes -= entries.bytes;
    this.#unswept = this.#table.length;
    if (!this.#sweeping) this.#sweep();
    this.#changed();
  }

  dispose(): void {
    this.#sweeping?.dispose();
    this.texts.dispose();
    this.#didChange.dispose();
    this.#didDiffer.dispose();
  }

  /** Grows with each resource that is added or replaced. */
  get #differences(): number {
    return this.#table.additions + this.#rewrites;
  }

  /** Empties the rows of removed servers, which readers do not see any more. */
  #sweep(): void {
    this.#sweeping = undefined;
    while (this.#unswept > 0 && !this.#sweeping) {
      const from = Math.max(0, this.#unswept - sweptAtOnce);
      this.#table.sweep(from, this.#unswept, (id) => {
        this.texts.forget(id);
        this.codes.forget(id);
      });
      this.#unswept = from;
      if (from > 0) this.#sweeping = this.clock?.after(0, () => this.#sweep());
    }
  }

  #entriesOf(serverId: string): ServerEntries {
    const existing = this.#entries.get(serverId);
    if (existing) return existing;
    const entries = newServerEntries(this.#serverIndex(serverId), (this.#owners += 1));
    this.#entries.set(serverId, entries);
    return entries;
  }

  /** Returns false if this list has already named the URI: the first entry stays. */
  #put(entries: ServerEntries, resource: Resource, list: number): boolean {
    const existing = entries.byUri.get(resource.uri);
    if (existing !== undefined) {
      const row = rowOf(existing);
      const [listBefore = 0, placeBefore] = [this.#listOf.get(row), this.#placeOf.get(row)];
      if (listBefore === list) return false;
      if (list === entries.list) entries.older -= 1;
      this.#listOf.set(row, list);
      this.#placeOf.set(row, entries.listed++);
      if (listBefore <= 0 || list <= 0 || placeBefore !== this.#placeOf.get(row)) this.#moves += 1;
      this.#replace(existing, resource);
      return true;
    }
    const id = this.#table.add(resource, entries.owner);
    const row = rowOf(id);
    this.#serverOf.set(row, entries.server);
    this.#listOf.set(row, list);
    this.#placeOf.set(row, entries.listed++);
    entries.byUri.add(resource.uri, id);
    this.#size += 1;
    if (list !== entries.list) entries.older += 1;
    this.#count(entries, this.#table.bytes(id));
    return true;
  }

  /** Returns false if nothing changed. */
  #replace(id: number, resource: Resource): boolean {
    const old = this.#table.get(id);
    if (old && isSameResource(old, resource)) return false;
    const title = this.#table.displayName(id);
    const bytes = this.#table.bytes(id);
    this.#table.replace(id, resource);
    const entries = this.#entries.get(this.serverIdOf(id));
    if (entries) this.#count(entries, this.#table.bytes(id) - bytes);
    if (title !== this.#table.displayName(id)) this.#keepTitle(id, title);
    this.texts.forget(id);
    this.codes.forget(id);
    this.#rewrites += 1;
    return true;
  }

  #keepTitle(id: number, title: string): void {
    this.former?.add({ serverId: this.serverIdOf(id), uri: this.#table.uri(id) }, title);
  }

  /** By which a resource is found too; see {@link FormerTitles.of}. */
  formerTitles(id: number): readonly string[] {
    return this.former?.of({ serverId: this.serverIdOf(id), uri: this.#table.uri(id) }) ?? [];
  }

  #serverIndex(serverId: string): number {
    const index = this.#serverIds.indexOf(serverId);
    return index >= 0 ? index : this.#serverIds.push(serverId) - 1;
  }

  /** Removes the entries that the list no longer names; kept resources among them are shown again as they were kept. */
  #removeUnlisted(entries: ServerEntries, list: number): void {
    for (const [uri, resource] of entries.kept) {
      const id = entries.byUri.get(uri);
      if (id === undefined || this.#listOf.get(rowOf(id)) !== list) this.#put(entries, resource, byUser);
    }
    for (const _step of this.#removeOlder(entries, list, () => true));
  }

  #remove(entries: ServerEntries, uri: string, id: number): void {
    this.#count(entries, -this.#table.bytes(id));
    if (this.#listOf.get(rowOf(id)) !== entries.list) entries.older -= 1;
    entries.byUri.delete(uri);
    this.#table.remove(id);
    this.texts.forget(id);
    this.codes.forget(id);
    this.#rewrites += 1;
    this.#size -= 1;
  }

  *#removeOlder(entries: ServerEntries, list: number, isCurrent: () => boolean): Generator<void, void, undefined> {
    let seen = 0;
    if (entries.older === 0 || !isCurrent()) return;
    for (const [uri, id] of entries.byUri) {
      if (this.#listOf.get(rowOf(id)) !== list && !this.isSaved(id) && !entries.kept.has(uri)) {
        this.#keepTitle(id, this.#table.displayName(id));
        this.#remove(entries, uri, id);
      }
      seen += 1;
      if (seen % removedAtOnce > 0) continue;
      this.#changed(true);
      yield;
      if (!isCurrent()) return;
    }
    this.#changed();
  }

  #count(entries: ServerEntries, bytes: number): void {
    entries.bytes += bytes;
    this.#bytes += bytes;
  }

  #hasRoom({ bytes }: ServerEntries): boolean {
    return this.#bytes < this.maxBytes || bytes < reservedBytes;
  }

  #changed(isFurtherPage = false): void {
    this.#revision += 1;
    this.#isFurtherPage = isFurtherPage;
    this.#didChange.fire();
    this.#isFurtherPage = false;
  }
}
