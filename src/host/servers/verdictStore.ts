import type { KeyValueStore } from '../../core/base/ports';
import type { Verdict } from '../../core/session/session';

const storeKey = 'verdicts';
const mostVerdicts = 200;

/** Protocol details learned about each server, by its definition's hash: spares the next window a round trip. */
export class VerdictStore {
  readonly #verdicts: Map<string, Verdict>;

  constructor(private readonly store: KeyValueStore) {
    const stored = store.get(storeKey);
    this.#verdicts = new Map(Object.entries(isVerdicts(stored) ? stored : {}));
  }

  get(hash: string): Verdict | undefined {
    return this.#verdicts.get(hash);
  }

  set(hash: string, verdict: Verdict): void {
    this.#verdicts.delete(hash);
    this.#verdicts.set(hash, verdict);
    const entries = [...this.#verdicts].slice(-mostVerdicts);
    void this.store.set(storeKey, Object.fromEntries(entries));
  }
}

function isVerdicts(value: unknown): value is Record<string, Verdict> {
  return typeof value === 'object' && value !== null && Object.values(value).every((item) => typeof item === 'object');
}
