import type { DocumentHighlight, Location, Position } from 'vscode-languageserver-protocol';
import type { ResourceAddress } from '../../resource/address';
import { MentionDocument } from '../mention/document';
import { mentionAt, rangeOf, resolvedMentions, type DocumentRequest } from './feature';
import { forNewestVersion } from './mentioned';
import { addressOf, type ResolvedMention } from '../mention/resolution';

/** Limits of one search. */
interface ReferenceLimits {
  readonly files: number;
  /** UTF-16 code units of all files. */
  readonly text: number;
  readonly mentions: number;
}

export const referenceLimits: ReferenceLimits = { files: 50_000, text: 500_000_000, mentions: 10_000 };

type Matches = (mention: ResolvedMention) => boolean;

/**
 * The places in the workspace where the resource at a position is mentioned, by its server's name or as a bare URI. Open documents count with
 * their unsaved text.
 */
export async function referencesAt(
  request: DocumentRequest,
  position: Position,
  openDocuments: ReadonlyMap<string, MentionDocument>,
  limits = referenceLimits,
): Promise<readonly Location[] | undefined> {
  const mention = await mentionAt(request, position);
  const address = mention && addressOf(mention);
  if (!address) return undefined;
  request.wake();
  const matches = matcherOf(address);
  const results: Location[] = [];
  for await (const candidate of candidates(request, openDocuments, address.uri, limits)) {
    results.push(...(await locationsIn({ ...request, document: candidate }, matches)));
    if (results.length < limits.mentions) continue;
    request.log.warn(`${limits.mentions} mentions were found; the others are left out`);
    return results.slice(0, limits.mentions);
  }
  return results;
}

/** The mentions, in a document, of the resource mentioned at a position in it. */
export async function highlights(
  request: DocumentRequest,
  position: Position,
): Promise<readonly DocumentHighlight[] | undefined> {
  const mention = await mentionAt(request, position);
  const address = mention && addressOf(mention);
  if (!address) return undefined;
  const locations = await locationsIn(request, matcherOf(address));
  return locations.map(({ range }) => ({ range }));
}

function matcherOf({ serverId, uri }: ResourceAddress): Matches {
  return (mention) => {
    if (mention.uri !== uri) return false;
    const { resolution } = mention;
    // If a server is named, the first one of that name counts.
    const otherHolders = mention.mention.server === undefined && resolution.kind === 'listed' ? resolution.others : [];
    const ids = [addressOf(mention)?.serverId, ...otherHolders.map((entry) => entry.serverId)];
    return ids.includes(serverId);
  };
}

function locationsIn(request: DocumentRequest, matches: Matches): Promise<readonly Location[]> {
  return forNewestVersion(request, async () => {
    const mentions = await resolvedMentions(request);
    return mentions.filter(matches).map((mention) => ({ uri: request.document.uri, range: rangeOf(mention) }));
  });
}

/** The open documents, and the other files that contain the URI, in any context. */
async function* candidates(
  request: DocumentRequest,
  openDocuments: ReadonlyMap<string, MentionDocument>,
  mentioned: string,
  limits: ReferenceLimits,
): AsyncGenerator<MentionDocument, void, undefined> {
  const { workspaceFiles, newSlice, signal, log, resolver } = request;
  yield* openDocuments.values();
  const openFiles = new Set([...openDocuments.keys()].map(fileKey));
  const slice = newSlice();
  let [files, length] = [0, 0];
  for await (const file of workspaceFiles(signal)) {
    signal.throwIfAborted();
    if (slice.isOver()) await slice.next();
    if (openFiles.has(fileKey(file.uri))) continue;
    if (files >= limits.files || length >= limits.text) {
      log.warn(`Mentions were looked for in ${files} files (${length} characters); the others are left out`);
      return;
    }
    files += 1;
    const text = await file.text(signal);
    if (text === undefined) continue;
    length += text.length;
    if (text.includes(mentioned))
      // Its language is irrelevant: mentions of listed resources are found in all languages.
      yield new MentionDocument(file.uri, '', 0, text, () => resolver.names);
  }
}

/** Editors and file systems escape the same name differently. */
function fileKey(uri: string): string {
  try {
    return decodeURIComponent(uri).replace(/^file:\/\/\/[A-Z]:/u, (drive) => drive.toLowerCase());
  } catch {
    return uri;
  }
}
