import type { Audience, AudienceFilter } from './audience';

/**
 * Everything that the extension host and the search panel say to each other. The panel asks and pulls windows of rows; the host only
 * says that something changed. Every request gets an answer or an error, and can be cancelled.
 */
export const protocolVersion = 1;

/** What the panel looks for; also what it remembers across a reload. */
export interface SearchQuery {
  readonly text: string;
  readonly audience: AudienceFilter;
}

/** A button that the host offers; its `id` is opaque to the panel and goes back in {@link HostRequests.run}. */
export interface PanelAction {
  readonly id: string;
  readonly label: string;
}

/** A sentence about the state of things, above the list. */
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
}

export interface SearchReply {
  /** Matching resources; rows are pulled by index from 0 to `total`. */
  readonly total: number;
  /** A ready sentence such as "12 of 1,204 resources". */
  readonly summary: string;
  /** True while lists are still arriving. */
  readonly isLoading: boolean;
  readonly notices: readonly PanelNotice[];
  /** Set when `total` is 0. */
  readonly empty: EmptyReason | undefined;
}

/** One row of the result list. All text is a server's: shown as text, never as markup. */
export interface ResourceRow {
  /** Names the resource for as long as the extension host lives. */
  readonly id: number;
  readonly title: string;
  /** Start and end offsets of the matched parts of `title`, flat and ascending. */
  readonly titleMatches: readonly number[];
  /** Server and URI, in a form that fits one line. */
  readonly where: string;
  readonly whereMatches: readonly number[];
  readonly description: string | undefined;
  /** Name of a codicon, such as `file-code`. */
  readonly icon: string;
  /** Empty for everybody. */
  readonly audience: readonly Audience[];
  /** 0 to 1. */
  readonly priority: number | undefined;
  /** Localised, such as `3 h ago`. */
  readonly age: string | undefined;
  /** Localised, such as `12 kB`. */
  readonly size: string | undefined;
  /** `picked`: in the context set · `updated`: picked, and changed since the chat last read it. */
  readonly mark: 'picked' | 'updated' | undefined;
}

/** What can be done with chosen resources. */
export type ResourceAction = 'attach' | 'open' | 'copyUri' | 'copyContent' | 'save' | 'reveal';

/** Requests from the panel to the host: parameters and answer. */
export interface HostRequests {
  /** Once, before anything else, when the page can receive. The answer is the host's protocol version. */
  start: { params: { version: number }; answer: { version: number } };
  /** Starts a query and makes it the current one; `queryId` is the panel's own, ascending, and begins anew with every `start`. */
  search: { params: { queryId: number; query: SearchQuery }; answer: SearchReply };
  /** Rows `from` (inclusive) to `to` (exclusive) of the current query; `undefined` when `queryId` is no longer current. */
  rows: { params: { queryId: number; from: number; to: number }; answer: readonly ResourceRow[] | undefined };
  /** Ids of the same range, for selecting it without loading its rows. */
  ids: { params: { queryId: number; from: number; to: number }; answer: readonly number[] | undefined };
  act: { params: { action: ResourceAction; ids: readonly number[] }; answer: null };
  run: { params: { id: string }; answer: null };
}

/** What the host says to the panel. */
export interface PanelEvents {
  /** Results, marks or notices may differ: ask again for the current query. At most every 100 ms. */
  changed: null;
  /** Move the keyboard focus to the search box; `text`, where given, replaces what is in it. */
  focusSearch: { text: string | undefined };
}
