import * as l10n from '@vscode/l10n';
import type { HumanError } from '../base/errors';
import { legible } from '../base/legible';
import { formatCount, formatSize } from '../base/format';
import type { Catalog } from '../catalog/catalog';
import { displayName } from '../resource/displayName';
import type { ReadResult } from '../session/session';
import type { ResourceAddress } from '../resource/address';
import type { Directories, Directory } from './directories';

/** Children of one listing as a file; a directory with more says how many there are. */
const mostLines = 5_000;
type Listing = ReadResult | HumanError | undefined;
/** Characters of one listing: each URI may have 65,536, or half a million where they cannot be seen. */
const mostText = 1_000_000;

/**
 * Reads a directory as if its listing were its content. The result is `undefined` for what is no directory of a server that lists any, and
 * the server's reason where it has called it one.
 */
export function listingsOf(directories: Directories, catalog: Catalog) {
  return async (address: ResourceAddress, isByUser: boolean, signal: AbortSignal): Promise<Listing> => {
    const id = catalog.idOf(address.serverId, address.uri);
    const known = directories.peek(address)?.state;
    if (known?.kind === 'none') return known.error;
    if (id === undefined || !directories.isDirectory(id)) return undefined;
    const directory = await directories.read(address, isByUser, signal);
    const { children, state } = directory;
    if (state?.kind === 'failed' && children.length === 0) throw state.error;
    return state?.kind === 'none' ? state.error : listingOf(directory, catalog);
  };
}

/** The children of a directory as text, as if the server had returned it: one line each, with name, type, size and URI. */
function listingOf(directory: Directory, catalog: Pick<Catalog, 'get'>): ReadResult {
  const { children, uri, ttl, state } = directory;
  const lines: string[] = [];
  let room = mostText;
  for (const id of children.slice(0, mostLines)) {
    const line = lineOf(catalog, id) ?? '';
    room -= line.length;
    if (room < 0) break;
    if (line !== '') lines.push(line);
  }
  const left = children.length - lines.length;
  if (left > 0) lines.push(l10n.t('… and {0} more', formatCount(left)));
  else if (state?.kind !== 'complete') lines.push(l10n.t('… and more that the server hasn’t been asked for'));
  if (lines.length === 0) lines.push(l10n.t('This folder is empty.'));
  const text = lines.join('\n');
  return {
    contents: [{ uri, mimeType: 'text/plain', body: { kind: 'text', text } }],
    problems: [],
    ttl,
    version: undefined,
  };
}

function lineOf(catalog: Pick<Catalog, 'get'>, id: number): string | undefined {
  const resource = catalog.get(id)?.resource;
  if (!resource) return undefined;
  const size = resource.size === undefined ? undefined : formatSize(resource.size);
  const facts = [resource.mimeType, size].filter((fact) => fact !== undefined).join(', ');
  return legible(`${displayName(resource)}${facts === '' ? '' : ` (${facts})`}: ${resource.uri}`);
}
