import { fold } from '../../base/fold';
import { within } from '../../base/clock';
import { CancelledError } from '../../base/errors';
import type { Connection } from '../../connection/connection';
import { directoryPath } from '../../directories/paths';
import { deepestFolder } from '../mention/deepestFolder';
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
  const ready = servers.filter(({ state }) => state.kind === 'ready' && state.info.hasDirectories);
  if (ready.length === 0 || !request.mayRead()) return [];
  const reads = Promise.all(ready.map(({ definition }) => childrenAt(request, definition.id, typed)));
  const children = await within(request.clock, readTimeout, reads);
  if (request.signal.aborted) throw new CancelledError();
  return children?.flat();
}

/** What is read on the way is not cancelled with the request: the next one finds it. */
async function childrenAt(request: DocumentRequest, serverId: string, typed: string): Promise<readonly number[]> {
  const { catalog, clock, directories, visibility, signal } = request;
  const start = fold(typed);
  const isMatch = (id: number): boolean => visibility.isVisible(id) && fold(catalog.table.uri(id)).startsWith(start);
  const path = typed.slice(0, typed.lastIndexOf('/') + 1);
  const until = clock.elapsed() + readTimeout;
  for (let last = ''; !signal.aborted && clock.elapsed() < until;) {
    const uri = deepestFolder(request, serverId, path);
    if (uri === undefined) break;
    // Read again where a folder was just typed, and not at each key after it. Further parts are read until one has what is typed.
    const address = { serverId, uri };
    let directory = typed === path && uri !== last ? undefined : directories.peek(address);
    if (!directory?.state) directory = await directories.read(address, false);
    else if (uri === last && directory.state.kind !== 'more') break;
    else if (uri === last) directory = await directories.readMore(address);
    const matches = directory && directoryPath(uri) === path ? directory.children.filter(isMatch) : [];
    if (matches.length > 0) return matches;
    last = uri;
  }
  return [];
}
