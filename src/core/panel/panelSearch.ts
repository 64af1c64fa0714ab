import type { AbortSignalLike } from '../../shared/endpoint';
import type { Facet, ResultRow, SearchQuery } from '../../shared/protocol';
import { emptyQuery, isEmptyQuery } from '../../shared/searchQuery';
import { isCancelled } from '../base/errors';
import type { Slice } from '../base/scheduler';
import type { Activity } from '../catalog/activity';
import { isTemplateId } from '../catalog/templates';
import type { Connections } from '../connection/connections';
import { placeReason } from '../describe/placeReason';
import type { ResourceAddress } from '../resource/address';
import { countFacets } from '../search/facets';
import { parseQuery } from '../search/parseQuery';
import type { SearchIndex, SearchResult } from '../search/searchIndex';
import { findStrictest, type Strictest } from '../search/strictest';
import type { HiddenSummary, Visibility } from '../search/visibility';
import { CopySource } from './copySource';
import { listedIds, putOnTop, type Grouped } from './onTop';
import type { PinnedAndRecent } from './pinnedAndRecent';
import { ResultRows, type ResultRowParts } from './resultRow';
import { countServers } from './summaries';

/** Maximum number of rows of one window, even if a page requests more. */
const maxWindow = 500;

type Signal = Pick<AbortSignalLike, 'aborted'>;

/** A result as the page shows it. */
export type ShownResult = SearchResult & Pick<Grouped, 'groups' | 'onTop'> & Pick<SearchQuery, 'sort'>;

export interface PanelFinding {
  readonly result: ShownResult;
  /** The part of the query to drop, where nothing matches. */
  readonly strictest: Strictest | undefined;
  readonly hidden: HiddenSummary | undefined;
}

/** The searches of one page: it keeps the result of the current query, and returns windows of it. */
export class PanelSearch {
  readonly #rows: ResultRows;
  readonly copies: CopySource;
  readonly #index: Pick<SearchIndex, 'search'>;
  readonly #serverName = (serverId: string): string => this.parts.connections.get(serverId)?.definition.name ?? '';
  #current: { readonly queryId: number; readonly query: SearchQuery; readonly result: ShownResult | undefined } = {
    queryId: 0,
    query: emptyQuery,
    result: undefined,
  };
  #newestQueryId = 0;
  /** Resources that were used before the page began to search for nothing. */
  #recent: readonly ResourceAddress[] | undefined;
  /** At the last search. */
  #hasSeveralServers = false;
  /** Counts page loads: a new page restarts its query ids. */
  #page = 0;

  constructor(
    private readonly parts: Omit<ResultRowParts, 'onTop' | 'serverName' | 'hasSeveralServers' | 'server'> & {
      readonly connections: Pick<Connections, 'all' | 'get'>;
      readonly activity: Pick<Activity, 'of' | 'used' | 'revision'>;
      readonly onTop: PinnedAndRecent;
      readonly visibility: Pick<Visibility, 'summary' | 'isServerVisible' | 'revision'>;
      /** Creates an index for the page's queries, and one that finds what it copies. */
      readonly newIndex: () => Pick<SearchIndex, 'search'>;
      readonly newSlice: () => Slice;
    },
  ) {
    const { connections, newIndex } = parts;
    const rowParts = {
      ...parts,
      serverName: this.#serverName,
      hasSeveralServers: () => this.#hasSeveralServers,
      server: (serverId: string) => connections.get(serverId),
    };
    this.#rows = new ResultRows(rowParts);
    this.copies = new CopySource({ ...rowParts, index: newIndex(), rows: this.#rows, servers: () => connections.all });
    this.#index = newIndex();
  }

  /** The query that the page shows. */
  get query(): SearchQuery {
    return this.#current.query;
  }

  get newestQueryId(): number {
    return this.#newestQueryId;
  }

  /** The page is loaded, perhaps again. */
  begin(): void {
    this.#newestQueryId = 0;
    this.#recent = undefined;
    this.#page += 1;
    this.#current = { ...this.#current, queryId: 0, result: undefined };
  }

  /** Makes this the current query. Rejects as cancelled once `signal` is aborted or there is a newer one. */
  async search(queryId: number, query: SearchQuery, signal: Signal): Promise<PanelFinding> {
    this.#newestQueryId = Math.max(queryId, this.#newestQueryId);
    const isOutdated = this.#outdated(queryId, signal);
    const { clock, visibility, connections, catalog } = this.parts;
    // Before the search, behind which no newer one may come in between.
    const hidden = await visibility.summary();
    const parsed = parseQuery(
      query,
      clock.now(),
      connections.all.map(({ definition }) => definition.name),
    );
    const result = this.#grouped(query, await this.#index.search(parsed, query.sort, isOutdated));
    const isNoMatch = result.ids.length === 0 && result.outOf > 0;
    const strictest = isNoMatch ? await findStrictest(result.view, this.#counting(isOutdated)) : undefined;
    this.#current = { queryId, query, result };
    const servers = connections.all.filter(({ definition: { id } }) => visibility.isServerVisible(id));
    this.#hasSeveralServers = countServers(servers, catalog) > 1;
    return { result, strictest, hidden };
  }

  /** `undefined` when `queryId` is no longer current; as all that follows. */
  rows(queryId: number, from: number, to: number): ResultRow[] | undefined {
    const result = this.#resultOf(queryId);
    return result && this.window(result, from, to);
  }

  window(result: ShownResult, from: number, to: number): ResultRow[] {
    const { words } = result.view.query;
    const ids = Array.from(result.ids.subarray(from, Math.min(to, from + maxWindow)));
    return ids.map((id) => {
      const row = this.#rows.row(id, { words, gaps: result.gaps });
      const group = result.groups.get(id);
      return { ...row, place: this.#placeOf(id, result), ...(group !== undefined && { group }) };
    });
  }

  /** Those of resources: templates are left out. */
  ids(queryId: number, from: number, to: number): number[] | undefined {
    const ids = this.#resultOf(queryId)?.ids.subarray(from, to);
    return ids && Array.from(ids).filter((id) => !isTemplateId(id));
  }

  /** `undefined` also where the result lacks it. */
  indexOf(queryId: number, id: number): number | undefined {
    const index = this.#resultOf(queryId)?.ids.indexOf(id) ?? -1;
    return index < 0 ? undefined : index;
  }

  async facets(queryId: number, signal: Signal): Promise<readonly Facet[] | undefined> {
    const view = this.#resultOf(queryId)?.view;
    if (!view) return undefined;
    const { choices } = this.#current.query;
    const counting = this.#counting(this.#outdated(queryId, signal));
    try {
      return await countFacets(view, { ...counting, now: this.parts.clock.now(), choices });
    } catch (error) {
      if (isCancelled(error)) return undefined;
      throw error;
    }
  }

  #counting(signal: Signal) {
    return { serverName: this.#serverName, slice: this.parts.newSlice(), signal };
  }

  /** Puts pinned and recently used resources on top while nothing is searched for. A resource that is used meanwhile stays in its place. */
  #grouped(query: SearchQuery, result: SearchResult): ShownResult {
    const { sort } = query;
    const { onTop, catalog } = this.parts;
    const isPlain = isEmptyQuery(query) && sort === emptyQuery.sort;
    this.#recent = isPlain ? (this.#recent ?? onTop.recent) : undefined;
    if (!this.#recent) return { ...result, sort, onTop: new Map(), groups: new Map() };
    const [pinned, recent] = [listedIds(onTop.pinned, catalog), listedIds(this.#recent, catalog)];
    return { ...result, sort, ...putOnTop(result.ids, { pinned, recent }) };
  }

  /** Also aborted when a newer query, or a reload of the page, has made this one obsolete. */
  #outdated(queryId: number, signal: Signal): Signal {
    const page = this.#page;
    const isPast = (): boolean => page !== this.#page || queryId < this.#newestQueryId;
    return {
      get aborted(): boolean {
        return signal.aborted || isPast();
      },
    };
  }

  #resultOf(queryId: number): ShownResult | undefined {
    return queryId === this.#current.queryId ? this.#current.result : undefined;
  }

  #placeOf(id: number, { sort, onTop, view }: ShownResult): string | undefined {
    const { catalog, activity, clock } = this.parts;
    const entry = isTemplateId(id) ? undefined : catalog.get(id);
    const by = sort === 'relevance' && view.query.words.length > 0 ? 'match' : sort;
    return entry && placeReason(entry, by, activity, clock.now(), onTop.get(id));
  }
}
