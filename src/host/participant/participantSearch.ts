import type { ParsedQuery } from '../../core/search/parseQuery';
import { emptyQuery } from '../../shared/searchQuery';
import type { Clock } from '../../core/base/clock';
import type { Catalog, CatalogEntry } from '../../core/catalog/catalog';
import type { Connections } from '../../core/connection/connections';
import { bestMatches } from '../../core/participant/bestMatches';
import { urisOfPrompt, wordsOfPrompt } from '../../core/participant/promptWords';
import { parseQuery } from '../../core/search/parseQuery';
import type { SearchIndex, SearchResult } from '../../core/search/searchIndex';

/** Resources that a question is answered from where nobody named any. */
const mostMatches = 8;

/** Finds resources for the chat participant: by what a person typed as a query, and by what a question is about. */
export class ParticipantSearch {
  constructor(
    private readonly parts: {
      readonly clock: Clock;
      readonly catalog: Catalog;
      readonly connections: Pick<Connections, 'all'>;
      readonly index: Pick<SearchIndex, 'search'>;
    },
  ) {}

  /** As in the panel. Rejects with `CancelledError`. */
  find(text: string, signal: AbortSignal): Promise<SearchResult> {
    const { clock, connections, index } = this.parts;
    const names = connections.all.map(({ definition }) => definition.name);
    const query: ParsedQuery = parseQuery({ ...emptyQuery, text }, clock.now(), names);
    return index.search(query, 'relevance', signal);
  }

  entries(ids: Iterable<number>): readonly CatalogEntry[] {
    return Array.from(ids).flatMap((id) => this.parts.catalog.get(id) ?? []);
  }

  /** What a question names by its exact URI. */
  named(question: string): readonly CatalogEntry[] {
    const { catalog, connections } = this.parts;
    return urisOfPrompt(question).flatMap((uri) =>
      connections.all.flatMap(({ definition }) => catalog.find(definition.id, uri) ?? []),
    );
  }

  /** What a question seems to be about: what has all of it as a query, else what has most of its words. */
  async about(question: string, signal: AbortSignal): Promise<readonly CatalogEntry[]> {
    if (question.trim() === '') return [];
    const all = await this.find(question, signal);
    if (all.ids.length > 0 && all.gaps.length === 0) return this.entries(all.ids.subarray(0, mostMatches));
    const found: Uint32Array[] = [];
    // In quotes a word is looked for as it is: with gaps, prose finds anything.
    for (const word of wordsOfPrompt(question)) found.push((await this.find(`"${word}"`, signal)).ids);
    return this.entries(bestMatches(found, all.outOf, mostMatches));
  }
}
