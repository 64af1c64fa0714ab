import type { Webview } from 'vscode';
import { Answerer, type AbortSignalLike, type Handlers } from '../../shared/endpoint';
import {
  protocolVersion,
  type HostRequests,
  type PanelEvents,
  type Repetition,
  type SearchQuery,
  type SearchReply,
  type SearchRequests,
} from '../../shared/protocol';
import { isEmptyQuery, readSearchQuery } from '../../shared/searchQuery';
import { within, type Clock } from '../../core/base/clock';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { Owner } from '../../core/base/owner';
import { isCancelled } from '../../core/base/errors';
import { Emitter, type Event } from '../../core/base/event';
import { Pace } from '../../core/base/pace';
import type { Logger } from '../../core/base/ports';
import type { Catalog } from '../../core/catalog/catalog';
import type { PanelSearch } from '../../core/panel/panelSearch';
import { describeError } from '../base/tell';
import type { SavedSearches } from './savedSearches';
import type { ReplyWriter } from './searchReply';

const publishEvery = 100;
/** Added to the interval for the pages of a list, in ms: each page makes the host search, and the page draw, all that is there by then. */
const pagesLater = 600;
/** Added to a query's id each time it is repeated: small enough for weeks of changes. */
const repetition = 2 ** -26;
/** Time in ms for which a page may ask for the rows of an answer before the next one is sent to it: it may be gone. */
const showsWithin = 2_000;

type Own = Pick<
  SearchRequests,
  'start' | 'search' | 'shown' | 'rows' | 'ids' | 'find' | 'facets' | 'copyOrder' | 'copyEntries' | 'run'
>;
/** Requests that the page's place answers. */
type OfPlace = 'saveSearch' | 'openSavedSearch' | 'focused';

/** Location of a page: in the view, or in an editor. */
export interface PagePlace {
  readonly webview: Webview;
  readonly isVisible: () => boolean;
  readonly onDidChangeVisibility: Event<unknown>;
  readonly onDidShow: () => void;
  readonly onDidHide: () => void;
  readonly handlers: Handlers<Pick<HostRequests, OfPlace>>;
  /** The page has started. */
  readonly onStart?: () => void;
  /** The page searches for this. */
  readonly onQuery?: (query: SearchQuery) => void;
}

/** A page whose webview is open. */
interface OpenPage extends Pick<PagePlace, 'isVisible'> {
  readonly answerer: Answerer<HostRequests, PanelEvents>;
}

const nothing = Promise.resolve({ total: 0 });

/** Parameters of the page's last search. */
type Wanted = SearchRequests['search']['params'];

/** The search page, in one place or another: answers its requests from the search, and its last query again after changes. */
export class SearchPage extends Owner {
  readonly #didSearch = this.owned.add(new Emitter<void>());
  readonly #publish: Pace;
  /** Set once the page has started: messages before that are lost. */
  #page: OpenPage | undefined;
  /** For a page that has not started yet; `until` in ms since 1970, after which it is dropped. */
  #message: { readonly send: (page: OpenPage) => void; readonly until: number } | undefined;
  #typed: PanelEvents['typed'] | undefined;
  #wanted: Wanted | undefined;
  /** To what the page asked for last, or the last repetition. */
  #answer = new Answer(nothing);

  /** The user searched, or filtered. */
  readonly onDidSearch = this.#didSearch.event;

  constructor(
    private readonly parts: {
      readonly search: PanelSearch;
      readonly replies: ReplyWriter;
      readonly catalog: Pick<Catalog, 'onDidChange' | 'isFurtherPage'>;
      /** Other events after which the page's query is repeated. */
      readonly changes: readonly Event<unknown>[];
      readonly savedSearches: Pick<SavedSearches, 'names' | 'onDidChange'>;
      readonly otherHandlers: Handlers<Omit<HostRequests, keyof Own | OfPlace>>;
      readonly clock: Clock;
      readonly log: Logger;
    },
  ) {
    super();
    this.#publish = this.owned.add(
      // A list comes in three events: it begins, its first page is there, and it is whole.
      new Pace(parts.clock, publishEvery, () => this.#repeat(), { atOnce: 3, extraPause: pagesLater }),
    );
  }

  readonly handlers: Handlers<Own> = {
    start: () => {
      this.#wanted = undefined;
      this.#answer.endShowing();
      this.#answer = new Answer(nothing);
      this.parts.search.begin();
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
      if (queryId === this.parts.search.newestQueryId && this.#wanted) {
        this.#wanted = { ...this.#wanted, first };
        this.#answer.endShowing();
      }
      return null;
    },
    rows: ({ queryId, from, to }) => this.parts.search.rows(queryId, from, to),
    ids: ({ queryId, from, to }) => this.parts.search.ids(queryId, from, to),
    find: ({ queryId, id }) => this.parts.search.indexOf(queryId, id),
    facets: ({ queryId }, signal) => this.parts.search.facets(queryId, signal),
    copyOrder: ({ query }, signal) => this.parts.search.copies.order(readSearchQuery(query), signal),
    copyEntries: ({ entries, ids }) => this.parts.search.copies.entries(entries, ids),
    run: async ({ id }) => {
      await this.parts.replies.run(id);
      return null;
    },
  };

  /** The query that the page shows. */
  get query(): SearchQuery {
    return this.parts.search.query;
  }

  /** Answers the page in a webview, until that is closed. */
  open(place: PagePlace): Disposable {
    const { webview, isVisible, onDidChangeVisibility, onDidShow, handlers, onStart, onQuery } = place;
    const { catalog, changes, savedSearches, otherHandlers, log } = this.parts;
    const store = new DisposableStore();
    const page: OpenPage = {
      isVisible,
      answerer: new Answerer<HostRequests, PanelEvents>(
        (message) => void webview.postMessage(message),
        {
          ...otherHandlers,
          ...this.handlers,
          ...handlers,
          start: async (params, signal) => {
            onStart?.();
            const answer = await this.handlers.start(params, signal);
            this.#started(page);
            return answer;
          },
          search: (params, signal) => {
            onQuery?.(params.query);
            return this.handlers.search(params, signal);
          },
        },
        { newAbort: () => new AbortController(), describeError: (error) => describeError(error, log) },
      ),
    };
    store.add(webview.onDidReceiveMessage((message: unknown) => void page.answerer.receive(message)));
    store.add(catalog.onDidChange(() => this.#publish.trigger(catalog.isFurtherPage)));
    for (const event of changes) store.add(event(() => this.#publish.trigger()));
    store.add(onDidChangeVisibility(() => this.#visibilityChanged(place)));
    store.add(savedSearches.onDidChange(() => this.#sendSavedSearches()));
    store.add({
      dispose: () => {
        if (this.#page === page) this.#page = undefined;
      },
    });
    onDidShow();
    return store;
  }

  /** Sends an event; a page that has not started yet gets the last one alone, unless it starts after `until`, in ms since 1970. */
  tell<Name extends keyof PanelEvents>(name: Name, value: PanelEvents[Name], until = Infinity): void {
    const send = ({ answerer }: OpenPage): void => answerer.send(name, value);
    if (this.#page) send(this.#page);
    else this.#message = { send, until };
  }

  /** See {@link PanelEvents.typed}; a page that has not started yet gets all that was typed at once. */
  type(text: string, isNew: boolean): void {
    const before = isNew ? undefined : this.#typed;
    this.#typed = { text: (before?.text ?? '') + text, isNew: isNew || before?.isNew === true };
    this.#sendTyped();
  }

  /**
   * Answers what the page asked for last again. `undefined` if it asks for something else meanwhile, is loaded again, or has asked for
   * nothing yet.
   *
   * It waits until the page shows the answer before: rows are those of the newest answer alone. Answers that do not wait overtake a page that is
   * scrolled down and 150 ms away, so that in a flood of changes it gets rows for none of them (measured: 440 of 440 without their rows).
   */
  async repeat(): Promise<Repetition | undefined> {
    for (let last: Answer | undefined; last !== this.#answer;) {
      last = this.#answer;
      await last.isMade;
      await within(this.parts.clock, showsWithin, last.isShown);
    }
    if (!this.#wanted) return undefined;
    const queryId = this.parts.search.newestQueryId + repetition;
    try {
      return { queryId, reply: await this.#answerTo({ ...this.#wanted, queryId }, { aborted: false }) };
    } catch (error) {
      if (isCancelled(error)) return undefined;
      throw error;
    }
  }

  #started(page: OpenPage): void {
    const message = this.#message;
    this.#page = page;
    this.#message = undefined;
    this.#sendSavedSearches();
    if (message && this.parts.clock.now() <= message.until) message.send(page);
    this.#sendTyped();
  }

  #visibilityChanged({ isVisible, onDidShow, onDidHide }: PagePlace): void {
    if (!isVisible()) {
      onDidHide();
      return;
    }
    onDidShow();
    // It was not notified while it was hidden.
    this.#publish.trigger();
  }

  #sendTyped(): void {
    if (!this.#page) return;
    if (this.#typed) this.#page.answerer.send('typed', this.#typed);
    this.#typed = undefined;
  }

  #sendSavedSearches(): void {
    this.#page?.answerer.send('savedSearches', { names: this.parts.savedSearches.names });
  }

  async #repeat(): Promise<void> {
    const page = this.#page;
    if (!page?.isVisible()) return;
    try {
      const repetition = await this.repeat();
      if (repetition) page.answerer.send('repeated', repetition);
    } catch (error) {
      page.answerer.send('repeatFailed', { message: describeError(error, this.parts.log) });
    }
  }

  #answerTo(wanted: Wanted, signal: Pick<AbortSignalLike, 'aborted'>): Promise<SearchReply> {
    this.#answer.endShowing();
    const reply = this.#search(wanted, signal);
    this.#answer = new Answer(reply);
    return reply;
  }

  async #search({ queryId, query, first }: Wanted, signal: Pick<AbortSignalLike, 'aborted'>): Promise<SearchReply> {
    const { search, replies } = this.parts;
    const { result, ...found } = await search.search(queryId, query, signal);
    const texts = replies.write(query, result, found);
    const copy = texts.isLoading ? undefined : search.copies.state(result.sort, result);
    return { ...texts, copy, first: search.window(result, 0, first) };
  }
}

/** An answer on its way to the page, which asks for its rows before it shows it. */
class Answer {
  endShowing = (): void => undefined;
  /** Resolves once the page asks for no more of its rows. */
  readonly isShown = new Promise<void>((resolve) => (this.endShowing = resolve));
  /** Resolves when there is one, or none for the page to show. */
  readonly isMade: Promise<void>;

  constructor(reply: Promise<Pick<SearchReply, 'total'>>) {
    const onMade = ({ total }: Pick<SearchReply, 'total'>): void => {
      if (total === 0) this.endShowing();
    };
    this.isMade = reply.then(onMade, () => this.endShowing());
  }
}
