import path from 'node:path';
import { commands, TreeItem, window, workspace, type ExtensionContext, type TreeDataProvider } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { filesToFollow } from '../../core/configuration/locateSources';
import type { Registrar } from '../base/registrar';
import { commands as ids, contextKeys, views } from '../base/ids';
import { configuredWindow, sourceSettings } from '../configuration/configuredWindow';
import { watchFiles } from '../configuration/watchFiles';
import { mayHaveServers } from './mayHaveServers';
import { earlyCommands, registerEarly } from './earlyRegistrations';

/** Loads the extension. Its result composes it. */
export type Load = () => Promise<(context: ExtensionContext, parts?: { readonly registrar: Registrar }) => Disposable>;

/**
 * Stands in for the extension in a window without servers. It loads the extension when VS Code first asks for something of it, or when
 * a server is configured, and then hands over.
 */
export class Placeholders implements Disposable {
  readonly #store = new DisposableStore();
  /** Everything that the extension registers again. */
  readonly #untilOpen = this.#store.add(new DisposableStore());
  readonly #registrar: Registrar;
  #files: Disposable = new DisposableStore();
  #opening: Promise<void> | undefined;

  constructor(
    private readonly context: ExtensionContext,
    private readonly load: Load,
  ) {
    const open = (): Promise<void> => this.#open();
    this.#registrar = registerEarly(this.#store, open);
    this.#untilOpen.add(earlyCommands(Object.values(ids), open));
    for (const id of [views.resources, views.context, views.servers])
      this.#untilOpen.add(window.createTreeView(id, { treeDataProvider: emptyTree(open) }));
    for (const [key, value] of [
      [contextKeys.isReady, true],
      [contextKeys.hasServers, false],
    ])
      void commands.executeCommand('setContext', key, value);
    this.#followConfiguration();
  }

  dispose(): void {
    this.#files.dispose();
    this.#store.dispose();
  }

  #open(): Promise<void> {
    return (this.#opening ??= this.load().then((compose) => {
      this.#files.dispose();
      this.#untilOpen.dispose();
      this.#store.add(compose(this.context, { registrar: this.#registrar }));
    }));
  }

  #followConfiguration(): void {
    const look = (): void => void this.#look();
    this.#untilOpen.add(
      workspace.onDidChangeConfiguration((event) => {
        if (sourceSettings.some((key) => event.affectsConfiguration(key))) look();
      }),
    );
    this.#untilOpen.add(workspace.onDidChangeWorkspaceFolders(look));
    this.#untilOpen.add(workspace.onDidGrantWorkspaceTrust(look));
    this.#watch();
  }

  async #look(): Promise<void> {
    this.#watch();
    if (await mayHaveServers(configuredWindow(this.context))) await this.#open();
  }

  /** Watches the files of all places, which may be others than before. */
  #watch(): void {
    this.#files.dispose();
    if (this.#untilOpen.isDisposed) return;
    const places = configuredWindow(this.context);
    this.#files = watchFiles(places.folders, filesToFollow(places, path), () => void this.#look());
  }
}

/** A tree without rows. VS Code asks for them when the view is shown. */
function emptyTree(open: () => Promise<void>): TreeDataProvider<never> {
  return {
    getChildren: async () => {
      await open();
      return [];
    },
    getTreeItem: () => new TreeItem(''),
  };
}
