import { randomBytes } from 'node:crypto';
import { env, Uri, window, type WebviewView, type WebviewViewProvider } from 'vscode';
import { Answerer } from '../shared/endpoint';
import { panelPage } from '../shared/panelPage';
import type { HostRequests, PanelEvents } from '../shared/protocol';
import type { Clock } from '../core/base/clock';
import { Coalescer } from '../core/base/coalescer';
import { DisposableStore, type Disposable } from '../core/base/disposable';
import type { Event } from '../core/base/event';
import type { Logger } from '../core/base/ports';
import { views } from './ids';
import { panelStrings } from './panelStrings';
import type { SearchService } from './searchService';
import { describeError } from './tell';

const publishEvery = 100;
/** Milliseconds after which a page that was slow to load does not take the focus any more: the person has gone on. */
const focusPatience = 2_000;

/** The view *Search*: puts the page up, answers it, and tells it when something changed. Nothing of it is kept while it is hidden. */
export class SearchPanel implements WebviewViewProvider, Disposable {
  readonly #store = new DisposableStore();
  readonly #publish: Coalescer;
  #shown: { readonly view: WebviewView; readonly answerer: Answerer<HostRequests, PanelEvents> } | undefined;
  /** What the page is told as soon as it can listen. */
  #focusWanted: (PanelEvents['focusSearch'] & { readonly until: number }) | undefined;

  constructor(
    private readonly extensionUri: Uri,
    private readonly service: SearchService,
    changes: readonly Event<unknown>[],
    private readonly parts: { readonly clock: Clock; readonly log: Logger; readonly onDidShow: () => void },
  ) {
    const store = this.#store;
    this.#publish = store.add(
      new Coalescer(parts.clock, publishEvery, () => {
        if (this.#shown?.view.visible) this.#shown.answerer.send('changed', null);
      }),
    );
    for (const event of changes) store.add(event(() => this.#publish.trigger()));
    store.add(window.registerWebviewViewProvider(views.search, this));
  }

  resolveWebviewView(view: WebviewView): void {
    const store = this.#store.add(new DisposableStore());
    const { webview } = view;
    const dist = Uri.joinPath(this.extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    const answerer = new Answerer<HostRequests, PanelEvents>(
      (message) => void webview.postMessage(message),
      {
        ...this.service.handlers,
        start: async (params, signal) => {
          const answer = await this.service.handlers.start(params, signal);
          this.#sendFocus();
          return answer;
        },
      },
      { newAbort: () => new AbortController(), describeError: (error) => describeError(error, this.parts.log) },
    );
    this.#shown = { view, answerer };
    store.add(webview.onDidReceiveMessage((message: unknown) => void answerer.receive(message)));
    store.add(view.onDidChangeVisibility(() => this.#visibilityChanged(view)));
    store.add(
      view.onDidDispose(() => {
        if (this.#shown?.view === view) this.#shown = undefined;
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
      language: env.language,
    });
    this.parts.onDidShow();
  }

  /** Moves the keyboard into the search box; `text` replaces what is in it. */
  focus(text?: string): void {
    this.#focusWanted = { text, until: this.parts.clock.now() + focusPatience };
    if (!this.#shown) return;
    this.#shown.view.show(false);
    this.#sendFocus();
  }

  dispose(): void {
    this.#store.dispose();
  }

  #sendFocus(): void {
    if (!this.#focusWanted || !this.#shown?.view.visible) return;
    const { text, until } = this.#focusWanted;
    this.#focusWanted = undefined;
    if (this.parts.clock.now() <= until) this.#shown.answerer.send('focusSearch', { text });
  }

  #visibilityChanged(view: WebviewView): void {
    if (!view.visible) return;
    this.parts.onDidShow();
    this.#publish.trigger();
  }
}
