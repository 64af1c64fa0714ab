import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { KeyValueStore } from '../../core/base/ports';
import { isRecord } from '../../core/servers/rawValue';

/** Values in a JSON file that only this user can read. It is replaced as a whole, and read each time: other processes write it too. */
export class JsonFile implements KeyValueStore {
  constructor(readonly path: string) {}

  get(key: string): unknown {
    return this.#read()[key];
  }

  async set(key: string, value: unknown): Promise<void> {
    const text = `${JSON.stringify({ ...this.#read(), [key]: value }, undefined, 2)}\n`;
    await mkdir(path.dirname(this.path), { recursive: true, mode: 0o700 });
    const unfinished = `${this.path}.${randomUUID()}.tmp`;
    try {
      await writeFile(unfinished, text, { mode: 0o600, flag: 'wx' });
      await rename(unfinished, this.path);
    } finally {
      await rm(unfinished, { force: true });
    }
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
