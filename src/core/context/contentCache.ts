import type { Clock } from '../base/clock';
import { Emitter } from '../base/event';
import type { Disposable } from '../base/disposable';
import type { HumanError } from '../base/errors';
import type { ResourceContent } from '../resource';
import { rendition } from '../content/rendition';
import type { ReadOptions, ReadResult } from '../session';

/** A resource of a server. */
export interface ResourceAddress {
  readonly serverId: string;
  /** Exactly as the server wrote it. */
  readonly uri: string;
}

/** What a read returned, as one file. */
export interface Content {
  readonly contents: readonly ResourceContent[];
  readonly problems: readonly HumanError[];
  /** What the server calls this state of the content. */
  readonly version: string | undefined;
  readonly bytes: Uint8Array;
  readonly mimeType: string | undefined;
  /** Milliseconds since 1970; of the last read that confirmed these bytes. */
  readonly readAt: number;
  /** Milliseconds since 1970 at which these bytes first appeared; grows strictly with every change. */
  readonly changedAt: number;
}

interface Slot {
  content: Content | undefined;
  reading: Promise<Content> | undefined;
  isStale: boolean;
  /** The resource was live before its content was read: no change since then can have gone unheard. */
  isFollowed: boolean;
}

export interface ContentCachePorts {
  readonly clock: Clock;
  readonly read: (
    address: ResourceAddress,
    options: Omit<ReadOptions, 'maxBytes'>,
  ) => Promise<ReadResult | 'notModified'>;
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
 * What was read and until when it is good: until the server says otherwise where it does say, else for one use. One read of a resource is
 * in flight at a time; a change that is told while it is under way makes it read once more.
 */
export class ContentCache implements Disposable {
  readonly #slots = new Map<string, Slot>();
  readonly #didChange = new Emitter<ResourceAddress>();
  #size = 0;
  #lastChange = 0;

  /** A read returned other bytes than the one before. */
  readonly onDidChange = this.#didChange.event;

  constructor(private readonly ports: ContentCachePorts) {}

  /** The content if it was read, however old. */
  peek(address: ResourceAddress): Content | undefined {
    return this.#slots.get(keyOf(address))?.content;
  }

  /**
   * Good content, read if need be. The read is shared: it is not cancelled when one of those who wait gives up.
   * Rejects with a {@link HumanError}.
   */
  async get(address: ResourceAddress): Promise<Content> {
    const slot = this.#slot(address);
    // While it is read again, what is there is about to be replaced.
    if (slot.content && !slot.reading && this.#isGood(address, slot)) {
      this.#touch(address, slot);
      return slot.content;
    }
    return this.#read(address, slot);
  }

  /** Reads again now, whatever is known. */
  async refresh(address: ResourceAddress): Promise<Content> {
    const slot = this.#slot(address);
    slot.isStale = true;
    return this.#read(address, slot);
  }

  /** What was read is no longer known to be good. */
  invalidate(address: ResourceAddress): void {
    const slot = this.#slots.get(keyOf(address));
    if (slot) slot.isStale = true;
  }

  /** Everything of a server is no longer known to be good, for when its session had a gap. */
  invalidateServer(serverId: string): void {
    for (const [key, slot] of this.#slots) if (key.startsWith(`${serverId}\n`)) slot.isStale = true;
  }

  /** {@link ContentCachePorts.isLive} may answer differently: what is not live now can change unheard. */
  checkLive(): void {
    for (const [key, slot] of this.#slots) slot.isFollowed &&= this.ports.isLive(addressOf(key));
  }

  dispose(): void {
    this.#slots.clear();
    this.#didChange.dispose();
  }

  #isGood(address: ResourceAddress, slot: Slot): boolean {
    if (slot.isStale || !slot.content) return false;
    const isSure = slot.isFollowed && this.ports.isLive(address);
    return isSure || this.ports.clock.now() - slot.content.readAt < sameUse;
  }

  #read(address: ResourceAddress, slot: Slot): Promise<Content> {
    slot.reading ??= this.#readUntilGood(address, slot).finally(() => (slot.reading = undefined));
    return slot.reading;
  }

  async #readUntilGood(address: ResourceAddress, slot: Slot): Promise<Content> {
    for (let round = 1; ; round += 1) {
      const content = await this.#readOnce(address, slot);
      if (!slot.isStale || round === mostReads) return content;
    }
  }

  async #readOnce(address: ResourceAddress, slot: Slot): Promise<Content> {
    slot.isStale = false;
    slot.isFollowed = this.ports.isLive(address);
    const started = this.ports.clock.now();
    try {
      const known = slot.content;
      const signal = new AbortController().signal;
      const result = await this.ports.read(address, { signal, version: known?.version });
      if (result !== 'notModified') return this.#take(address, slot, result, started);
      if (!known) throw new Error('The server confirmed a version that was not named');
      slot.content = { ...known, readAt: started };
      return slot.content;
    } catch (error) {
      slot.isStale = true;
      throw error;
    }
  }

  #take(address: ResourceAddress, slot: Slot, result: ReadResult, readAt: number): Content {
    const { bytes, mimeType } = rendition(address.uri, result.contents);
    const before = slot.content;
    const isSame = before !== undefined && isSameBytes(before.bytes, bytes);
    this.#lastChange = Math.max(this.ports.clock.now(), this.#lastChange + 1);
    const content: Content = {
      contents: result.contents,
      problems: result.problems,
      version: result.version,
      bytes: isSame ? before.bytes : bytes,
      mimeType,
      readAt,
      changedAt: isSame ? before.changedAt : this.#lastChange,
    };
    slot.content = content;
    this.#size += content.bytes.length - (before?.bytes.length ?? 0);
    this.#touch(address, slot);
    this.#evict(keyOf(address));
    if (before && !isSame) this.#didChange.fire(address);
    return content;
  }

  #slot(address: ResourceAddress): Slot {
    const key = keyOf(address);
    const known = this.#slots.get(key);
    if (known) return known;
    const slot: Slot = { content: undefined, reading: undefined, isStale: false, isFollowed: false };
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
      this.#size -= slot.content?.bytes.length ?? 0;
      this.#slots.delete(key);
    }
  }
}

export function keyOf({ serverId, uri }: ResourceAddress): string {
  return `${serverId}\n${uri}`;
}

function addressOf(key: string): ResourceAddress {
  const end = key.indexOf('\n');
  return { serverId: key.slice(0, end), uri: key.slice(end + 1) };
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
