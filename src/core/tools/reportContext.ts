import { HumanError } from '../base/errors';
import type { Catalog } from '../catalog/catalog';
import type { Content } from '../content/content';
import { fitting, type Weighed } from '../chat/budget';
import type { ContextItem, ContextSet } from '../context/contextSet';
import type { CountTokens } from '../chat/fitText';
import { modelName, modelText } from '../describe/modelName';
import { isUpdated, type LiveContext } from '../context/liveContext';
import { readAll } from '../context/readAll';
import type { SeenContents } from '../context/seenContents';
import { estimateTokens, tokensOf } from '../chat/estimateTokens';
import { legibleJson } from '../base/legible';
import { words } from '../base/untrusted';
import { bytesOf, countWithin, type AnswerSize, type Room } from './answerSize';
import { maxData, reportContent, type Piece, type Report } from './readReport';
import { aboutContents, ageOf, noteSeen, type ReadPorts } from './readResource';
import { readingTool } from './toolNames';

export interface ContextPorts extends Omit<ReadPorts, 'nearest' | 'listedBy' | 'picked' | 'seen'> {
  readonly catalog: Pick<Catalog, 'find'>;
  readonly picked: Pick<ContextSet, 'items' | 'has' | 'isChosen'>;
  readonly live: Pick<LiveContext, 'liveness'>;
  readonly seen: Pick<SeenContents, 'mark' | 'sentAt' | 'isCrowded'>;
}

interface ReadItem extends Weighed {
  readonly item: ContextItem;
  readonly result: { readonly content: Content } | { readonly error: HumanError } | typeof notPicked;
}

/** A context set added it, so the user has not allowed models to read it. */
const notPicked = { isNotPicked: true } as const;
const aboutNotPicked = `Added by a context set, not picked by the user. Read it with ${readingTool}, which asks them.`;

/** Maximum number of rows: so many are read for an answer. */
const maxRows = 100;
/** Enough for the first line, in bytes. */
const headBytes = 300;
/** Approximate cost of an image in tokens. */
const tokensOfPicture = 1_000;
const maxProblemLength = 300;

interface Asked extends AnswerSize {
  readonly withContents: boolean;
  /** 1-based, of the resources. */
  readonly start: number;
  readonly room: Room;
  readonly count: CountTokens;
  readonly fence: string;
}

/**
 * The resources of the user's context, checked or not, in their order: the state of each and, as far as there is room, its content. What only a
 * set added is named, and not read.
 */
export async function reportContext(ports: ContextPorts, input: Asked, signal: AbortSignal): Promise<readonly Piece[]> {
  const { withContents, start, tokens } = input;
  const { items } = ports.picked;
  const first = start - 1;
  const readResults = await readItems(ports, items.slice(first, first + maxRows), signal);
  const isReadable = ({ result }: ReadItem): boolean => withContents && 'content' in result;
  const largestRows = readResults.map((result) => legibleJson(contextRow(ports, result, isReadable(result))));
  // Contents get what the rows leave: half of it at least. One row always comes, so that the next call goes on.
  const bytesForRows = (input.bytes - headBytes) / (withContents ? 2 : 1);
  const shown = readResults.slice(0, Math.max(1, countWithin(largestRows, bytesForRows)));
  const rowLines = largestRows.slice(0, shown.length);
  const about = aboutContents(input.fence);
  const bytes = input.bytes - headBytes - bytesOf([...rowLines, about]);
  const { kept } = fitting(shown.filter(isReadable), tokens - estimateTokens(rowLines.join('\n')));
  const included = fitting(await reportsOf(ports, kept, { ...input, bytes }), bytes).kept;
  for (const { item, content, isWhole } of included) noteSeen(ports, item, content, isWhole);
  const read = new Set(included.map(({ item }) => item));
  const rows = shown.map((result) => contextRow(ports, result, isReadable(result) && !read.has(result.item)));
  const introduction: Piece[] = included.length === 0 ? [] : [{ kind: 'text', text: about }];
  const end = first + shown.length;
  const isPart = first > 0 || end < items.length;
  const head = {
    picked: items.length,
    ...(isPart && { shown: shown.length === 0 ? 'none' : `${start}-${end}` }),
    ...(end < items.length && { note: `There are more. Call again with "start": ${end + 1}.` }),
    ...(items.length === 0 && { note: nothingPicked }),
  };
  return [
    { kind: 'text', text: [head, ...rows].map((line) => legibleJson(line)).join('\n') },
    ...introduction,
    ...included.flatMap(({ pieces }) => pieces),
  ];
}

const nothingPicked =
  'The context is empty. The user adds resources in "MCP Resources"; list MCP resources to find more.';

async function readItems(
  { cache, catalog, picked }: ContextPorts,
  items: readonly ContextItem[],
  signal: AbortSignal,
): Promise<readonly ReadItem[]> {
  const chosen = items.filter((item) => picked.isChosen(item));
  const outcomes = await readAll(chosen, (item) => cache.getAnew(item, undefined, signal));
  const results = new Map(outcomes.map(({ resource, result }) => [resource, result]));
  return items.map((item): ReadItem => {
    const { priority, audience } = catalog.find(item.serverId, item.uri)?.resource ?? {};
    const result = results.get(item);
    if (!result) return { item, result: notPicked, priority, audience, tokens: 0 };
    if ('content' in result) return { item, result, priority, audience, tokens: weightOf(result.content) };
    const { error } = result;
    if (!(error instanceof HumanError)) throw error;
    return { item, result: { error }, priority, audience, tokens: 0 };
  });
}

function weightOf({ bytes, parts }: Content): number {
  return (tokensOf(bytes) ?? 0) + parts.filter(({ isText }) => !isText).length * tokensOfPicture;
}

function contextRow(ports: ContextPorts, { item, result, tokens }: ReadItem, isLeftOut: boolean): object {
  const { serverId, uri } = item;
  const sentAt = ports.seen.sentAt({ serverId, uri });
  const row = {
    ...modelName(item, ports.connections.get(serverId)?.definition.name ?? 'no longer configured'),
    ...stateOf(ports, { serverId, uri }, result),
    ...(sentAt !== undefined && { sentAt: new Date(sentAt).toISOString() }),
    ...(ports.seen.isCrowded({ serverId, uri }) && { maybeShortened: 'by other attachments of that message' }),
  };
  if ('error' in result) {
    const { sentence, serverSays } = result.error.apart;
    return { ...row, problem: words(sentence, maxProblemLength), serverSays };
  }
  if ('isNotPicked' in result) return { ...row, leftOut: aboutNotPicked };
  const { content } = result;
  return {
    ...row,
    mimeType: modelText(content.mimeType),
    size: content.bytes.length,
    tokens,
    ...ageOf(content, ports.clock),
    ...(isLeftOut && { leftOut: `Its content does not fit here. Read it with ${readingTool}.` }),
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
  return {
    state: liveness.kind === 'live' ? 'live' : 'not live',
    ...(isUpdated(liveness) && { changedSinceSent: true }),
  };
}

/** A content as it would stand in the answer. */
interface ItemReport extends Weighed, Report {
  readonly item: ContextItem;
  readonly content: Content;
  /** Bytes of its text here: the limit that is left. */
  readonly tokens: number;
}

/** Reports of the contents that could fit, in the order given. */
async function reportsOf(
  ports: ContextPorts,
  items: readonly ReadItem[],
  { bytes, ...input }: Asked,
): Promise<readonly ItemReport[]> {
  const reports: ItemReport[] = [];
  let data = maxData;
  for (const { item, result, priority, audience } of items) {
    const textBytes = 'content' in result ? textBytesOf(result.content) : 0;
    if (!('content' in result) || textBytes > bytes) continue;
    const { content } = result;
    const server = ports.connections.get(item.serverId)?.definition.name;
    const head = legibleJson({ contentOf: modelName(item, server) });
    const wanted = { ...input, part: undefined, range: undefined, bytes: bytes - bytesOf([head]), data };
    const report = await reportContent(content, wanted);
    const texts = report.pieces.map((piece) => (piece.kind === 'text' ? piece.text : ''));
    for (const piece of report.pieces) if (piece.kind === 'data') data -= piece.bytes.length;
    const pieces: readonly Piece[] = [{ kind: 'text', text: head }, ...report.pieces];
    reports.push({ ...report, pieces, item, content, priority, audience, tokens: bytesOf([head, ...texts]) });
  }
  return reports;
}

function textBytesOf({ parts }: Content): number {
  return parts.reduce((sum, { isText, bytes }) => sum + (isText ? bytes.length : 0), 0);
}
