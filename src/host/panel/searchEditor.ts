import * as l10n from '@vscode/l10n';
import { Uri, ViewColumn, window, type WebviewPanel, type WebviewPanelSerializer } from 'vscode';
import type { PanelEvents, SearchQuery } from '../../shared/protocol';
import { isEmptyQuery } from '../../shared/searchQuery';
import { DisposableStore } from '../../core/base/disposable';
import { Owner } from '../../core/base/owner';
import { searchEditor } from '../base/ids';
import { fillWebview } from './fillWebview';
import type { SavedSearches } from './savedSearches';
import type { SearchPage } from './searchPage';

/** The search page in an editor, with the preview beside the list. There is one; VS Code restores it after a reload. */
export class SearchEditor extends Owner implements WebviewPanelSerializer {
  #panel: WebviewPanel | undefined;

  constructor(
    private readonly page: SearchPage,
    private readonly parts: {
      readonly extensionUri: Uri;
      readonly savedSearches: Pick<SavedSearches, 'handlers'>;
      readonly onDidShow: () => void;
      readonly onDidHide: () => void;
    },
  ) {
    super();
    this.owned.add(page);
  }

  /** Opens the editor with a query, or goes to the one that is open. */
  open(query: SearchQuery): void {
    if (this.#panel) {
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
    if (this.#panel) panel.dispose();
    else this.#fill(panel, undefined);
    return Promise.resolve();
  }

  get isVisible(): boolean {
    return this.#panel?.visible === true;
  }

  /** True while it is the active editor. */
  get isActive(): boolean {
    return this.#panel?.active === true;
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

  #fill(panel: WebviewPanel, query: SearchQuery | undefined): void {
    const { extensionUri, savedSearches, onDidShow, onDidHide } = this.parts;
    const store = this.owned.add(new DisposableStore());
    this.#panel = panel;
    panel.iconPath = Uri.joinPath(extensionUri, 'media', 'icon.svg');
    store.add(
      this.page.open({
        webview: panel.webview,
        isVisible: () => panel.visible,
        onDidChangeVisibility: panel.onDidChangeViewState,
        onDidShow,
        onDidHide,
        handlers: { ...savedSearches.handlers(this), focused: () => null },
      }),
    );
    fillWebview(panel.webview, extensionUri, { query, isEditor: true });
    store.add(
      panel.onDidDispose(() => {
        this.#panel = undefined;
        this.owned.delete(store);
        onDidHide();
      }),
    );
  }

  #tell<Name extends keyof PanelEvents>(name: Name, value: PanelEvents[Name]): void {
    this.#panel?.reveal();
    this.page.tell(name, value);
  }
}
