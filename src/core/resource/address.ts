/** A resource of a server. */
export interface ResourceAddress {
  readonly serverId: string;
  /** Exactly as the server wrote it. */
  readonly uri: string;
}

export function keyOf({ serverId, uri }: ResourceAddress): string {
  return `${serverId}\n${uri}`;
}

export function addressOf(key: string): ResourceAddress {
  const end = key.indexOf('\n');
  return { serverId: key.slice(0, end), uri: key.slice(end + 1) };
}
