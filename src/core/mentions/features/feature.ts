import type { ClientFeatures } from '../mention/clientFeatures';
import type { MentionDocument } from '../mention/document';
import type { LanguagePorts } from '../mention/languagePorts';
import type { ResolvedMention } from '../mention/resolution';
import type { Resolver } from '../mention/resolver';
import type { Position, Range } from 'vscode-languageserver-protocol';

/** Services that every feature uses. */
export interface FeatureParts extends LanguagePorts {
  readonly resolver: Resolver;
  readonly client: ClientFeatures;
}

/** A request of an editor about a document, with what answers it. Answers reject with `CancelledError` when the signal aborts. */
export interface DocumentRequest extends FeatureParts {
  readonly document: MentionDocument;
  readonly signal: AbortSignal;
}

/** Lines of a document, without the one at `to`. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

export function linesOf({ start, end }: Range): Lines {
  return { from: start.line, to: end.line + 1 };
}

/** The resolved mentions on some lines, in order. */
export async function resolvedMentions(request: DocumentRequest, lines?: Lines): Promise<readonly ResolvedMention[]> {
  const { newSlice, resolver, document, signal } = request;
  const slice = newSlice();
  const mentions: ResolvedMention[] = [];
  for (const mention of await document.mentions(slice, signal, lines?.from, lines?.to)) {
    if (slice.isOver()) await slice.next();
    signal.throwIfAborted();
    const resolved = resolver.resolve(mention);
    if (resolved) mentions.push(resolved);
  }
  return mentions;
}

/** The mention that contains a position, or ends at it. */
export async function mentionAt(
  request: DocumentRequest,
  { line, character }: Position,
): Promise<ResolvedMention | undefined> {
  const mentions = await resolvedMentions(request, { from: line, to: line + 1 });
  return mentions.find(({ mention, end }) => mention.start <= character && character <= end);
}

export function rangeOf({ mention, end }: ResolvedMention): Range {
  const { line, start } = mention;
  return { start: { line, character: start }, end: { line, character: end } };
}

/** Names as configured; several servers may have the same one. */
export function serverNames({ connections }: Pick<LanguagePorts, 'connections'>): readonly string[] {
  return connections.all.map(({ definition }) => definition.name);
}

/** Names of the servers that list the resource, each once. */
export function namesOfHolders(
  { connections, catalog }: Pick<LanguagePorts, 'connections' | 'catalog'>,
  uri: string,
): readonly string[] {
  const holders = connections.all.filter(({ definition }) => catalog.find(definition.id, uri));
  return [...new Set(holders.map(({ definition }) => definition.name))];
}
