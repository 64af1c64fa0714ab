import { HumanError } from '../base/errors';
import type { Catalog } from '../catalog/catalog';
import type { Content } from '../content/content';
import { fitting, type Weighed } from '../chat/budget';
import type { ContextItem, ContextSet } from '../context/contextSet';
import type { CountTokens } from '../chat/fitText';
import type { LiveContext } from '../context/liveContext';
import { readAll } from '../context/readAll';
import type { SeenContents } from '../context/seenContents';
import { estimateTokens, tokensOf } from '../chat/estimateTokens';
import { words } from '../base/untrusted';
import { maxData, reportContent, type Piece } from './readReport';
import { aboutContents, ageOf, noteSeen, type ReadPorts } from './readResource';

export interface ContextPorts extends Omit<ReadPorts, 'nearest' | 'picked' | 'seen'> {
  readonly catalog: Pick<Catalog, 'find'>;
  readonly picked: Pick<ContextSet, 'items' | 'checked' | 'has'>;
  readonly live: Pick<LiveContext, 'liveness'>;
  readonly seen: Pick<SeenContents, 'mark' | 'sentAt'>;
}

interface ReadItem extends Weighed {
  readonly item: ContextItem;
  readonly result: { readonly content: Content } | { readonly error: HumanError };
}

/** Maximum number of rows: so many fit into a result with contents, and are read for one. */
const maxRows = 100;
/** Approximate cost of an image in tokens. */
const tokensOfPicture = 1_000;
const maxTitleLength = 200;
const maxProblemLength = 300;

/** The checked resources of the user's context, in their order: the state of each and, as far as the budget allows, its content. */
export async function reportContext(
  ports: ContextPorts,
  {
    withContents,
    tokens,
    count,
  }: { readonly withContents: boolean; readonly tokens: number; readonly count: CountTokens },
  signal: AbortSignal,
): Promise<readonly Piece[]> {
  const { items, checked } = ports.picked;
  const note = checked.length === 0 ? nothingPicked : checked.length > maxRows ? onlyFirst : undefined;
  const head = { picked: items.length, checked: checked.length, ...(note !== undefined && { note }) };
  const readResults = await readItems(ports, checked.slice(0, maxRows), signal);
  const readable = withContents ? readResults.filter(({ result }) => 'content' in result) : [];
  const rowTokens = estimateTokens(readResults.map((result) => JSON.stringify(rowOf(ports, result, false))).join('\n'));
  const included = new Set(fitting(readable, tokens - rowTokens).kept);
  const rows = readResults.map((result) => rowOf(ports, result, withContents && !included.has(result)));
  const contents = await contentsOf(ports, [...included], { tokens, count });
  const introduction: Piece[] = contents.length === 0 ? [] : [{ kind: 'text', text: aboutContents }];
  return [
    { kind: 'text', text: [head, ...rows].map((line) => JSON.stringify(line)).join('\n') },
    ...introduction,
    ...contents,
  ];
}

const onlyFirst = `Only the first ${maxRows} are listed and read. Others are read by their "uri", or once the user unchecks what is not needed.`;
const nothingPicked =
  'The user has picked nothing, or unchecked all of it. They pick resources in the view "MCP Resources"; mcpResources_list finds more.';

async function readItems(
  { cache, catalog }: ContextPorts,
  items: readonly ContextItem[],
  signal: AbortSignal,
): Promise<readonly ReadItem[]> {
  const outcomes = await readAll(items, (item) => cache.getAnew(item, undefined, signal));
  return outcomes.map(({ resource: item, result }): ReadItem => {
    const { priority, audience } = catalog.find(item.serverId, item.uri)?.resource ?? {};
    if ('content' in result) return { item, result, priority, audience, tokens: weightOf(result.content) };
    const { error } = result;
    if (!(error instanceof HumanError)) throw error;
    return { item, result: { error }, priority, audience, tokens: 0 };
  });
}

function weightOf({ bytes, parts }: Content): number {
  return (tokensOf(bytes) ?? 0) + parts.filter(({ isText }) => !isText).length * tokensOfPicture;
}

function rowOf(ports: ContextPorts, { item, result, tokens }: ReadItem, isLeftOut: boolean): object {
  const { serverId, uri, title, name } = item;
  const sentAt = ports.seen.sentAt({ serverId, uri });
  const row = {
    uri,
    server: ports.connections.get(serverId)?.definition.name ?? 'no longer configured',
    title: words(title ?? name, maxTitleLength),
    ...stateOf(ports, { serverId, uri }, result),
    ...(sentAt !== undefined && { sentAt: new Date(sentAt).toISOString() }),
  };
  if ('error' in result) return { ...row, problem: words(result.error.message, maxProblemLength) };
  const { content } = result;
  return {
    ...row,
    mimeType: words(content.mimeType, maxTitleLength),
    size: content.bytes.length,
    tokens,
    ...ageOf(content, ports.clock),
    ...(isLeftOut && { leftOut: 'There is no room for its content here. Read it with mcpResources_read.' }),
  };
}

function stateOf(
  { live }: ContextPorts,
  address: { readonly serverId: string; readonly uri: string },
  result: ReadItem['result'],
): object {
  if ('error' in result) {
    const isGone = result.error.reason === 'notFound';
    return { state: isGone ? 'gone' : live.liveness(address).kind === 'offline' ? 'server not connected' : 'failed' };
  }
  const liveness = live.liveness(address);
  const isUpdated = 'isUpdated' in liveness && liveness.isUpdated;
  return { state: liveness.kind === 'live' ? 'live' : 'not live', ...(isUpdated && { changedSinceSent: true }) };
}

/** In the user's order. */
async function contentsOf(
  ports: ContextPorts,
  included: readonly ReadItem[],
  { tokens, count }: { readonly tokens: number; readonly count: CountTokens },
): Promise<readonly Piece[]> {
  const pieces: Piece[] = [];
  let data = maxData;
  for (const { item, result } of included) {
    if (!('content' in result)) continue;
    const report = await reportContent(result.content, { part: undefined, range: undefined, tokens, data, count });
    noteSeen(ports, item, result.content, report.isWhole);
    for (const piece of report.pieces) if (piece.kind === 'data') data -= piece.bytes.length;
    pieces.push({ kind: 'text', text: `Content of ${JSON.stringify(item.uri)}:` }, ...report.pieces);
  }
  return pieces;
}
