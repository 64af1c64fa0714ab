import type { CopyEntry, CopyOrder, CopyState, SearchQuery, SortOrder } from '../../shared/protocol';
import { isEmptyQuery } from '../../shared/searchQuery';
import type { Slice } from '../base/scheduler';
import { schemeOf } from '../base/uriText';
import type { Activity } from '../catalog/activity';
import { isTemplateId } from '../catalog/templates';
import type { ConfiguredServer } from '../connection/connectionState';
import { dependsOnTime, parseQuery } from '../search/parseQuery';
import type { Signal } from '../search/searchBase';
import type { SearchIndex, SearchResult } from '../search/searchIndex';
import type { Visibility } from '../search/visibility';
import { listedIds } from './onTop';
import type { PinnedAndRecent } from './pinnedAndRecent';
import type { ResultRowParts, ResultRows } from './resultRow';

/** Resources and templates that a page copies at most: more take more than 30 ms to search, and seconds to send. */
const maxEntries = 10_000;
/** Results that a page copies at most where there is more than that: each query that is typed may have others. */
const maxResults = 5_000;
/** Length of all their texts at most, in UTF-16 code units. */
const maxText = 8_000_000;
/** Entries of one answer, some 3 ms. */
const maxPart = 500;
/** Number of texts between two checks of the clock. */
const perLook = 1_024;

export interface CopySourceParts extends Pick<
  ResultRowParts,
  'clock' | 'catalog' | 'templates' | 'serverName' | 'hasSeveralServers'
> {
  readonly activity: Pick<Activity, 'revision'>;
  readonly visibility: Pick<Visibility, 'revision'>;
  readonly onTop: Pick<PinnedAndRecent, 'pinned' | 'recent'>;
  readonly index: Pick<SearchIndex, 'search'>;
  readonly rows: Pick<ResultRows, 'entry'>;
  readonly servers: () => readonly ConfiguredServer[];
  readonly newSlice: () => Slice;
}

/**
 * Sends the page what it copies to search by itself, in parts, and says when that has changed. Where page and host are far apart, as over SSH, a
 * round trip is what a user feels of a key. Each answer of the host names the state that a copy must be of: where the page's copy is of another
 * one, the host alone answers until the page has pulled what it lacks.
 */
export class CopySource {
  readonly #entriesState = newCounter();
  readonly #orderState = newCounter();
  /** The state in which the texts were too long. */
  #refused: number | undefined;

  constructor(private readonly parts: CopySourceParts) {}

  state(sort: SortOrder, result: SearchResult): CopyState {
    const { onTop, catalog } = this.parts;
    const states = this.#states(sort);
    const isAllOfIt = result.outOf <= maxEntries && states.order !== this.#refused;
    const [pinned, recent] = [listedIds(onTop.pinned, catalog), listedIds(onTop.recent, catalog)];
    return {
      ...states,
      of: isAllOfIt ? 'all' : canCopyResults(result) ? 'results' : 'none',
      onTop: { pinned, recent },
    };
  }

  /** Resolves to `undefined` if it has become too much. */
  async order(query: SearchQuery, signal: Signal): Promise<CopyOrder | undefined> {
    const { catalog, clock, index, newSlice, serverName, hasSeveralServers } = this.parts;
    const { sort } = query;
    const states = this.#states(sort);
    const slice = newSlice();
    const result = await index.search(parseQuery(query, clock.now()), sort === 'relevance' ? 'priority' : sort, signal);
    const { ids, outOf } = result;
    const isAll = isEmptyQuery(query);
    const isLittle = isAll ? outOf <= maxEntries : canCopyResults(result);
    if (!isLittle || (await this.#textLength(ids, slice)) > maxText) {
      if (isAll) this.#refused = states.order;
      return undefined;
    }
    await catalog.table.codes.update(slice);
    const templates = this.parts.templates.all;
    const servers = [...catalog.table.serverIds, ...templates.map(({ serverId }) => serverId)].map(serverName);
    const schemes = [
      ...catalog.table.codes.schemes,
      ...templates.map(({ template }) => schemeOf(template.uriTemplate)),
    ];
    const names = { servers: distinct(servers), schemes: distinct(schemes), types: catalog.table.codes.types };
    return { ...states, ids: [...ids], ...names, hasSeveralServers: hasSeveralServers() };
  }

  async entries(state: number, ids: readonly number[]): Promise<readonly CopyEntry[] | undefined> {
    // Several parts that were asked for at once are made in a turn each.
    await this.parts.newSlice().next();
    if (state !== this.#entriesState(this.#described())) return undefined;
    return ids.slice(0, maxPart).flatMap((id) => this.parts.rows.entry(id) ?? []);
  }

  #states(sort: SortOrder): Pick<CopyState, 'entries' | 'order'> {
    const { catalog, visibility, activity } = this.parts;
    const entries = this.#entriesState(this.#described());
    const order = [entries, catalog.revision, visibility.revision, activity.revision, sort].join();
    return { entries, order: this.#orderState(order) };
  }

  /** All that an entry depends on, but for what the page gets with each row: its mark, its age. */
  #described(): string {
    const { catalog, templates, servers, hasSeveralServers } = this.parts;
    const states = servers().map(({ definition: { id, name }, state }) => [id, name, state.kind]);
    return JSON.stringify([
      catalog.table.rewrites,
      catalog.table.moves,
      templates.revision,
      hasSeveralServers(),
      states,
    ]);
  }

  async #textLength(ids: Uint32Array, slice: Slice): Promise<number> {
    const { table } = this.parts.catalog;
    let length = 0;
    for (const [index, id] of ids.entries()) {
      if (index % perLook === 0 && slice.isOver()) await slice.next();
      if (!isTemplateId(id)) length += table.text(id).length + table.uri(id).length;
    }
    return length;
  }
}

/** False if a longer query may find what is not among the results, or only the host can tell. */
function canCopyResults({ ids, gaps, view: { query } }: SearchResult): boolean {
  return ids.length > 0 && ids.length <= maxResults && gaps.length === 0 && !dependsOnTime(query);
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** Counts the states that follow one another. */
function newCounter(): (state: string) => number {
  let [last, count] = ['', 0];
  return (state) => {
    if (state !== last) [last, count] = [state, count + 1];
    return count;
  };
}
