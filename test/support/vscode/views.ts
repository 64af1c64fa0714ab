import type * as vscode from 'vscode';
import { commands } from './commands';
import { Disposable, EventEmitter } from './events';
import { unexpected } from './unexpected';
import { Uri } from './uri';

type Rows<T> = T | readonly T[] | undefined;

export class FakeTreeView<T> implements vscode.TreeView<T> {
  message?: string;
  title?: string;
  description?: string;
  badge?: vscode.ViewBadge | undefined;
  selection: readonly T[] = [];
  /** VS Code starts with the view hidden. */
  visible = false;
  isDisposed = false;
  /** Rows that the provider asked to redraw, oldest first. */
  readonly redrawn: Rows<T>[] = [];
  /** The revealed rows, with the options. */
  readonly revealed: [T, ...object[]][] = [];
  readonly #following: vscode.Disposable | undefined;
  readonly #expand = new EventEmitter<vscode.TreeViewExpansionEvent<T>>();
  readonly #collapse = new EventEmitter<vscode.TreeViewExpansionEvent<T>>();
  readonly #select = new EventEmitter<vscode.TreeViewSelectionChangeEvent<T>>();
  readonly #show = new EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  readonly #check = new EventEmitter<vscode.TreeCheckboxChangeEvent<T>>();
  readonly onDidExpandElement = this.#expand.event;
  readonly onDidCollapseElement = this.#collapse.event;
  readonly onDidChangeSelection = this.#select.event;
  readonly onDidChangeVisibility = this.#show.event;
  readonly onDidChangeCheckboxState = this.#check.event;

  constructor(
    readonly id: string,
    readonly options: vscode.TreeViewOptions<T>,
  ) {
    const { treeDataProvider } = options;
    this.#following = treeDataProvider.onDidChangeTreeData?.((rows) => void this.redrawn.push(rows ?? undefined));
  }

  reveal(element: T, ...options: [{ readonly select?: boolean }?]): Promise<void> {
    if (!this.options.treeDataProvider.getParent)
      return Promise.reject(unexpected(`The view ${this.id} can reveal nothing: its provider has no getParent.`));
    this.revealed.push([element, ...options.filter((one) => one !== undefined)]);
    this.setVisible(true);
    if (options[0]?.select !== false) this.select(element);
    return Promise.resolve();
  }

  /** Shows or hides the view, as the user does. */
  setVisible(visible: boolean): void {
    if (visible === this.visible) return;
    this.visible = visible;
    this.#show.fire({ visible });
  }

  /** Selects rows, as the user does. */
  select(...rows: readonly T[]): void {
    this.selection = rows;
    this.#select.fire({ selection: rows });
  }

  /** Clicks a row, as the user does: VS Code reports the selection, then runs the row's command. */
  async click(row: T): Promise<void> {
    this.select(row);
    const { command } = await this.options.treeDataProvider.getTreeItem(row);
    if (command) await commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
  }

  collapse(element: T): void {
    this.#collapse.fire({ element });
  }

  /** Checks or unchecks boxes, as the user does. */
  check(...items: readonly [T, vscode.TreeItemCheckboxState][]): void {
    this.#check.fire({ items });
  }

  dispose(): void {
    this.isDisposed = true;
    this.#following?.dispose();
    for (const emitter of [this.#expand, this.#collapse, this.#select, this.#show, this.#check]) emitter.dispose();
  }
}

class FakeWebview implements vscode.Webview {
  options: vscode.WebviewOptions = {};
  html = '';
  readonly cspSource = 'https://*.vscode-cdn.net';
  /** Messages from the extension to the page, oldest first. */
  readonly posted: unknown[] = [];
  readonly #receive = new EventEmitter<unknown>();
  readonly onDidReceiveMessage = this.#receive.event;

  postMessage(message: unknown): Promise<boolean> {
    this.posted.push(message);
    return Promise.resolve(true);
  }

  asWebviewUri(resource: vscode.Uri): vscode.Uri {
    const { scheme, authority, path } = resource;
    return Uri.from({ scheme: 'https', authority: `${scheme}+${authority}.vscode-resource.vscode-cdn.net`, path });
  }

  /** Sends a message from the page to the extension. */
  receive(message: unknown): void {
    this.#receive.fire(message);
  }

  dispose(): void {
    this.#receive.dispose();
  }
}

export class FakeWebviewView implements vscode.WebviewView {
  title?: string;
  description?: string;
  badge?: vscode.ViewBadge | undefined;
  visible = true;
  readonly webview = new FakeWebview();
  /** One entry for each time the extension showed the view: whether it preserved the focus. */
  readonly shows: boolean[] = [];
  readonly #dispose = new EventEmitter<void>();
  readonly #show = new EventEmitter<void>();
  readonly onDidDispose = this.#dispose.event;
  readonly onDidChangeVisibility = this.#show.event;

  constructor(readonly viewType: string) {}

  show(preserveFocus = false): void {
    this.shows.push(preserveFocus);
    this.setVisible(true);
  }

  setVisible(visible: boolean): void {
    if (visible === this.visible) return;
    this.visible = visible;
    this.#show.fire();
  }

  /** Closes the view, as the user does. */
  dispose(): void {
    this.visible = false;
    this.#dispose.fire();
    for (const part of [this.#dispose, this.#show, this.webview]) part.dispose();
  }
}

export class FakeWebviewPanel implements vscode.WebviewPanel {
  readonly webview = new FakeWebview();
  iconPath?: vscode.Uri;
  visible = true;
  active = true;
  readonly viewColumn = undefined;
  /** Number of times the extension went to it. */
  reveals = 0;
  readonly #dispose = new EventEmitter<void>();
  readonly #change = new EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>();
  readonly onDidDispose = this.#dispose.event;
  readonly onDidChangeViewState = this.#change.event;

  constructor(
    readonly viewType: string,
    public title: string,
    readonly options: object,
  ) {}

  reveal(): void {
    this.reveals += 1;
    this.setVisible(true);
  }

  /** Shows or hides the editor, as the user does. */
  setVisible(visible: boolean): void {
    if (visible === this.visible) return;
    [this.visible, this.active] = [visible, visible];
    this.#change.fire({ webviewPanel: this });
  }

  dispose(): void {
    [this.visible, this.active] = [false, false];
    this.#dispose.fire();
    for (const part of [this.#dispose, this.#change, this.webview]) part.dispose();
  }
}

const trees = new Map<string, FakeTreeView<unknown>>();
const webviewOptions = new Map<string, object>();
const webviewPanels: FakeWebviewPanel[] = [];
const panelSerializers = new Map<string, vscode.WebviewPanelSerializer>();
const webviewProviders = new Map<string, vscode.WebviewViewProvider>();
const decorationProviders = new Set<vscode.FileDecorationProvider>();

/** For the test: the extension's views. */
export const views = {
  trees,
  webviewProviders,
  decorationProviders,

  /** Returns the tree with an id. `Row` is the type of its provider's rows. */
  tree<Row>(id: string): FakeTreeView<Row> {
    const found = trees.get(id);
    if (!found) throw unexpected(`There is no tree view ${id}.`);
    return found as FakeTreeView<Row>;
  },

  /** Opens a webview view as the user does, and lets its provider fill it. */
  async openWebview(id: string): Promise<FakeWebviewView> {
    const provider = webviewProviders.get(id);
    if (!provider) throw unexpected(`Nobody provides the webview view ${id}.`);
    const view = new FakeWebviewView(id);
    const token = { isCancellationRequested: false, onCancellationRequested: new EventEmitter<unknown>().event };
    await provider.resolveWebviewView(view, { state: undefined }, token);
    return view;
  },

  /** The webviews in editors that the extension created, oldest first. */
  webviewPanels,
  panelSerializers,
  webviewOptions: (id: string): object | undefined => webviewOptions.get(id),

  /** Restores a webview in an editor, as VS Code does after a reload. */
  async restorePanel(viewType: string): Promise<FakeWebviewPanel> {
    const serializer = panelSerializers.get(viewType);
    if (!serializer) throw unexpected(`Nobody restores webviews of the type ${viewType}.`);
    const panel = new FakeWebviewPanel(viewType, '', {});
    await serializer.deserializeWebviewPanel(panel, undefined);
    return panel;
  },

  reset(): void {
    for (const map of [trees, webviewProviders, webviewOptions, panelSerializers, decorationProviders]) map.clear();
    webviewPanels.splice(0);
  },
};

export const windowViews = {
  createTreeView<T>(id: string, options: vscode.TreeViewOptions<T>): FakeTreeView<T> {
    const view = new FakeTreeView(id, options);
    // The rows of a view have one type, and the test finds the view by its id.
    trees.set(id, view as unknown as FakeTreeView<unknown>);
    return view;
  },
  registerWebviewViewProvider(
    id: string,
    provider: vscode.WebviewViewProvider,
    options: { readonly webviewOptions?: object } = {},
  ): Disposable {
    webviewProviders.set(id, provider);
    webviewOptions.set(id, options.webviewOptions ?? {});
    return new Disposable(() => webviewProviders.delete(id));
  },
  createWebviewPanel(viewType: string, title: string, _column: unknown, options: object = {}): FakeWebviewPanel {
    const panel = new FakeWebviewPanel(viewType, title, options);
    webviewPanels.push(panel);
    return panel;
  },
  registerWebviewPanelSerializer(viewType: string, serializer: vscode.WebviewPanelSerializer): Disposable {
    panelSerializers.set(viewType, serializer);
    return new Disposable(() => panelSerializers.delete(viewType));
  },
  registerFileDecorationProvider(provider: vscode.FileDecorationProvider): Disposable {
    decorationProviders.add(provider);
    return new Disposable(() => decorationProviders.delete(provider));
  },
} satisfies Partial<typeof vscode.window>;
