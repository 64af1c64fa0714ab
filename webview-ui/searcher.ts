import type { SearchQuery } from '../src/shared/protocol';
import type { After, Ask } from './ask';
import { RowBlocks } from './rowBlocks';
import { geometryOf, type PanelState, type Results } from './state';
import type { Store } from './store';

/** An answer that takes longer than this is shown as work under way. */
const slowAfter = 300;

/** How far a row is looked for from where it was, when results changed. */
const searchRadius = 2000;

interface Run {
  readonly queryId: number;
  readonly signal: AbortSignal;
  readonly abort: () => void;
}

export interface SearcherPorts {
  readonly ask: Ask;
  readonly after: After;
  readonly isListFocused: () => boolean;
  /** `moved`: by how many rows the active row went down, where the query is the same; `undefined` for a new query. */
  readonly onResults: (results: Results, moved: number | undefined) => void;
  readonly onFailed: (error: unknown, retry: () => void) => void;
}

/** Runs queries. The newest wins; what is seen stays until the rows that replace it are here. */
export class Searcher {
  #lastId = 0;
  #run: Run | undefined;
  #isWantedAgain = false;

  constructor(
    private readonly store: Store<PanelState>,
    private readonly ports: SearcherPorts,
  ) {}

  /** Searches for what the state's query says; drops every search before. */
  search(): void {
    this.#isWantedAgain = false;
    void this.#start((run, rows) => this.#showNew(run, rows));
  }

  /** Asks again for the same query, keeping the place. A search under way is let finish, for it could be asked again for ever. */
  refresh(): void {
    if (this.#run) this.#isWantedAgain = true;
    else void this.#start((run, rows) => this.#showChanged(run, rows));
  }

  async #start(show: (run: Run, results: Results) => Promise<void>): Promise<void> {
    this.#run?.abort();
    const abort = new AbortController();
    const run: Run = { queryId: ++this.#lastId, signal: abort.signal, abort: () => abort.abort() };
    this.#run = run;
    const stopWaiting = this.ports.after(slowAfter, () => this.store.update({ isSlow: true }));
    const query: SearchQuery = this.store.state.query;
    try {
      const reply = await this.ports.ask('search', { queryId: run.queryId, query }, run.signal);
      await show(run, { queryId: run.queryId, reply, rows: this.#rowsOf(run.queryId, reply.total) });
    } catch (error) {
      if (!isOver(run)) this.ports.onFailed(error, () => this.search());
    } finally {
      stopWaiting();
      if (this.#run === run) this.#end();
    }
  }

  #end(): void {
    this.#run = undefined;
    this.store.update({ isSlow: false });
    if (!this.#isWantedAgain) return;
    this.#isWantedAgain = false;
    this.refresh();
  }

  #rowsOf(queryId: number, total: number): RowBlocks {
    return new RowBlocks(total, {
      load: async (range, signal) => {
        const answer = await this.ports.ask('rows', { queryId, ...range }, signal);
        if (!answer && queryId === this.#lastId) throw new Error('The host has left the newest query');
        return answer;
      },
      onLoaded: () => this.store.invalidate(),
      onFailed: (error) => this.ports.onFailed(error, () => this.search()),
    });
  }

  async #showNew(run: Run, results: Results): Promise<void> {
    const { state } = this.store;
    /** A page that comes back starts where it was left. */
    const scrollTop = state.results ? 0 : geometryOf(state, results.reply.total).clamp(state.scrollTop);
    await results.rows.load(geometryOf(state, results.reply.total).visible(scrollTop));
    if (isOver(run)) return;
    this.store.update({ scrollTop, active: geometryOf(state, results.reply.total).visible(scrollTop).from });
    this.ports.onResults(results, undefined);
  }

  async #showChanged(run: Run, results: Results): Promise<void> {
    const { state } = this.store;
    const { total } = results.reply;
    const old = state.results;
    await results.rows.load(geometryOf(state, total).visible(state.scrollTop));
    // A first row that nobody has gone to is just the first row, whatever it is.
    const isFollowed = state.active > 0 || this.ports.isListFocused();
    const activeMoved = isFollowed ? await this.#movement(run, results, state.active) : 0;
    const drift = await this.#drift(run, results, activeMoved);
    if (isOver(run)) return;
    const geometry = geometryOf(this.store.state, total);
    const scrollTop = geometry.follow(geometryOf(this.store.state), drift, this.store.state.scrollTop);
    await results.rows.load(geometry.visible(scrollTop));
    if (isOver(run)) return;
    if (old) results.rows.standIn(old.rows);
    const active = Math.min(Math.max(0, this.store.state.active + activeMoved), Math.max(0, total - 1));
    this.store.update({ scrollTop, active });
    this.ports.onResults(results, activeMoved);
  }

  /** By how many rows the list has to scroll so that what is looked at stays where it is. */
  async #drift(run: Run, results: Results, activeMoved: number): Promise<number> {
    const { state } = this.store;
    const isFocused = this.ports.isListFocused();
    // At the top, what comes in above is what people wait for.
    if (state.scrollTop === 0 && !isFocused) return 0;
    const seen = geometryOf(state).visible(state.scrollTop);
    if (isFocused && state.active >= seen.from && state.active < seen.to) return activeMoved;
    return this.#movement(run, results, seen.from + 1);
  }

  /** By how many rows the resource that is shown at `index` stands further down in new results; 0 when it is not near. */
  async #movement(run: Run, { rows, queryId, reply }: Results, index: number): Promise<number> {
    const id = this.store.state.results?.rows.at(index)?.id;
    if (id === undefined || rows.at(index)?.id === id) return 0;
    const from = Math.max(0, Math.min(index, reply.total) - searchRadius);
    const to = Math.min(reply.total, index + searchRadius);
    const near = rows.indexOf(id, { from, to });
    if (near !== undefined) return near - index;
    const ids = await this.ports.ask('ids', { queryId, from, to }, run.signal);
    const found = ids?.indexOf(id) ?? -1;
    return found < 0 ? 0 : from + found - index;
  }
}

/** Whether a newer search took its place while it waited. */
function isOver(run: Run): boolean {
  return run.signal.aborted;
}
