import type { Catalog } from '../catalog/catalog';
import type { Directories, Directory } from './directories';

/** Levels of directories, the first of which is that of the directories to begin with. */
const mostLevels = 10;
/** Parts of directories, see {@link Directories.readMore}. */
const mostReads = 500;
/** Children, beyond which the last part goes if it has more. */
const mostChildren = 10_000;

/** Directories at which the server did not answer, such as one that ends at each: a read by the user starts it again. */
const mostFailures = 3;

/** Everything below directories, as far as it was read. */
export interface Walked {
  /** Ids in the catalog, without directories. */
  readonly files: readonly number[];
  /** Number of directories that were not read to their end. */
  readonly unread: number;
}

/**
 * Reads directories and those below them for the user: breadth first, each once, up to the bounds above. Rejects with `CancelledError` when
 * the signal is aborted; what was read by then stays in the catalog.
 *
 * @param starts ids in the catalog
 * @param onRead called after each directory, with the numbers of directories and files by then
 */
export async function walk(
  starts: readonly number[],
  { catalog: { table }, directories }: { readonly catalog: Catalog; readonly directories: Directories },
  onRead: (directories: number, files: number) => void,
  signal: AbortSignal,
): Promise<Walked> {
  const seen = new Set(starts);
  const files: number[] = [];
  let [level, reads, done, unread, failures] = [starts, 0, 0, 0, 0];
  const read = async (id: number): Promise<Directory | undefined> => {
    const address = { serverId: table.serverIdOf(id), uri: table.uri(id) };
    let directory: Directory | undefined;
    for (let hasMore = failures < mostFailures; hasMore && reads < mostReads; reads += 1) {
      if (seen.size + (directory?.children.length ?? 0) >= mostChildren) break;
      directory = await (directory ? directories.readMore(address, signal) : directories.read(address, true, signal));
      hasMore = directory?.state?.kind === 'more';
    }
    return directory;
  };
  for (let levels = 0; levels < mostLevels; levels += 1) {
    const below: number[] = [];
    for (const id of level) {
      const { children = [], state } = (await read(id)) ?? {};
      if (state?.kind !== 'complete') unread += 1;
      if (state?.kind === 'failed' && state.error.reason !== 'serverError') failures += 1;
      for (const child of children) {
        if (seen.has(child)) continue;
        seen.add(child);
        (directories.isDirectory(child) ? below : files).push(child);
      }
      onRead((done += 1), files.length);
    }
    level = below;
  }
  return { files, unread: unread + level.length };
}
