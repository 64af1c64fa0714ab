import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { ResourceAddress } from '../resource/address';
import type { Resource } from '../resource/resource';
import { byDirectory, byUser, CatalogRows, fromBefore, type CatalogTable } from './catalogRows';
import type { ListInfo, ListWriter, ServerEntries } from './serverList';

/** A resource with its place in the catalog. */
export interface CatalogEntry {
  /** Names the resource for as long as this process lives, also across lists. */
  readonly id: number;
  readonly serverId: string;
  readonly resource: Resource;
}

/** Entries looked at in one step of a removal. */
const removedAtOnce = 5_000;
/** Resources of one list that are reported as new or changed: of more, none is worth more attention than the others. */
const maxReported = 20;

/**
 * The resources of all servers, keyed by server and exact URI. It reports a change at once, without details: readers pull what they show,
 * each at its own pace.
 */
export class Catalog implements Disposable {
  readonly #rows: CatalogRows;
  readonly #entries = new Map<string, ServerEntries>();
  readonly #didChange = new Emitter<void>();
  readonly #didDiffer = new Emitter<readonly ResourceAddress[]>();
  #revision = 0;
  #isFurtherPage = false;

  readonly onDidChange = this.#didChange.event;
  /** The few resources by which a list differs from the one before in this window, without those it lacks. */
  readonly onDidDiffer = this.#didDiffer.event;
  /** Reads rows by id, without an object for each. */
  readonly table: CatalogTable;

  /**
   * @param maxBytes memory of all lists together, in bytes, by estimate
   * @param clock spreads long work over turns of the event loop; without it, it is done at once
   */
  constructor(maxBytes?: number, clock?: Pick<Clock, 'after'>) {
    this.#rows = new CatalogRows(maxBytes, clock);
    this.table = this.#rows;
  }

  /** Grows with every change: a result computed for another revision is out of date. */
  get revision(): number {
    return this.#revision;
  }

  get(id: number): CatalogEntry | undefined {
    const resource = this.table.get(id);
    return resource && { id, serverId: this.table.serverIdOf(id), resource };
  }

  /** True while the last list is incomplete and has not named this resource. */
  isFromOlderList(id: number): boolean {
    const entries = this.#entries.get(this.table.serverIdOf(id));
    if (entries?.completeness.kind !== 'cut' && entries?.completeness.kind !== 'failed') return false;
    return this.#rows.listOf(id) !== entries.list && this.#isListed(id);
  }

  find(serverId: string, uri: string): CatalogEntry | undefined {
    const id = this.idOf(serverId, uri);
    return id === undefined ? undefined : this.get(id);
  }

  idOf(serverId: string, uri: string): number | undefined {
    return this.#entries.get(serverId)?.byUri.get(uri);
  }

  /** During {@link onDidChange}: true for every page of a list but the first. */
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
      const resource = this.#isListed(id) ? this.table.get(id) : undefined;
      if (resource) yield resource;
    }
  }

  /** The URIs of {@link resourcesOf}, without an object for each. */
  *urisOf(serverId: string): Generator<string, void, undefined> {
    for (const [uri, id] of this.#entries.get(serverId)?.byUri ?? []) if (this.#isListed(id)) yield uri;
  }

  /** Starts a list; entries of the one before stay until it is complete. */
  beginList(serverId: string): ListWriter {
    const entries = this.#entriesOf(serverId);
    const list = ++entries.list;
    entries.listed = 0;
    entries.pages = 0;
    entries.older = entries.byUri.size;
    entries.completeness = { kind: 'arriving', ...(entries.wasComplete && { isAgain: true }) };
    const faults = { dropped: 0, repaired: 0, duplicates: 0 };
    const other: ResourceAddress[] = [];
    const isCurrent = (): boolean => this.#entries.get(serverId) === entries && entries.list === list;
    this.#fireDidChange();
    return {
      append: (page) => {
        if (!isCurrent()) return [];
        faults.dropped += page.dropped;
        faults.repaired += page.repaired;
        let taken = 0;
        for (; taken < page.items.length && this.#rows.hasRoom(entries); taken += 1) {
          const resource = page.items[taken];
          const differences = this.#rows.differences;
          if (resource && !this.#rows.put(entries, resource, list)) faults.duplicates += 1;
          if (resource && entries.wasComplete && differences !== this.#rows.differences && other.length <= maxReported)
            other.push({ serverId, uri: resource.uri });
        }
        this.#fireDidChange(entries.pages > 0);
        entries.pages += 1;
        return page.items.slice(taken);
      },
      removeOlder: () => this.#removeOlder(entries, list, isCurrent),
      end: (end) => {
        if (!isCurrent()) return;
        entries.completeness = end;
        Object.assign(entries, faults);
        if (end.kind === 'complete') this.#completed(entries, other);
        this.#fireDidChange();
      },
    };
  }

  /**
   * Shows resources listed in an earlier window until the first list of this one is complete. Can be called with a part at a time;
   * ignored once a list has begun.
   *
   * @param isShown false if more follows so soon that readers need not hear of this part
   */
  restore(serverId: string, resources: readonly Resource[], isShown = true): void {
    const entries = this.#entriesOf(serverId);
    if (entries.list > 0) return;
    for (const resource of resources) if (this.#rows.hasRoom(entries)) this.#rows.put(entries, resource, fromBefore);
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
    this.#rows.put(entries, resource, byUser);
    this.#fireDidChange();
  }

  forget(serverId: string, uri: string): void {
    const entries = this.#entries.get(serverId);
    if (!entries?.kept.delete(uri)) return;
    const id = entries.byUri.get(uri);
    if (id === undefined || !this.table.isSaved(id)) return;
    this.#rows.removeOf(entries, uri, id);
    this.#fireDidChange();
  }

  /**
   * Shows children of a directory, also those that no list names. A listed resource of the same URI wins.
   *
   * @param named ids of the children that it named before, to which these are added
   * @returns false if there is no memory for all
   */
  addChildren(serverId: string, children: readonly Resource[], named: Set<number>): boolean {
    const entries = this.#entriesOf(serverId);
    const isFurtherPage = named.size > 0;
    const hasRoom = children.every((child) => {
      const before = entries.byUri.get(child.uri);
      if (before !== undefined && named.has(before)) return true;
      if (!this.#rows.hasRoom(entries)) return false;
      if (before === undefined || this.table.isSaved(before)) this.#rows.put(entries, child, byDirectory);
      else if (this.table.isChild(before)) this.#rows.replaceOf(entries, before, child);
      const id = entries.byUri.get(child.uri) ?? -1;
      this.#rows.nameBy(id, 1);
      named.add(id);
      return true;
    });
    this.#fireDidChange(isFurtherPage);
    return hasRoom;
  }

  /** Called with ids that one directory no longer names. Those that nothing else names go; what the user keeps is shown as it was saved. */
  removeChildren(serverId: string, ids: readonly number[]): void {
    const entries = this.#entries.get(serverId);
    if (!entries) return;
    for (const id of ids) {
      if (!this.table.has(id) || this.#rows.nameBy(id, -1) > 0 || !this.table.isChild(id)) continue;
      const uri = this.table.uri(id);
      const kept = entries.kept.get(uri);
      if (kept) this.#rows.put(entries, kept, byUser);
      else this.#rows.removeOf(entries, uri, id);
    }
    this.#fireDidChange(true);
  }

  /** Marks the `SKILL.md` of each of a server's skills, in place of those before. */
  markSkills(serverId: string, before: readonly ResourceAddress[], now: readonly ResourceAddress[]): void {
    const idsOf = (skills: readonly ResourceAddress[]): readonly number[] =>
      skills.flatMap(({ uri }) => this.idOf(serverId, uri) ?? []);
    const ids = new Set(idsOf(now));
    const gone = idsOf(before).filter((id) => !ids.has(id) && this.#rows.setSkill(id, false));
    const found = [...ids].filter((id) => this.#rows.setSkill(id, true));
    if (gone.length + found.length > 0) this.#fireDidChange();
  }

  /** Applies a server's new description of a resource that it lists; absent fields keep their values. */
  update(serverId: string, resource: Resource): void {
    const entries = this.#entries.get(serverId);
    const id = entries?.byUri.get(resource.uri);
    const old = id === undefined || this.table.isSaved(id) ? undefined : this.table.get(id);
    if (!entries || id === undefined || !old || !this.#rows.hasRoom(entries)) return;
    const changes = Object.entries(resource).filter(([, value]) => value !== undefined);
    const extra = resource.extra && { ...old.extra, ...resource.extra };
    if (!this.#rows.replaceOf(entries, id, { ...old, ...Object.fromEntries(changes), ...(extra && { extra }) })) return;
    this.#fireDidChange();
    this.#didDiffer.fire([{ serverId, uri: resource.uri }]);
  }

  removeServer(serverId: string): void {
    const entries = this.#entries.get(serverId);
    if (!entries) return;
    this.#entries.delete(serverId);
    this.#rows.removeAll(entries);
    this.#fireDidChange();
  }

  dispose(): void {
    this.#rows.dispose();
    this.#didChange.dispose();
    this.#didDiffer.dispose();
  }

  #entriesOf(serverId: string): ServerEntries {
    const existing = this.#entries.get(serverId);
    if (existing) return existing;
    const entries = this.#rows.newEntries(serverId);
    this.#entries.set(serverId, entries);
    return entries;
  }

  /** Removes the entries that the list no longer names; saved resources among them are shown again as they were saved. */
  #completed(entries: ServerEntries, differing: readonly ResourceAddress[]): void {
    const { list } = entries;
    entries.wasComplete = true;
    for (const [uri, resource] of entries.kept) {
      const id = entries.byUri.get(uri);
      if (id === undefined || (this.#rows.listOf(id) !== list && !this.table.isChild(id)))
        this.#rows.put(entries, resource, byUser);
    }
    for (const _step of this.#removeOlder(entries, list, () => true));
    if (differing.length > 0 && differing.length <= maxReported) this.#didDiffer.fire(differing);
  }

  *#removeOlder(entries: ServerEntries, list: number, isCurrent: () => boolean): Generator<void, void, undefined> {
    let seen = 0;
    if (entries.older === 0 || !isCurrent()) return;
    for (const [uri, id] of entries.byUri) {
      if (this.#rows.listOf(id) !== list && this.#isListed(id) && !entries.kept.has(uri))
        this.#unlist(entries, uri, id);
      seen += 1;
      if (seen % removedAtOnce > 0) continue;
      this.#fireDidChange(true);
      yield;
      if (!isCurrent()) return;
    }
    this.#fireDidChange();
  }

  /** Called for what the list no longer names. */
  #unlist(entries: ServerEntries, uri: string, id: number): void {
    const resource = this.#rows.nameBy(id, 0) > 0 ? this.table.get(id) : undefined;
    if (resource) this.#rows.put(entries, resource, byDirectory);
    else this.#rows.removeOf(entries, uri, id);
  }

  /** True for what a list of this window, or of an earlier one, names. */
  #isListed(id: number): boolean {
    return !this.table.isSaved(id) && !this.table.isChild(id);
  }

  #fireDidChange(isFurtherPage = false): void {
    this.#revision += 1;
    this.#isFurtherPage = isFurtherPage;
    this.#didChange.fire();
    this.#isFurtherPage = false;
  }
}
