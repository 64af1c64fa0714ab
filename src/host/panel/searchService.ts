import type { AbortSignalLike, Handlers } from '../../shared/endpoint';
import {
  protocolVersion,
  type Facet,
  type Repetition,
  type ResourceAction,
  type ResultRow,
  type SearchQuery,
  type SearchReply,
  type SearchRequests,
  type SelectionFacts,
} from '../../shared/protocol';
import { emptyQuery, isEmptyQuery, readSearchQuery } from '../../shared/searchQuery';
import { within } from '../../core/base/clock';
import { isCancelled } from '../../core/base/errors';
import { Emitter } from '../../core/base/event';
import type { Slice } from '../../core/base/scheduler';
import type { Activity } from '../../core/catalog/activity';
import type { Catalog, CatalogEntry } from '../../core/catalog/catalog';
import { isTemplateId } from '../../core/catalog/templates';
import type { Connection } from '../../core/connection/connection';
import type { Connections } from '../../core/connection/connections';
import { facetLabel } from '../../core/search/facetLabels';
import { countFacets } from '../../core/search/facets';
import type { ResourceAddress } from '../../core/resource/address';
import { areNamed, parseQuery, unknownServerOf, type ParsedQuery } from '../../core/search/parseQuery';
import { CopySource } from '../../core/panel/copySource';
import { listedIds, putOnTop, type Grouped } from '../../core/panel/onTop';
import type { PinnedAndRecent } from '../../core/panel/pinnedAndRecent';
import { ResultRows, type ResultRowParts } from '../../core/panel/resultRow';
import { placeReason } from '../../core/describe/placeReason';
import type { ServerAction } from '../base/serverActions';
import { toPicked } from '../content/commandArguments';
import type { PickedResource } from '../../core/context/contextSet';
import type { ContextWeights, WeightSum } from '../../core/context/contextWeights';
import type { SearchIndex, SearchResult } from '../../core/search/searchIndex';
import { findStrictest, type Strictest } from '../../core/search/strictest';
import type { Visibility } from '../../core/search/visibility';
import { attachAllText, countServers, selectionText, summaryOf } from '../../core/panel/summaries';
import { answering, noAnswer, type Answer } from './answer';
import { emptyReason, noticesOf, type EmptyFacts } from './emptyReason';
import { PanelActions } from './panelActions';
import type { ServerSources } from '../configuration/serverSources';
import { statusRows } from '../servers/statusRows';
import type { VirtualFiles } from '../content/virtualFiles';

/** Maximum number of rows of one window, even if a page requests more. */
const maxWindow = 500;
const maxFiles = 100;
/** Number of results up to which they can all be attached at once: their tokens are counted with each answer. */
const maxAttachAll = 100;

export interface SearchServiceParts extends Omit<
  ResultRowParts,
  'serverName' | 'server' | 'onTop' | 'hasSeveralServers'
> {
  readonly connections: Connections;
  readonly sources: Pick<ServerSources, 'problems'>;
  readonly index: Pick<SearchIndex, 'search'>;
  /** Finds what a page copies, and leaves the last result of `index` as it is. */
  readonly copyIndex: Pick<SearchIndex, 'search'>;
  readonly files: Pick<VirtualFiles, 'uriForChat' | 'fileAt' | 'handOut'>;
  readonly newSlice: () => Slice;
  readonly visibility: Pick<Visibility, 'summary' | 'isServerVisible' | 'revision'>;
  readonly onTop: PinnedAndRecent;
  readonly activity: Pick<Activity, 'of' | 'used' | 'revision'>;
  /** Tokens of resources in a message, as far as they are known. */
  readonly weigh: ContextWeights['sum'];
  /** Does what a button of a reply stands for. */
  readonly runAction: (action: ServerAction) => Promise<void>;
  /** Each resolves to false where it was not done, as when the user cancels. */
  readonly actions: Readonly<Record<ResourceAction, (resources: readonly PickedResource[]) => Promise<unknown>>>;
}

type Own = Omit<SearchRequests, 'serverIcon' | 'saveSearch' | 'openSavedSearch' | 'focused'>;

interface Current {
  readonly queryId: number;
  readonly query: SearchQuery;
  readonly result: Shown | undefined;
}

/** What the page asked for last. */
type Wanted = SearchRequests['search']['params'];

/** What is added to a query's id each time it is repeated: small enough for weeks of changes. */
const repetition = 2 ** -26;
/** Time in ms for which a page may ask for the rows of an answer before the next one is sent to it: it may be gone. */
const showsWithin = 2_000;

/** A result as the page shows it. */
type Shown = SearchResult & Pick<Grouped, 'groups' | 'onTop'> & Pick<SearchQuery, 'sort'>;

/** Answers the search panel: keeps the current query's results and returns windows of them. */
export class SearchService {
  readonly #actions: PanelActions;
  readonly #rows: ResultRows;
  readonly #copies: CopySource;
  readonly #serverName: (serverId: string) => string;
  readonly #didSearch = new Emitter<void>();
  #current: Current = { queryId: 0, query: emptyQuery, result: undefined };
  #newestQueryId = 0;
  #wanted: Wanted | undefined;
  /** To what the page asked for last, or the last repetition. */
  #answer = noAnswer;
  /** Resources that were used before the page began to search for nothing. */
  #recent: readonly ResourceAddress[] | undefined;
  /** At the last search. */
  #hasSeveralServers = false;
  /** Counts page loads: a new page restarts its query ids. */
  #page = 0;

  /** The user searched, or filtered. */
  readonly onDidSearch = this.#didSearch.event;

  constructor(private readonly parts: SearchServiceParts) {
    this.#serverName = (serverId) => parts.connections.get(serverId)?.definition.name ?? '';
    this.#actions = new PanelActions(parts.runAction);
    this.#rows = new ResultRows({
      ...parts,
      serverName: this.#serverName,
      hasSeveralServers: () => this.#hasSeveralServers,
      server: (serverId) => parts.connections.get(serverId),
    });
    this.#copies = new CopySource({
      ...parts,
      index: parts.copyIndex,
      rows: this.#rows,
      servers: () => parts.connections.all,
      serverName: this.#serverName,
      hasSeveralServers: () => this.#hasSeveralServers,
    });
  }

  readonly handlers: Handlers<Own> = {
    start: () => {
      this.#newestQueryId = 0;
      this.#wanted = undefined;
      this.#answer.endShowing();
      this.#answer = noAnswer;
      this.#recent = undefined;
      this.#page += 1;
      this.#current = { ...this.#current, queryId: 0, result: undefined };
      return { version: protocolVersion };
    },
    search: (params, signal) => {
      const query = readSearchQuery(params.query);
      const wanted = { ...params, query };
      const reply = this.#answerTo(wanted, signal);
      this.#wanted = wanted;
      if (!isEmptyQuery(query)) this.#didSearch.fire();
      return reply;
    },
    shown: ({ queryId, first }) => {
      if (queryId === this.#newestQueryId && this.#wanted) {
        this.#wanted = { ...this.#wanted, first };
        this.#answer.endShowing();
      }
      return null;
    },
    rows: ({ queryId, from, to }) => this.#windowOf(this.#resultOf(queryId), from, to),
    ids: ({ queryId, from, to }) => {
      const ids = this.#resultOf(queryId)?.ids.subarray(from, to);
      return ids && Array.from(ids).filter((id) => !isTemplateId(id));
    },
    find: ({ queryId, id }) => {
      const at = this.#resultOf(queryId)?.ids.indexOf(id) ?? -1;
      return at < 0 ? undefined : at;
    },
    facets: ({ queryId }, signal) => this.#facets(queryId, signal),
    copyOrder: ({ query }, signal) => this.#copies.order(readSearchQuery(query), signal),
    copyEntries: ({ entries, ids }) => this.#copies.entries(entries, ids),
    describeSelection: ({ ids }) => this.#describe(ids),
    dragged: async ({ files }) => {
      const located = files.slice(0, maxFiles).flatMap((file) => this.parts.files.fileAt(file) ?? []);
      await this.parts.files.handOut(located.map(({ serverId, target: { uri } }) => ({ serverId, uri })));
      return null;
    },
    act: async ({ action, ids }) => {
      const { actions } = this.parts;
      // The page says what it likes: `constructor` is no action.
      if (!Object.hasOwn(actions, action)) throw new Error(`No such action: ${action}`);
      return (await actions[action](this.entries(ids).map(toPicked))) !== false;
    },
    run: async ({ id }) => {
      await this.#actions.run(id);
      return null;
    },
  };

  /**
   * Answers what the page asked for last again, once it shows the answer before. `undefined` where it asks for something else meanwhile, is loaded
   * again, or has asked for nothing yet.
   */
  async repeat(): Promise<Repetition | undefined> {
    for (let last: Answer | undefined; last !== this.#answer;) {
      last = this.#answer;
      await last.isMade;
      await within(this.parts.clock, showsWithin, last.isShown);
    }
    if (!this.#wanted) return undefined;
    const queryId = this.#newestQueryId + repetition;
    try {
      return { queryId, reply: await this.#answerTo({ ...this.#wanted, queryId }, { aborted: false }) };
    } catch (error) {
      if (isCancelled(error)) return undefined;
      throw error;
    }
  }

  /** The query that the panel shows. */
  get query(): SearchQuery {
    return this.#current.query;
  }

  /** The resources with these ids; removed ones are left out. */
  entries(ids: readonly number[]): CatalogEntry[] {
    return ids.flatMap((id) => this.parts.catalog.get(id) ?? []);
  }

  #answerTo(wanted: Wanted, signal: Pick<AbortSignalLike, 'aborted'>): Promise<SearchReply> {
    this.#answer.endShowing();
    const reply = this.#search(wanted, signal);
    this.#answer = answering(reply);
    return reply;
  }

  async #search({ queryId, query, first }: Wanted, signal: Pick<AbortSignalLike, 'aborted'>): Promise<SearchReply> {
    this.#newestQueryId = Math.max(queryId, this.#newestQueryId);
    const isOutdated = this.#outdated(queryId, signal);
    const { index, clock, visibility } = this.parts;
    // Before the search, behind which no newer one may come in between.
    const hidden = await visibility.summary();
    const parsed = parseQuery(query, clock.now(), namesOf(this.parts.connections.all));
    const result = this.#grouped(query, await index.search(parsed, query.sort, isOutdated));
    const isNoMatch = result.ids.length === 0 && result.outOf > 0;
    const strictest = isNoMatch ? await this.#strictest(result, isOutdated) : undefined;
    this.#current = { queryId, query, result };
    const servers = this.parts.connections.all.filter(({ definition: { id } }) => visibility.isServerVisible(id));
    this.#hasSeveralServers = countServers(servers, this.parts.catalog) > 1;
    return { ...this.#reply(query, result, { strictest, hidden }), first: this.#windowOf(result, 0, first) ?? [] };
  }

  /** What the user pinned or used stands on top while nothing is searched for. What is used meanwhile stays in its place. */
  #grouped(query: SearchQuery, result: SearchResult): Shown {
    const isPlain = isEmptyQuery(query) && query.sort === emptyQuery.sort;
    const { onTop, catalog } = this.parts;
    this.#recent = isPlain ? (this.#recent ?? onTop.recent) : undefined;
    const { sort } = query;
    if (!this.#recent) return { ...result, sort, onTop: new Map(), groups: new Map() };
    const [pinned, recent] = [listedIds(onTop.pinned, catalog), listedIds(this.#recent, catalog)];
    return { ...result, sort, ...putOnTop(result.ids, { pinned, recent }) };
  }

  #strictest({ view }: SearchResult, signal: Pick<AbortSignal, 'aborted'>): Promise<Strictest | undefined> {
    return findStrictest(view, { serverName: this.#serverName, slice: this.parts.newSlice(), signal });
  }

  #reply(
    query: SearchQuery,
    result: SearchResult,
    found: Pick<EmptyFacts, 'strictest' | 'hidden'>,
  ): Omit<SearchReply, 'first'> {
    const { connections, sources, catalog, templates } = this.parts;
    const { all } = connections;
    const { ids, outOf, view } = result;
    this.#actions.begin();
    const rows = statusRows(all, sources.problems, catalog, templates);
    const loading = all.flatMap((connection) => loadingOf(connection, catalog) ?? []);
    const isLoading = loading.length > 0;
    const total = ids.length;
    const unknownServer = unknownServerOf(view.query);
    const isArriving = loading.some(({ isNew }) => isNew);
    const facts = {
      ...found,
      known: catalog.size,
      outOf,
      isLoading,
      isArriving,
      connections: all,
      rows,
      unknownServer,
      absent: this.#absent(view.query),
    };
    const isNothingKnown = outOf === 0 && catalog.size === 0;
    return {
      total,
      summary: summaryOf({
        outOf,
        isArriving: loading.some(({ isNew, isListing }) => isNew && isListing),
        total,
        isFiltered: !isEmptyQuery(query),
      }),
      hidden: this.#hiddenButton(outOf, found),
      isLoading,
      // An empty list says it itself.
      problems: view.query.problems.filter((problem) => total > 0 || problem !== unknownServer),
      choiceLabels: query.choices.map(facetLabel),
      notices: isNothingKnown ? [] : noticesOf(rows, this.#actions),
      empty: total > 0 ? undefined : emptyReason(facts, this.#actions),
      attachAll: isEmptyQuery(query) ? undefined : this.#attachAll(result),
      copy: isLoading ? undefined : this.#copies.state(query.sort, result),
    };
  }

  /** Where nothing is left, the reason for it has the button. */
  #hiddenButton(outOf: number, { hidden }: Pick<EmptyFacts, 'hidden'>): SearchReply['hidden'] {
    if (!hidden || outOf === 0) return undefined;
    return { ...this.#actions.add(hidden.label, { kind: 'showHidden' }), title: hidden.sentence };
  }

  /** A single one has its own button. */
  #attachAll({ ids }: SearchResult): string | undefined {
    // Counting them all would take a millisecond at each key.
    if (ids.length > maxAttachAll + this.parts.templates.all.length) return undefined;
    const templates = ids.reduce((count, id) => (isTemplateId(id) ? count + 1 : count), 0);
    const count = ids.length - templates;
    if (count < 2 || count > maxAttachAll) return undefined;
    const resources = this.entries(Array.from(ids).filter((id) => !isTemplateId(id)));
    return attachAllText(count, this.#weigh(resources));
  }

  #weigh(entries: readonly CatalogEntry[]): WeightSum {
    return this.parts.weigh(entries.map(({ serverId, resource }) => ({ serverId, ...resource })));
  }

  /** The server that the query filters by, where it lists nothing. */
  #absent(query: ParsedQuery): Connection | undefined {
    const { connections, catalog } = this.parts;
    const named = areNamed(query, namesOf(connections.all));
    const [only, ...others] = connections.all.filter((_, at) => named[at]);
    return only && others.length === 0 && catalog.listInfo(only.definition.id).count === 0 ? only : undefined;
  }

  async #facets(queryId: number, signal: AbortSignalLike): Promise<readonly Facet[] | undefined> {
    const view = this.#resultOf(queryId)?.view;
    if (!view) return undefined;
    const { clock, newSlice } = this.parts;
    const isOutdated = this.#outdated(queryId, signal);
    const { choices } = this.#current.query;
    const common = { serverName: this.#serverName, now: clock.now(), slice: newSlice(), signal: isOutdated };
    try {
      return await countFacets(view, { ...common, choices });
    } catch (error) {
      if (isCancelled(error)) return undefined;
      throw error;
    }
  }

  #describe(ids: readonly number[]): SelectionFacts {
    const listed = this.entries(ids);
    return {
      summary: selectionText(listed.length, this.#weigh(listed)),
      files: listed
        .slice(0, maxFiles)
        .map(({ serverId, resource }) => this.parts.files.uriForChat(serverId, resource).toString()),
    };
  }

  /** Also aborted when a newer query, or a reload of the page, has made this one obsolete. */
  #outdated(queryId: number, signal: Pick<AbortSignalLike, 'aborted'>): { readonly aborted: boolean } {
    const page = this.#page;
    const isPast = (): boolean => page !== this.#page || queryId < this.#newestQueryId;
    return {
      get aborted(): boolean {
        return signal.aborted || isPast();
      },
    };
  }

  #resultOf(queryId: number): Shown | undefined {
    return queryId === this.#current.queryId ? this.#current.result : undefined;
  }

  #windowOf(result: Shown | undefined, from: number, to: number): ResultRow[] | undefined {
    if (!result) return undefined;
    const { words } = result.view.query;
    const ids = Array.from(result.ids.subarray(from, Math.min(to, from + maxWindow)));
    return ids.map((id) => {
      const row = this.#rows.row(id, { words, gaps: result.gaps });
      const group = result.groups.get(id);
      return { ...row, place: this.#placeOf(id, result), ...(group !== undefined && { group }) };
    });
  }

  #placeOf(id: number, { sort, onTop, view }: Shown): string | undefined {
    const { catalog, activity, clock } = this.parts;
    const entry = isTemplateId(id) ? undefined : catalog.get(id);
    const by = sort === 'relevance' && view.query.words.length > 0 ? 'match' : sort;
    return entry && placeReason(entry, by, activity, clock.now(), onTop.get(id));
  }
}

/** A list that is being read, or will be. */
interface Loading {
  /** False while its server is connecting. */
  readonly isListing: boolean;
  /** False where it was complete before in this window. */
  readonly isNew: boolean;
}

function loadingOf({ state, definition }: Connection, catalog: Pick<Catalog, 'listInfo'>): Loading | undefined {
  const { completeness } = catalog.listInfo(definition.id);
  const { kind } = completeness;
  if (state.kind === 'connecting') return { isListing: false, isNew: kind !== 'complete' };
  if (state.kind !== 'ready' || (kind !== 'unknown' && kind !== 'arriving')) return undefined;
  return { isListing: true, isNew: kind === 'unknown' || completeness.isAgain !== true };
}

function namesOf(connections: readonly Connection[]): string[] {
  return connections.map(({ definition }) => definition.name);
}
