import type { KeyValueStore } from '../../src/core/base/ports';

/** Stores JSON, as VS Code's storage does. */
export class FakeStore implements KeyValueStore {
  readonly #values = new Map<string, string>();

  constructor(values: Readonly<Record<string, unknown>> = {}) {
    for (const [key, value] of Object.entries(values)) this.#values.set(key, JSON.stringify(value));
  }

  get(key: string): unknown {
    const value = this.#values.get(key);
    return value === undefined ? undefined : JSON.parse(value);
  }

  set(key: string, value: unknown): Promise<void> {
    this.#values.set(key, JSON.stringify(value));
    return Promise.resolve();
  }
}
