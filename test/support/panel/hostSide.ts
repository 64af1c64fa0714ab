import { Answerer, type AbortSignalLike, type Handlers } from '../../../src/shared/endpoint';
import {
  protocolVersion,
  type EmptyReason,
  type HostRequests,
  type PanelEvents,
  type PanelNotice,
  type ResultRow,
  type CopyState,
  type SearchQuery,
  type SearchReply,
} from '../../../src/shared/protocol';
import { copyEntry, copyOrder } from './copies';
import { find, labelOf, type Found } from './finding';
import { PreviewHost } from './previewHost';
import { TemplateHost } from './templateHost';

/** What is added to a query's id each time it is repeated. */
const repetition = 2 ** -26;
const nothing: Found = { rows: [], problems: [], facets: () => [] };

export type Method = keyof HostRequests;

export interface Received<M extends Method = Method> {
  readonly method: M;
  readonly params: HostRequests[M]['params'];
}

/** A simple host: searches rows in memory and answers the whole protocol. */
export class HostSide {
  readonly received: Received[] = [];
  /** Methods of the requests that the page cancelled. */
  readonly cancelled: Method[] = [];
  /** Number of messages in both directions. */
  messageCount = 0;
  version = protocolVersion;
  isLoading = false;
  /** The user cancels every action. */
  isCancelling = false;
  attachAll: string | undefined;
  hidden: SearchReply['hidden'];
  /** Set where the page may copy the rows; another `order` means that they have changed. */
  copies: CopyState | undefined;
  notices: readonly PanelNotice[] = [];
  empty: EmptyReason = {
    title: 'No matching resources',
    text: 'Try fewer or other words.',
    actions: [{ id: 'all', label: 'Show All Servers' }],
    canLoosen: true,
  };
  /** Servers' icons by number. */
  readonly icons = new Map<number, string>();
  readonly forms = new TemplateHost();
  readonly previews = new PreviewHost();
  readonly #answerer: Answerer<HostRequests, PanelEvents>;
  readonly #failures = new Map<Method, string>();
  readonly #gates = new Map<Method, Promise<void>>();
  #current: Found & { readonly queryId: number } = { queryId: 0, ...nothing };
  /** Resolves when the page shows the last answer. */
  #isShown = Promise.resolve();
  #endShowing: () => void = () => undefined;
  #repeating: Promise<void> | undefined;
  #isWantedAgain = false;

  constructor(
    public rows: readonly ResultRow[],
    post: (message: unknown) => void,
  ) {
    const counted = (message: unknown): void => {
      this.messageCount++;
      post(message);
    };
    this.#answerer = new Answerer<HostRequests, PanelEvents>(counted, this.#handlers(), {
      newAbort: () => new AbortController(),
      describeError: (error) => (error instanceof Error ? error.message : String(error)),
    });
  }

  receive(message: unknown): void {
    this.messageCount++;
    void this.#answerer.receive(message);
  }

  /** Answers the page's last query again, once it shows the answer before; as the product does. */
  changed(): void {
    this.#isWantedAgain = true;
    this.#repeating ??= this.#repeatWhileWanted();
  }

  setQuery(query: SearchQuery): void {
    this.#answerer.send('setQuery', { query });
  }

  show(row: PanelEvents['show']['row']): void {
    this.#answerer.send('show', { row });
  }

  /** Goes to the search box, with what was typed while the page had no focus. */
  typed(text = '', isNew = true): void {
    this.#answerer.send('typed', { text, isNew });
  }

  savedSearches(...names: readonly string[]): void {
    this.#answerer.send('savedSearches', { names });
  }

  /** Makes every request of the method fail with this message until {@link recover}. */
  fail(method: Method, message: string): void {
    this.#failures.set(method, message);
  }

  recover(method: Method): void {
    this.#failures.delete(method);
  }

  /** Holds the answers to later requests of the method until the returned function is called. */
  hold(method: Method): () => void {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    this.#gates.set(method, gate);
    return () => {
      if (this.#gates.get(method) === gate) this.#gates.delete(method);
      open();
    };
  }

  /** Returns the parameters of all requests of a method, oldest first. */
  asked<M extends Method>(method: M): readonly HostRequests[M]['params'][] {
    return this.received.filter((request) => request.method === method).map((request) => request.params as never);
  }

  /** What the page asked to be done with resources: the action with their ids. */
  get acts(): readonly string[] {
    return this.asked('act').map(({ action, ids }) => [action, ...ids].join(' '));
  }

  #handlers(): Handlers<HostRequests> {
    return {
      start: this.#handle('start', () => {
        this.#current = { queryId: 0, ...nothing };
        return { version: this.version };
      }),
      search: this.#handle('search', ({ queryId, query, first }) => this.#search(queryId, query, first)),
      shown: this.#handle('shown', ({ queryId }) => {
        if (queryId === this.#current.queryId) this.#endShowing();
        return null;
      }),
      rows: this.#handle('rows', ({ queryId, from, to }) => this.#rows(queryId)?.slice(from, to)),
      ids: this.#handle('ids', ({ queryId, from, to }) =>
        this.#rows(queryId)
          ?.slice(from, to)
          .flatMap(({ kind, id }) => (kind === 'resource' ? [id] : [])),
      ),
      find: this.#handle('find', ({ queryId, id }) => {
        const index = this.#rows(queryId)?.findIndex((row) => row.id === id) ?? -1;
        return index < 0 ? undefined : index;
      }),
      facets: this.#handle('facets', ({ queryId }) =>
        queryId === this.#current.queryId ? this.#current.facets() : undefined,
      ),
      copyOrder: this.#handle(
        'copyOrder',
        ({ query }) => this.copies && copyOrder(find(this.rows, query).rows, this.copies),
      ),
      copyEntries: this.#handle('copyEntries', ({ ids }) =>
        this.rows.filter(({ id }) => ids.includes(id)).map(copyEntry),
      ),
      describeSelection: this.#handle('describeSelection', ({ ids }) => ({
        summary: `${ids.length.toLocaleString('en')} selected · ${(ids.length * 12).toLocaleString('en')} tokens`,
        files: ids.slice(0, 100).map((id) => `mcpres://test/${id}.txt`),
      })),
      dragged: this.#handle('dragged', () => null),
      act: this.#handle('act', () => !this.isCancelling),
      run: this.#handle('run', () => null),
      saveSearch: this.#handle('saveSearch', () => null),
      openSavedSearch: this.#handle('openSavedSearch', () => null),
      focused: this.#handle('focused', () => null),
      preview: this.#handle('preview', ({ id }) => {
        const row = this.rows.find((one) => one.id === id);
        if (!row) throw new Error('This resource is no longer listed. Go back and select another one.');
        return this.previews.preview(row);
      }),
      standing: this.#handle('standing', ({ id }) =>
        this.rows.some((one) => one.id === id) ? { permission: undefined } : undefined,
      ),
      openTemplate: this.#handle('openTemplate', this.forms.handlers.openTemplate),
      expandTemplate: this.#handle('expandTemplate', this.forms.handlers.expandTemplate),
      completeVariable: this.#handle('completeVariable', this.forms.handlers.completeVariable),
      useTemplate: this.#handle('useTemplate', this.forms.handlers.useTemplate),
      serverIcon: this.#handle('serverIcon', ({ icon }) => this.icons.get(icon)),
    };
  }

  #handle<M extends Method>(
    method: M,
    answer: Handlers<HostRequests>[M],
  ): (params: HostRequests[M]['params'], signal: AbortSignalLike) => Promise<HostRequests[M]['answer']> {
    return async (params, signal) => {
      this.received.push({ method, params });
      signal.addEventListener('abort', () => this.cancelled.push(method));
      await this.#gates.get(method);
      const failure = this.#failures.get(method);
      if (failure !== undefined) throw new Error(failure);
      return answer(params, signal);
    };
  }

  async #repeatWhileWanted(): Promise<void> {
    while (this.#isWantedAgain) {
      await this.#isShown;
      this.#isWantedAgain = false;
      await this.#repeat();
    }
    this.#repeating = undefined;
  }

  async #repeat(): Promise<void> {
    const wanted = this.asked('search').at(-1);
    await this.#gates.get('search');
    const failure = this.#failures.get('search');
    if (failure !== undefined) this.#answerer.send('repeatFailed', { message: failure });
    else if (wanted) {
      const { query, first } = wanted;
      const isCurrent = Math.floor(this.#current.queryId) === wanted.queryId;
      const queryId = (isCurrent ? this.#current.queryId : wanted.queryId) + repetition;
      this.#answerer.send('repeated', { queryId, reply: this.#search(queryId, query, first) });
    }
  }

  #rows(queryId: number): readonly ResultRow[] | undefined {
    return queryId === this.#current.queryId ? this.#current.rows : undefined;
  }

  #search(queryId: number, query: SearchQuery, first: number): SearchReply {
    const result = find(this.rows, query);
    const { rows, problems } = result;
    if (queryId > this.#current.queryId) {
      this.#current = { queryId, ...result };
      this.#endShowing();
      this.#isShown = new Promise((resolve) => (this.#endShowing = resolve));
    }
    const all = this.rows.length.toLocaleString('en');
    return {
      total: rows.length,
      first: rows.slice(0, first),
      problems,
      choiceLabels: query.choices.map(labelOf),
      summary: rows.length === this.rows.length ? `${all} total` : `${rows.length.toLocaleString('en')} of ${all}`,
      hidden: this.hidden,
      isLoading: this.isLoading,
      notices: this.notices,
      empty: rows.length === 0 ? this.empty : undefined,
      attachAll: this.attachAll,
      copy: this.copies,
    };
  }
}
