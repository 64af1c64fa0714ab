import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { isLoss, type Arrival } from '../chat/arrivals';
import { causes } from '../base/errors';
import { Emitter } from '../base/event';
import type { KeyValueStore, Logger } from '../base/ports';
import { isImage } from '../content/mimeTypes';
import { decodedText } from '../content/sniff';
import { hashOf, type Content } from '../content/content';
import { keyOf, moveKeys, type ResourceAddress } from '../resource/address';
import { SeenTexts } from './seenTexts';

/** The content of a resource that the chat got last. */
export interface Seen {
  /** `sent`: with a message. `attached`: put into the chat, and no message has been seen to send it yet. */
  readonly kind: 'sent' | 'attached';
  /** In ms since 1970. */
  readonly at: number;
  /** Hex SHA-256 of the content. */
  readonly hash: string;
  /** In bytes, of all of it in one file. */
  readonly size: number;
  readonly mimeType: string | undefined;
  /** How it arrived in the message; absent if all of it arrived, and before it was sent. */
  readonly arrival?: Arrival | undefined;
  /** Absent for content that isn't text, is too long, or was seen in an earlier window. */
  readonly text: string | undefined;
}

type Facts = Omit<Seen, 'text'>;

interface Entry extends ResourceAddress {
  readonly baseline: Facts;
  readonly last: Facts;
}

const storeKey = 'context.seen';
/** Number of resources whose last seen content is known; the least recently seen are dropped first. */
const maxResources = 500;
/** Maximum size of content whose text is saved, in bytes. */
export const maxTextLength = 256 * 1024;

/** The last content of each resource that the model saw: known from the reads of the chat, and saved for the workspace without its text. */
export class SeenContents implements Disposable {
  /** The least recently seen first. */
  #entries: Map<string, Entry>;
  /** By the bytes, which stay the same object as long as reads return the same content. */
  readonly #hashes = new WeakMap<Uint8Array, string>();
  /** By resource, the hash of the content that this window attached and no message has sent yet. */
  readonly #waiting = new Map<string, string>();
  readonly #texts = new SeenTexts();
  readonly #didChange = new Emitter<ResourceAddress>();
  #isToBeStored = false;
  /** Time of the last message that was seen, in ms since 1970; `-Infinity` before the first. */
  #lastMessageAt: number;

  readonly onDidChange = this.#didChange.event;

  /** @param hash hex SHA-256 */
  constructor(
    private readonly store: KeyValueStore,
    private readonly hash: (bytes: Uint8Array) => string,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    const entries = (store.get(storeKey) ?? []) as readonly Entry[];
    this.#entries = new Map(entries.map((entry) => [keyOf(entry), entry]));
    this.#lastMessageAt = Math.max(-Infinity, ...entries.map((entry) => this.messageAt(entry) ?? -Infinity));
  }

  noteMessage(time: number): void {
    this.#lastMessageAt = Math.max(this.#lastMessageAt, time);
  }

  /**
   * Notes that this content was attached to the chat, or sent with a message.
   *
   * @param time time in ms since 1970
   * @param arrival of a sent content: one that did not arrive whole takes no other's place as {@link baseline}
   */
  mark(
    address: ResourceAddress,
    content: Content,
    kind: Seen['kind'],
    time = this.clock.now(),
    arrival: Arrival = 'whole',
  ): void {
    const { serverId, uri } = address;
    const hash = this.#hashOf(content);
    const size = content.bytes.length;
    const news = arrival === 'whole' ? {} : { arrival };
    const facts: Facts = { kind, at: time, hash, size, mimeType: content.mimeType, ...news };
    const key = keyOf(address);
    const previous = this.#entries.get(key);
    // A sending is known a moment later: an attachment since then is the last.
    const last = previous && previous.last.at > time ? previous.last : facts;
    const baseline = kind === 'sent' && !isLoss(arrival) ? facts : baselineOf(previous, facts);
    this.#entries.delete(key);
    this.#entries.set(key, { serverId, uri, last, baseline });
    if (kind === 'attached') this.#waiting.set(key, hash);
    else if (last === facts) this.#waiting.delete(key);
    const text = content.bytes.length <= maxTextLength ? decodedText(content.bytes) : undefined;
    if (text !== undefined) this.#texts.set(hash, text);
    this.#forgetTexts([previous, this.#evictOldest()]);
    this.#store();
    this.#didChange.fire(address);
  }

  /** Notes that a message went without what was attached. */
  markMissed(address: ResourceAddress): void {
    const key = keyOf(address);
    const entry = this.#entries.get(key);
    if (entry?.last.kind !== 'attached') return;
    this.#waiting.delete(key);
    if (entry.baseline.kind === 'sent') this.#entries.set(key, { ...entry, last: entry.baseline });
    else this.#entries.delete(key);
    this.#forgetTexts([entry]);
    this.#store();
    this.#didChange.fire(address);
  }

  /** @param moves new server ids by old ones */
  moveServers(moves: ReadonlyMap<string, string>): void {
    const moved = [...this.#entries.values()].filter(({ serverId }) => moves.has(serverId));
    if (moved.length === 0) return;
    this.#entries = moveKeys(this.#entries, moves, (entry, serverId) => ({ ...entry, serverId }));
    this.#store();
    for (const { serverId, uri } of moved) this.#didChange.fire({ serverId: moves.get(serverId) ?? serverId, uri });
  }

  /** The content that the chat got last. A sent content counts until the resource is attached again. */
  last(address: ResourceAddress): Seen | undefined {
    return this.#withText(this.#entries.get(keyOf(address))?.last);
  }

  /** Time when it was attached, in ms since 1970, where no message has been seen to send it since. */
  attachedAt(address: ResourceAddress): number | undefined {
    const last = this.#entries.get(keyOf(address))?.last;
    return last?.kind === 'attached' ? last.at : undefined;
  }

  /** True if it was attached since the last message that was seen, with whatever resource. */
  isAttachedSinceMessage(address: ResourceAddress): boolean {
    return (this.attachedAt(address) ?? -Infinity) > this.#lastMessageAt;
  }

  /** Time when all of it was last sent, in ms since 1970. */
  sentAt(address: ResourceAddress): number | undefined {
    const baseline = this.#entries.get(keyOf(address))?.baseline;
    return baseline?.kind === 'sent' && !isLoss(baseline.arrival) ? baseline.at : undefined;
  }

  /** True if other attachments of the user may have shortened the content of {@link sentAt}. */
  isCrowded(address: ResourceAddress): boolean {
    return this.#entries.get(keyOf(address))?.baseline.arrival === 'crowded';
  }

  /** Time of the last message with it, whole or not, in ms since 1970. */
  messageAt(address: ResourceAddress): number | undefined {
    const { baseline, last } = this.#entries.get(keyOf(address)) ?? {};
    const times = [baseline, last].flatMap((facts) => (facts?.kind === 'sent' ? facts.at : []));
    return times.length === 0 ? undefined : Math.max(...times);
  }

  /** The content that was last sent or, before that, the one that was attached first. */
  baseline(address: ResourceAddress): Seen | undefined {
    return this.#withText(this.#entries.get(keyOf(address))?.baseline);
  }

  /** True when this content differs from {@link baseline}; false if nothing was seen. Cheap enough for every row. */
  isOther(address: ResourceAddress, content: Content): boolean {
    const baseline = this.#entries.get(keyOf(address))?.baseline;
    return (
      baseline !== undefined && (baseline.size !== content.bytes.length || baseline.hash !== this.#hashOf(content))
    );
  }

  /** True when this very content was attached in this window, and no message has sent the resource since. */
  isWaiting(address: ResourceAddress, content: Content): boolean {
    const hash = this.#waiting.get(keyOf(address));
    return hash !== undefined && hash === this.#hashOf(content);
  }

  /** True when the last message with the resource had this very content, whole or not. */
  isLastSent(address: ResourceAddress, content: Content): boolean {
    const last = this.#entries.get(keyOf(address))?.last;
    return last?.kind === 'sent' && last.hash === this.#hashOf(content);
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  #hashOf(content: Content): string {
    const hash = this.#hashes.get(content.bytes) ?? hashOf(content, this.hash);
    this.#hashes.set(content.bytes, hash);
    return hash;
  }

  #withText(facts: Facts | undefined): Seen | undefined {
    return facts && { ...facts, text: this.#texts.get(facts.hash) };
  }

  /** Makes room for {@link maxResources}; returns what was dropped. */
  #evictOldest(): Entry | undefined {
    const [oldest] = this.#entries.values();
    if (!oldest || this.#entries.size <= maxResources) return undefined;
    this.#entries.delete(keyOf(oldest));
    return oldest;
  }

  /** Deletes texts that are no longer the last or the baseline of any resource. */
  #forgetTexts(entries: readonly (Entry | undefined)[]): void {
    const unused = new Set(entries.flatMap((entry) => (entry ? [entry.baseline.hash, entry.last.hash] : [])));
    for (const { baseline, last } of this.#entries.values())
      for (const { hash } of [baseline, last]) unused.delete(hash);
    for (const hash of unused) this.#texts.delete(hash);
  }

  /** Once for all marks of one run. */
  #store(): void {
    if (this.#isToBeStored) return;
    this.#isToBeStored = true;
    queueMicrotask(() => {
      this.#isToBeStored = false;
      this.store
        .set(storeKey, [...this.#entries.values()])
        .catch((error: unknown) => this.log.warn(`What the chat got is not kept: ${causes(error)}`));
    });
  }
}

/**
 * The sending of an image is often not seen: VS Code reads images itself.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/attachments/chatAttachmentResolveService.ts (resolveImageEditorAttachContext)
 */
function baselineOf(previous: Entry | undefined, attached: Facts): Facts {
  const isUnseen = previous?.baseline.kind === 'attached' && isImage(attached.mimeType);
  return previous && !isUnseen ? previous.baseline : attached;
}
