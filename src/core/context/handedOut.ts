import type { KeyValueStore } from '../base/ports';
import { isTexts } from '../base/values';
import { keyOf, type ResourceAddress } from '../resource/address';

const storeKey = 'content.handedOut';
/** Number of resources to remember: attachments that no message has carried yet are far fewer. */
const maxResources = 500;

/**
 * The resources whose files the user gave to a chat, by attaching or by dragging, stored for this workspace: VS Code keeps attachments that
 * were not sent, and reads them in a later window.
 */
export class HandedOut {
  /** A set keeps the order of insertion. */
  readonly #keys: Set<string>;

  constructor(private readonly store: KeyValueStore) {
    const stored = store.get(storeKey);
    this.#keys = new Set(isTexts(stored) ? stored : []);
  }

  has(address: ResourceAddress): boolean {
    return this.#keys.has(keyOf(address));
  }

  async add(addresses: readonly ResourceAddress[]): Promise<void> {
    for (const key of addresses.map(keyOf)) {
      this.#keys.delete(key);
      this.#keys.add(key);
    }
    for (const key of [...this.#keys].slice(0, -maxResources)) this.#keys.delete(key);
    await this.store.set(storeKey, [...this.#keys]);
  }
}
