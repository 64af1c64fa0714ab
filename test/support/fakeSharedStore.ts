import { Emitter } from '../../src/core/base/event';
import type { SharedStore } from '../../src/core/base/ports';

/** Stores JSON for all windows. A change is announced by {@link announce}, as the real one does it some time later. */
export class FakeSharedStore implements SharedStore {
  readonly #values = new Map<string, string>();
  readonly #didChange = new Emitter<void>();
  /** False: nothing can be stored. */
  canStore = true;

  readonly onDidChange = this.#didChange.event;

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get(key: string): unknown {
    const value = this.#values.get(key);
    return value === undefined ? undefined : JSON.parse(value);
  }

  set(key: string, value: unknown): void {
    if (!this.canStore) throw new Error('disk full');
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, JSON.stringify(value));
  }

  announce(): void {
    this.#didChange.fire();
  }
}
