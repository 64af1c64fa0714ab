import { commands, type Uri, type WebviewView, type WebviewViewProvider } from 'vscode';
import type { PanelEvents, SearchQuery } from '../../shared/protocol';
import { emptyQuery, readSearchQuery } from '../../shared/searchQuery';
import { Pace } from '../../core/base/pace';
import type { Clock } from '../../core/base/clock';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { Owner } from '../../core/base/owner';
import type { KeyValueStore } from '../../core/base/ports';
import { contextKeys } from '../base/ids';
import { fillWebview } from './fillWebview';
import type { SavedSearches } from './savedSearches';
import type { SearchPage } from './searchPage';

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
export class SearchPanel extends Owner implements WebviewViewProvider {
  readonly #keep: Pace;
  /** The page's last query. */
  #query: SearchQuery | undefined;
  #view: WebviewView | undefined;
  /** Set from the key that opens the view until its page has the focus. */
  #opening: Disposable | undefined;

  constructor(
    private readonly page: SearchPage,
    private readonly parts: {
      readonly extensionUri: Uri;
      /**
       * Saves the query: VS Code persists a page's own state only now and then.
       * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/webviewView/browser/webviewViewPane.ts (saveState)
       */
      readonly workspaceStore: KeyValueStore;
      readonly savedSearches: Pick<SavedSearches, 'handlers'>;
      readonly onDidShow: () => void;
      readonly onDidHide: () => void;
      readonly clock: Clock;
    },
  ) {
    super();
    this.owned.add(page);
    this.owned.add({ dispose: () => this.#opening?.dispose() });
    this.#keep = this.owned.add(
      new Pace(parts.clock, keepAfter, () => parts.workspaceStore.set(queryKey, this.#query), { gathersFirst: true }),
    );
  }

  resolveWebviewView(view: WebviewView): void {
    const { extensionUri, savedSearches, onDidShow, onDidHide } = this.parts;
    const store = this.owned.add(new DisposableStore());
    this.#view = view;
    store.add(
      this.page.open({
        webview: view.webview,
        isVisible: () => view.visible,
        onDidChangeVisibility: view.onDidChangeVisibility,
        onDidShow,
        onDidHide,
        handlers: { ...savedSearches.handlers(), focused: () => this.#opened() },
        onStart: () => setContext('isSearchReady', true),
        onQuery: (query) => this.#noteQuery(query),
      }),
    );
    fillWebview(view.webview, extensionUri, { query: this.#lastQuery(), isEditor: false });
    store.add(
      view.onDidDispose(() => {
        if (this.#view === view) {
          this.#view = undefined;
          setContext('isSearchReady', false);
        }
        this.owned.delete(store);
      }),
    );
  }

  get isVisible(): boolean {
    return this.#view?.visible === true;
  }

  /** The page's query, or its next one: the last may not be answered yet. */
  get query(): SearchQuery {
    return this.#lastQuery() ?? emptyQuery;
  }

  /** Focuses the search box, unless the page takes long to load. */
  focus(): void {
    this.#tell('typed', { text: '', isNew: true }, this.parts.clock.now() + focusTimeout);
  }

  /**
   * Puts what was typed while VS Code gave the focus to the view into its search box. `undefined`: the view was opened by its key, which makes
   * VS Code pass on what is typed from then on. VS Code has shown the view already, and doing so again would move the focus away from the box.
   */
  type(text: string | undefined): void {
    if (text === undefined) this.#open();
    this.page.type(text ?? '', text === undefined);
  }

  /** Replaces the page's query. */
  search(query: SearchQuery): void {
    this.#tell('setQuery', { query });
  }

  /** Opens the preview of a resource, or the form of a template. */
  show(row: PanelEvents['show']['row']): void {
    this.#tell('show', { row });
  }

  #tell<Name extends keyof PanelEvents>(name: Name, value: PanelEvents[Name], until?: number): void {
    this.#view?.show(false);
    this.page.tell(name, value, until);
  }

  /** The key has set the context key already, see package.json. */
  #open(): void {
    this.#opening?.dispose();
    this.#opening = this.parts.clock.after(openingTimeout, () => this.#opened());
  }

  #opened(): null {
    if (this.#opening) setContext('isSearchOpening', false);
    this.#opening?.dispose();
    this.#opening = undefined;
    return null;
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
