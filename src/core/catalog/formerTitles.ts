import type { KeyValueStore } from '../base/ports';
import type { ResourceAddress } from '../resource/address';

const storeKey = 'catalog.formerTitles';
/** Maximum number of URIs; the least recently changed are dropped first. */
const maxUris = 2_000;
/** Number of URIs dropped at once: after many deletions, a map is slow to find its oldest entry. */
const droppedAtOnce = 500;
/** Maximum number of titles of one resource. */
const maxTitles = 5;
/** UTF-16 code units. */
const maxUriLength = 2_000;
const maxTitleLength = 300;

const none: readonly string[] = [];

/** Titles by server, newest first. */
type Titles = ReadonlyMap<string, readonly string[]>;

/** Former titles of renamed resources, and the last titles of removed ones. Stored across windows. */
export class FormerTitles {
  /** By URI, oldest first. */
  readonly #titles = new Map<string, Titles>();
  #isWriting = false;
  #isWritten = true;

  constructor(private readonly store: KeyValueStore) {
    const stored = store.get(storeKey);
    for (const value of Array.isArray(stored) ? stored.slice(-maxUris) : []) this.#read(value);
  }

  /**
   * Newest first. The last title of a removed resource is among them, and stays when the resource comes back: it may be its present
   * title.
   */
  of({ serverId, uri }: ResourceAddress): readonly string[] {
    return this.#titles.get(uri)?.get(serverId) ?? none;
  }

  /** Records a title that the resource no longer has, or had when it was removed. */
  add({ serverId, uri }: ResourceAddress, title: string): void {
    if (title === '' || title.length > maxTitleLength || uri.length > maxUriLength) return;
    const earlier = this.of({ serverId, uri }).filter((other) => other !== title);
    this.#set(uri, serverId, [title, ...earlier].slice(0, maxTitles));
    this.#write();
  }

  /** Called for a server whose resources must no longer be shown. */
  forgetServer(serverId: string): void {
    for (const [uri, titles] of this.#titles) {
      if (!titles.has(serverId)) continue;
      const remaining = new Map([...titles].filter(([id]) => id !== serverId));
      if (remaining.size === 0) this.#titles.delete(uri);
      else this.#titles.set(uri, remaining);
      this.#write();
    }
  }

  #set(uri: string, serverId: string, titles: readonly string[]): void {
    const earlier = this.#titles.get(uri) ?? [];
    this.#titles.delete(uri);
    this.#titles.set(uri, new Map([...earlier, [serverId, titles]]));
    if (this.#titles.size > maxUris) this.#dropOldest();
  }

  #dropOldest(): void {
    for (const uri of this.#titles.keys()) {
      if (this.#titles.size <= maxUris - droppedAtOnce) return;
      this.#titles.delete(uri);
    }
  }

  /** Stored values may come from another version, or be edited. */
  #read(value: unknown): void {
    if (!Array.isArray(value)) return;
    const [serverId, uri, ...titles] = value as readonly unknown[];
    if (typeof serverId !== 'string' || typeof uri !== 'string') return;
    const texts = titles.filter((title) => typeof title === 'string').slice(0, maxTitles);
    if (texts.length > 0) this.#set(uri, serverId, texts);
  }

  /** A list may rename thousands at once: titles that arrive during a write are written together. */
  #write(): void {
    this.#isWritten = false;
    if (this.#isWriting) return;
    this.#isWriting = true;
    void this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    while (!this.#isWritten) {
      await Promise.resolve();
      this.#isWritten = true;
      const rows = [...this.#titles].flatMap(([uri, titles]) => [...titles].map(([id, texts]) => [id, uri, ...texts]));
      // After a failed write the next one writes everything.
      await this.store.set(storeKey, rows).catch(() => undefined);
    }
    this.#isWriting = false;
  }
}
