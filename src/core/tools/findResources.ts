import type { SearchQuery } from '../../shared/protocol';
import type { Clock } from '../base/clock';
import type { Slice } from '../base/scheduler';
import type { Connections } from '../connection/connections';
import { parseQuery } from '../search/parseQuery';
import type { SearchIndex, SearchResult } from '../search/searchIndex';
import { findStrictest, type Strictest } from '../search/strictest';

export interface FindPorts {
  readonly clock: Clock;
  readonly connections: Pick<Connections, 'all' | 'get'>;
  /** An index of its own: the panel narrows down its own queries. */
  readonly index: Pick<SearchIndex, 'search'>;
  readonly newSlice: () => Slice;
}

export interface FoundResources extends SearchResult {
  /** The part of the query to drop where nothing was found, if there is one. */
  readonly strictest: Strictest | undefined;
}

/** Searches as the panel does, for a model or in the chat. Rejects with `CancelledError`. */
export async function findResources(
  { clock, connections, index, newSlice }: FindPorts,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<FoundResources> {
  const names = connections.all.map(({ definition }) => definition.name);
  const result = await index.search(parseQuery(query, clock.now(), names), query.sort, signal);
  if (result.ids.length > 0 || result.outOf === 0) return { ...result, strictest: undefined };
  const serverName = (id: string): string => connections.get(id)?.definition.name ?? '';
  return { ...result, strictest: await findStrictest(result.view, { serverName, slice: newSlice(), signal }) };
}
