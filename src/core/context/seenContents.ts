import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { causes } from '../base/errors';
import { Emitter } from '../base/event';
import type { KeyValueStore, Logger } from '../base/ports';
import { isFields } from '../base/values';
import { isImage } from '../content/mimeTypes';
import { textOf } from '../content/sniff';
import { hashOf, type Content } from '../content/content';
import { keyOf, type ResourceAddress } from '../resource/address';

/** What the chat got of a resource the last time. */
export interface Seen {
  /** `sent`: a message carried it. `attached`: it was put into the chat, and no message has been seen to carry it yet. */
  readonly kind: 'sent' | 'attached';
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Hex SHA-256 of the content. */
  readonly hash: string;
  /** Bytes of all of it in one file. */
  readonly size: number;
  readonly mimeType: string | undefined;
  /** Absent for what is no text, is too long to keep, or was seen in an earlier window that was not allowed to keep it. */
  readonly text: string | undefined;
}

/** Texts by the hash of their content, as long as there is room. */
export interface SeenTexts {
  get(hash: string): string | undefined;
  set(hash: string, text: string): void;
  delete(hash: string): void;
}

export interface SeenContentsPorts {
  readonly store: KeyValueStore;
  /** Hex SHA-256. */
  readonly hash: (bytes: Uint8Array) => string;
  readonly clock: Clock;
  readonly texts: SeenTexts;
  readonly log: Logger;
}

type Facts = Omit<Seen, 'text'>;

interface Entry extends ResourceAddress {
  readonly baseline: Facts;
  readonly last: Facts;
}

const storeKey = 'context.seen';
/** Resources of which it is known what was seen; the least recently seen go first. */
const mostResources = 500;
/** Bytes of a text that is kept. */
export const longestText = 256 * 1024;

/** What the model last saw of each resource: known from what the chat reads, and kept for the workspace. */
export class SeenContents implements Disposable {
  /** The least recently seen first. */
  readonly #entries: Map<string, Entry>;
  /** By the bytes, which stay the same object for as long as what is read is the same. */
  readonly #hashes = new WeakMap<Uint8Array, string>();
  /** By resource the hash of what this window put into the chat and no message has carried yet. */
  readonly #waiting = new Map<string, string>();
  readonly #didChange = new Emitter<ResourceAddress>();
  #isToBeStored = false;

  readonly onDidChange = this.#didChange.event;

  constructor(private readonly ports: SeenContentsPorts) {
    const stored = ports.store.get(storeKey);
    const entries = (Array.isArray(stored) ? stored : []).flatMap((value: unknown) => asEntry(value) ?? []);
    this.#entries = new Map(entries.map((entry) => [keyOf(entry), entry]));
  }

  /**
   * Notes that this content was put into the chat, or that a message carried it.
   *
   * @param at when, in milliseconds since 1970
   */
  mark(address: ResourceAddress, content: Content, kind: Seen['kind'], at = this.ports.clock.now()): void {
    const { serverId, uri } = address;
    const hash = this.#hashOf(content);
    const now: Facts = { kind, at, hash, size: content.bytes.length, mimeType: content.mimeType };
    const key = keyOf(address);
    const before = this.#entries.get(key);
    // That a message carried something is known a moment later: what was put into the chat since is the last.
    const last = before && before.last.at > at ? before.last : now;
    const baseline = kind === 'sent' ? now : baselineOf(before, now);
    this.#entries.delete(key);
    this.#entries.set(key, { serverId, uri, last, baseline });
    if (kind === 'attached') this.#waiting.set(key, hash);
    else if (last === now) this.#waiting.delete(key);
    const text = content.bytes.length <= longestText ? textOf(content.bytes) : undefined;
    if (text !== undefined) this.ports.texts.set(hash, text);
    const [oldest] = this.#entries.keys();
    const evicted = this.#entries.size > mostResources && oldest !== undefined ? this.#entries.get(oldest) : undefined;
    if (evicted) this.#entries.delete(keyOf(evicted));
    this.#forgetTexts([before, evicted]);
    this.#store();
    this.#didChange.fire(address);
  }

  /** What the chat got last. A message's content counts until the resource is put into the chat anew. */
  last(address: ResourceAddress): Seen | undefined {
    return this.#withText(this.#entries.get(keyOf(address))?.last);
  }

  /** When a message last carried it: milliseconds since 1970. */
  sentAt(address: ResourceAddress): number | undefined {
    const baseline = this.#entries.get(keyOf(address))?.baseline;
    return baseline?.kind === 'sent' ? baseline.at : undefined;
  }

  /** What the last message carried, or, before any did, what was put into the chat first. */
  baseline(address: ResourceAddress): Seen | undefined {
    return this.#withText(this.#entries.get(keyOf(address))?.baseline);
  }

  /** True when this content is another than {@link baseline}; false where nothing was seen. Cheap enough for every row. */
  isOther(address: ResourceAddress, content: Content): boolean {
    const baseline = this.#entries.get(keyOf(address))?.baseline;
    return (
      baseline !== undefined && (baseline.size !== content.bytes.length || baseline.hash !== this.#hashOf(content))
    );
  }

  /** True when this very content was put into the chat in this window, and no message has carried the resource since. */
  isWaiting(address: ResourceAddress, content: Content): boolean {
    const hash = this.#waiting.get(keyOf(address));
    return hash !== undefined && hash === this.#hashOf(content);
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  #hashOf(content: Content): string {
    const hash = this.#hashes.get(content.bytes) ?? hashOf(content, this.ports.hash);
    this.#hashes.set(content.bytes, hash);
    return hash;
  }

  #withText(facts: Facts | undefined): Seen | undefined {
    return facts && { ...facts, text: this.ports.texts.get(facts.hash) };
  }

  /** Texts of what is no longer the last or the baseline of anything. */
  #forgetTexts(entries: readonly (Entry | undefined)[]): void {
    const gone = new Set(entries.flatMap((entry) => (entry ? [entry.baseline.hash, entry.last.hash] : [])));
    for (const { baseline, last } of this.#entries.values()) for (const { hash } of [baseline, last]) gone.delete(hash);
    for (const hash of gone) this.ports.texts.delete(hash);
  }

  /** Once for all that is marked at one go. */
  #store(): void {
    if (this.#isToBeStored) return;
    this.#isToBeStored = true;
    queueMicrotask(() => {
      this.#isToBeStored = false;
      this.ports.store
        .set(storeKey, [...this.#entries.values()])
        .catch((error: unknown) => this.ports.log.warn(`What the chat got is not kept: ${causes(error)}`));
    });
  }
}

/** That a message carried an image is often not seen: VS Code reads images by itself. */
function baselineOf(before: Entry | undefined, attached: Facts): Facts {
  const isUnseen = before?.baseline.kind === 'attached' && isImage(attached.mimeType);
  return before && !isUnseen ? before.baseline : attached;
}

/** What was stored may be of another version, or edited. */
function asEntry(value: unknown): Entry | undefined {
  if (!isFields(value)) return undefined;
  const { serverId, uri } = value;
  const [baseline, last] = [asFacts(value['baseline']), asFacts(value['last'])];
  if (typeof serverId !== 'string' || typeof uri !== 'string' || !baseline || !last) return undefined;
  return { serverId, uri, baseline, last };
}

function asFacts(value: unknown): Facts | undefined {
  if (!isFields(value)) return undefined;
  const { kind, at, hash, size, mimeType } = value;
  if ((kind !== 'sent' && kind !== 'attached') || typeof at !== 'number' || typeof size !== 'number') return undefined;
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/u.test(hash)) return undefined;
  return { kind, at, hash, size, mimeType: typeof mimeType === 'string' ? mimeType : undefined };
}
