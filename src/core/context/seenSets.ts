import type { KeyValueStore, Sha256 } from '../base/ports';
import { keyOf, type ResourceAddress } from '../resource/address';

const storeKey = 'context.seenSets';
/** Maximum number of hashes; the oldest are dropped. */
const maxSeen = 100;

/** Sets from shared files whose resources the user has reviewed and accepted in full, as hashes: a set that differs in any way is shown again. */
export class SeenSets {
  constructor(
    private readonly store: KeyValueStore,
    private readonly sha256: Sha256,
  ) {}

  has(name: string, resources: readonly ResourceAddress[]): boolean {
    return this.#hashes().includes(this.#hashOf(name, resources));
  }

  async note(name: string, resources: readonly ResourceAddress[]): Promise<void> {
    const hash = this.#hashOf(name, resources);
    const others = this.#hashes().filter((one) => one !== hash);
    await this.store.set(storeKey, [...others, hash].slice(-maxSeen));
  }

  #hashes(): readonly string[] {
    return (this.store.get(storeKey) as readonly string[] | undefined) ?? [];
  }

  #hashOf(name: string, resources: readonly ResourceAddress[]): string {
    return this.sha256(JSON.stringify([name, ...resources.map(keyOf)]));
  }
}
