import type { Directory } from '../directories/directories';
import type { AnswerSize } from './answerSize';
import { changedMeanwhile, page, queryKeyOf, readCursor, someHidden, type ListPorts } from './listResources';
import { isUnlisted } from './skillUse';
import type { Target } from './target';
import { ToolError } from './toolError';
import type { ListInput } from './toolInputs';
import { readingTool } from './toolNames';

/** One page of the children of a folder, in the server's order. A call asks the server for at most one further part of the folder. */
export async function listFolder(
  ports: ListPorts,
  target: Target,
  { cursor, limit }: ListInput,
  size: AnswerSize,
  signal: AbortSignal,
): Promise<string> {
  const { serverId, uri, connection } = target;
  const key = queryKeyOf(JSON.stringify([serverId, uri]));
  // The cursor has the child before the page: the folder may have changed.
  const { start, revision: before } = readCursor(cursor, key);
  const { catalog, visibility } = ports;
  const ofSkill = (id: number): boolean => !isUnlisted(ports, { serverId, uri: catalog.table.uri(id) });
  const visible = ({ children }: Directory): readonly number[] => children.filter(visibility.isVisible).filter(ofSkill);
  let directory = await ports.directories.read(target, false, signal);
  if (connection.state.kind === 'ready' && visible(directory).length < start + limit)
    directory = (await ports.directories.readMore(target, signal)) ?? directory;
  assertListed(directory, target);
  const { state, children } = directory;
  const ids = visible(directory);
  const notes = [
    ...(state?.kind === 'cut' ? ['The folder has more than can be listed.'] : []),
    ...(start > 0 && ids[start - 1] !== before ? [changedMeanwhile] : []),
    ...(children.every(visibility.isVisible) ? [] : [someHidden]),
    ...(children.every(ofSkill) ? [] : [unlistedFiles]),
  ];
  const more = { folder: uri, server: connection.definition.name, ...(notes.length > 0 && { notes }) };
  return page(ports, ids, { start, limit, ...size }, more, (end) => ({
    ...(state?.kind === 'complete' && { total: ids.length }),
    ...((end < ids.length || state?.kind === 'more') && { nextCursor: `${end}-${ids[end - 1] ?? 0}-${key}` }),
  }));
}

const unlistedFiles =
  'The folder has files that are not among those of its skill: they are left out, and cannot be read.';

function assertListed({ state }: Directory, { uri, connection }: Target): void {
  if (state?.kind === 'none' || (connection.state.kind === 'ready' && !connection.state.info.hasDirectories))
    throw new ToolError(`The server lists no folder at this URI. Read it with ${readingTool}.`, { uri });
  if (state?.kind === 'failed') throw state.error;
}
