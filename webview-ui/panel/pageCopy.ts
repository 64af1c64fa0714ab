import { SearchCopy, type CopyResult } from '../../src/core/panel/searchCopy';
import type { CopyState, ResultRow, SearchQuery } from '../../src/shared/protocol';
import type { After, Ask } from '../base/ask';

/** Delay in ms after the last answer that names another state: while lists change all the time nothing is copied. */
const settleAfter = 300;
/** Entries in one answer, so that none holds up the page or the host. */
const partSize = 500;
/** Answers that are under way at once: with one at a time a distant host would take several seconds. */
const partsAtOnce = 4;

/** Keeps a copy of what the host searches, as far as that is small enough, and answers typed keys from it. */
export class PageCopy {
  #copy: SearchCopy | undefined;
  /** The host's newest state. */
  #state: CopyState | undefined;
  #sort: SearchQuery['sort'] = 'relevance';
  #isLoading = false;
  #stopWaiting: () => void = () => undefined;

  constructor(
    private readonly ask: Ask,
    private readonly after: After,
    private readonly now: () => number,
  ) {}

  /** Call it with each answer of the host. */
  follow({ sort }: Pick<SearchQuery, 'sort'>, state: CopyState | undefined): void {
    [this.#state, this.#sort] = [state, sort];
    this.#stopWaiting();
    if (!state || this.#isCurrent || this.#isLoading) return;
    this.#stopWaiting = this.after(settleAfter, () => void this.#load(state.order));
  }

  /** The rows are newer than their copies. */
  note(rows: readonly ResultRow[]): void {
    this.#copy?.note(rows);
  }

  /** See {@link SearchCopy.search}; resolves to `undefined` where the copy is not that of the host's newest state, too. */
  async search(query: SearchQuery): Promise<CopyResult | undefined> {
    return this.#state && this.#isCurrent ? this.#copy?.search(query, this.#state.onTop) : undefined;
  }

  get #isCurrent(): boolean {
    return this.#copy?.state !== undefined && this.#copy.state === this.#state?.order;
  }

  async #load(wanted: number): Promise<void> {
    this.#isLoading = true;
    try {
      const order = await this.ask('copyOrder', { sort: this.#sort });
      if (!order) return;
      const { entries } = order;
      const copy = this.#copy?.entries === entries ? this.#copy : new SearchCopy(entries, this.now);
      this.#copy = copy;
      const missing = copy.arrange(order);
      let from = 0;
      const loadParts = async (): Promise<boolean> => {
        while (from < missing.length) {
          const ids = missing.slice(from, (from += partSize));
          const part = await this.ask('copyEntries', { entries, ids });
          if (!part) return false;
          copy.add(part);
        }
        return true;
      };
      const areDone = await Promise.all(Array.from({ length: partsAtOnce }, loadParts));
      if (!areDone.includes(false)) copy.complete();
    } catch {
      // The host answers every key, as it does without a copy.
    } finally {
      this.#isLoading = false;
      // What failed is tried again with the next state only.
      if (this.#state?.order !== wanted) this.follow({ sort: this.#sort }, this.#state);
    }
  }
}
