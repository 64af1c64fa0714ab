import type { KeyValueStore } from '../../core/base/ports';
import type { LearnedProtocol } from '../../core/session/session';

const storeKey = 'verdicts';
const maximumStored = 200;

/** Protocol details learned about each server, by its definition's hash: spares the next window a round trip. */
export class LearnedProtocolStore {
  readonly #learnedProtocols: Map<string, LearnedProtocol>;

  constructor(private readonly store: KeyValueStore) {
    const stored = store.get(storeKey);
    this.#learnedProtocols = new Map(Object.entries(isStored(stored) ? stored : {}));
  }

  get(hash: string): LearnedProtocol | undefined {
    return this.#learnedProtocols.get(hash);
  }

  set(hash: string, learned: LearnedProtocol): void {
    this.#learnedProtocols.delete(hash);
    this.#learnedProtocols.set(hash, learned);
    const entries = [...this.#learnedProtocols].slice(-maximumStored);
    void this.store.set(storeKey, Object.fromEntries(entries));
  }
}

function isStored(value: unknown): value is Record<string, LearnedProtocol> {
  return typeof value === 'object' && value !== null && Object.values(value).every((item) => typeof item === 'object');
}
