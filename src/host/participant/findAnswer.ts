import * as l10n from '@vscode/l10n';
import { formatCount } from '../../core/base/format';
import type { Logger } from '../../core/base/ports';
import type { Catalog, CatalogEntry } from '../../core/catalog/catalog';
import type { TemplateCatalog } from '../../core/catalog/templates';
import type { WakePorts } from '../../core/context/waitForLists';
import { bestMatches } from '../../core/participant/bestMatches';
import { isQuestion, wordsOfQuestion } from '../../core/participant/questionWords';
import type { Visibility } from '../../core/search/visibility';
import { findResources, type FindPorts, type FoundResources } from '../../core/tools/findResources';
import { emptyQuery } from '../../shared/searchQuery';
import type { VirtualFiles } from '../content/virtualFiles';
import type { ServerSources } from '../configuration/serverSources';

/** Number of results in an answer: the search page has the rest. */
const maxShown = 10;

/** Services of the chat participant; its index has no templates. */
export interface AnswerParts extends FindPorts, WakePorts {
  readonly connections: WakePorts['connections'];
  readonly log: Logger;
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly visibility: Pick<Visibility, 'summary'>;
  readonly sources: Pick<ServerSources, 'problems'>;
  readonly files: Pick<VirtualFiles, 'uri'>;
}

/** The resources that fit a message. */
export interface Answer {
  readonly result: FoundResources;
  /** The best ones, best first. */
  readonly entries: readonly CatalogEntry[];
  /** The sentence above them. */
  readonly sentence: string;
  /** Shows them, and the rest, in the search page. */
  readonly searchText: string;
}

/** Finds what has all words of a message; of a question, and where nothing has all of them, what has the words that tell most. */
export async function findAnswer(text: string, parts: AnswerParts, signal: AbortSignal): Promise<Answer> {
  const result = await findResources(parts, { ...emptyQuery, text }, signal);
  const isAsked = isQuestion(text);
  const best = isAsked || result.ids.length === 0 ? await byWords(result, parts, signal) : undefined;
  const entriesOf = (ids: Iterable<number>): readonly CatalogEntry[] =>
    Array.from(ids).flatMap((id) => parts.catalog.get(id) ?? []);
  if (!best) {
    const entries = entriesOf(result.ids.subarray(0, maxShown));
    return { result, entries, sentence: countOf(result, entries.length), searchText: text };
  }
  const sentence = isAsked
    ? l10n.t(
        'Best matches for your question. To get an answer, attach them and send your question without `@resources`:',
      )
    : l10n.t('No resources match all of your search words. Best matches:');
  return { result, entries: entriesOf(best.ids), sentence, searchText: best.searchText };
}

/** The resources with most words of a question, and the words that the first of them has; the query's filters apply. */
async function byWords(
  { view: { query }, outOf }: FoundResources,
  { index }: AnswerParts,
  signal: AbortSignal,
): Promise<{ readonly ids: readonly number[]; readonly searchText: string } | undefined> {
  const words = wordsOfQuestion(query.words.join(' '));
  const idsByWord: Uint32Array[] = [];
  // Exact words only: with gaps, prose matches anything.
  for (const word of words) {
    const exact = { ...query, words: [word], phrases: new Set([word]) };
    idsByWord.push((await index.search(exact, 'relevance', signal)).ids);
  }
  const ids = bestMatches(idsByWord, outOf, maxShown);
  const [first] = ids;
  if (first === undefined) return undefined;
  const itsWords = words.filter((_, wordIndex) => idsByWord[wordIndex]?.includes(first));
  return { ids, searchText: [...query.filters.map(({ label }) => label), ...itsWords].join(' ') };
}

function countOf({ ids, outOf }: FoundResources, shown: number): string {
  const counts = [formatCount(ids.length), formatCount(outOf)] as const;
  return shown < ids.length
    ? l10n.t('Found {0} of {1} resources. The first {2}:', ...counts, shown)
    : l10n.t('Found {0} of {1} resources:', ...counts);
}
