import type { Clock } from '../base/clock';
import { Emitter } from '../base/event';
import type { Disposable } from '../base/disposable';
import { CancelledError, HumanError } from '../base/errors';
import type { Logger } from '../base/ports';
import { SharedWork } from '../base/sharedWork';
import { addressOf, keyOf, type ResourceAddress } from '../resource/address';
import { bareMimeType } from '../content/mimeTypes';
import { rendition, type Rendition } from '../content/rendition';
import type { ReadOptions, ReadResult } from '../session/session';
import { isSameContent, sizeOf, withBytesOf, type Content } from '../content/content';

/** For a read that a person started: they can be asked, and can give up. */
export interface Asking {
  readonly signal?: AbortSignal | undefined;
  /** Told of each question that the person is asked meanwhile. */
  readonly onQuestion?: ((answer: Promise<unknown>) => void) | undefined;
}

/** How a read ended that nobody gave up. */
export interface ReadEnd {
  readonly address: ResourceAddress;
  /** `undefined` where it returned content. */
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
  /** It was told that the content changed, or it may have changed unheard. */
  isOutdated: boolean;
  /** The resource was live before its content was read: no change since then can have gone unheard. */
  isFollowed: boolean;
}

/** `asking` is whom to ask, for what a person started. */
type ReadHow = Pick<ReadOptions, 'signal' | 'version'> & { readonly asking: Asking | undefined };
export type Read = ReadResult & Partial<Pick<Content, 'isFromWeb'>>;
export type ReadResource = (address: ResourceAddress, how: ReadHow) => Promise<Read | 'notModified'>;

export interface ContentCachePorts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly read: ReadResource;
  /** The type that the server's list gives for a resource. */
  readonly announcedType: (address: ResourceAddress) => string | undefined;
  /** Milliseconds for which a read is good where the server says nothing about it: the choice of the person. */
  readonly maxAge: () => number;
  /** True while the server says when this resource changes: then what was read stays good until it does. */
  readonly isLive: (address: ResourceAddress) => boolean;
}

/** Reads that answer one use: a stat, then the read of what it announced. Longer, and a message could carry old content. */
const sameUse = 2_000;
/** Bytes kept in all, but for what is live. What does not fit is read again. */
const capacity = 64 * 1024 * 1024;
/** Reads in a row of a resource that changes each time while it is read. */
const mostReads = 3;

/**
 * What was read and until when it is good: until the server tells of a change where it does tell, else for the time that it gave (`ttlMs`),
 * else for as long as the person allows, and in any case for one use. One read of a resource is in flight at a time; a change that is told
 * while it is under way makes it read once more.
 */
export class ContentCache implements Disposable {
  readonly #slots = new Map<string, Slot>();
  readonly #didChange = new Emitter<ResourceAddress>();
  readonly #didRead = new Emitter<ReadEnd>();
  #size = 0;
  #lastChange = 0;

  /** A read returned other bytes than the one before. */
  readonly onDidChange = this.#didChange.event;
  readonly onDidRead = this.#didRead.event;

  constructor(private readonly ports: ContentCachePorts) {}

  /** The content if it was read, however old. */
  peek(address: ResourceAddress): Content | undefined {
    return this.#slots.get(keyOf(address))?.content;
  }

  /**
   * Good content, read if need be. The read is shared: it is cancelled when all who wait have given up.
   * Rejects with a {@link HumanError}, or with `CancelledError`.
   *
   * @param signal for who can give up and cannot be asked
   */
  async get(address: ResourceAddress, asking?: Asking, signal = asking?.signal): Promise<Content> {
    const slot = this.#slot(address);
    const isGood = this.isFresh(address) || this.#isOfThisUse(slot);
    // While it is read again, what is there is about to be replaced.
    if (!slot.content || slot.reading || !isGood) return this.#read(address, slot, asking, signal);
    this.#touch(address, slot);
    return slot.content;
  }

  /** Content for a new use: what was read a moment ago, for another, is not enough unless something says that it is still good. */
  async getAnew(address: ResourceAddress, asking?: Asking, signal = asking?.signal): Promise<Content> {
    return this.isFresh(address) ? this.get(address, asking, signal) : this.refresh(address, asking, signal);
  }

  /** Reads again now, whatever is known. */
  async refresh(address: ResourceAddress, asking?: Asking, signal = asking?.signal): Promise<Content> {
    const slot = this.#slot(address);
    slot.isStale = true;
    return this.#read(address, slot, asking, signal);
  }

  /**
   * True while something says that what was read is still good: the server would tell of a change, it gave a time that is not over, or the
   * person allows this age.
   */
  isFresh(address: ResourceAddress): boolean {
    const slot = this.#slots.get(keyOf(address));
    if (!slot?.content || slot.isStale) return false;
    const { readAt, ttl, isFromWeb } = slot.content;
    if (slot.isFollowed && !isFromWeb && this.ports.isLive(address)) return true;
    return this.ports.clock.now() - readAt < (ttl ?? this.ports.maxAge());
  }

  /** Returns whether content was read before the server promised to report changes, so that one may have been missed. */
  mayHaveMissedChange(address: ResourceAddress): boolean {
    const slot = this.#slots.get(keyOf(address));
    return slot?.content !== undefined && !slot.isFollowed && slot.reading === undefined && !slot.content.isFromWeb;
  }

  /** What was read is no longer known to be good. */
  invalidate(address: ResourceAddress): void {
    const slot = this.#slots.get(keyOf(address));
    if (slot) slot.isStale = slot.isOutdated = true;
  }

  /** Everything of a server is no longer known to be good, for when its session had a gap. */
  invalidateServer(serverId: string): void {
    for (const [key, slot] of this.#slots) if (key.startsWith(`${serverId}\n`)) slot.isStale = slot.isOutdated = true;
  }

  /** {@link ContentCachePorts.isLive} may answer differently: what is not live now can change unheard. */
  checkLive(): void {
    for (const [key, slot] of this.#slots) slot.isFollowed &&= this.ports.isLive(addressOf(key));
  }

  dispose(): void {
    this.#slots.clear();
    this.#didChange.dispose();
    this.#didRead.dispose();
  }

  #isOfThisUse({ content, isStale }: Slot): boolean {
    return content !== undefined && !isStale && this.ports.clock.now() - content.readAt < sameUse;
  }

  async #read(address: ResourceAddress, slot: Slot, asking?: Asking, signal?: AbortSignal): Promise<Content> {
    const reading = slot.reading ?? this.#begin(address, slot, asking);
    try {
      return await reading.work.wait(signal);
    } catch (error) {
      // It was begun by somebody who could not be asked what this one can.
      const isWorthAsking = asking !== undefined && reading.asking === undefined && asking.signal?.aborted !== true;
      if (!isWorthAsking) throw error;
      return this.#read(address, slot, asking, signal);
    }
  }

  #begin(address: ResourceAddress, slot: Slot, asking: Asking | undefined): Reading {
    const work = new SharedWork(
      (signal) => this.#readAndTell(address, slot, { asking, signal }),
      () => {
        if (slot.reading === reading) slot.reading = undefined;
      },
    );
    const reading: Reading = { work, asking };
    slot.reading = reading;
    return reading;
  }

  async #readAndTell(address: ResourceAddress, slot: Slot, how: Omit<ReadHow, 'version'>): Promise<Content> {
    try {
      const content = await this.#readUntilGood(address, slot, how);
      this.#didRead.fire({ address, error: undefined });
      return content;
    } catch (error) {
      if (error instanceof HumanError && !how.signal.aborted) this.#didRead.fire({ address, error });
      throw error;
    }
  }

  async #readUntilGood(address: ResourceAddress, slot: Slot, how: Omit<ReadHow, 'version'>): Promise<Content> {
    for (let round = 1; ; round += 1) {
      const content = await this.#readOnce(address, slot, how);
      // Nobody is asked once more because something changed while they answered.
      if (content.isAnswered === true && how.asking) slot.isStale = slot.isOutdated = false;
      if (!slot.isStale || round === mostReads) return content;
    }
  }

  async #readOnce(address: ResourceAddress, slot: Slot, how: Omit<ReadHow, 'version'>): Promise<Content> {
    slot.isStale = false;
    slot.isFollowed = this.ports.isLive(address);
    const wasOutdated = slot.isOutdated;
    slot.isOutdated = false;
    const known = slot.content;
    try {
      const result = await this.#ask(address, known, how);
      if (result !== 'notModified') return this.#take(address, slot, result);
      if (!known) throw new Error('The server confirmed a version that was not named');
      slot.content = { ...known, readAt: this.ports.clock.now() };
      return slot.content;
    } catch (error) {
      // The server asks again before it gives it again, and nobody can be asked: what the person answered for is all there is.
      slot.isOutdated ||= wasOutdated;
      const isKept = known?.isAnswered === true && !slot.isOutdated && !how.asking;
      if (isKept && error instanceof HumanError && error.reason === 'inputRequired') return known;
      slot.isStale = true;
      throw error;
    }
  }

  async #ask(
    address: ResourceAddress,
    known: Content | undefined,
    how: Omit<ReadHow, 'version'>,
  ): Promise<Read | 'notModified'> {
    const result = await this.ports.read(address, { ...how, version: known?.version });
    // What comes when nobody waits any more may be older than what was read meanwhile.
    if (how.signal.aborted) throw new CancelledError();
    if (result !== 'notModified' && known?.isAnswered === true && result.unanswered) throw result.unanswered;
    return result;
  }

  #take(address: ResourceAddress, slot: Slot, result: Read): Content {
    const [problem] = result.problems;
    if (problem && result.contents.length === 0) throw problem;
    const rendered = this.#render(address, result);
    const before = slot.content;
    const isSame = before !== undefined && isSameContent(before, rendered);
    const readAt = this.ports.clock.now();
    this.#lastChange = Math.max(readAt, this.#lastChange + 1);
    const content: Content = {
      ...(isSame ? withBytesOf(rendered, before) : { bytes: rendered.bytes, parts: rendered.parts }),
      mimeType: rendered.mimeType,
      problems: result.problems,
      isFromWeb: result.isFromWeb === true,
      version: result.version,
      ttl: result.ttl,
      isAnswered: result.isAnswered,
      readAt,
      changedAt: isSame ? before.changedAt : this.#lastChange,
    };
    slot.content = content;
    this.#size += sizeOf(content) - (before ? sizeOf(before) : 0);
    this.#touch(address, slot);
    this.#evict(keyOf(address));
    if (before && !isSame) this.#didChange.fire(address);
    return content;
  }

  #render(address: ResourceAddress, { contents }: ReadResult): Rendition {
    const announced = this.ports.announcedType(address);
    const rendered = rendition(address.uri, contents, announced);
    for (const { declared, mimeType } of rendered.parts) {
      const isCorrected = declared !== undefined && bareMimeType(declared) !== bareMimeType(mimeType);
      if (isCorrected && mimeType !== announced)
        this.ports.log.info(`Content declared as ${JSON.stringify(declared)} is ${mimeType}`);
    }
    return rendered;
  }

  #slot(address: ResourceAddress): Slot {
    const key = keyOf(address);
    const known = this.#slots.get(key);
    if (known) return known;
    const slot: Slot = { content: undefined, reading: undefined, isStale: false, isOutdated: false, isFollowed: false };
    this.#slots.set(key, slot);
    return slot;
  }

  /** A map keeps the order of insertion: what was used last goes to the end. */
  #touch(address: ResourceAddress, slot: Slot): void {
    const key = keyOf(address);
    this.#slots.delete(key);
    this.#slots.set(key, slot);
  }

  #evict(except: string): void {
    for (const [key, slot] of this.#slots) {
      if (this.#size <= capacity) return;
      if (key === except || slot.reading || this.ports.isLive(addressOf(key))) continue;
      this.#size -= slot.content ? sizeOf(slot.content) : 0;
      this.#slots.delete(key);
    }
  }
}
