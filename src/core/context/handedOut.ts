import type { Clock } from '../base/clock';
import type { KeyValueStore } from '../base/ports';
import { addressOf, keyOf, type ResourceAddress } from '../resource/address';

const storeKey = 'content.handedOut';
/** Number of resources to remember: attachments that no message has carried yet are far fewer. */
const maxResources = 500;

/**
 * The resources whose files the user gave to a chat, by attaching or by dragging, and when, stored for this workspace: VS Code
 * keeps attachments that were not sent, and reads them in a later window.
 */
export class HandedOut {
  /** By address key, in ms since 1970; oldest first. */
  readonly #times: Map<string, number>;

  constructor(
    private readonly store: KeyValueStore,
    private readonly clock: Clock,
  ) {
    this.#times = new Map(store.get(storeKey) as readonly (readonly [string, number])[] | undefined);
  }

  has(address: ResourceAddress): boolean {
    return this.#times.has(keyOf(address));
  }

  async add(addresses: readonly ResourceAddress[]): Promise<void> {
    for (const key of addresses.map(keyOf)) {
      this.#times.delete(key);
      this.#times.set(key, this.clock.now());
    }
    for (const key of [...this.#times.keys()].slice(0, -maxResources)) this.#times.delete(key);
    await this.#save();
  }

  /**
   * Forgets all others, so that no path outlives the user's choice.
   *
   * @param isNeeded takes an address and when it was given to the chat, in ms since 1970
   */
  async keep(isNeeded: (address: ResourceAddress, handedAt: number) => boolean): Promise<void> {
    const unneeded = [...this.#times].filter(([key, at]) => !isNeeded(addressOf(key), at));
    for (const [key] of unneeded) this.#times.delete(key);
    if (unneeded.length > 0) await this.#save();
  }

  async #save(): Promise<void> {
    await this.store.set(storeKey, [...this.#times]);
  }
}
