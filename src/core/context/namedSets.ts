import type { KeyValueStore } from '../base/ports';
import { readEntry, writeEntry, type NamedSet, type SetEntry } from './setEntry';

const storeKey = 'context.sets';

/** The user's own named sets in this workspace, the last saved first. Entries are stored as a shared file has them. */
export class NamedSets {
  constructor(private readonly store: KeyValueStore) {}

  get all(): readonly NamedSet[] {
    const stored = (this.store.get(storeKey) ?? []) as readonly { name: string; resources: readonly unknown[] }[];
    return stored.map(({ name, resources }) => ({
      name,
      description: undefined,
      entries: resources.flatMap((resource) => readEntry(resource).entry ?? []),
    }));
  }

  has(name: string): boolean {
    return this.all.some((set) => set.name === name);
  }

  /** Replaces a set of the same name. */
  async save(name: string, entries: readonly SetEntry[]): Promise<void> {
    await this.setAll([{ name, description: undefined, entries }, ...this.all.filter((set) => set.name !== name)]);
  }

  async delete(name: string): Promise<void> {
    await this.setAll(this.all.filter((set) => set.name !== name));
  }

  async setAll(sets: readonly NamedSet[]): Promise<void> {
    await this.store.set(
      storeKey,
      sets.map(({ name, entries }) => ({ name, resources: entries.map(writeEntry) })),
    );
  }
}
