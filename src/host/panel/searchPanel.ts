import { randomBytes } from 'node:crypto';
import { env, l10n, Uri, window, type WebviewView, type WebviewViewProvider } from 'vscode';
import { Answerer, type Handlers } from '../../shared/endpoint';
import { panelPage } from '../../shared/panelPage';
import type { HostRequests, PanelEvents, SearchQuery } from '../../shared/protocol';
import { readSearchQuery } from '../../shared/searchQuery';
import type { Clock } from '../../core/base/clock';
import { Coalescer } from '../../core/base/coalescer';
import { Pace } from '../../core/base/pace';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Event } from '../../core/base/event';
import type { KeyValueStore, Logger } from '../../core/base/ports';
import { views } from '../base/ids';
import { panelStrings } from './panelStrings';
import { describeError } from '../base/tell';

const publishEvery = 100;
const keepAfter = 200;
const queryKey = 'search.query';
/** Time in ms after which a page that was slow to load no longer takes the focus by itself: the user has gone on. */
const focusTimeout = 2_000;

/** The view *Search*: shows the page, answers its requests, and notifies it of changes. No page is kept while the view is hidden. */
export class SearchPanel implements WebviewViewProvider, Disposable {
  readonly #store = new DisposableStore();
  readonly #publish: Pace;
  readonly #keep: Coalescer;
  /** The page's last query. */
  #query: SearchQuery | undefined;
  #shown: { readonly view: WebviewView; readonly answerer: Answerer<HostRequests, PanelEvents> } | undefined;
  /** True once the page of this showing has started: it loads anew whenever the view is shown, and messages before that are lost. */
  #isListening = false;
  /** The last command for the page, sent as soon as it can listen; `until` in ms. */
  #wanted: { readonly send: () => void; readonly until: number } | undefined;

  constructor(
    private readonly parts: {
      readonly extensionUri: Uri;
      readonly handlers: Handlers<HostRequests>;
      /** Events after which the page repeats its query. */
      readonly changes: readonly Event<unknown>[];
      readonly clock: Clock;
      readonly log: Logger;
      /**
       * Saves the query: VS Code persists a page's own state only now and then.
       * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/webviewView/browser/webviewViewPane.ts (saveState)
       */
      readonly kept: KeyValueStore;
      readonly onDidShow: () => void;
    },
  ) {
    const store = this.#store;
    this.#keep = store.add(new Coalescer(parts.clock, keepAfter, () => parts.kept.set(queryKey, this.#query)));
    this.#publish = store.add(
      new Pace(parts.clock, publishEvery, () => {
        if (this.#shown?.view.visible) this.#shown.answerer.send('changed', null);
      }),
    );
    for (const event of parts.changes) store.add(event(() => this.#publish.trigger()));
    store.add(window.registerWebviewViewProvider(views.search, this));
  }

  resolveWebviewView(view: WebviewView): void {
    const store = this.#store.add(new DisposableStore());
    const { webview } = view;
    const dist = Uri.joinPath(this.parts.extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    const answerer = new Answerer<HostRequests, PanelEvents>(
      (message) => void webview.postMessage(message),
      {
        ...this.parts.handlers,
        start: async (params, signal) => {
          const answer = await this.parts.handlers.start(params, signal);
          this.#isListening = true;
          this.#sendWanted();
          return answer;
        },
        search: (params, signal) => {
          this.#noteQuery(params.query);
          return this.parts.handlers.search(params, signal);
        },
      },
      { newAbort: () => new AbortController(), describeError: (error) => describeError(error, this.parts.log) },
    );
    this.#shown = { view, answerer };
    this.#isListening = false;
    store.add(webview.onDidReceiveMessage((message: unknown) => void answerer.receive(message)));
    store.add(view.onDidChangeVisibility(() => this.#visibilityChanged(view)));
    store.add(
      view.onDidDispose(() => {
        if (this.#shown?.view === view) {
          this.#shown = undefined;
          this.#isListening = false;
        }
        this.#store.delete(store);
      }),
    );
    const uri = (name: string): string => webview.asWebviewUri(Uri.joinPath(dist, name)).toString();
    webview.html = panelPage({
      nonce: randomBytes(16).toString('hex'),
      cspSource: webview.cspSource,
      scriptUri: uri('webview.js'),
      styleUri: uri('webview-style.css'),
      codiconUri: uri('codicon.css'),
      strings: panelStrings(),
      query: this.#lastQuery(),
      // Without a translation the texts are English, whatever the editor's language.
      language: l10n.bundle ? env.language : 'en',
    });
    this.parts.onDidShow();
  }

  get isVisible(): boolean {
    return this.#shown?.view.visible === true;
  }

  /** Focuses the search box, unless the page takes long to load. */
  focus(): void {
    this.#tell('focusSearch', null, this.parts.clock.now() + focusTimeout);
  }

  /** Replaces the page's query. */
  search(query: SearchQuery): void {
    this.#tell('setQuery', { query });
  }

  /** Opens the preview of a resource, or the form of a template. */
  show(row: PanelEvents['show']['row']): void {
    this.#tell('show', { row });
  }

  dispose(): void {
    this.#store.dispose();
  }

  #lastQuery(): SearchQuery | undefined {
    const kept = this.parts.kept.get(queryKey);
    return this.#query ?? (kept === undefined ? undefined : readSearchQuery(kept));
  }

  /** The page repeats the same query after every change, which needs no saving. */
  #noteQuery(query: SearchQuery): void {
    if (JSON.stringify(query) === JSON.stringify(this.#query)) return;
    this.#query = query;
    this.#keep.trigger();
  }

  #tell<Name extends keyof PanelEvents>(name: Name, value: PanelEvents[Name], until = Infinity): void {
    this.#wanted = { send: () => this.#shown?.answerer.send(name, value), until };
    if (!this.#shown) return;
    this.#shown.view.show(false);
    this.#sendWanted();
  }

  #sendWanted(): void {
    if (!this.#wanted || !this.#isListening) return;
    const { send, until } = this.#wanted;
    this.#wanted = undefined;
    if (this.parts.clock.now() <= until) send();
  }

  #visibilityChanged(view: WebviewView): void {
    if (!view.visible) {
      this.#isListening = false;
      return;
    }
    this.parts.onDidShow();
    this.#publish.trigger();
  }
}
