import * as l10n from '@vscode/l10n';
import { Uri, ViewColumn, window, type WebviewPanel, type WebviewPanelSerializer } from 'vscode';
import type { Handlers } from '../../shared/endpoint';
import type { HostRequests, PanelEvents, SearchQuery } from '../../shared/protocol';
import { isEmptyQuery } from '../../shared/searchQuery';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { searchEditor } from '../base/ids';
import { PageMail, SearchPage, type PageParts, type PagePlace } from './searchPage';

/** The search page in an editor, with the preview beside the list. There is one; VS Code restores it after a reload. */
export class SearchEditor implements WebviewPanelSerializer, Disposable {
  readonly #store = new DisposableStore();
  readonly #mail: PageMail;
  #shown: { readonly panel: WebviewPanel; readonly page: SearchPage } | undefined;

  constructor(
    private readonly parts: PageParts &
      Pick<PagePlace, 'repeat'> & {
        readonly handlers: Handlers<Omit<HostRequests, 'focused'>>;
        readonly onDidShow: () => void;
        readonly onDidHide: () => void;
      },
  ) {
    this.#mail = new PageMail(parts.clock);
  }

  /** Opens the editor with a query, or goes to the one that is open. */
  open(query: SearchQuery): void {
    if (this.#shown) {
      if (!isEmptyQuery(query)) this.search(query);
      else this.focus();
      return;
    }
    const options = { enableScripts: true, retainContextWhenHidden: true };
    this.#fill(window.createWebviewPanel(searchEditor, l10n.t('MCP Resources'), ViewColumn.Active, options), query);
    this.focus();
  }

  deserializeWebviewPanel(panel: WebviewPanel): Promise<void> {
    // The page has stored its query itself.
    if (this.#shown) panel.dispose();
    else this.#fill(panel, undefined);
    return Promise.resolve();
  }

  get isVisible(): boolean {
    return this.#shown?.panel.visible === true;
  }

  /** True while it is the active editor. */
  get isActive(): boolean {
    return this.#shown?.panel.active === true;
  }

  focus(): void {
    this.#tell('typed', { text: '', isNew: true });
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

  #fill(panel: WebviewPanel, query: SearchQuery | undefined): void {
    const { extensionUri, handlers, onDidShow, onDidHide } = this.parts;
    const store = this.#store.add(new DisposableStore());
    panel.iconPath = Uri.joinPath(extensionUri, 'media', 'icon.svg');
    const page = store.add(
      new SearchPage(this.parts, {
        webview: panel.webview,
        isVisible: () => panel.visible,
        isEditor: true,
        handlers: { ...handlers, focused: () => null },
        query,
        mail: this.#mail,
        repeat: this.parts.repeat,
      }),
    );
    this.#shown = { panel, page };
    store.add(
      panel.onDidChangeViewState(() => {
        if (!panel.visible) {
          onDidHide();
          return;
        }
        onDidShow();
        page.shown();
      }),
    );
    store.add(
      panel.onDidDispose(() => {
        this.#shown = undefined;
        this.#store.delete(store);
        onDidHide();
      }),
    );
    onDidShow();
  }

  #tell<Name extends keyof PanelEvents>(name: Name, value: PanelEvents[Name]): void {
    this.#mail.put(name, value);
    this.#shown?.panel.reveal();
    this.#shown?.page.deliver();
  }
}
