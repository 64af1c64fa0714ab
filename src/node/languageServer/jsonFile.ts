import { readFileSync } from 'node:fs';
import type { KeyValueStore } from '../../core/base/ports';
import { isRecord } from '../../core/servers/rawValue';
import { writePrivately } from '../privateFile';

/** Values in a JSON file that only this user can read. It is replaced as a whole, and read each time: other processes write it too. */
export class JsonFile implements KeyValueStore {
  constructor(readonly path: string) {}

  get(key: string): unknown {
    return this.#read()[key];
  }

  async set(key: string, value: unknown): Promise<void> {
    await writePrivately(this.path, `${JSON.stringify({ ...this.#read(), [key]: value }, undefined, 2)}\n`);
  }

  /** Empty where there is no such file, or it is no JSON. */
  #read(): Readonly<Record<string, unknown>> {
    try {
      const value: unknown = JSON.parse(readFileSync(this.path, 'utf8'));
      return isRecord(value) ? value : {};
    } catch {
      return {};
    }
  }
}
