import type { AudienceFilter } from '../src/shared/audience';
import type { SearchQuery, SearchReply } from '../src/shared/protocol';
import { ListGeometry } from './listGeometry';
import type { RowBlocks } from './rowBlocks';
import { nothingSelected, type Selection } from './selection';

/** What the host found for one query, and its rows. */
export interface Results {
  readonly queryId: number;
  readonly reply: SearchReply;
  readonly rows: RowBlocks;
}

/** A request that failed, shown until it works or the person has seen it. */
interface Failure {
  /** `results`: gone as soon as results arrive · `action`: stays until dismissed, retried or searched anew. */
  readonly of: 'results' | 'action';
  readonly message: string;
  readonly retry: () => void;
}

/** Everything that is drawn. */
export interface PanelState {
  readonly query: SearchQuery;
  /** The newest results that are complete enough to be seen; those of the query before it while a new one runs. */
  readonly results: Results | undefined;
  /** An answer is being waited for, and long enough to say so. */
  readonly isSlow: boolean;
  readonly failure: Failure | undefined;
  /** The host speaks another version of the protocol: nothing works until the window is reloaded. */
  readonly isOutdated: boolean;
  readonly selection: Selection;
  /** Index of the row that the keyboard is at. */
  readonly active: number;
  readonly scrollTop: number;
  readonly viewport: number;
  /** What screen readers are told. */
  readonly announced: string;
}

/** Pixels; the same number stands in the style sheet. */
const selectionBarHeight = 44;

export function firstState(query: SearchQuery, scrollTop: number): PanelState {
  return {
    query,
    results: undefined,
    isSlow: false,
    failure: undefined,
    isOutdated: false,
    selection: nothingSelected,
    active: 0,
    scrollTop,
    viewport: 0,
    announced: '',
  };
}

/** Where the rows of a list of `total` stand, with what else is on the page now. */
export function geometryOf(state: PanelState, total = state.results?.reply.total ?? 0): ListGeometry {
  return new ListGeometry(total, state.viewport, state.selection.ids.size > 0 ? selectionBarHeight : 0);
}

/** What is kept while the page is gone. */
export interface KeptState {
  readonly query: SearchQuery;
  readonly scrollTop: number;
}

function isAudienceFilter(value: unknown): value is AudienceFilter {
  return value === 'all' || value === 'user' || value === 'assistant';
}

/** Reads what an earlier page, perhaps of an older version, kept. */
export function readKeptState(value: unknown): KeptState {
  const { query, scrollTop } = (value ?? {}) as {
    query?: Partial<Record<keyof SearchQuery, unknown>>;
    scrollTop?: unknown;
  };
  return {
    query: {
      text: typeof query?.text === 'string' ? query.text : '',
      audience: isAudienceFilter(query?.audience) ? query.audience : 'all',
    },
    scrollTop: typeof scrollTop === 'number' && scrollTop > 0 ? scrollTop : 0,
  };
}
