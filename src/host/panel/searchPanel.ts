import { commands, type WebviewView, type WebviewViewProvider } from 'vscode';
import type { Handlers } from '../../shared/endpoint';
import type { HostRequests, PanelEvents, SearchQuery } from '../../shared/protocol';
import { emptyQuery, readSearchQuery } from '../../shared/searchQuery';
import { Coalescer } from '../../core/base/coalescer';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { KeyValueStore } from '../../core/base/ports';
import { contextKeys } from '../base/ids';
import { PageMail, SearchPage, type PageParts, type PagePlace } from './searchPage';

const keepAfter = 200;
const queryKey = 'search.query';
/** Time in ms after which a page that was slow to load no longer takes the focus by itself: the user has gone on. */
const focusTimeout = 2_000;
/** Time in ms after which VS Code stops to pass on what is typed: the page has not got the focus. */
const openingTimeout = 10_000;

function setContext(key: 'isSearchOpening' | 'isSearchReady', value: boolean): void {
  void commands.executeCommand('setContext', contextKeys[key], value);
}

/** The view *Search*. Its page lives on while the view is hidden, so that it takes keys at once when it is shown again. */
export class SearchPanel implements WebviewViewProvider, Disposable {
  readonly #store = new DisposableStore();
  readonly #keep: Coalescer;
  readonly #mail: PageMail;
  /** The page's last query. */
  #query: SearchQuery | undefined;
  #shown: { readonly view: WebviewView; readonly page: SearchPage } | undefined;
  /** Set from the key that opens the view until its page has the focus. */
  #opening: Disposable | undefined;

  constructor(
    private readonly parts: PageParts &
      Pick<PagePlace, 'repeat'> & {
        readonly handlers: Handlers<Omit<HostRequests, 'focused'>>;
        /**
         * Saves the query: VS Code persists a page's own state only now and then.
         * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/webviewView/browser/webviewViewPane.ts (saveState)
         */
        readonly workspaceStore: KeyValueStore;
        readonly onDidShow: () => void;
        readonly onDidHide: () => void;
      },
  ) {
    const store = this.#store;
    this.#mail = new PageMail(parts.clock);
    this.#keep = store.add(
      new Coalescer(parts.clock, keepAfter, () => parts.workspaceStore.set(queryKey, this.#query)),
    );
  }

  resolveWebviewView(view: WebviewView): void {
    const store = this.#store.add(new DisposableStore());
    const page = store.add(
      new SearchPage(this.parts, {
        webview: view.webview,
        isVisible: () => view.visible,
        isEditor: false,
        handlers: this.#handlers(),
        query: this.#lastQuery(),
        mail: this.#mail,
        repeat: this.parts.repeat,
      }),
    );
    this.#shown = { view, page };
    store.add(
      view.onDidChangeVisibility(() => {
        if (!view.visible) {
          this.parts.onDidHide();
          return;
        }
        this.parts.onDidShow();
        page.shown();
      }),
    );
    store.add(
      view.onDidDispose(() => {
        if (this.#shown?.view === view) {
          this.#shown = undefined;
          setContext('isSearchReady', false);
        }
        this.#store.delete(store);
      }),
    );
    this.parts.onDidShow();
  }

  get isVisible(): boolean {
    return this.#shown?.view.visible === true;
  }

  /** What the page searches for, or will: its last query may not be answered yet. */
  get query(): SearchQuery {
    return this.#lastQuery() ?? emptyQuery;
  }

  /** Focuses the search box, unless the page takes long to load. */
  focus(): void {
    this.#mail.put('typed', { text: '', isNew: true }, this.parts.clock.now() + focusTimeout);
    this.#show();
  }

  /**
   * Puts what was typed while VS Code gave the focus to the view into its search box. `undefined`: the view was opened by its key, which makes
   * VS Code pass on what is typed from then on. VS Code has shown the view already, and doing so again would move the focus away from the box.
   */
  type(text: string | undefined): void {
    if (text === undefined) this.#open();
    this.#mail.type(text ?? '', text === undefined);
    this.#shown?.page.deliver();
  }

  /** Replaces the page's query. */
  search(query: SearchQuery): void {
    this.#mail.put('setQuery', { query });
    this.#show();
  }

  /** Opens the preview of a resource, or the form of a template. */
  show(row: PanelEvents['show']['row']): void {
    this.#mail.put('show', { row });
    this.#show();
  }

  dispose(): void {
    this.#opening?.dispose();
    this.#store.dispose();
  }

  #handlers(): Handlers<HostRequests> {
    const { handlers } = this.parts;
    return {
      ...handlers,
      start: (params, signal) => {
        setContext('isSearchReady', true);
        return handlers.start(params, signal);
      },
      search: (params, signal) => {
        this.#noteQuery(params.query);
        return handlers.search(params, signal);
      },
      focused: () => {
        this.#opened();
        return null;
      },
    };
  }

  #show(): void {
    this.#shown?.view.show(false);
    this.#shown?.page.deliver();
  }

  /** The key has set the context key already, see package.json. */
  #open(): void {
    this.#opening?.dispose();
    this.#opening = this.parts.clock.after(openingTimeout, () => this.#opened());
  }

  #opened(): void {
    if (!this.#opening) return;
    this.#opening.dispose();
    this.#opening = undefined;
    setContext('isSearchOpening', false);
  }

  #lastQuery(): SearchQuery | undefined {
    const stored = this.parts.workspaceStore.get(queryKey);
    return this.#query ?? (stored === undefined ? undefined : readSearchQuery(stored));
  }

  /** A page that is loaded again, or tries again, asks for the same query, which needs no saving. */
  #noteQuery(query: SearchQuery): void {
    if (JSON.stringify(query) === JSON.stringify(this.#query)) return;
    this.#query = query;
    this.#keep.trigger();
  }
}
