import { toDisposable, type Disposable } from '../base/disposable';
import { Owner } from '../base/owner';
import { causes, HumanError, type Reason } from '../base/errors';
import { Emitter } from '../base/event';
import type { Logger } from '../base/ports';
import type { Connections } from '../connection/connections';
import { keyOf, type ResourceAddress } from '../resource/address';
import { type ContentCache } from './contentCache';
import type { ContextItem, ContextSet } from './contextSet';
import type { Seen, SeenContents } from './seenContents';

/** State of a resource in the context. */
export type Liveness =
  /** The server reports its changes. */
  | (Compared & { readonly kind: 'live' })
  /** No changes are reported: it is read again for each use, unless it `isFresh` by the server's `ttlMs`. */
  | (Compared & { readonly kind: 'notLive'; readonly isFresh: boolean })
  | { readonly kind: 'offline' }
  /** See {@link isGone}. */
  | { readonly kind: 'failed'; readonly error: HumanError };

interface Compared {
  /** The current content, as far as it was read, differs from the one that the chat got. */
  readonly isUpdated: boolean;
  /** The way in which the chat got the content that this is compared with; `undefined` if it never did. */
  readonly since: Seen['kind'] | undefined;
}

/** True if the server says, or said before it was disconnected, that it no longer has such a resource. */
export function isGone(liveness: Liveness): boolean {
  return liveness.kind === 'failed' && liveness.error.reason === 'notFound';
}

/** True if the current content differs from the one that the chat got. */
export function isUpdated(liveness: Liveness): boolean {
  return 'isUpdated' in liveness && liveness.isUpdated;
}

/** Maximum number of concurrent background reads of a server. */
const readsAtOnce = 4;

/** Failures that concern the resource, not its server. */
const answers: ReadonlySet<Reason> = new Set([
  'notFound',
  'tooLarge',
  'badContent',
  'inputRequired',
  'websiteNotAllowed',
  'policy',
]);

/**
 * Keeps the resources that are in the context or open up to date: watches them, reads them again when they change, and releases them when
 * they are neither.
 */
export class LiveContext extends Owner {
  /** Open files by key; the same file can be held more than once. */
  readonly #openFiles = new Map<string, { readonly address: ResourceAddress; holders: number }>();
  /** Attached before they were read: the first content counts as attached. */
  readonly #attachedUnread = new Set<string>();
  readonly #ready = new Set<string>();
  readonly #seenInList = new Set<string>();
  readonly #failures = new Map<string, HumanError>();
  /** By server, the URIs to read again, and the number of reads under way. */
  readonly #toRead = new Map<string, { readonly uris: Set<string>; readers: number }>();
  readonly #didChange = new Emitter<void>();

  /** Fires when {@link liveness} may have changed. */
  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly connections: Connections,
    private readonly cache: ContentCache,
    private readonly picked: ContextSet,
    private readonly seen: SeenContents,
    /** True while the resource's server lists it. */
    private readonly isListed: (address: ResourceAddress) => boolean,
    private readonly log: Logger,
  ) {
    super();
    const store = this.owned;
    store.add(this.#didChange);
    store.add(picked.onDidChange(() => this.#rewatch()));
    store.add(connections.onDidUpdate((address) => this.#updated(address)));
    for (const event of [cache.onDidChange, seen.onDidChange]) store.add(event(() => this.#didChange.fire()));
    store.add(cache.onDidRead(({ address, error }) => this.#noteRead(address, error)));
    store.add(connections.onDidChangeLive(() => this.cache.checkLive()));
    store.add(connections.onDidChangeLive(() => this.#readMissed()));
    store.add(connections.onDidChangeLive(() => this.#didChange.fire()));
    store.add(connections.onDidChange(() => this.#connectionsChanged()));
    store.add(connections.onDidList(({ definition }) => this.#recheckListed(definition.id)));
    this.#rewatch();
  }

  /** Counts a file as open until the result is disposed. */
  hold(address: ResourceAddress): Disposable {
    const key = keyOf(address);
    const file = this.#openFiles.get(key) ?? { address, holders: 0 };
    file.holders += 1;
    this.#openFiles.set(key, file);
    this.#rewatch();
    return toDisposable(() => {
      file.holders -= 1;
      if (file.holders > 0) return;
      this.#openFiles.delete(key);
      this.#rewatch();
    });
  }

  /** An attachment that waits to be sent does not count as updated, unless it changes again. */
  markAttached(addresses: readonly ResourceAddress[]): void {
    for (const address of addresses) {
      const content = this.cache.peek(address);
      if (content) this.seen.mark(address, content, 'attached');
      else this.#attachedUnread.add(keyOf(address));
    }
  }

  liveness(address: ResourceAddress): Liveness {
    const key = keyOf(address);
    const isReady = this.connections.get(address.serverId)?.state.kind === 'ready';
    const error = this.#failures.get(key);
    if (error && (isReady || error.reason === 'notFound')) return { kind: 'failed', error };
    if (!isReady) return { kind: 'offline' };
    const content = this.cache.peek(address);
    const since = this.seen.baseline(address)?.kind;
    const isOther = content !== undefined && this.seen.isOther(address, content);
    // One that no message has sent whole is as it was attached or sent last. One that was sent is updated until a message is seen to send it
    // again: the user may have removed it from the chat.
    const isUpdated =
      isOther &&
      (since === 'sent' || !(this.seen.isWaiting(address, content) || this.seen.isLastSent(address, content)));
    if (this.#isLive(address)) return { kind: 'live', isUpdated, since };
    return { kind: 'notLive', isUpdated, since, isFresh: this.cache.isFresh(address) };
  }

  /** Resources of the context that differ from the content that the chat got, whether or not they are attached for the next message. */
  get updated(): readonly ContextItem[] {
    return this.picked.items.filter((item) => isUpdated(this.liveness(item)));
  }

  /**
   * Those that were attached since the last message that was seen. The user may have removed some from the chat, or begun another chat: VS Code
   * does not tell.
   */
  get waiting(): readonly ContextItem[] {
    return this.picked.items.filter((item) => this.seen.isAttachedSinceMessage(item));
  }

  /** Resources that are not live, of servers that are connected. */
  get unfollowed(): readonly ResourceAddress[] {
    const isReady = ({ serverId }: ResourceAddress): boolean => this.connections.get(serverId)?.state.kind === 'ready';
    return this.#heldResources().filter((address) => isReady(address) && !this.#isLive(address));
  }

  /** Checks for a change, unless the content is known to be fresh. False when the server could not answer; never rejects. */
  async check(address: ResourceAddress): Promise<boolean> {
    if (this.connections.get(address.serverId)?.state.kind !== 'ready') return false;
    if (this.cache.isFresh(address)) return true;
    const error = await this.#readAgain(address);
    return error === undefined || (error instanceof HumanError && answers.has(error.reason));
  }

  /** Called for every read: the state of a resource does not depend on who read it. */
  #noteRead(address: ResourceAddress, error: HumanError | undefined): void {
    const key = keyOf(address);
    if (error && (answers.has(error.reason) || this.#failures.get(key)?.reason !== 'notFound'))
      this.#failures.set(key, error);
    const isOver = !error && this.#failures.delete(key);
    const content = error ? undefined : this.cache.peek(address);
    if (content && this.#attachedUnread.delete(key)) this.seen.mark(address, content, 'attached');
    // The cache does not report a first read as a change.
    if (error || isOver || this.picked.has(address)) this.#didChange.fire();
  }

  #isLive(address: ResourceAddress): boolean {
    const isLive = this.connections.get(address.serverId)?.isLive(address.uri) === true;
    return isLive && this.cache.peek(address)?.isFromWeb !== true;
  }

  #rewatch(): void {
    const urisByServer = new Map<string, Set<string>>();
    for (const { serverId, uri } of this.#heldResources()) {
      if (this.isListed({ serverId, uri })) this.#seenInList.add(keyOf({ serverId, uri }));
      const uris = urisByServer.get(serverId);
      if (uris) uris.add(uri);
      else urisByServer.set(serverId, new Set([uri]));
    }
    for (const connection of this.connections.all)
      connection.watch(urisByServer.get(connection.definition.id) ?? new Set());
    this.#didChange.fire();
  }

  #updated(address: ResourceAddress): void {
    this.cache.invalidate(address);
    if (this.#isKnown(address)) this.#readSoon(address);
  }

  /** Reads resources again that were read before their changes were reported: such a change is missed. */
  #readMissed(): void {
    for (const address of this.#heldResources())
      if (this.#isLive(address) && this.cache.mayHaveMissedChange(address)) this.#readSoon(address);
  }

  /** A few at a time: a context can be long, and all of it can change at once. A queued resource is read once, however often it changes. */
  #readSoon({ serverId, uri }: ResourceAddress): void {
    const queue = this.#toRead.get(serverId) ?? { uris: new Set(), readers: 0 };
    this.#toRead.set(serverId, queue);
    queue.uris.add(uri);
    if (queue.readers < readsAtOnce) void this.#readNext(serverId, queue);
  }

  async #readNext(serverId: string, queue: { readonly uris: Set<string>; readers: number }): Promise<void> {
    queue.readers += 1;
    for (const uri of queue.uris) {
      queue.uris.delete(uri);
      await this.check({ serverId, uri });
    }
    queue.readers -= 1;
  }

  /** False for a resource that was never read (successfully or not) and never put into the chat: it cannot be out of date. */
  #isKnown(address: ResourceAddress): boolean {
    const isFailed = this.#failures.has(keyOf(address));
    return isFailed || this.cache.peek(address) !== undefined || this.seen.last(address) !== undefined;
  }

  /** Never rejects: resolves with the error, if any. */
  async #readAgain(address: ResourceAddress): Promise<unknown> {
    try {
      await this.cache.refresh(address);
      return undefined;
    } catch (error) {
      this.log.warn(`Reading again failed: ${causes(error)}`);
      return error;
    }
  }

  /** A server does not report changes from before it was connected, or while the window was closed. */
  #connectionsChanged(): void {
    this.#rewatch();
    for (const { definition, state } of this.connections.all) {
      const wasReady = this.#ready.has(definition.id);
      if (state.kind === 'ready' && !wasReady) {
        this.#ready.add(definition.id);
        this.cache.invalidateServer(definition.id);
        for (const address of this.#heldResources())
          if (address.serverId === definition.id && this.#isKnown(address)) this.#readSoon(address);
      } else if (state.kind !== 'ready') this.#ready.delete(definition.id);
    }
  }

  /** A resource that is no longer listed may be gone, and one that is listed may be back; only a read can tell. */
  #recheckListed(serverId: string): void {
    for (const address of this.#heldResources()) {
      if (address.serverId !== serverId) continue;
      const key = keyOf(address);
      const isListed = this.isListed(address);
      if (isListed) this.#seenInList.add(key);
      const isOther = isListed ? this.#failures.get(key)?.reason === 'notFound' : this.#seenInList.delete(key);
      if (!isOther) continue;
      this.cache.invalidate(address);
      this.#readSoon(address);
    }
  }

  /** Without what only a rule put into the context and no server lists: others write the files that rules read, and choose the URI. */
  #heldResources(): ResourceAddress[] {
    const openFiles = [...this.#openFiles.values()].map(({ address }) => address);
    const items = this.picked.items.filter((item) => this.picked.isChosen(item) || this.isListed(item));
    return [...items, ...openFiles.filter((address) => !this.picked.has(address))];
  }
}
