import type { Body, Document } from './document';
import { isSkillFile } from './document';

/** Listens to changes of the store. A change of a skill's file is one of the list, too: it changes the entry of the skill. */
export interface StoreListener {
  /** Called when the content of a resource changed. */
  readonly updated: (uri: string) => void;
  /** Called when a resource was added or removed. */
  readonly listChanged: () => void;
}

interface Slot {
  /** Grows with every added document. A page begins after a sequence number, so that changes never shift pages. */
  readonly sequence: number;
  document: Document;
}

/** All documents in the order in which they were added, files of skills apart from those that are listed; notifies listeners of changes. */
export class ResourceStore {
  readonly #slots = new Map<string, Slot>();
  #ordered: Slot[] = [];
  #unlisted: Slot[] = [];
  #sequence = 0;
  readonly #listeners = new Set<StoreListener>();

  /** Number of listed documents. */
  get size(): number {
    return this.#ordered.length;
  }

  get(uri: string): Document | undefined {
    return this.#slots.get(uri)?.document;
  }

  /** Yields every document whose URI begins with `prefix`. */
  *startingWith(prefix: string): Generator<Document, void, undefined> {
    for (const { document } of this.#listFor(prefix)) if (document.uri.startsWith(prefix)) yield document;
  }

  /**
   * @param after the position that the last page returned; 0 for the first page
   * @returns at most `count` documents, and the position to go on from if there are more
   */
  page(after: number, count: number): { documents: readonly Document[]; next: number | undefined } {
    const start = this.#indexAfter(after);
    const slots = this.#ordered.slice(start, start + count);
    const more = start + count < this.#ordered.length;
    return { documents: slots.map((slot) => slot.document), next: more ? slots.at(-1)?.sequence : undefined };
  }

  /** Adds a document or replaces the one with the same URI, and notifies listeners. */
  put(document: Document): void {
    const slot = this.#slots.get(document.uri);
    if (slot) {
      slot.document = document;
      this.#tell((listener) => listener.updated(document.uri));
      if (isSkillFile(document.uri)) this.#tell((listener) => listener.listChanged());
      return;
    }
    this.#add(document);
    this.#tell((listener) => listener.listChanged());
  }

  /** Adds many documents without notifying listeners: the content before the first client connects. */
  fill(documents: Iterable<Document>): void {
    for (const document of documents) this.#add(document);
  }

  /** Gives a document new content, modified now. @returns false when there is no such document */
  write(uri: string, body: Body): boolean {
    const document = this.get(uri);
    if (!document) return false;
    this.put({ ...document, lastModified: new Date().toISOString(), body: () => body });
    return true;
  }

  /** @returns false when there was no such document */
  remove(uri: string): boolean {
    const slot = this.#slots.get(uri);
    if (!slot) return false;
    this.#slots.delete(uri);
    const others = this.#listFor(uri).filter((other) => other !== slot);
    if (isSkillFile(uri)) this.#unlisted = others;
    else this.#ordered = others;
    this.#tell((listener) => listener.listChanged());
    return true;
  }

  /** @returns a function that stops listening */
  listen(listener: StoreListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #add(document: Document): void {
    if (this.#slots.has(document.uri)) throw new Error(`Two documents have the URI ${document.uri}.`);
    const slot = { sequence: ++this.#sequence, document };
    this.#slots.set(document.uri, slot);
    this.#listFor(document.uri).push(slot);
  }

  #listFor(uri: string): Slot[] {
    return isSkillFile(uri) ? this.#unlisted : this.#ordered;
  }

  #indexAfter(sequence: number): number {
    let low = 0;
    let high = this.#ordered.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ordered[middle]?.sequence ?? Infinity) <= sequence) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #tell(say: (listener: StoreListener) => void): void {
    for (const listener of this.#listeners) say(listener);
  }
}
