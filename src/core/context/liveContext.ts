import { DisposableStore, toDisposable, type Disposable } from '../base/disposable';
import { causes, HumanError, type Reason } from '../base/errors';
import { Emitter } from '../base/event';
import type { Logger } from '../base/ports';
import type { Connections } from '../connection/connections';
import { keyOf, type ContentCache, type ResourceAddress } from './contentCache';
import type { ContextSet } from './contextSet';

/** Where a picked resource stands. */
export type Liveness =
  /** The server says when it changes; `isUpdated` when it has since it was last attached. */
  | { readonly kind: 'live'; readonly isUpdated: boolean }
  /** Nobody says when it changes: it is read again when it is used, unless it `isFresh` by the server's word or the person's choice. */
  | { readonly kind: 'notLive'; readonly isUpdated: boolean; readonly isFresh: boolean }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly error: HumanError };

/** Failures that say something of the resource and nothing of its server. */
const answers: ReadonlySet<Reason> = new Set([
  'notFound',
  'tooLarge',
  'badContent',
  'inputRequired',
  'webNotAgreed',
  'policy',
]);

/**
 * Keeps what is picked or open in step with the servers: it is watched, read again when it changes, and released when nobody holds it.
 */
export class LiveContext implements Disposable {
  readonly #store = new DisposableStore();
  /** Open files by key; the same file can be held more than once. */
  readonly #open = new Map<string, { readonly address: ResourceAddress; holders: number }>();
  /** When each resource was last attached, in the time of {@link Content.changedAt}. */
  readonly #attached = new Map<string, number>();
  readonly #ready = new Set<string>();
  readonly #seenInList = new Set<string>();
  readonly #failures = new Map<string, HumanError>();
  readonly #didChange = new Emitter<void>();

  /** {@link liveness} may answer differently. */
  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly connections: Connections,
    private readonly cache: ContentCache,
    private readonly picked: ContextSet,
    /** True while the resource's server lists it. */
    private readonly isListed: (address: ResourceAddress) => boolean,
    private readonly log: Logger,
  ) {
    const store = this.#store;
    store.add(this.#didChange);
    store.add(picked.onDidChange(() => this.#rewatch()));
    store.add(connections.onDidUpdate((address) => void this.#updated(address)));
    store.add(cache.onDidChange(() => this.#didChange.fire()));
    store.add(connections.onDidChangeLive(() => this.cache.checkLive()));
    store.add(connections.onDidChangeLive(() => this.#didChange.fire()));
    store.add(connections.onDidChange(() => this.#connectionsChanged()));
    store.add(connections.onDidList(({ definition }) => this.#listed(definition.id)));
    this.#rewatch();
  }

  /** Counts a file as open until the result is disposed. */
  hold(address: ResourceAddress): Disposable {
    const key = keyOf(address);
    const held = this.#open.get(key) ?? { address, holders: 0 };
    held.holders += 1;
    this.#open.set(key, held);
    this.#rewatch();
    return toDisposable(() => {
      held.holders -= 1;
      if (held.holders > 0) return;
      this.#open.delete(key);
      this.#rewatch();
    });
  }

  /** What the chat gets from now on is what is there now: changes count from here. */
  markAttached(addresses: readonly ResourceAddress[]): void {
    for (const address of addresses)
      this.#attached.set(keyOf(address), this.cache.peek(address)?.changedAt ?? Number.MAX_SAFE_INTEGER);
    this.#didChange.fire();
  }

  /** A file was read: its first content is what later ones are compared with. */
  markRead(address: ResourceAddress): void {
    const key = keyOf(address);
    if (this.#failures.delete(key)) this.#didChange.fire();
    if (this.#attached.get(key) === Number.MAX_SAFE_INTEGER)
      this.#attached.set(key, this.cache.peek(address)?.changedAt ?? Number.MAX_SAFE_INTEGER);
  }

  markFailed(address: ResourceAddress, error: HumanError): void {
    this.#failures.set(keyOf(address), error);
    this.#didChange.fire();
  }

  liveness(address: ResourceAddress): Liveness {
    const key = keyOf(address);
    const connection = this.connections.get(address.serverId);
    if (connection?.state.kind !== 'ready') return { kind: 'offline' };
    const error = this.#failures.get(key);
    if (error) return { kind: 'failed', error };
    const changedAt = this.cache.peek(address)?.changedAt ?? 0;
    const isUpdated = changedAt > (this.#attached.get(key) ?? Number.MAX_SAFE_INTEGER);
    if (this.#isLive(address)) return { kind: 'live', isUpdated };
    return { kind: 'notLive', isUpdated, isFresh: this.cache.isFresh(address) };
  }

  /** What is held of servers that answer and of which nobody says when it changes. */
  get unfollowed(): readonly ResourceAddress[] {
    const isReady = ({ serverId }: ResourceAddress): boolean => this.connections.get(serverId)?.state.kind === 'ready';
    return this.#held().filter((address) => isReady(address) && !this.#isLive(address));
  }

  /** Looks whether it has changed, unless it is known to be fresh. False when its server could not answer; never rejects. */
  async check(address: ResourceAddress): Promise<boolean> {
    if (this.connections.get(address.serverId)?.state.kind !== 'ready') return false;
    if (this.cache.isFresh(address)) return true;
    const error = await this.#readAgain(address);
    return error === undefined || (error instanceof HumanError && answers.has(error.reason));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #isLive(address: ResourceAddress): boolean {
    const isLive = this.connections.get(address.serverId)?.isLive(address.uri) === true;
    return isLive && this.cache.peek(address)?.isFromWeb !== true;
  }

  #rewatch(): void {
    const wanted = new Map<string, Set<string>>();
    for (const { serverId, uri } of this.#held()) {
      if (this.isListed({ serverId, uri })) this.#seenInList.add(keyOf({ serverId, uri }));
      const uris = wanted.get(serverId);
      if (uris) uris.add(uri);
      else wanted.set(serverId, new Set([uri]));
    }
    for (const connection of this.connections.all) connection.watch(wanted.get(connection.definition.id) ?? new Set());
    this.#didChange.fire();
  }

  /** What was never read has nothing that could be out of date. */
  async #updated(address: ResourceAddress): Promise<void> {
    this.cache.invalidate(address);
    if (this.cache.peek(address)) await this.#readAgain(address);
  }

  /** Never rejects: the result is the error, if any. */
  async #readAgain(address: ResourceAddress): Promise<unknown> {
    try {
      await this.cache.refresh(address);
      this.markRead(address);
      return undefined;
    } catch (error) {
      this.log.warn(`Reading again failed: ${causes(error)}`);
      if (error instanceof HumanError) this.markFailed(address, error);
      return error;
    }
  }

  /** What a server changed while it was away was not told: after a gap everything held is read again. */
  #connectionsChanged(): void {
    this.#rewatch();
    for (const { definition, state } of this.connections.all) {
      const wasReady = this.#ready.has(definition.id);
      if (state.kind === 'ready' && !wasReady) {
        this.#ready.add(definition.id);
        this.cache.invalidateServer(definition.id);
        for (const address of this.#held()) if (address.serverId === definition.id) void this.#updated(address);
      } else if (state.kind !== 'ready') this.#ready.delete(definition.id);
    }
  }

  /** What its server no longer lists may be gone, which only a read can tell: servers need not list all that they have. */
  #listed(serverId: string): void {
    for (const address of this.#held()) {
      if (address.serverId !== serverId) continue;
      const key = keyOf(address);
      if (this.isListed(address)) this.#seenInList.add(key);
      else if (this.#seenInList.delete(key)) void this.#readAgain(address);
    }
  }

  #held(): ResourceAddress[] {
    const open = [...this.#open.values()].map(({ address }) => address);
    return [...this.picked.items, ...open.filter((address) => !this.picked.has(address))];
  }
}
