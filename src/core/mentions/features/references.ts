import type { DocumentHighlight, Location, Position } from 'vscode-languageserver-protocol';
import type { ResourceAddress } from '../../resource/address';
import { MentionDocument } from '../mention/document';
import { mentionAt, rangeOf, resolvedMentions, type FeatureParts } from './feature';
import { forNewestVersion } from './mentioned';
import type { FoundMentions } from '../mention/editorRequests';
import { addressOf, type ResolvedMention } from '../mention/resolution';

/** Limits of one search. */
export interface ReferenceLimits {
  readonly files: number;
  /** UTF-16 code units of all files. */
  readonly text: number;
  readonly mentions: number;
}

export const referenceLimits: ReferenceLimits = { files: 50_000, text: 500_000_000, mentions: 10_000 };

/** Receives the locations found since the last call. */
type Report = (locations: readonly Location[]) => void;
type Matches = (mention: ResolvedMention) => boolean;

/**
 * Places in the workspace where resources are mentioned, by their server's name or as bare URIs. Open documents count with their unsaved
 * text.
 * @param report if given, it receives the locations, and the result has none
 */
export async function references(
  parts: FeatureParts,
  openDocuments: ReadonlyMap<string, MentionDocument>,
  resources: readonly ResourceAddress[],
  signal: AbortSignal,
  report?: Report,
  limits = referenceLimits,
): Promise<FoundMentions> {
  parts.wake();
  const matches = matcherOf(parts, resources);
  const results: Location[] = [];
  let count = 0;
  let isCut = false;
  const cut = (reason: string): void => {
    isCut = true;
    parts.log.warn(`${reason}; the others are left out`);
  };
  const uris = [...new Set(resources.map(({ uri }) => uri))];
  for await (const document of candidates(parts, openDocuments, uris, limits, signal, cut)) {
    const inDocument = await locationsIn(parts, document, matches, signal);
    const page = inDocument.slice(0, limits.mentions - count);
    count += page.length;
    if (!report) results.push(...page);
    else if (page.length > 0) report(page);
    if (count < limits.mentions) continue;
    cut(`${limits.mentions} mentions were found`);
    break;
  }
  return { locations: results, isCut };
}

/** The same for the resource mentioned at a position. */
export async function referencesAt(
  parts: FeatureParts,
  openDocuments: ReadonlyMap<string, MentionDocument>,
  { document, position }: { readonly document: MentionDocument; readonly position: Position },
  signal: AbortSignal,
  report?: Report,
): Promise<readonly Location[] | undefined> {
  const mention = await mentionAt(parts, document, position, signal);
  const address = mention && addressOf(mention);
  return address && (await references(parts, openDocuments, [address], signal, report)).locations;
}

/** The mentions, in a document, of the resource mentioned at a position in it. */
export async function highlights(
  parts: FeatureParts,
  document: MentionDocument,
  position: Position,
  signal: AbortSignal,
): Promise<readonly DocumentHighlight[] | undefined> {
  const mention = await mentionAt(parts, document, position, signal);
  const address = mention && addressOf(mention);
  if (!address) return undefined;
  const locations = await locationsIn(parts, document, matcherOf(parts, [address]), signal);
  return locations.map(({ range }) => ({ range }));
}

/** A server that is configured in several places has its resources once. */
function matcherOf({ connections }: FeatureParts, resources: readonly ResourceAddress[]): Matches {
  const serverOf = (id: string): string => connections.get(id)?.definition.hash ?? id;
  const serversOf = new Map<string, Set<string>>();
  for (const { serverId, uri } of resources)
    serversOf.set(uri, (serversOf.get(uri) ?? new Set()).add(serverOf(serverId)));
  return (mention) => {
    const { resolution } = mention;
    const servers = serversOf.get(mention.uri);
    if (!servers) return false;
    // Where a server is named, the first one of that name counts.
    const otherHolders = mention.mention.server === undefined && resolution.kind === 'listed' ? resolution.others : [];
    const ids = [addressOf(mention)?.serverId, ...otherHolders.map((entry) => entry.serverId)];
    return ids.some((id) => id !== undefined && servers.has(serverOf(id)));
  };
}

function locationsIn(
  parts: FeatureParts,
  document: MentionDocument,
  matches: Matches,
  signal: AbortSignal,
): Promise<readonly Location[]> {
  return forNewestVersion(document, signal, async () => {
    const mentions = await resolvedMentions(parts, document, signal);
    return mentions.filter(matches).map((mention) => ({ uri: document.uri, range: rangeOf(mention) }));
  });
}

/** The open documents, and the other files that contain one of the URIs, in any context. */
async function* candidates(
  parts: FeatureParts,
  openDocuments: ReadonlyMap<string, MentionDocument>,
  uris: readonly string[],
  limits: ReferenceLimits,
  signal: AbortSignal,
  cut: (reason: string) => void,
): AsyncGenerator<MentionDocument, void, undefined> {
  const { workspaceFiles, newSlice } = parts;
  yield* openDocuments.values();
  const openFiles = new Set([...openDocuments.keys()].map(fileKey));
  const slice = newSlice();
  let [files, length] = [0, 0];
  for await (const file of workspaceFiles(signal)) {
    signal.throwIfAborted();
    if (slice.isOver()) await slice.next();
    if (openFiles.has(fileKey(file.uri))) continue;
    if (files >= limits.files || length >= limits.text) {
      cut(`Mentions were looked for in ${files} files (${length} characters)`);
      return;
    }
    files += 1;
    const text = await file.text(signal);
    if (text === undefined) continue;
    length += text.length;
    if (uris.some((uri) => text.includes(uri)))
      // Its language is irrelevant: mentions of listed resources are found in all languages.
      yield new MentionDocument(file.uri, '', 0, text, () => parts.resolver.names);
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
