import { hasPassed, type Clock } from '../base/clock';
import { Emitter } from '../base/event';
import type { Disposable } from '../base/disposable';
import { CancelledError, HumanError } from '../base/errors';
import type { Logger } from '../base/ports';
import { SharedWork } from '../base/sharedWork';
import { addressOf, keyOf, type ResourceAddress } from '../resource/address';
import { bareMimeType } from '../content/mimeTypes';
import { rendition, type Rendition } from '../content/rendition';
import type { ReadOptions, ReadResult } from '../session/session';
import { isSameContent, contentSize, withBytesOf, type Content } from '../content/content';

/** For a read at the user's request: the user can be asked, and can cancel. */
export interface Asking {
  readonly signal?: AbortSignal | undefined;
  /** Called with each question that the user is asked meanwhile. */
  readonly onQuestion?: ((answer: Promise<unknown>) => void) | undefined;
}

/** The result of a read that was not cancelled. */
export interface ReadEnd {
  readonly address: ResourceAddress;
  /** `undefined` if it returned content. */
  readonly error: HumanError | undefined;
}

interface Reading {
  readonly work: SharedWork<Content>;
  readonly asking: Asking | undefined;
}

interface Slot {
  content: Content | undefined;
  reading: Reading | undefined;
  isStale: boolean;
  /** A change of the content was reported, or may have been missed. */
  isOutdated: boolean;
  /** The resource was live before its content was read: no change since then can have been missed. */
  isFollowed: boolean;
}

/** `asking` is set for a read at the user's request. */
type ReadCall = Pick<ReadOptions, 'signal' | 'version'> & { readonly asking: Asking | undefined };
export type Read = ReadResult & Partial<Pick<Content, 'isFromWeb' | 'proof'>>;
export type ReadResource = (address: ResourceAddress, options: ReadCall) => Promise<Read | 'notModified'>;

export interface ContentCachePorts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly read: ReadResource;
  /** The type that the server's list gives for a resource. */
  readonly announcedType: (address: ResourceAddress) => string | undefined;
  /** True while the server reports changes of this resource: then its content stays fresh until one is reported. */
  readonly isLive: (address: ResourceAddress) => boolean;
  /** What a content of this resource has to be checked against by now: one with another {@link Content.proof} does not count. */
  readonly proofOf: (address: ResourceAddress) => string;
}

/**
 * Time in ms in which reads belong to one use: a stat, then the read of the same content. If longer, a message could contain old content.
 */
const sameUse = 2_000;
/** Maximum number of bytes in the cache, not counting live resources. Dropped contents are read again. */
const capacity = 64 * 1024 * 1024;
/** Number of repeated reads of a resource that changes each time while it is read. */
const maxReads = 3;

/**
 * The contents that were read, and how long they are fresh: until a change is reported, where the server reports changes; otherwise for the
 * time that the server gave (`ttlMs`); and in any case for one use. One read of a resource is in flight at a time; a change reported
 * meanwhile repeats it.
 */
export class ContentCache implements Disposable {
  readonly #slots = new Map<string, Slot>();
  readonly #didChange = new Emitter<ResourceAddress>();
  readonly #didRead = new Emitter<ReadEnd>();
  #size = 0;
  #lastChange = 0;

  /** A read returned other bytes than the previous one. */
  readonly onDidChange = this.#didChange.event;
  readonly onDidRead = this.#didRead.event;

  constructor(private readonly ports: ContentCachePorts) {}

  /** The content if it was read, of any age. */
  peek(address: ResourceAddress): Content | undefined {
    const content = this.#slots.get(keyOf(address))?.content;
    return content && this.#isAdmitted(address, content) ? content : undefined;
  }

  /**
   * Fresh content, read if necessary. The read is shared: it is cancelled when all callers have left.
   * Rejects with a {@link HumanError}, or with `CancelledError`.
   *
   * @param signal for a caller that can cancel and cannot ask the user
   */
  async get(address: ResourceAddress, asking?: Asking, signal = asking?.signal): Promise<Content> {
    const slot = this.#slot(address);
    if (slot.content && !this.#isAdmitted(address, slot.content)) slot.isStale = true;
    const isGood = this.isFresh(address) || this.#isOfThisUse(slot);
    // While it is being read again, the current content is about to be replaced.
    if (!slot.content || slot.reading || !isGood) return this.#readShared(address, slot, asking, signal);
    this.#touch(address, slot);
    return slot.content;
  }

  /** Content for a new use: a recent read for another use only counts where something confirms that it is still fresh. */
  async getAnew(address: ResourceAddress, asking?: Asking, signal = asking?.signal): Promise<Content> {
    return this.isFresh(address) ? this.get(address, asking, signal) : this.refresh(address, asking, signal);
  }

  /** Reads again now, even if the content is fresh. */
  async refresh(address: ResourceAddress, asking?: Asking, signal = asking?.signal): Promise<Content> {
    const slot = this.#slot(address);
    slot.isStale = true;
    return this.#readShared(address, slot, asking, signal);
  }

  /** True while something confirms that the content is fresh: the server would report a change, or the time that it gave is not over. */
  isFresh(address: ResourceAddress): boolean {
    const slot = this.#slots.get(keyOf(address));
    if (!slot?.content || slot.isStale) return false;
    const { readAt, ttl, isFromWeb } = slot.content;
    if (slot.isFollowed && !isFromWeb && this.ports.isLive(address)) return true;
    return !hasPassed(this.ports.clock, readAt, ttl ?? 0);
  }

  /** True for content that was read, or whose read began, before the server promised to report changes: one may have been missed. */
  mayHaveMissedChange(address: ResourceAddress): boolean {
    const slot = this.#slots.get(keyOf(address));
    if (!slot || slot.isFollowed || slot.content?.isFromWeb === true) return false;
    return slot.content !== undefined || slot.reading !== undefined;
  }

  /** Marks the content as possibly out of date. */
  invalidate(address: ResourceAddress): void {
    const slot = this.#slots.get(keyOf(address));
    if (slot) slot.isStale = slot.isOutdated = true;
  }

  /** Marks all contents of a server as possibly out of date, for when its session had a gap. */
  invalidateServer(serverId: string): void {
    for (const [key, slot] of this.#slots) if (key.startsWith(`${serverId}\n`)) slot.isStale = slot.isOutdated = true;
  }

  /** Called when {@link ContentCachePorts.proofOf} may differ for a server's resources. */
  recheck(serverId: string): void {
    for (const [key, { content }] of this.#slots) {
      const address = addressOf(key);
      if (content && address.serverId === serverId && !this.#isAdmitted(address, content))
        this.#didChange.fire(address);
    }
  }

  /** Drops everything of a server, reads in flight included: it was for a user who has signed out. */
  removeServer(serverId: string): void {
    for (const [key, slot] of this.#slots) {
      if (!key.startsWith(`${serverId}\n`)) continue;
      this.#size -= slot.content ? contentSize(slot.content) : 0;
      this.#slots.delete(key);
      this.#didChange.fire(addressOf(key));
    }
  }

  /** Called when {@link ContentCachePorts.isLive} may have changed: changes of resources that are not live now can be missed. */
  checkLive(): void {
    for (const [key, slot] of this.#slots) slot.isFollowed &&= this.ports.isLive(addressOf(key));
  }

  dispose(): void {
    this.#slots.clear();
    this.#didChange.dispose();
    this.#didRead.dispose();
  }

  /** The bytes can't change here: only what they have to be checked against can. */
  #isAdmitted(address: ResourceAddress, { proof }: Content): boolean {
    return proof === undefined || proof === this.ports.proofOf(address);
  }

  #isOfThisUse({ content, isStale }: Slot): boolean {
    return content !== undefined && !isStale && !hasPassed(this.ports.clock, content.readAt, sameUse);
  }

  async #readShared(address: ResourceAddress, slot: Slot, asking?: Asking, signal?: AbortSignal): Promise<Content> {
    const reading = slot.reading ?? this.#startReading(address, slot, asking);
    try {
      return await reading.work.wait(signal);
    } catch (error) {
      // The failed read was started by a caller that could not ask the user, as this one can.
      const isWorthAsking = asking !== undefined && reading.asking === undefined && asking.signal?.aborted !== true;
      if (!isWorthAsking) throw error;
      return this.#readShared(address, slot, asking, signal);
    }
  }

  #startReading(address: ResourceAddress, slot: Slot, asking: Asking | undefined): Reading {
    const work = new SharedWork(
      (signal) => this.#readAndReport(address, slot, { asking, signal }),
      () => {
        if (slot.reading === reading) slot.reading = undefined;
      },
    );
    const reading: Reading = { work, asking };
    slot.reading = reading;
    return reading;
  }

  async #readAndReport(address: ResourceAddress, slot: Slot, options: Omit<ReadCall, 'version'>): Promise<Content> {
    try {
      const content = await this.#readUntilGood(address, slot, options);
      this.#didRead.fire({ address, error: undefined });
      return content;
    } catch (error) {
      if (error instanceof HumanError && !options.signal.aborted) this.#didRead.fire({ address, error });
      throw error;
    }
  }

  async #readUntilGood(address: ResourceAddress, slot: Slot, options: Omit<ReadCall, 'version'>): Promise<Content> {
    for (let round = 1; ; round += 1) {
      const content = await this.#readOnce(address, slot, options);
      // The user is not asked again because something changed while they answered.
      if (content.isAnswered === true && options.asking) slot.isStale = slot.isOutdated = false;
      if (!slot.isStale || round === maxReads) return content;
    }
  }

  async #readOnce(address: ResourceAddress, slot: Slot, options: Omit<ReadCall, 'version'>): Promise<Content> {
    slot.isStale = false;
    slot.isFollowed = this.ports.isLive(address);
    const wasOutdated = slot.isOutdated;
    slot.isOutdated = false;
    const cached = this.peek(address);
    try {
      const result = await this.#ask(address, cached, options);
      if (this.#slots.get(keyOf(address)) !== slot) throw new CancelledError();
      if (result !== 'notModified') return this.#take(address, slot, result);
      if (!cached) throw new Error('The server confirmed a version that was not named');
      // It may have to be checked against something else by now.
      if (!this.#isAdmitted(address, cached)) return await this.#readOnce(address, slot, options);
      slot.content = { ...cached, readAt: this.ports.clock.now() };
      return slot.content;
    } catch (error) {
      // The server asks again before it returns the content again, and here the user cannot be asked: the content that they answered for is
      // all there is.
      slot.isOutdated ||= wasOutdated;
      const isKept =
        cached?.isAnswered === true && !slot.isOutdated && !options.asking && this.#isAdmitted(address, cached);
      if (isKept && error instanceof HumanError && error.reason === 'inputRequired') return cached;
      slot.isStale = true;
      throw error;
    }
  }

  async #ask(
    address: ResourceAddress,
    cached: Content | undefined,
    options: Omit<ReadCall, 'version'>,
  ): Promise<Read | 'notModified'> {
    const result = await this.ports.read(address, { ...options, version: cached?.version });
    // A result after cancellation may be older than a content that was read meanwhile.
    if (options.signal.aborted) throw new CancelledError();
    if (result !== 'notModified' && cached?.isAnswered === true && result.unanswered) throw result.unanswered;
    return result;
  }

  #take(address: ResourceAddress, slot: Slot, result: Read): Content {
    const [problem] = result.problems;
    if (problem && result.contents.length === 0) throw problem;
    const rendered = this.#render(address, result);
    const previous = slot.content;
    const isSame = previous !== undefined && isSameContent(previous, rendered);
    const readAt = this.ports.clock.now();
    this.#lastChange = Math.max(readAt, this.#lastChange + 1);
    const content: Content = {
      ...(isSame ? withBytesOf(rendered, previous) : { bytes: rendered.bytes, parts: rendered.parts }),
      mimeType: rendered.mimeType,
      problems: result.problems,
      isFromWeb: result.isFromWeb === true,
      version: result.version,
      proof: result.proof,
      ttl: result.ttl,
      isAnswered: result.isAnswered,
      readAt,
      changedAt: isSame ? previous.changedAt : this.#lastChange,
    };
    slot.content = content;
    this.#size += contentSize(content) - (previous ? contentSize(previous) : 0);
    this.#touch(address, slot);
    this.#evict(keyOf(address));
    if (previous && !isSame) this.#didChange.fire(address);
    return content;
  }

  #render(address: ResourceAddress, { contents }: ReadResult): Rendition {
    const announced = this.ports.announcedType(address);
    const rendered = rendition(address.uri, contents, announced);
    for (const { declaredType, mimeType } of rendered.parts) {
      const isCorrected = declaredType !== undefined && bareMimeType(declaredType) !== bareMimeType(mimeType);
      if (isCorrected && mimeType !== announced)
        this.ports.log.info(`Content declared as ${JSON.stringify(declaredType)} is ${mimeType}`);
    }
    return rendered;
  }

  #slot(address: ResourceAddress): Slot {
    const key = keyOf(address);
    const existing = this.#slots.get(key);
    if (existing) return existing;
    const slot: Slot = { content: undefined, reading: undefined, isStale: false, isOutdated: false, isFollowed: false };
    this.#slots.set(key, slot);
    return slot;
  }

  /** A map keeps the order of insertion: the last used item moves to the end. */
  #touch(address: ResourceAddress, slot: Slot): void {
    const key = keyOf(address);
    this.#slots.delete(key);
    this.#slots.set(key, slot);
  }

  #evict(except: string): void {
    for (const [key, slot] of this.#slots) {
      if (this.#size <= capacity) return;
      if (key === except || slot.reading || this.ports.isLive(addressOf(key))) continue;
      this.#size -= slot.content ? contentSize(slot.content) : 0;
      this.#slots.delete(key);
    }
  }
}
