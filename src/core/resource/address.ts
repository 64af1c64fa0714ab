/** A resource of a server. */
export interface ResourceAddress {
  readonly serverId: string;
  /** Exactly as the server wrote it. */
  readonly uri: string;
}

export function keyOf({ serverId, uri }: ResourceAddress): string {
  return `${serverId}\n${uri}`;
}

/**
 * Returns the entries, by {@link keyOf}, with the new ids of their servers.
 *
 * @param moves new server ids by old ones
 */
export function moveKeys<T>(
  entries: Iterable<readonly [string, T]>,
  moves: ReadonlyMap<string, string>,
  change: (value: T, serverId: string) => T = (value) => value,
): Map<string, T> {
  const moved = new Map<string, T>();
  for (const [key, value] of entries) {
    const address = addressOf(key);
    const serverId = moves.get(address.serverId);
    const newKey = serverId === undefined ? key : keyOf({ ...address, serverId });
    if (serverId === undefined || !moved.has(newKey))
      moved.set(newKey, serverId === undefined ? value : change(value, serverId));
  }
  return moved;
}

export function addressOf(key: string): ResourceAddress {
  const end = key.indexOf('\n');
  return { serverId: key.slice(0, end), uri: key.slice(end + 1) };
}
