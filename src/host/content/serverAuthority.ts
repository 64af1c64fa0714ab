import { withCopies, type ServerDefinition } from '../../core/servers/serverDefinition';
import { sha256 } from '../../node/sha256';

/**
 * The authority of a server's virtual files: readable, and the same in every window, so that tabs and resources of the context find their
 * server again. Authorities are compared without case.
 */
export function authorityOf(serverId: string, name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
    .slice(0, 40);
  return `${slug || 'server'}-${sha256(serverId).slice(0, 6)}`;
}

/** The server behind an authority; `undefined` when it is no longer configured. */
export function serverOfAuthority(key: string, definitions: readonly ServerDefinition[]): ServerDefinition | undefined {
  return definitions.find((one) => withCopies([one]).some(({ id, name }) => authorityOf(id, name) === key));
}
