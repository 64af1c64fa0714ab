import type {
  Facet,
  FacetName,
  QueryProblem,
  ResultRow,
  SearchQuery,
  SearchReply,
  SelectionFacts,
} from '../../src/shared/protocol';
import { readSearchQuery } from '../../src/shared/searchQuery';
import { storedVersion } from '../../src/shared/storedVersion';
import { ListGeometry } from './listGeometry';
import type { Pane } from '../base/pane';
import type { RowBlocks } from './rowBlocks';
import { nothingSelected, type Selection } from './selection';

/** The host's results for one query, and their rows. */
export interface Results {
  readonly queryId: number;
  readonly query: SearchQuery;
  readonly reply: SearchReply;
  /** The rows are of the page's own copy, and the rest of the reply is that of the results before. */
  readonly isOwn: boolean;
  readonly rows: RowBlocks;
}

/** A failed request, shown until it works or the user dismisses it. */
interface Failure {
  /** `results`: gone as soon as results arrive · `action`: stays until dismissed, retried or a new search. */
  readonly of: 'results' | 'action';
  readonly message: string;
  readonly retry: () => void;
}

/** The open pane, over the list or beside it, and the row that it belongs to. */
export interface OpenPane {
  readonly kind: ResultRow['kind'];
  readonly id: number;
  readonly pane: Pane;
}

/** Everything that is drawn. */
export interface PanelState {
  readonly query: SearchQuery;
  /** The latest results that can be shown; while a query runs, those of the previous one. */
  readonly results: Results | undefined;
  /** The answer takes long enough to show progress. */
  readonly isSlow: boolean;
  readonly failure: Failure | undefined;
  /** Errors of the query; empty while it is being typed. */
  readonly wrong: readonly QueryProblem[];
  /** The host speaks another version of the protocol: nothing works until the window is reloaded. */
  readonly isOutdated: boolean;
  /** Counts for the newest results that have them. */
  readonly facets: readonly Facet[];
  /** Facets with something to choose. */
  readonly offered: ReadonlySet<FacetName>;
  /** False if there is nothing to filter by, so that no line stands empty. */
  readonly hasFilters: boolean;
  readonly selection: Selection;
  /** Facts of the selection with these very ids. */
  readonly facts: (SelectionFacts & { readonly of: Selection['ids'] }) | undefined;
  /** Index of the active row. */
  readonly active: number;
  readonly scrollTop: number;
  /** False in the first frame of a query's rows: those out of sight are drawn once the page is idle. */
  readonly isDrawnAhead: boolean;
  /** Height and width of the visible part of the list, in pixels. */
  readonly viewport: number;
  readonly width: number;
  readonly pane: OpenPane | undefined;
  /** Names of the saved searches, newest first. */
  readonly savedSearches: readonly string[];
  /** The text announced to screen readers. */
  readonly announced: string;
}

/** Pixels; the same number stands in the style sheet. */
const selectionBarHeight = 30;

export function firstState({ query, scrollTop }: SavedState): PanelState {
  return {
    query,
    results: undefined,
    isSlow: false,
    failure: undefined,
    wrong: [],
    isOutdated: false,
    facets: [],
    offered: new Set(),
    hasFilters: true,
    selection: nothingSelected,
    facts: undefined,
    active: 0,
    scrollTop,
    isDrawnAhead: true,
    viewport: 0,
    width: 0,
    pane: undefined,
    savedSearches: [],
    announced: '',
  };
}

/** The positions of a list's `total` rows, with the other parts of the present page. */
export function geometryOf(state: PanelState, total = state.results?.reply.total ?? 0): ListGeometry {
  return new ListGeometry(total, state.viewport, state.selection.ids.size > 0 ? selectionBarHeight : 0);
}

/** The state that is stored while the page is gone. */
export interface SavedState {
  readonly version: typeof storedVersion;
  /** {@link GivenState.page} at that time. */
  readonly page: string;
  readonly query: SearchQuery;
  readonly scrollTop: number;
}

/** The state that the host put into the page. */
export interface GivenState {
  /** Id of the page that the host made: the same when a hidden view is shown again, another after the window was reloaded. */
  readonly page: string;
  /** The last query when the page was made; anything at all, so it is checked. */
  readonly query: unknown;
  /** In an editor the preview always stands beside the list. */
  readonly isEditor: boolean;
}

/**
 * Reads the state that an earlier page stored; one of another version is ignored. VS Code writes it only now and then, so after a reload of the
 * window the host knows the query better.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/webviewView/browser/webviewViewPane.ts (saveState)
 */
export function readSavedState(value: unknown, given: Pick<GivenState, 'page' | 'query'>): SavedState {
  const stored = value as SavedState | undefined;
  const { page, query, scrollTop = 0 }: Partial<SavedState> = stored?.version === storedVersion ? stored : {};
  return {
    version: storedVersion,
    page: given.page,
    query: readSearchQuery(page === given.page ? query : (given.query ?? query)),
    scrollTop,
  };
}
