import * as l10n from '@vscode/l10n';
import type { ChatResponseStream } from 'vscode';
import { formatAge, formatCount, formatSize } from '../../core/base/format';
import { escapeMarkdown } from '../../core/base/markdownText';
import type { CatalogEntry } from '../../core/catalog/catalog';
import type { PickedResource } from '../../core/context/contextSet';
import { isOnItsWay } from '../../core/context/waitForLists';
import { bestMatches } from '../../core/participant/bestMatches';
import { isQuestion, wordsOfQuestion } from '../../core/participant/questionWords';
import { unknownServerOf } from '../../core/search/parseQuery';
import type { SearchResult } from '../../core/search/searchIndex';
import { findResources } from '../../core/tools/findResources';
import type { QueryProblem } from '../../shared/protocol';
import { emptyQuery } from '../../shared/searchQuery';
import { commandFor } from '../base/commandMap';
import { commands as ids } from '../base/ids';
import { plainText } from '../base/plainText';
import { withProof } from '../base/proofs';
import { toPicked } from '../content/commandArguments';
import { tellNothingFound } from './nothingFound';
import type { Outcome, ParticipantParts, Turn } from './participantParts';
import { writeResourceItem, titleOf } from './writeResourceItem';

/** Number of results in a chat answer: the panel has the rest. */
const maxShown = 10;

/**
 * `/find`, and every message without a command: lists search results, which can be attached. Of a question, only the words that say what it
 * is about are searched for.
 *
 * @param hint shown for a question, and where no resource has all the words. It comes first, because VS Code collapses everything before
 * the last text: https://github.com/microsoft/vscode/issues/330627
 */
export async function findAnswer(
  { command, text, stream, signal }: Turn,
  parts: ParticipantParts,
  hint?: string,
): Promise<Outcome> {
  const result = await findResources(parts, { ...emptyQuery, text }, signal);
  const unknownServer = tellProblems(stream, result);
  const isAsked = command !== 'find' && isQuestion(text);
  const hasAll = result.ids.length > 0;
  if ((isAsked || !hasAll) && hint !== undefined) stream.markdown(`${hint}\n\n`);
  const best = isAsked || !hasAll ? await byWords(result, parts, signal) : [];
  const found = best.length > 0 ? best : result.ids.subarray(0, maxShown);
  const entries = Array.from(found).flatMap((id) => parts.catalog.get(id) ?? []);
  if (entries.length === 0) {
    tellNothingFound(stream, { ...result, unknownServer, hidden: await parts.visibility.summary() }, parts);
    return { kind: 'nothing' };
  }
  const sentence = best.length === 0 ? countOf(result, entries.length) : bestOf(isAsked);
  stream.markdown(`${soFar(sentence, parts)}\n\n`);
  for (const entry of entries) show(entry, stream, parts);
  offer(entries, stream);
  if (best.length === 0 && result.ids.length > entries.length)
    stream.button(commandFor(ids.search, l10n.t('Show All in Search'), text));
  return { kind: 'found' };
}

/** The resources with most words of a question; the query's filters apply. */
async function byWords(
  { view: { query }, outOf }: SearchResult,
  { index }: ParticipantParts,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const found: Uint32Array[] = [];
  // Exact words only: with gaps, prose matches anything.
  for (const word of wordsOfQuestion(query.words.join(' '))) {
    const { ids: having } = await index.search(
      { ...query, words: [word], phrases: new Set([word]) },
      'relevance',
      signal,
    );
    found.push(having);
  }
  return bestMatches(found, outOf, maxShown);
}

function countOf({ ids: found, outOf }: SearchResult, shown: number): string {
  const counts = [formatCount(found.length), formatCount(outOf)] as const;
  return shown < found.length
    ? l10n.t('Found {0} of {1} resources. The first {2}:', ...counts, shown)
    : l10n.t('Found {0} of {1} resources:', ...counts);
}

function bestOf(isAsked: boolean): string {
  return isAsked
    ? l10n.t('Best matches for your question:')
    : l10n.t('No resources match all of your search words. Best matches:');
}

function soFar(sentence: string, { connections, catalog }: ParticipantParts): string {
  const isSoFar = connections.all.some((connection) => isOnItsWay(connection, catalog));
  return isSoFar ? `${l10n.t('Resources are still loading.')} ${sentence}` : sentence;
}

function show({ serverId, resource }: CatalogEntry, stream: ChatResponseStream, parts: ParticipantParts): void {
  const { files, clock, connections } = parts;
  const { mimeType, size, lastModified } = resource;
  const facts = [
    connections.get(serverId)?.definition.name,
    mimeType,
    size === undefined ? undefined : formatSize(size),
    lastModified === undefined ? undefined : formatAge(lastModified, clock.now()),
  ].filter((fact) => fact !== undefined && fact !== '');
  writeResourceItem(stream, resource, files.uri(serverId, resource));
  stream.markdown(` — ${facts.map((fact) => escapeMarkdown(fact ?? '')).join(' · ')}\n`);
}

function offer(entries: readonly CatalogEntry[], stream: ChatResponseStream): void {
  const attach = (title: string, resources: readonly PickedResource[]): void =>
    stream.button(withProof(commandFor(ids.attach, plainText(title), { resources })));
  if (entries.length > 1) attach(l10n.t('Attach All {0}', entries.length), entries.map(toPicked));
  for (const entry of entries) attach(l10n.t('Attach “{0}”', titleOf(entry.resource)), [toPicked(entry)]);
}

/** Tells what was not understood. Returns an unknown server instead, where that is why nothing was found. */
function tellProblems(stream: ChatResponseStream, { ids, view }: SearchResult): QueryProblem | undefined {
  const unknownServer = ids.length === 0 ? unknownServerOf(view.query) : undefined;
  for (const problem of view.query.problems)
    if (problem !== unknownServer) stream.markdown(`${escapeMarkdown(problem.message, 500)}\n\n`);
  return unknownServer;
}
