import { isFields } from '../base/values';
import type { ResourceAddress } from '../resource/address';
import { namesakes, type NearestPorts } from '../search/nearest';
import { nameIn, spellingsOf } from './resourceName';
import { chosen, findTarget, isKnown, knownTarget, UnknownUriError, type Target, type TargetPorts } from './target';
import { ToolError } from './toolError';
import type { ReadInput } from './toolInputs';

export type ResolvePorts = TargetPorts & NearestPorts;

const maxSimilar = 5;

/**
 * As {@link findTarget}, and by the title, name or file name of a resource, or its URI with other characters encoded, where exactly one has it.
 * Rejects with a {@link ToolError}, or with `CancelledError`.
 */
export async function resolveTarget(ports: ResolvePorts, input: ReadInput, signal: AbortSignal): Promise<Target> {
  const exact = targetOrUnknown(ports, input);
  if (exact instanceof UnknownUriError) {
    const target = await namesake(ports, exact, signal);
    if (!target) throw exact;
    return target;
  }
  const isSure = exact.title !== undefined || exact.file !== undefined || input.uriTemplate !== undefined;
  if (isSure) return exact;
  const byUri = await namesakes(ports, spellingsOf(exact.uri), 'uri', signal);
  const own = byUri.filter(({ serverId }) => serverId === exact.serverId);
  return targetAmong(ports, own) ?? exact;
}

function targetOrUnknown(ports: ResolvePorts, input: ReadInput): Target | UnknownUriError {
  try {
    return findTarget(ports, input);
  } catch (error) {
    if (error instanceof UnknownUriError) return error;
    throw error;
  }
}

/** The only resource with this name: on the servers that were asked, else on any. Throws if there are several. */
async function namesake(
  ports: ResolvePorts,
  { unplaced: { uri }, servers }: UnknownUriError,
  signal: AbortSignal,
): Promise<Target | undefined> {
  const spellings = spellingsOf(uri);
  const ids = new Set(servers.map(({ definition }) => definition.id));
  const own = (addresses: readonly ResourceAddress[]): readonly ResourceAddress[] =>
    addresses.filter(({ serverId }) => ids.has(serverId));
  const byUri = await namesakes(ports, spellings, 'uri', signal);
  const byName = own(byUri).length > 0 ? [] : await namesakes(ports, spellings, 'name', signal);
  const matches = [own(byUri), own(byName), byUri, byName].find(({ length }) => length > 0) ?? [];
  const target = targetAmong(ports, matches);
  if (target || matches.length === 0) return target;
  const similar = matches.slice(0, maxSimilar).map((address) => address.uri);
  throw new ToolError('Several resources have this name. Choose one of "similar".', { uri, similar });
}

function targetAmong(ports: ResolvePorts, matches: readonly ResourceAddress[]): Target | undefined {
  const address = chosen(ports, matches);
  const connection = address && ports.connections.get(address.serverId);
  return connection && knownTarget(ports, connection, address.uri);
}

/** The input of a list, whose query may be the name of one resource: it is looked for by its URI, on its server. */
export async function withNamedQuery(ports: ResolvePorts, input: unknown, signal: AbortSignal): Promise<unknown> {
  const query = isFields(input) ? input['query'] : undefined;
  if (!isFields(input) || typeof query !== 'string') return input;
  const withUri = (uri: string, server = input['server']): object => ({
    ...input,
    query: `"${uri.replaceAll('"', '')}"`,
    server,
  });
  const serverName = (id: string): string | undefined => ports.connections.get(id)?.definition.name;
  const name = nameIn(ports, query);
  if (name.kind === 'file') return name.file ? withUri(name.file.target.uri, serverName(name.file.serverId)) : input;
  const mention = name.kind === 'mention' ? name : undefined;
  const spellings = spellingsOf(mention?.uri ?? query);
  const knownSpelling = spellings.find((spelling) => isKnown(ports, ports.connections.all, spelling));
  if (knownSpelling !== undefined)
    return knownSpelling === query.trim() ? input : withUri(knownSpelling, mention?.server);
  const target = chosen(ports, await namesakes(ports, spellings, 'uri', signal));
  if (target) return withUri(target.uri, serverName(target.serverId));
  return mention ? withUri(mention.uri, mention.server) : input;
}
