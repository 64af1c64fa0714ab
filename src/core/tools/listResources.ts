import type { Activity } from '../catalog/activity';
import type { Catalog } from '../catalog/catalog';
import type { Directories } from '../directories/directories';
import { isTemplateId, type TemplateCatalog } from '../catalog/templates';
import { legibleJson } from '../base/legible';
import { utf8Length } from '../base/utf8';
import { estimateTokens } from '../chat/estimateTokens';
import { unknownServerOf } from '../search/parseQuery';
import type { Visibility } from '../search/visibility';
import { findResources, type FindPorts, type FoundResources } from './findResources';
import { countWithin, type AnswerSize } from './answerSize';
import type { ListInput } from './toolInputs';
import { itemRow, type RowPorts } from './itemRow';
import { isUnlisted } from './skillUse';
import { serverNotes, type ServerNote } from './serverNotes';
import { ToolError } from './toolError';

export interface ListPorts extends FindPorts, RowPorts {
  readonly catalog: Catalog;
  readonly activity: Pick<Activity, 'revision'>;
  readonly templates: TemplateCatalog;
  readonly connections: FindPorts['connections'];
  readonly directories: Pick<Directories, 'hasMore' | 'read' | 'readMore'>;
  readonly visibility: Pick<Visibility, 'summary' | 'revision' | 'isVisible' | 'isServerVisible'>;
}

/** A position in the results of a query, for one state of the lists and of their order. */
interface Cursor {
  readonly start: number;
  readonly revision: number;
  readonly query: string;
}

/**
 * One page of the user's resources, in the order of the search panel, as lines of JSON: the position of the page in the whole, then a line
 * for each resource or template.
 *
 * @param size approximate limits of the page; it always has a first row
 */
export async function listResources(
  ports: ListPorts,
  { query, cursor, limit }: ListInput,
  size: AnswerSize,
  signal: AbortSignal,
): Promise<string> {
  const { catalog, activity, templates, connections, directories, visibility } = ports;
  const key = queryKeyOf(JSON.stringify(query));
  const { start, revision } = readCursor(cursor, key);
  const result = await findResources(ports, query, signal);
  const current = catalog.revision + activity.revision + templates.revision + visibility.revision;
  const shown = connections.all.filter(({ definition }) => visibility.isServerVisible(definition.id));
  const servers = serverNotes(shown, catalog, templates);
  const isSomeHidden = result.ids.length === 0 && (await visibility.summary()) !== undefined;
  const notes = [
    ...result.view.query.problems.map(({ message }) => message),
    ...(start > 0 && revision !== current ? [changedMeanwhile] : []),
    ...(connections.all.length === 0 ? [noServers] : []),
    ...(unknownServerOf(result.view.query) ? [] : emptyNote(result)),
    ...(isSomeHidden ? [someHidden] : []),
    ...(shown.some(({ definition }) => directories.hasMore(definition.id)) ? [moreInFolders] : []),
    ...(!isSomeHidden && result.outOf === 0 && connections.all.length > 0 && servers.length === 0
      ? [nothingListed]
      : []),
  ];
  const more = { ...(notes.length > 0 && { notes }), ...namedWithin(servers, size.bytes / 3) };
  return page(ports, result.ids, { start, limit, ...size }, more, (end) => ({
    total: result.ids.length,
    ...(end < result.ids.length && { nextCursor: `${end}-${current}-${key}`, more: moreFollow }),
  }));
}

/** Enough for the counts and the cursor of the first line, and what to do with it, in bytes. */
const countsBytes = 350;
const moreFollow =
  'Narrow the search with more words, "server", "scheme" or "type", or repeat it with "nextCursor" as "cursor".';
export const changedMeanwhile =
  'The lists changed since the previous page: results may be missing or repeated. Call again without "cursor" to start over.';
const nothingListed = 'The MCP servers list no resources. Continue without them.';
const moreInFolders = 'Folders (inode/directory) may have more. To list one, give its "uri" as "folder".';
export const someHidden =
  'Some resources are hidden and were not searched. You can still read them by their exact URIs.';
const noServers =
  'No MCP servers are configured. Tell the user to add one to mcp.json. The Servers view of "MCP Resources" shows the servers.';

/**
 * The lines of a page.
 *
 * @param more goes last in the first line, before which are the counts
 * @param counts those of a page that ends there
 */
export function page(
  ports: ListPorts,
  ids: ArrayLike<number>,
  { start, limit, bytes, tokens }: AnswerSize & { readonly start: number; readonly limit: number },
  more: object,
  counts: (end: number) => object,
): string {
  const rows: string[] = [];
  let [remainingBytes, remainingTokens] = [bytes - utf8Length(legibleJson(more)) - countsBytes, tokens];
  let end = start;
  for (; end < ids.length && rows.length < limit; end += 1) {
    const id = ids[end] ?? -1;
    const entry = isTemplateId(id) ? ports.templates.byId(id) : ports.catalog.get(id);
    if (!entry || ('resource' in entry && isUnlisted(ports, { ...entry, uri: entry.resource.uri }))) continue;
    const row = legibleJson(itemRow(ports, entry));
    remainingBytes -= utf8Length(row) + 1;
    remainingTokens -= estimateTokens(row);
    if (Math.min(remainingBytes, remainingTokens) < 0 && rows.length > 0) break;
    rows.push(row);
  }
  const shown = rows.length === 0 ? 'none' : `${start + 1}-${end}`;
  return [legibleJson({ shown, ...counts(end), ...more }), ...rows].join('\n');
}

/** The notes that fit; at least one. */
function namedWithin(servers: readonly ServerNote[], bytes: number): object {
  if (servers.length === 0) return {};
  const lines = servers.map((server) => legibleJson(server));
  const count = Math.max(1, countWithin(lines, bytes));
  return { servers: servers.slice(0, count), moreServers: servers.length - count || undefined };
}

/** Says which part of the query to drop where only the query finds nothing. */
function emptyNote({ ids, outOf, strictest }: FoundResources): string[] {
  if (ids.length > 0 || outOf === 0) return [];
  if (!strictest) return [`0 of ${outOf} items match all words and filters. Call again with fewer.`];
  const { part, count } = strictest;
  const argument = JSON.stringify(part.kind === 'audience' ? 'audience' : part.text);
  const countText = count === 1 ? '1 item matches' : `${count} items match`;
  return [`All words and filters must match: ${countText} without ${argument}. Call again without it.`];
}

export function readCursor(text: string | undefined, key: string): Cursor {
  if (text === undefined) return { start: 0, revision: 0, query: key };
  const [, start, revision, query = ''] = /^(\d{1,9})-(\d{1,15})-([0-9a-z]+)$/u.exec(text) ?? [];
  if (query !== key)
    throw new ToolError(
      'This cursor belongs to another query. Repeat that query with the same parameters and its "nextCursor" as "cursor", or omit "cursor".',
    );
  return { start: Number(start), revision: Number(revision), query };
}

/** Identifies a query in a few characters. Source: FNV-1a, 32 bits. */
export function queryKeyOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}
