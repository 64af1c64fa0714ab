import type { Ask } from '../base/ask';
import type { PanelState } from './state';
import type { Store } from './store';

/** Has the filters to click counted for the results that are shown, while somebody looks at them. */
export class FacetCounts {
  #isAsking = false;
  /** The query that they were last asked for. */
  #of: number | undefined;

  constructor(
    private readonly store: Store<PanelState>,
    private readonly ask: Ask,
    private readonly onFailed: (error: unknown, retry: () => void) => void,
  ) {}

  /** Call it whenever the state has changed. One count at a time is let finish: while lists arrive the next is always there. */
  follow(): void {
    const { isFiltering, results } = this.store.state;
    if (isFiltering && results && results.queryId !== this.#of && !this.#isAsking) void this.#count(results.queryId);
  }

  async #count(queryId: number): Promise<void> {
    this.#isAsking = true;
    this.#of = queryId;
    try {
      const facets = await this.ask('facets', { queryId });
      // Without an answer the host has left the query, and the results of the next one are on their way.
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
