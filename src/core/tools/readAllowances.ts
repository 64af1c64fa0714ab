import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { KeyValueStore } from '../base/ports';
import type { ServerDefinition } from '../configuration/serverDefinition';

const storeKey = 'tools.readAllowances';
/** Maximum number of allowances; the oldest are dropped. */
const maxKept = 500;

type Hashed = Pick<ServerDefinition, 'hash'>;

/**
 * The servers whose listed resources models may read without asking, as allowed by the user in this workspace. An allowance is about a
 * definition's hash: it ends once the definition changes.
 */
export class ReadAllowances implements Disposable {
  readonly #hashes: Set<string>;
  readonly #didChange = new Emitter<void>();

  readonly onDidChange = this.#didChange.event;

  constructor(private readonly store: KeyValueStore) {
    this.#hashes = new Set(store.get(storeKey) as readonly string[] | undefined);
  }

  /** Hashes of the definitions, the oldest allowance first. */
  get hashes(): readonly string[] {
    return [...this.#hashes];
  }

  has({ hash }: Hashed): boolean {
    return this.#hashes.has(hash);
  }

  async allow(definitions: readonly Hashed[]): Promise<void> {
    for (const { hash } of definitions) this.#hashes.add(hash);
    const excess = Math.max(0, this.#hashes.size - maxKept);
    for (const hash of [...this.#hashes].slice(0, excess)) this.#hashes.delete(hash);
    await this.#save();
  }

  async revoke(definitions: readonly Hashed[]): Promise<void> {
    for (const { hash } of definitions) this.#hashes.delete(hash);
    await this.#save();
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  async #save(): Promise<void> {
    this.#didChange.fire();
    await this.store.set(storeKey, [...this.#hashes]);
  }
}
