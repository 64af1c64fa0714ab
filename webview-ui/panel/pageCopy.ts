import { covers, SearchCopy, type Copied, type CopyResult } from '../../src/core/panel/searchCopy';
import type { CopyState, ResultRow, SearchQuery } from '../../src/shared/protocol';
import { emptyQuery } from '../../src/shared/searchQuery';
import type { After, Ask } from '../base/ask';

/** Delay in ms after the first answer that asks for a copy: while lists change all the time nothing is copied. */
const settleAfter = 300;
/** Entries in one answer, so that none holds up the page or the host. */
const partSize = 200;
/** Answers that are under way at once: with one at a time a distant host would take several seconds. */
const partsAtOnce = 3;

/**
 * Keeps a copy of what the host searches, and answers typed keys from it. Where that is too much, it copies what the last query found, and
 * answers the queries that narrow it down.
 */
export class PageCopy {
  #copy: SearchCopy | undefined;
  /** The host's newest state, and the query to which it was the answer. */
  #state: CopyState | undefined;
  #query: SearchQuery = emptyQuery;
  /** The copy that will be loaded after a delay. */
  #next: Copied | undefined;
  /** The copy that could not be loaded. */
  #failed: Copied | undefined;
  #isLoading = false;
  #stopWaiting: () => void = () => undefined;

  constructor(
    private readonly ask: Ask,
    private readonly after: After,
    private readonly now: () => number,
  ) {}

  /** Call it with each answer of the host. */
  follow(query: SearchQuery, state: CopyState | undefined): void {
    [this.#query, this.#state] = [query, state];
    if (this.#isLoading || this.#isWanted(this.#next)) return;
    this.#stopWaiting();
    this.#next = undefined;
    if (!state || state.of === 'none' || this.#isWanted(this.#copy?.of)) return;
    const next = { order: state.order, query: state.of === 'all' ? { ...emptyQuery, sort: query.sort } : query };
    if (this.#failed?.order === next.order && isSameQuery(this.#failed.query, next.query)) return;
    this.#next = next;
    this.#stopWaiting = this.after(settleAfter, () => void this.#load(next));
  }

  /** The rows are newer than their copies. */
  note(rows: readonly ResultRow[]): void {
    this.#copy?.note(rows);
  }

  /** See {@link SearchCopy.search}; resolves to `undefined` if the copy is not that of the host's newest state, too. */
  async search(query: SearchQuery): Promise<CopyResult | undefined> {
    const [copy, state] = [this.#copy, this.#state];
    return copy && state && copy.of?.order === state.order ? copy.search(query, state.onTop) : undefined;
  }

  /** True if it is of the newest state and has all that the newest query found. */
  #isWanted(copied: Copied | undefined): boolean {
    return copied !== undefined && copied.order === this.#state?.order && covers(copied.query, this.#query);
  }

  async #load(wanted: Copied): Promise<void> {
    this.#next = undefined;
    this.#isLoading = true;
    let isFailed = true;
    try {
      const order = await this.ask('copyOrder', { query: wanted.query });
      if (!order) return;
      const { entries } = order;
      const copy = this.#copy?.entries === entries ? this.#copy : new SearchCopy(entries, this.now);
      this.#copy = copy;
      const missing = copy.arrange(order, wanted.query);
      const loaded = { order: order.order, query: wanted.query };
      let from = 0;
      // Its parts would be in the way of the answers to another query.
      const isReplaced = (): boolean =>
        this.#state !== undefined && this.#state.of !== 'none' && !this.#isWanted(wanted) && !this.#isWanted(loaded);
      const loadParts = async (): Promise<boolean> => {
        while (from < missing.length && !isReplaced()) {
          const ids = missing.slice(from, (from += partSize));
          const part = await this.ask('copyEntries', { entries, ids });
          if (!part) return false;
          copy.add(part);
        }
        return true;
      };
      const areDone = await Promise.all(Array.from({ length: partsAtOnce }, loadParts));
      if (!areDone.includes(false) && from >= missing.length) copy.complete();
      isFailed = areDone.includes(false) || order.order !== wanted.order;
    } catch {
      // The host answers every key, as it does without a copy.
    } finally {
      this.#isLoading = false;
      if (isFailed) this.#failed = wanted;
      this.follow(this.#query, this.#state);
    }
  }
}

function isSameQuery(a: SearchQuery, b: SearchQuery): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
