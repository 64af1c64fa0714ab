import { Answerer, type AbortSignalLike, type Handlers } from '../../../src/shared/endpoint';
import {
  protocolVersion,
  type EmptyReason,
  type HostRequests,
  type PanelEvents,
  type PanelNotice,
  type ResourceRow,
  type SearchQuery,
  type SearchReply,
} from '../../../src/shared/protocol';

export type Method = keyof HostRequests;

export interface Received<M extends Method = Method> {
  readonly method: M;
  readonly params: HostRequests[M]['params'];
}

/** A small and honest host: searches rows in memory and answers the whole protocol. */
export class HostSide {
  readonly received: Received[] = [];
  /** What the page cancelled, by method. */
  readonly cancelled: Method[] = [];
  version = protocolVersion;
  isLoading = false;
  notices: readonly PanelNotice[] = [];
  empty: EmptyReason = {
    title: 'No matching resources',
    text: 'Try fewer or other words.',
    actions: [{ id: 'clear', label: 'Clear Filters' }],
  };
  readonly #answerer: Answerer<HostRequests, PanelEvents>;
  readonly #failures = new Map<Method, string>();
  readonly #gates = new Map<Method, Promise<void>>();
  #current: { queryId: number; rows: readonly ResourceRow[] } = { queryId: 0, rows: [] };

  constructor(
    public rows: readonly ResourceRow[],
    post: (message: unknown) => void,
  ) {
    this.#answerer = new Answerer<HostRequests, PanelEvents>(post, this.#handlers(), {
      newAbort: () => new AbortController(),
      describeError: (error) => (error instanceof Error ? error.message : String(error)),
    });
  }

  receive(message: unknown): void {
    void this.#answerer.receive(message);
  }

  changed(): void {
    this.#answerer.send('changed', null);
  }

  focusSearch(text: string | undefined): void {
    this.#answerer.send('focusSearch', { text });
  }

  /** Every request of the method fails with this sentence until {@link heal}. */
  fail(method: Method, message: string): void {
    this.#failures.set(method, message);
  }

  heal(method: Method): void {
    this.#failures.delete(method);
  }

  /** Requests of the method that come from now on wait for the returned function. */
  hold(method: Method): () => void {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    this.#gates.set(method, gate);
    return () => {
      if (this.#gates.get(method) === gate) this.#gates.delete(method);
      open();
    };
  }

  /** Parameters of all requests of a method, oldest first. */
  asked<M extends Method>(method: M): readonly HostRequests[M]['params'][] {
    return this.received.filter((request) => request.method === method).map((request) => request.params as never);
  }

  #handlers(): Handlers<HostRequests> {
    return {
      start: this.#handle('start', () => {
        this.#current = { queryId: 0, rows: [] };
        return { version: this.version };
      }),
      search: this.#handle('search', ({ queryId, query }) => this.#search(queryId, query)),
      rows: this.#handle('rows', ({ queryId, from, to }) => this.#rows(queryId)?.slice(from, to)),
      ids: this.#handle('ids', ({ queryId, from, to }) =>
        this.#rows(queryId)
          ?.slice(from, to)
          .map(({ id }) => id),
      ),
      act: this.#handle('act', () => null),
      run: this.#handle('run', () => null),
    };
  }

  #handle<M extends Method>(
    method: M,
    answer: (params: HostRequests[M]['params']) => HostRequests[M]['answer'],
  ): (params: HostRequests[M]['params'], signal: AbortSignalLike) => Promise<HostRequests[M]['answer']> {
    return async (params, signal) => {
      this.received.push({ method, params });
      signal.addEventListener('abort', () => this.cancelled.push(method));
      await this.#gates.get(method);
      const failure = this.#failures.get(method);
      if (failure !== undefined) throw new Error(failure);
      return answer(params);
    };
  }

  #rows(queryId: number): readonly ResourceRow[] | undefined {
    return queryId === this.#current.queryId ? this.#current.rows : undefined;
  }

  #search(queryId: number, query: SearchQuery): SearchReply {
    const rows = findRows(this.rows, query);
    if (queryId > this.#current.queryId) this.#current = { queryId, rows };
    const all = `${this.rows.length.toLocaleString('en')} resources`;
    return {
      total: rows.length,
      summary: rows.length === this.rows.length ? all : `${rows.length.toLocaleString('en')} of ${all}`,
      isLoading: this.isLoading,
      notices: this.notices,
      empty: rows.length === 0 ? this.empty : undefined,
    };
  }
}

function findRows(rows: readonly ResourceRow[], { text, audience }: SearchQuery): readonly ResourceRow[] {
  const wanted = text.trim().toLowerCase();
  const heard = (row: ResourceRow): boolean =>
    audience === 'all' || row.audience.length === 0 || row.audience.includes(audience);
  if (!wanted) return audience === 'all' ? rows : rows.filter(heard);
  return rows.flatMap((row) => {
    const titleMatches = matches(row.title, wanted);
    const whereMatches = matches(row.where, wanted);
    const isFound = heard(row) && titleMatches.length + whereMatches.length > 0;
    return isFound ? [{ ...row, titleMatches, whereMatches }] : [];
  });
}

function matches(text: string, wanted: string): readonly number[] {
  const at = text.toLowerCase().indexOf(wanted);
  return at < 0 ? [] : [at, at + wanted.length];
}
