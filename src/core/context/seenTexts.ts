/** Characters of all texts together; the least recently set go first. */
const capacity = 8 * 1024 * 1024;

/** Texts by the hash of their content, for as long as the window is open. */
export class SeenTexts {
  readonly #texts = new Map<string, string>();
  #length = 0;

  get(hash: string): string | undefined {
    return this.#texts.get(hash);
  }

  /** A map keeps the order of insertion: a text that is set again moves to the end. */
  set(hash: string, text: string): void {
    this.delete(hash);
    this.#texts.set(hash, text);
    this.#length += text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#length <= capacity) return;
      this.delete(oldest);
    }
  }

  delete(hash: string): void {
    this.#length -= this.#texts.get(hash)?.length ?? 0;
    this.#texts.delete(hash);
  }
}
