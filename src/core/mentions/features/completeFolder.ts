import { fold } from '../../base/fold';
import { within } from '../../base/clock';
import { CancelledError } from '../../base/errors';
import type { Connection } from '../../connection/connection';
import { directoryPath } from '../../directories/paths';
import type { DocumentRequest } from './feature';

/** Time in ms that a list waits for folders. */
const readTimeout = 500;

/**
 * The children of the folder that the typed URI names up to its last slash, where they begin with it. Folders on the way are read from the
 * deepest one that is known; typed text that no server named is sent to none.
 *
 * @returns ids, in the servers' order; `undefined` if reading takes longer than a list can wait
 */
export async function childrenOf(
  request: DocumentRequest,
  servers: readonly Connection[],
  typed: string,
): Promise<readonly number[] | undefined> {
  const { catalog, clock, visibility, signal } = request;
  const ready = servers.filter(({ state }) => state.kind === 'ready' && state.info.hasDirectories);
  if (ready.length === 0 || !request.mayRead()) return [];
  const reads = Promise.all(ready.map(({ definition }) => childrenAt(request, definition.id, typed)));
  const children = await within(clock, readTimeout, reads);
  if (signal.aborted) throw new CancelledError();
  const start = fold(typed);
  return children?.flat().filter((id) => visibility.isVisible(id) && fold(catalog.table.uri(id)).startsWith(start));
}

/** What is read on the way is not cancelled with the request: the next one finds it. */
async function childrenAt(request: DocumentRequest, serverId: string, typed: string): Promise<readonly number[]> {
  const { catalog, directories, signal } = request;
  const path = typed.slice(0, typed.lastIndexOf('/') + 1);
  const ends = Array.from(path.matchAll(/\//gu), ({ index }) => [index, index + 1]).flat();
  const uris = ends.map((end) => path.slice(0, end)).reverse();
  for (let last = ''; !signal.aborted;) {
    const uri = uris.find((uri) => directories.isDirectory(catalog.idOf(serverId, uri) ?? -1));
    if (uri === undefined || uri.length <= last.length) break;
    // Read again where a folder was just typed, and not at each key after it.
    const known = typed === path ? undefined : directories.peek({ serverId, uri });
    const { children } = known?.state ? known : await directories.read({ serverId, uri }, false);
    if (directoryPath(uri) === path) return children;
    last = uri;
  }
  return [];
}
