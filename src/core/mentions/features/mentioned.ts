import type { Range } from 'vscode-languageserver-protocol';
import { isCancelled } from '../../base/errors';
import { showable } from '../../base/showable';
import { keyOf, type ResourceAddress } from '../../resource/address';
import type { MentionDocument } from '../mention/document';
import { linesOf, rangeOf, resolvedMentions, type DocumentRequest } from './feature';
import { usableAddressOf, type ResolvedMention } from '../mention/resolution';

/** A text that users write, open in an editor or not. */
export interface WrittenText {
  readonly uri: string;
  readonly languageId: string;
  readonly text: string;
  /** Limits the search to a part of it. */
  readonly range?: Range | undefined;
}

/** The resources that a text mentions, each once, in order. */
export interface MentionedResources {
  readonly resources: readonly ResourceAddress[];
  /** Mentions of resources that no server is known to have, as written: one line each, shortened. */
  readonly unknown: readonly string[];
}

/** Maximum length of an unknown mention, in characters. */
const maxTextLength = 100;

/** The resources that a document mentions, each once, in order; with a range, only mentions with at least one character in it. */
export async function mentionedIn(request: DocumentRequest, range?: Range): Promise<MentionedResources> {
  const inDocument = await resolvedMentions(request, range && linesOf(range));
  const mentions = range ? inDocument.filter((mention) => overlaps(rangeOf(mention), range)) : inDocument;
  const unknown = mentions.filter(namesNothing).map((mention) => textOf(request.document, mention));
  return { resources: resourcesOf(mentions), unknown: [...new Set(unknown)] };
}

function namesNothing(mention: ResolvedMention): boolean {
  return !mention.mention.isExample && usableAddressOf(mention) === undefined;
}

function textOf(document: MentionDocument, { mention, end }: ResolvedMention): string {
  const text = Array.from(showable(document.line(mention.line).slice(mention.start, end), ' '));
  return text.length <= maxTextLength ? text.join('') : [...text.slice(0, maxTextLength - 1), '…'].join('');
}

/** Each resource once; without those that their server does not list, and without URIs that leave a part open. */
export function resourcesOf(mentions: readonly ResolvedMention[]): readonly ResourceAddress[] {
  const addresses = mentions
    .filter((mention) => !isLeftOpen(mention))
    .flatMap((mention) => usableAddressOf(mention) ?? []);
  return [...new Map(addresses.map((address) => [keyOf(address), address])).values()];
}

/** True for a URI such as `note:{id}`, unless a server lists exactly that. */
function isLeftOpen({ mention, uri, resolution }: ResolvedMention): boolean {
  return mention.isExample && resolution.kind !== 'listed' && uri.includes('{');
}

/** True if the ranges overlap. They must have a line in common. */
function overlaps(mention: Range, range: Range): boolean {
  const isBehind = mention.start.line === range.end.line && mention.start.character >= range.end.character;
  const isBefore = mention.end.line === range.start.line && mention.end.character <= range.start.character;
  return !isBehind && !isBefore;
}

/** Repeats work when the document changes meanwhile: for requests that the client does not repeat by itself. */
export async function forNewestVersion<T>({ document, signal }: DocumentRequest, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const { version } = document;
    try {
      return await work();
    } catch (error) {
      if (!isCancelled(error) || signal.aborted || document.version === version) throw error;
    }
  }
}
