import type { Repetition, ResultRow, SearchQuery, SearchReply } from '../../src/shared/protocol';
import type { After, Ask } from '../base/ask';
import type { Range } from './listGeometry';
import { PageCopy } from './pageCopy';
import type { PageView } from './pageView';
import { RowBlocks, type Rows } from './rowBlocks';
import { geometryOf, type Results } from './state';
import type { Store } from './store';

/** Milliseconds after which a pending answer is shown as progress. */
const slowAfter = 300;

/** Maximum number of rows that come with an answer. */
const maxFirstRows = 100;
/** Number of rows that come with an answer before the height of the page is known: as many as most screens hold. */
const firstRows = 50;

interface Run {
  readonly queryId: number;
  readonly signal: AbortSignal;
  readonly abort: () => void;
}

/** What happens around a search. */
export interface SearchEvents {
  /** The size of the page is needed, which may not be laid out yet. */
  readonly onMeasure: () => void;
  /** `moved`: by how many rows the active row went down, where the query is the same; `undefined` for a new query. */
  readonly onResults: (results: Results, moved: number | undefined) => void;
  readonly onFailed: (error: unknown, retry: () => void) => void;
}

/**
 * Runs queries. The newest wins; the old rows stay visible until the new ones are here. A typed key is answered from the page's copy at once,
 * and by the host as all others are: its answer has the counts as well, and takes the place of the page's own. The host repeats the last query
 * where the answer may be another.
 */
export class Searcher {
  readonly #copy: PageCopy;
  /** Id of the last search, or of its last repetition. */
  #newestId = 0;
  #run: Run | undefined;
  /** The latest action that came while results were still loading. */
  #next: (() => void) | undefined;

  constructor(
    private readonly store: Store,
    private readonly ask: Ask,
    private readonly after: After,
    private readonly page: Pick<PageView, 'isListFocused'>,
    private readonly events: SearchEvents,
  ) {
    this.#copy = new PageCopy(ask, after, Date.now);
  }

  /** Searches for the state's query and cancels every search before. */
  search(): void {
    const { results, scrollTop } = this.store.state;
    this.#newestId = Math.floor(this.#newestId) + 1;
    const run = this.#begin(this.#newestId);
    void this.#end(run, this.#ask(run, this.#firstOf(results ? 0 : scrollTop)));
    void this.#showOwn(run);
  }

  /** Shows the answer to the same query as it is now, keeping the place. One to an older query comes too late. */
  repeated(repetition: Repetition): void {
    if (Math.floor(repetition.queryId) !== Math.floor(this.#newestId)) return;
    this.#newestId = repetition.queryId;
    this.#afterRun(() => this.#showRepeated(repetition));
  }

  repeatFailed(error: Error): void {
    this.#afterRun(() => this.events.onFailed(error, () => this.search()));
  }

  /** A running search ends first: with frequent changes none would. */
  #afterRun(action: () => void): void {
    if (this.#run) this.#next = action;
    else action();
  }

  /** The user is at the active row, by the keyboard or in its pane. */
  get #isRowInUse(): boolean {
    return this.page.isListFocused || this.store.state.pane !== undefined;
  }

  #begin(queryId: number): Run {
    this.#next = undefined;
    this.#run?.abort();
    const abort = new AbortController();
    return (this.#run = { queryId, signal: abort.signal, abort: () => abort.abort() });
  }

  async #ask(run: Run, first: number): Promise<void> {
    const { queryId, signal } = run;
    const { query } = this.store.state;
    const stopWaiting = this.after(slowAfter, () => {
      if (!this.#isShown(run)) this.store.update({ isSlow: true });
    });
    try {
      const reply = await this.ask('search', { queryId, query, first }, signal);
      // A page before this one may have been sent it.
      this.#next = undefined;
      const results = this.#resultsOf(queryId, query, reply);
      if (this.#isShown(run)) await this.#showChanged(run, results);
      else await this.#showNew(run, results);
    } finally {
      stopWaiting();
    }
  }

  #showRepeated({ queryId, reply }: Repetition): void {
    const run = this.#begin(queryId);
    void this.#end(run, this.#showChanged(run, this.#resultsOf(queryId, this.store.state.query, reply)));
  }

  #resultsOf(queryId: number, query: SearchQuery, reply: SearchReply): Results {
    if (this.store.state.viewport === 0) this.events.onMeasure();
    this.#copy.follow(query, reply.copy);
    this.#copy.note(reply.first);
    return { queryId, query, reply, rows: this.#rowsOf(queryId, reply.total, reply.first), isOwn: false };
  }

  async #end(run: Run, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!isOver(run)) this.events.onFailed(error, () => this.search());
    }
    if (this.#run !== run) return;
    this.#run = undefined;
    this.store.update({ isSlow: false });
    const { queryId } = run;
    const first = this.#firstOf(this.store.state.scrollTop);
    // If the host does not hear of it, it waits no longer than it must.
    this.ask('shown', { queryId, first }).catch(() => undefined);
    const next = this.#next;
    this.#next = undefined;
    next?.();
  }

  /** Number of rows to come with the answer, so that the first visible ones need no second round trip. */
  #firstOf(scrollTop: number): number {
    const { state } = this.store;
    // The first search does not wait for the page's height.
    if (state.viewport === 0) return firstRows;
    const { from, to } = geometryOf(state, maxFirstRows).rowsToDraw(scrollTop);
    return from === 0 ? to : 0;
  }

  /**
   * Shows the page's own matches until the host answers, if only the query's text has changed. The rest of the last reply is still valid.
   */
  async #showOwn(run: Run): Promise<void> {
    const { query, results: previous } = this.store.state;
    if (!previous || !isSameButText(query, previous.query)) return;
    const found = await this.#copy.search(query);
    if (!found || found.length === 0 || this.#run !== run) return;
    const { queryId } = run;
    const reply = { ...previous.reply, total: found.length, empty: undefined };
    const rows = this.#rowsOf(queryId, found.length, found);
    await this.#showNew(run, { queryId, query, reply, isOwn: true, rows });
  }

  /** True if the rows of its query are those that the page found itself. */
  #isShown({ queryId }: Run): boolean {
    return this.store.state.results?.queryId === queryId;
  }

  #rowsOf(queryId: number, total: number, first: Rows): RowBlocks {
    const load = async (range: Range, signal: AbortSignal): Promise<readonly ResultRow[] | undefined> => {
      const answer = await this.ask('rows', { queryId, ...range }, signal);
      if (!answer && queryId === this.#newestId) throw new Error('The host has left the newest query');
      this.#copy.note(answer ?? []);
      return answer;
    };
    const onLoaded = (): void => this.store.invalidate();
    const onFailed = (error: unknown): void => this.events.onFailed(error, () => this.search());
    return new RowBlocks(total, { load, onLoaded, onFailed }, first);
  }

  async #showNew(run: Run, results: Results): Promise<void> {
    const { state } = this.store;
    /** A restored page starts at its old position. */
    const scrollTop = state.results ? 0 : geometryOf(state, results.reply.total).clamp(state.scrollTop);
    await results.rows.load(geometryOf(state, results.reply.total).visibleRows(scrollTop));
    if (isOver(run)) return;
    this.store.update({ scrollTop, active: geometryOf(state, results.reply.total).visibleRows(scrollTop).from });
    this.events.onResults(results, undefined);
  }

  async #showChanged(run: Run, results: Results): Promise<void> {
    const { state } = this.store;
    const { total } = results.reply;
    const previous = state.results;
    await results.rows.load(geometryOf(state, total).visibleRows(state.scrollTop));
    // An active first row that the user never moved to is not followed: another row may become the first.
    const isFollowed = state.active > 0 || this.#isRowInUse;
    const activeMoved = isFollowed ? await this.#movement(run, results, state.active) : 0;
    const drift = await this.#drift(run, results, activeMoved);
    if (isOver(run)) return;
    const geometry = geometryOf(this.store.state, total);
    const scrollTop = geometry.follow(geometryOf(this.store.state), drift, this.store.state.scrollTop);
    await results.rows.load(geometry.visibleRows(scrollTop));
    if (isOver(run)) return;
    if (previous) results.rows.standIn(previous.rows);
    const active = Math.min(Math.max(0, this.store.state.active + activeMoved), Math.max(0, total - 1));
    this.store.update({ scrollTop, active });
    this.events.onResults(results, activeMoved);
  }

  /** Number of rows that the list has to scroll by so that the row in view stays in its place. */
  async #drift(run: Run, results: Results, activeMoved: number): Promise<number> {
    const { state } = this.store;
    const isFocused = this.#isRowInUse;
    // At the top, users want to see new rows above.
    if (state.scrollTop === 0 && !isFocused) return 0;
    const visible = geometryOf(state).visibleRows(state.scrollTop);
    if (isFocused && state.active >= visible.from && state.active < visible.to) return activeMoved;
    return this.#movement(run, results, visible.from + 1);
  }

  /** Number of rows that the row at `index` has moved down in new results; 0 when it is not among them. */
  async #movement(run: Run, { rows, queryId }: Results, index: number): Promise<number> {
    const id = this.store.state.results?.rows.at(index)?.id;
    if (id === undefined || rows.at(index)?.id === id) return 0;
    const newIndex = await this.ask('find', { queryId, id }, run.signal);
    return newIndex === undefined ? 0 : newIndex - index;
  }
}

function isSameButText(a: SearchQuery, b: SearchQuery): boolean {
  return a.choices === b.choices && a.audience === b.audience && a.sort === b.sort;
}

/** True when a newer search replaced it meanwhile. */
function isOver(run: Run): boolean {
  return run.signal.aborted;
}
