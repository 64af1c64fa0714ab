import type { KeyValueStore } from '../base/ports';
import type { ServerDefinition } from './serverDefinition';

const storeKey = 'servers.copies';

/** The ids of the other places, by the id of the server. */
type Saved = Readonly<Record<string, readonly string[]>>;

/**
 * Follows servers that are configured in several places: what is saved about one of the places belongs to the one that counts, also after
 * that one is gone. Saved for the workspace.
 */
export class ServerMoves {
  constructor(private readonly store: KeyValueStore) {}

  /** Ids of servers that became another one, by id; in most cases none. Rejects when they cannot be saved. */
  async update(definitions: readonly ServerDefinition[]): Promise<ReadonlyMap<string, string>> {
    const groups = new Map(definitions.map(({ id, copies = [] }) => [id, copies.map((copy) => copy.id)]));
    const moves = new Map([...groups].flatMap(([id, copies]) => copies.map((copy) => [copy, id] as const)));
    const saved = new Map(Object.entries((this.store.get(storeKey) ?? {}) as Saved));
    for (const [gone, copies] of saved) {
      if (groups.has(gone) || moves.has(gone)) continue;
      const heir = copies.map((copy) => moves.get(copy) ?? copy).find((copy) => groups.has(copy));
      if (heir !== undefined) moves.set(gone, heir);
    }
    // A place that was not read this time stays; one that has another server by now does not.
    const remaining = [...saved].map(([id, copies]): [string, string[]] => [
      id,
      copies.filter((copy) => !(groups.has(id) && groups.has(copy)) && !groups.get(id)?.includes(copy)),
    ]);
    const next = new Map(remaining.filter(([, copies]) => copies.length > 0));
    for (const [id, copies] of groups) if (copies.length > 0) next.set(id, [...copies, ...(next.get(id) ?? [])]);
    for (const gone of moves.keys()) if (!groups.has(gone)) next.delete(gone);
    const [oldJson, newJson] = [saved, next].map((map) => JSON.stringify([...map]));
    if (oldJson !== newJson) await this.store.set(storeKey, next.size > 0 ? Object.fromEntries(next) : undefined);
    return moves;
  }
}
