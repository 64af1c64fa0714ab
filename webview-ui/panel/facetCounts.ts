import type { Facet, FacetName, SearchQuery } from '../../src/shared/protocol';
import { isEmptyQuery } from '../../src/shared/searchQuery';
import type { After, Ask } from '../base/ask';
import type { Results } from './state';
import type { Store } from './store';

/** Delay in ms, so that a typing user has results counted once, and not for every key. */
const settleAfter = 200;
/** Delay in ms if a query is counted again while lists arrive, which counting holds up. */
const settleLater = 1_000;

/** Requests the counts of the filters for the results that are shown. */
export class FacetCounts {
  #isCounting = false;
  #waiting: { readonly isPatient: boolean; readonly stop: () => void } | undefined;
  /** The results of the last request. */
  #askedOf: number | undefined;
  /** The query that was counted last. */
  #counted: SearchQuery | undefined;

  constructor(
    private readonly store: Store,
    private readonly ask: Ask,
    private readonly after: After,
  ) {}

  /** Call it whenever the state has changed. A running count is never cancelled: while lists arrive there is always a next one. */
  follow(): void {
    const results = this.#results;
    if (!results || results.queryId === this.#askedOf || this.#isCounting) return;
    const isPatient = results.reply.isLoading && results.query === this.#counted;
    if (this.#waiting && (isPatient || !this.#waiting.isPatient)) return;
    this.#waiting?.stop();
    this.#waiting = {
      isPatient,
      stop: this.after(isPatient ? settleLater : settleAfter, () => void this.#count()),
    };
  }

  async #count(): Promise<void> {
    const results = this.#results;
    this.#waiting = undefined;
    this.#askedOf = results?.queryId;
    this.#isCounting = true;
    try {
      const facets = results && (await this.ask('facets', { queryId: results.queryId }));
      // Without an answer the host has moved on to the next query, whose results are on their way.
      if (!facets) return;
      this.#counted = results.query;
      this.#show(facets);
    } catch {
      // The filters of the last results stay, and the next results are counted again.
    } finally {
      this.#isCounting = false;
      this.follow();
    }
  }

  /** Those that the host has answered: it may not know the query of others yet. */
  get #results(): Results | undefined {
    const { results } = this.store.state;
    return results?.isOwn === true ? undefined : results;
  }

  /** A single value is no choice. But no chip goes while the user is choosing, and results of a search may leave nothing to choose from. */
  #show(facets: readonly Facet[]): void {
    const { hasFilters, query, offered: previousOffer } = this.store.state;
    const offered = new Set<FacetName>(query.choices.length > 0 ? previousOffer : []);
    for (const { name, values } of facets) if (values.length > 1) offered.add(name);
    this.store.update({ facets, offered, hasFilters: offered.size > 0 || (hasFilters && !isEmptyQuery(query)) });
  }
}
