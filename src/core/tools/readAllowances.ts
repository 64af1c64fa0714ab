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
  readonly #definitionHashes: Set<string>;
  readonly #didChange = new Emitter<void>();

  readonly onDidChange = this.#didChange.event;

  constructor(private readonly store: KeyValueStore) {
    this.#definitionHashes = new Set(store.get(storeKey) as readonly string[] | undefined);
  }

  /** Hashes of the definitions, the oldest allowance first. */
  get hashes(): readonly string[] {
    return [...this.#definitionHashes];
  }

  has({ hash }: Hashed): boolean {
    return this.#definitionHashes.has(hash);
  }

  async allow(definitions: readonly Hashed[]): Promise<void> {
    for (const { hash } of definitions) this.#definitionHashes.add(hash);
    const excess = Math.max(0, this.#definitionHashes.size - maxKept);
    for (const hash of [...this.#definitionHashes].slice(0, excess)) this.#definitionHashes.delete(hash);
    await this.#save();
  }

  async revoke(definitions: readonly Hashed[]): Promise<void> {
    for (const { hash } of definitions) this.#definitionHashes.delete(hash);
    await this.#save();
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  async #save(): Promise<void> {
    this.#didChange.fire();
    await this.store.set(storeKey, [...this.#definitionHashes]);
  }
}
