import type { KeyValueStore } from '../../core/base/ports';
import type { LearnedProtocol } from '../../core/session/session';

const storeKey = 'learnedProtocols';
const maximumStored = 200;

/** Protocol details learned about each server, by its definition's hash: spares the next window a round trip. */
export class LearnedProtocolStore {
  readonly #learnedProtocols: Map<string, LearnedProtocol>;

  constructor(private readonly store: KeyValueStore) {
    this.#learnedProtocols = new Map(
      store.get(storeKey) as readonly (readonly [string, LearnedProtocol])[] | undefined,
    );
  }

  get(hash: string): LearnedProtocol | undefined {
    return this.#learnedProtocols.get(hash);
  }

  set(hash: string, learned: LearnedProtocol): void {
    this.#learnedProtocols.delete(hash);
    this.#learnedProtocols.set(hash, learned);
    void this.store.set(storeKey, [...this.#learnedProtocols].slice(-maximumStored));
  }
}
