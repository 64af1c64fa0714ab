import type { Ask } from '../base/ask';
import type { PanelState } from './state';
import type { Store } from './store';

/** Requests the counts of the filters to click for the results that are shown, while the filters are open. */
export class FacetCounts {
  #isAsking = false;
  /** The query of the last request. */
  #of: number | undefined;

  constructor(
    private readonly store: Store<PanelState>,
    private readonly ask: Ask,
    private readonly onFailed: (error: unknown, retry: () => void) => void,
  ) {}

  /** Call it whenever the state has changed. A running count is never cancelled: while lists arrive there is always a next one. */
  follow(): void {
    const { isFiltering, results } = this.store.state;
    if (isFiltering && results && results.queryId !== this.#of && !this.#isAsking) void this.#count(results.queryId);
  }

  async #count(queryId: number): Promise<void> {
    this.#isAsking = true;
    this.#of = queryId;
    try {
      const facets = await this.ask('facets', { queryId });
      // Without an answer the host has moved on to the next query, whose results are on their way.
      if (facets) this.store.update({ facets });
    } catch (error) {
      this.onFailed(error, () => {
        this.#of = undefined;
        this.follow();
      });
    } finally {
      this.#isAsking = false;
      this.follow();
    }
  }
}
