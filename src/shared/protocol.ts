import type { Audience, AudienceFilter } from './audience';
import type { PreviewRequests } from './previewProtocol';
import type { TemplateRequests } from './templateProtocol';

/**
 * The messages between the extension host and the search panel. The panel asks and pulls windows of rows; the host repeats
 * its last query where the answer may be another. Every request gets an answer or an error, and can be cancelled.
 */
export const protocolVersion = 5;

export const facetNames = ['server', 'scheme', 'type', 'changed', 'priority'] as const;

/** The facets by which results can be narrowed down, besides the audience. Each is a filter of the query language under the same name. */
export type FacetName = (typeof facetNames)[number];

/**
 * A filter that was clicked: the same as `facet:value` in the text, and read by the same code. Several of one facet widen each other,
 * those of different facets narrow down.
 */
export interface FacetChoice {
  readonly facet: FacetName;
  readonly value: string;
}

export const sortOrders = ['relevance', 'priority', 'lastModified', 'name', 'size'] as const;

/** `relevance`: how well and where the words match, then priority, then recency; without words the same as `priority`. */
export type SortOrder = (typeof sortOrders)[number];

/** The panel's search; the panel stores it across a reload, and a saved search holds one. */
export interface SearchQuery {
  /** Free words and typed filters; see `core/search/parseQuery`. */
  readonly text: string;
  readonly audience: AudienceFilter;
  readonly choices: readonly FacetChoice[];
  readonly sort: SortOrder;
}

/** A part of a query's text that is not understood, which the search leaves out, or that names a server that there is not. */
export interface QueryProblem {
  readonly kind: 'notUnderstood' | 'unknownServer';
  /** Offsets in {@link SearchQuery.text}; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** A sentence for display: the problem and how to correct it. */
  readonly message: string;
}

/** A button that the host offers; its `id` is opaque to the panel and goes back in {@link HostRequests.run}. */
export interface PanelAction {
  readonly id: string;
  readonly label: string;
}

/** A sentence about the state of things, below the list. */
export interface PanelNotice {
  readonly kind: 'error' | 'warning' | 'info';
  readonly text: string;
  readonly actions: readonly PanelAction[];
}

/** Why the list is empty, and what to do. */
export interface EmptyReason {
  readonly title: string;
  readonly text: string;
  readonly actions: readonly PanelAction[];
  /** The panel offers to drop the words, the audience and the choices. */
  readonly canLoosen: boolean;
  /** The part of the query that {@link text} suggests to drop, typed or clicked: offered first. */
  readonly loosen?: 'words' | 'filters';
}

export interface SearchReply {
  /** Matching results; rows are pulled by index from 0 to `total`. */
  readonly total: number;
  /** The requested number of first rows, which spares a round trip. */
  readonly first: readonly ResultRow[];
  /** A ready sentence such as "1,204 of 100,312, 3 servers, 1 failed". */
  readonly summary: string;
  /** The button that shows what is hidden, such as "12 hidden"; `undefined` if nothing is. `title` names what that is. */
  readonly hidden: (PanelAction & { readonly title: string }) | undefined;
  /** True while lists are still arriving. */
  readonly isLoading: boolean;
  readonly problems: readonly QueryProblem[];
  /** Labels of {@link SearchQuery.choices}, in the same order. */
  readonly choiceLabels: readonly string[];
  readonly notices: readonly PanelNotice[];
  /** Set when `total` is 0. */
  readonly empty: EmptyReason | undefined;
  /** Label of the button that attaches all results, with their number and tokens; `undefined` if it is not offered. */
  readonly attachAll: string | undefined;
  /** `undefined` while lists arrive: then only the host searches. */
  readonly copy: CopyState | undefined;
}

/** The answer to the page's last query as it is now. */
export interface Repetition {
  /** The current one from then on: a little more than that of the query, and less than the page's next. */
  readonly queryId: number;
  readonly reply: SearchReply;
}

/** The present state of what the page copies, so that typing waits for no answer. A number that grows is another state. */
export interface CopyState {
  /** Version of the entries themselves. */
  readonly entries: number;
  /** Version of the set of entries, and of their order. */
  readonly order: number;
  /** The entries that the page copies: all, only those that the query found (longer queries are answered from them), or none if they are too many. */
  readonly of: 'all' | 'results' | 'none';
  readonly onTop: OnTop;
}

/** Ids of the resources that stand above all others while nothing is searched for, in their order. Some may be hidden, or in both. */
export interface OnTop {
  readonly pinned: readonly number[];
  readonly recent: readonly number[];
}

/** Everything that a query finds, in the order in which it stands where words make no difference. */
export interface CopyOrder extends Pick<CopyState, 'entries' | 'order'> {
  readonly ids: readonly number[];
  /** Names, schemes and types that there are, also where all that has them is hidden: filters depend on them. */
  readonly servers: readonly string[];
  readonly schemes: readonly string[];
  readonly types: readonly string[];
  /** Rows name their server. */
  readonly hasSeveralServers: boolean;
}

/** A resource or template with all that is searched of it and shown in its row, whatever the query. */
export interface CopyEntry extends Pick<
  ResultRow,
  'kind' | 'id' | 'server' | 'uri' | 'description' | 'priority' | 'isSkill'
> {
  readonly name: string;
  readonly title: string | undefined;
  readonly mimeType: string | undefined;
  /** `undefined` for everybody, as an empty list. */
  readonly audience: readonly Audience[] | undefined;
  /** Milliseconds since 1970. */
  readonly lastModified: number | undefined;
  /** Bytes. */
  readonly size: number | undefined;
  readonly shown: RowState;
}

/** Fields of a row that only the host knows, or that change while its resource stays the same. */
export type RowState = Pick<
  ResultRow,
  'icon' | 'serverIcon' | 'age' | 'size' | 'mark' | 'origin' | 'isPinned' | 'permission'
>;

/** One row of the result list. All text is a server's: shown as text, never as markup. */
export interface ResultRow {
  /** A `template` has no age, size, mark, origin or file; choosing it opens its form. */
  readonly kind: 'resource' | 'template';
  /** Names the resource or template for as long as the extension host lives. */
  readonly id: number;
  readonly title: string;
  /** Start and end offsets of the matched parts of `title`, flat and ascending. */
  readonly titleMatches: readonly number[];
  /** The folder of the URI, or the text in which something was found; after the server's name where there are several. */
  readonly detail: string;
  readonly detailMatches: readonly number[];
  /** Name of the server. */
  readonly server: string;
  /** URI or URI template. */
  readonly uri: string;
  readonly description: string | undefined;
  /** True if `detail` has a piece of the description, or of the name, in which something was found. */
  readonly hasPieces?: true;
  /** Name of a codicon, such as `file-code`. */
  readonly icon: string;
  /** Names the icon that the server gives it, for {@link HostRequests.serverIcon}. */
  readonly serverIcon: number | undefined;
  /** Empty for everybody. */
  readonly audience: readonly Audience[];
  /** 0 to 1. */
  readonly priority: number | undefined;
  /** True for the `SKILL.md` of a skill. */
  readonly isSkill?: true;
  /** `allowed` for a skill that models may load, `changed` for one that has changed since. */
  readonly permission?: 'allowed' | 'changed';
  /** Localised, such as `3 h ago`. */
  readonly age: string | undefined;
  /** Localised, such as `12 kB`. */
  readonly size: string | undefined;
  /**
   * Set for a resource in the context. `unchecked`: it is not attached with the context · `updated`: it has changed since the chat last
   * read it · `failed`: it is not readable now.
   */
  readonly mark: 'picked' | 'unchecked' | 'updated' | 'failed' | undefined;
  /** `kept`: built from a template, not listed · `fromBefore`: from the list of an earlier connection. */
  readonly origin: 'kept' | 'fromBefore' | undefined;
  /** Localised sentence that says why a resource stands where it stands. */
  readonly place?: string | undefined;
  /** True for a resource that the user pinned. */
  readonly isPinned?: true;
  /** The group that begins with this row. Groups stand where nothing is searched for. */
  readonly group?: RowGroup;
}

export type RowGroup = 'pinned' | 'recent' | 'others';

/** A group of filters to click. */
export interface Facet {
  readonly name: FacetName;
  /** Most frequent first, but ranges, which can overlap, in their own order; chosen ones always among them; at most 50. */
  readonly values: readonly FacetValue[];
  /** Values beyond those. */
  readonly more: number;
}

export interface FacetValue {
  readonly value: string;
  readonly label: string;
  /** Results that there are, or would be, with this value and without the facet's other ones. */
  readonly count: number;
}

export interface SelectionFacts {
  /** A ready sentence such as "30 selected · 1.2K tokens". */
  readonly summary: string;
  /** Virtual files of the selection, in its order, for dragging; at most 100. */
  readonly files: readonly string[];
}

/** Actions on chosen resources. `glance`: a click, which opens a preview tab and leaves the focus in the page · `pin`: a double click. */
export type ResourceAction = 'attach' | 'glance' | 'open' | 'pin' | 'copyUri' | 'copyContent' | 'save' | 'reveal';

/** Requests from the panel to the host: parameters and answer. */
export interface SearchRequests {
  /** Once, before anything else, when the page can receive. The answer is the host's protocol version. */
  start: { params: { version: number }; answer: { version: number } };
  /**
   * Starts a query and makes it the current one; `queryId` is the panel's own, a whole number, ascending, and restarts with every `start`.
   * `first`: number of rows that come with the answer.
   */
  search: { params: { queryId: number; query: SearchQuery; first: number }; answer: SearchReply };
  /** The page shows this answer, and can take its repetition, with `first` rows. */
  shown: { params: { queryId: number; first: number }; answer: null };
  /** Rows `from` (inclusive) to `to` (exclusive) of the current query; `undefined` when `queryId` is no longer current. */
  rows: { params: { queryId: number; from: number; to: number }; answer: readonly ResultRow[] | undefined };
  /** Ids of the resources in the same range, for selecting it without loading its rows. Templates are left out: they cannot be selected. */
  ids: { params: { queryId: number; from: number; to: number }; answer: readonly number[] | undefined };
  /** Index of a resource or template in the current query's results; `undefined` when it is not among them. */
  find: { params: { queryId: number; id: number }; answer: number | undefined };
  /** Counts for the current query, in the order of {@link facetNames}. */
  facets: { params: { queryId: number }; answer: readonly Facet[] | undefined };
  /** `undefined` if there is too much to copy. */
  copyOrder: { params: { query: SearchQuery }; answer: CopyOrder | undefined };
  /** Entries of at most 500 ids; those that are gone are left out. `undefined` if they are in another state by now. */
  copyEntries: { params: { entries: number; ids: readonly number[] }; answer: readonly CopyEntry[] | undefined };
  describeSelection: { params: { ids: readonly number[] }; answer: SelectionFacts };
  /** The user drags these virtual files, perhaps to a chat. */
  dragged: { params: { files: readonly string[] }; answer: null };
  /** Answers false if it was not done, as when the user cancels. */
  act: { params: { action: ResourceAction; ids: readonly number[] }; answer: boolean };
  run: { params: { id: string }; answer: null };
  /** Asks the user for a name and saves the query under it. */
  saveSearch: { params: { query: SearchQuery }; answer: null };
  /** The saved query of this name arrives as {@link PanelEvents.setQuery}; without a name the user chooses one, or deletes some. */
  openSavedSearch: { params: { name?: string }; answer: null };
  /** The page has the keyboard focus: from now on VS Code passes no typed text, see {@link PanelEvents.typed}. */
  focused: { params: Record<string, never>; answer: null };
  /** The icon as a `data:` URI; `undefined` if it is not safe, too large or not there. */
  serverIcon: { params: { icon: number; theme: 'light' | 'dark' }; answer: string | undefined };
}

export interface HostRequests extends SearchRequests, PreviewRequests, TemplateRequests {}

/** Events from the host to the panel. */
export interface PanelEvents {
  /** Results, marks or notices may differ: the last query again, up to three times at once, but no more than ten times a second. */
  repeated: Repetition;
  /** There is no answer; `message` says why. */
  repeatFailed: { message: string };
  /**
   * Move the keyboard focus to the search box. `text`: typed while the page had no focus yet; it stands before what was typed into the box
   * meanwhile. `isNew`: both replace the text of the box, which is selected where nothing was typed.
   */
  typed: { text: string; isNew: boolean };
  /** Names of the saved searches, newest first. */
  savedSearches: { names: readonly string[] };
  /** Search for this instead, and move the keyboard focus to the search box. */
  setQuery: { query: SearchQuery };
  /** Open the preview of a resource, or the form of a template. */
  show: { row: Pick<ResultRow, 'kind' | 'id' | 'title'> };
}
