import type { LanguagePorts } from './languagePorts';

type Ports = Pick<LanguagePorts, 'catalog' | 'directories'>;

/** Slashes that are looked at: every mention of a document is. */
const maxLevels = 100;

/** The URI of the deepest directory that leads to a URI; `undefined` if no server named one. */
export function deepestFolder({ catalog, directories }: Ports, serverId: string, uri: string): string | undefined {
  const slashes = [...uri.matchAll(/\//gu)].slice(0, maxLevels);
  const folders = slashes.flatMap(({ index }) => [uri.slice(0, index), uri.slice(0, index + 1)]);
  return folders.findLast((folder) => directories.isDirectory(catalog.idOf(serverId, folder) ?? -1));
}
