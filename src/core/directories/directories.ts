import { delay, hasPassed, type Clock } from '../base/clock';
import { toDisposable, type Disposable } from '../base/disposable';
import { CancelledError, causes, isCancelled } from '../base/errors';
import { Emitter } from '../base/event';
import { Owner } from '../base/owner';
import type { Logger } from '../base/ports';
import { SharedWork } from '../base/sharedWork';
import type { Catalog } from '../catalog/catalog';
import type { Connection } from '../connection/connection';
import type { Connections } from '../connection/connections';
import { keyOf, type ResourceAddress } from '../resource/address';
import type { ListEnd, ListLimits, ListPlace } from '../session/session';
import { failedState, stateAfter, type DirectoryState } from './directoryState';
import { directoryPath, pathBelow } from './paths';

/** A directory that was read, or is being read for the first time. */
export interface Directory extends ResourceAddress {
  /** Ids in the catalog, in the server's order. */
  readonly children: readonly number[];
  /** `undefined` until it was read. */
  readonly state: DirectoryState | undefined;
  /** Milliseconds for which the server calls it fresh; `undefined` if it says nothing. */
  readonly ttl: number | undefined;
}

interface Known extends Directory {
  readonly connection: Connection;
  children: readonly number[];
  state: DirectoryState | undefined;
  ttl: number | undefined;
  readAt: number;
  isStale: boolean;
  /** It changed since the last read of it began. */
  isOutdated: boolean;
  /** Views in which it is open. */
  holders: number;
  work: SharedWork<void> | undefined;
}

export interface DirectoryNeeds {
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: () => ListLimits;
}

/** Children after which a read ends, until the user asks for more, and pages after which it ends with fewer. */
const childrenAtOnce = 1_000;
const pagesAtOnce = 20;
/** Children of directories that are open nowhere; with more, the directories read first are forgotten until there are `kept`. */
const mostChildren = 100_000;
const kept = 50_000;
/** Children removed in one step. */
const removedAtOnce = 5_000;
/** Characters of a path made for a child that is not below its directory: a long one would be held for each child. */
const longestPath = 1_000;
/** Open directories that are read again when their server's list changed: those opened last. */
const readAgain = 20;

/**
 * The directories of all servers that were read: each child is a row of the catalog. A directory is fresh for the time that its server
 * gives, or until the server's list is read again.
 */
export class Directories extends Owner {
  readonly #didChange = this.owned.add(new Emitter<ResourceAddress>());
  /** In the order in which they were read last. */
  readonly #known = new Map<string, Known>();
  /** Servers that list children, by their last session. */
  readonly #servers = new Set<string>();
  /** Paths of children that are not below their directory. */
  readonly #elsewhere = new Map<number, string>();
  readonly #lifetime = new AbortController();
  #changes = 0;
  #unread: { readonly state: string; readonly servers: ReadonlySet<string> } | undefined;

  /** What is known of a directory changed; its children are reported by the catalog. */
  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly catalog: Catalog,
    private readonly connections: Connections,
    private readonly needs: DirectoryNeeds,
  ) {
    super();
    this.owned.add(connections.onDidChange(() => this.#follow()));
    this.owned.add(
      connections.onDidList(({ definition }) => this.#outdate(({ serverId }) => serverId === definition.id)),
    );
    this.owned.add(connections.onDidUpdate((changed) => this.#outdate((known) => keyOf(known) === keyOf(changed))));
    this.owned.add(toDisposable(() => this.#lifetime.abort()));
  }

  /** `undefined` if it was never read, or is forgotten. */
  peek(address: ResourceAddress): Directory | undefined {
    return this.#known.get(keyOf(address));
  }

  /** True for a resource whose children its server lists. */
  isDirectory(id: number): boolean {
    const { table } = this.catalog;
    if (!table.isDirectory(id) || this.#servers.size === 0) return false;
    const serverId = table.serverIdOf(id);
    if (!this.#servers.has(serverId)) return false;
    return this.#known.get(keyOf({ serverId, uri: table.uri(id) }))?.state?.kind !== 'none';
  }

  /** True while the server has directories that were not read to their end. */
  hasMore(serverId: string): boolean {
    if (!this.#servers.has(serverId)) return false;
    const state = `${this.catalog.revision} ${this.#changes}`;
    if (this.#unread?.state !== state) this.#unread = { state, servers: this.#serversWithMore() };
    return this.#unread.servers.has(serverId);
  }

  /** Where a tree by paths has a resource: its URI, with a slash at its end for a directory; below its directory in any case. */
  pathOf(id: number): string {
    const { table } = this.catalog;
    if (table.isChild(id)) {
      const path = this.#elsewhere.get(id);
      if (path !== undefined) return path;
    }
    const uri = table.uri(id);
    return this.isDirectory(id) ? directoryPath(uri) : uri;
  }

  /**
   * A fresh directory, read if necessary, at least with the children that it had. Never rejects but with `CancelledError`: the state has
   * the failure. `isByUser` may start the server.
   */
  async read(address: ResourceAddress, isByUser: boolean, signal?: AbortSignal): Promise<Directory> {
    const known = this.#knownOf(address);
    if (!known) return { ...address, children: [], state: { kind: 'none' }, ttl: undefined };
    const isJoined = known.work !== undefined;
    if (isJoined || !this.#isFresh(known)) await this.#work(known, isByUser, undefined).wait(signal);
    // The read under way may have been one that starts no server.
    if (isJoined && isByUser && known.state?.kind === 'failed') await this.#work(known, true, undefined).wait(signal);
    return known;
  }

  /** Reads the next part of a directory that has more. */
  async readMore(address: ResourceAddress, signal?: AbortSignal): Promise<Directory | undefined> {
    const known = this.#known.get(keyOf(address));
    const next = known?.state && 'next' in known.state ? known.state.next : undefined;
    if (known && next) await this.#work(known, true, next).wait(signal);
    return known;
  }

  /** Keeps the children while they are open somewhere. */
  hold(address: ResourceAddress): Disposable {
    const known = this.#knownOf(address);
    if (known) known.holders += 1;
    return toDisposable(() => {
      if (known) known.holders -= 1;
    });
  }

  /** Forgets what was read of a server. */
  removeServer(serverId: string): void {
    for (const known of this.#known.values()) if (known.serverId === serverId) this.#forget(known);
  }

  #serversWithMore(): ReadonlySet<string> {
    const { table } = this.catalog;
    // One directory is enough for each server, and some list hundreds of thousands.
    const codes = new Set<number>();
    for (let row = 0; row < table.length; row += 1) {
      const id = table.idAt(row);
      if (id === undefined || !table.isDirectory(id) || codes.has(table.serverCodeOf(id))) continue;
      if (!this.isDirectory(id)) continue;
      const address = { serverId: table.serverIdOf(id), uri: table.uri(id) };
      if (this.peek(address)?.state?.kind !== 'complete') codes.add(table.serverCodeOf(id));
    }
    return new Set([...codes].flatMap((code) => table.serverIds[code] ?? []));
  }

  #knownOf(address: ResourceAddress): Known | undefined {
    const { serverId, uri } = address;
    const connection = this.connections.get(serverId);
    const key = keyOf(address);
    const existing = this.#known.get(key);
    if (existing || !connection) return existing;
    const known: Known = {
      serverId,
      uri,
      connection,
      children: [],
      state: undefined,
      ttl: undefined,
      readAt: 0,
      isStale: true,
      isOutdated: false,
      holders: 0,
      work: undefined,
    };
    this.#known.set(key, known);
    return known;
  }

  #isFresh({ isStale, ttl, readAt, connection }: Known): boolean {
    if (isStale) return false;
    if (ttl !== undefined) return !hasPassed(this.needs.clock, readAt, ttl);
    return connection.state.kind !== 'ready' || connection.state.info.canListChange;
  }

  #work(known: Known, isByUser: boolean, from: ListPlace | undefined): SharedWork<void> {
    return (known.work ??= new SharedWork(
      (signal) => this.#read(known, isByUser, from, AbortSignal.any([signal, this.#lifetime.signal])),
      () => {
        known.work = undefined;
        if (known.isOutdated && known.holders > 0 && this.#isCurrent(known)) this.#readAgain(known);
      },
    ));
  }

  async #read(known: Known, isByUser: boolean, from: ListPlace | undefined, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.needs;
    const start = from ? known.children : [];
    const named = new Set(start);
    if (!from) known.isOutdated = false;
    let isWhole = false;
    try {
      const end = await this.#list(known, isByUser, from, named, signal);
      isWhole = true;
      known.state = stateAfter(end);
      known.ttl = end.kind === 'complete' ? end.ttl : undefined;
      if (!from) known.isStale = known.isOutdated;
    } catch (error) {
      known.isStale = true;
      if (isCancelled(error)) throw error;
      log.named(known.connection.definition.name).warn(`Reading a directory failed: ${causes(error)}`);
      known.state = failedState(error, from);
      isWhole = known.state.kind === 'none';
    } finally {
      known.readAt = clock.now();
      await this.#take(known, [...named].slice(start.length), from ? 'more' : isWhole ? 'all' : 'some');
      this.#changes += 1;
      this.#didChange.fire(known);
      void this.#evict();
    }
  }

  /** Takes what a read named. Another one of the same directory may have ended meanwhile, if this one was cancelled. */
  async #take(known: Known, added: readonly number[], kind: 'all' | 'some' | 'more'): Promise<void> {
    const before = known.children;
    const isAdded = new Set(added);
    const isOver = !this.#isCurrent(known);
    if (isOver || kind === 'all') known.children = isOver ? [] : added;
    else known.children = [...new Set(kind === 'more' ? [...before, ...added] : [...added, ...before])];
    if (!isOver) {
      this.#known.delete(keyOf(known));
      this.#known.set(keyOf(known), known);
    }
    await this.#remove(known, isOver ? added : kind === 'all' ? before : before.filter((id) => isAdded.has(id)));
  }

  async #list(
    known: Known,
    isByUser: boolean,
    from: ListPlace | undefined,
    named: Set<number>,
    signal: AbortSignal,
  ): Promise<ListEnd> {
    const { serverId, uri, connection } = known;
    const session = await connection.sessionFor({ signal, interaction: isByUser ? {} : undefined });
    const limits = this.needs.limits();
    const enough = Math.max(childrenAtOnce, from ? 0 : known.children.length);
    const pages = session.listDirectory(
      uri,
      {
        ...limits,
        items: limits.items - named.size,
        pages: enough > childrenAtOnce ? limits.pages : pagesAtOnce,
        enough,
        from,
      },
      signal,
    );
    let step = await pages.next();
    for (; step.done !== true; step = await pages.next()) {
      if (!this.#isCurrent(known)) throw new CancelledError();
      const children = step.value.items.filter((child) => directoryPath(child.uri) !== directoryPath(uri));
      let hasRoom = this.catalog.addChildren(serverId, children, named);
      if (!hasRoom) {
        await this.#evict(0, 0);
        hasRoom = this.catalog.addChildren(serverId, children, named);
      }
      for (const child of children) this.#place(this.catalog.idOf(serverId, child.uri) ?? -1, known);
      if (!hasRoom) await pages.return({ kind: 'cut', by: 'bytes' });
      if (!hasRoom) return { kind: 'cut', by: 'bytes' };
    }
    return step.value;
  }

  /** Gives a child that is not below its directory a path there, unless it has a place already. */
  #place(id: number, { serverId, uri }: ResourceAddress): void {
    const { table } = this.catalog;
    const directory = this.catalog.idOf(serverId, uri);
    const path = directory === undefined ? directoryPath(uri) : this.pathOf(directory);
    const child = table.uri(id);
    const isDirectory = table.isDirectory(id);
    const below = pathBelow({ path, uri }, child, isDirectory);
    const isLong = below.length > longestPath;
    if (isLong || below === (isDirectory ? directoryPath(child) : child)) this.#elsewhere.delete(id);
    else if (table.isOnlyChild(id)) this.#elsewhere.set(id, below);
  }

  async #remove({ serverId }: Known, ids: readonly number[]): Promise<void> {
    for (let start = 0; start < ids.length; start += removedAtOnce) {
      if (start > 0) await delay(this.needs.clock, 0);
      this.catalog.removeChildren(serverId, ids.slice(start, start + removedAtOnce));
    }
    for (const id of this.#elsewhere.keys()) if (!this.catalog.table.has(id)) this.#elsewhere.delete(id);
  }

  /** Forgets the directories read first that are open nowhere, where these have more children than `most`, down to `least`. */
  async #evict(most = mostChildren, least = kept): Promise<void> {
    const closed = [...this.#known.values()].filter(({ holders }) => holders === 0);
    let count = closed.reduce((sum, { children }) => sum + children.length, 0);
    if (count <= most) return;
    for (const known of closed) {
      if (count <= least) return;
      if (known.work || known.holders > 0 || !this.#isCurrent(known)) continue;
      count -= known.children.length;
      this.#known.delete(keyOf(known));
      await this.#remove(known, known.children);
      await delay(this.needs.clock, 0);
    }
  }

  #forget(known: Known): void {
    this.#known.delete(keyOf(known));
    void this.#remove(known, known.children);
  }

  /** Called when servers were added, removed, or changed their state. */
  #follow(): void {
    for (const { definition, state } of this.connections.all) {
      if (state.kind !== 'ready') continue;
      if (state.info.hasDirectories) this.#servers.add(definition.id);
      else this.#servers.delete(definition.id);
    }
    for (const known of this.#known.values())
      if (this.connections.get(known.serverId) !== known.connection) this.#forget(known);
  }

  /** Marks directories as out of date, and reads those again that are open. */
  #outdate(isAffected: (known: Known) => boolean): void {
    const outdated = [...this.#known.values()].filter(isAffected);
    for (const known of outdated) {
      known.isStale = known.isOutdated = true;
      if (known.state?.kind === 'none') known.state = undefined;
    }
    for (const known of outdated.filter(({ holders }) => holders > 0).slice(-readAgain)) this.#readAgain(known);
  }

  #readAgain(known: Known): void {
    this.#work(known, false, undefined)
      .wait(undefined)
      .catch(() => undefined);
  }

  /** False for one that was forgotten, of which something is still under way. */
  #isCurrent(known: Known): boolean {
    return this.#known.get(keyOf(known)) === known;
  }
}
