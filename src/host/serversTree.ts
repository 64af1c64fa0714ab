import * as l10n from '@vscode/l10n';
import {
  EventEmitter,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  window,
  type TreeDataProvider,
  type TreeView,
} from 'vscode';
import type { Clock } from '../core/base/clock';
import { Coalescer } from '../core/base/coalescer';
import { DisposableStore, type Disposable } from '../core/base/disposable';
import type { Catalog } from '../core/catalog/catalog';
import type { TemplateCatalog } from '../core/catalog/templates';
import type { Connection, ConnectionState } from '../core/connection/connection';
import type { Connections } from '../core/connection/connections';
import { describeSession, describeState, describeTemplates, listProblem } from '../core/connection/describeState';
import { describeLaunch } from '../core/servers/describeLaunch';
import { commands, rowKinds, views } from './ids';

const refreshEvery = 250;

/** The view *Servers*: every configured server, where it stands and what can be done. */
export class ServersTree implements TreeDataProvider<Connection>, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new EventEmitter<undefined>();

  readonly onDidChangeTreeData = this.#didChange.event;
  readonly view: TreeView<Connection>;

  constructor(
    private readonly connections: Connections,
    private readonly catalog: Catalog,
    private readonly templates: TemplateCatalog,
    private readonly clock: Clock,
  ) {
    const store = this.#store;
    store.add(this.#didChange);
    const refresh = store.add(new Coalescer(clock, refreshEvery, () => this.#didChange.fire(undefined)));
    this.view = store.add(window.createTreeView(views.servers, { treeDataProvider: this }));
    for (const event of [connections.onDidChange, catalog.onDidChange, templates.onDidChange])
      store.add(event(() => refresh.trigger()));
  }

  getChildren(parent?: Connection): Connection[] {
    return parent ? [] : [...this.connections.all];
  }

  getTreeItem(connection: Connection): TreeItem {
    const { definition, state } = connection;
    const item = new TreeItem(definition.name, TreeItemCollapsibleState.None);
    item.id = definition.id;
    item.description = this.#describe(connection);
    item.iconPath = stateIcon(state);
    const isSignedIn = state.kind === 'ready' && state.info.isSignedIn === true;
    item.contextValue = isSignedIn ? rowKinds.signedInServer : `${rowKinds.server}.${state.kind}`;
    if (state.kind === 'signInNeeded')
      item.command = { command: commands.signIn, title: l10n.t('Sign In…'), arguments: [{ serverId: definition.id }] };
    item.accessibilityInformation = { label: `${definition.name}, ${item.description}` };
    return item;
  }

  #describe({ definition: { id }, state }: Connection): string {
    const shelf = this.catalog.shelf(id);
    const words = describeState(state, shelf, this.clock.now());
    if (state.kind !== 'ready') return words;
    const count = this.templates.count(id);
    const isOfTemplates = count > 0 && shelf.count === 0 && shelf.completeness.kind === 'complete';
    return `${isOfTemplates ? describeTemplates(count) : words} · ${describeSession(state.info)}`;
  }

  resolveTreeItem(item: TreeItem, connection: Connection): TreeItem {
    const tooltip = new MarkdownString();
    tooltip.appendText(this.#facts(connection).join('\n'));
    item.tooltip = tooltip;
    return item;
  }

  dispose(): void {
    this.#store.dispose();
  }

  #facts({ definition, state, stderrTail, pushProblem }: Connection): string[] {
    const shelf = this.catalog.shelf(definition.id);
    const lines = [definition.name, describeLaunch(definition.launch), l10n.t('From {0}', definition.source.label)];
    if (state.kind === 'ready') {
      const { info } = state;
      lines.push(l10n.t('MCP {0} over {1}', info.revision, info.transport));
      if (info.isSignedIn === true) lines.push(l10n.t('Signed in'));
      lines.push(
        info.canSubscribe ? l10n.t('Says when a resource changes') : l10n.t('Does not say when a resource changes'),
      );
      lines.push(
        info.canListChange ? l10n.t('Says when its list changes') : l10n.t('Does not say when its list changes'),
      );
      if (pushProblem) lines.push(pushProblem);
      const problem = listProblem(shelf);
      if (problem) lines.push(problem);
      if (shelf.repaired > 0) lines.push(l10n.t('Entries with faulty fields, which are ignored: {0}', shelf.repaired));
      if (shelf.dropped > 0) lines.push(l10n.t('Entries without a URI, which are left out: {0}', shelf.dropped));
      if (shelf.duplicates > 0)
        lines.push(l10n.t('Entries that named a URI again, which are merged: {0}', shelf.duplicates));
    }
    if ('error' in state) lines.push(state.error.message);
    if (state.kind === 'failed') lines.push(...stderrTail);
    return lines;
  }
}

function stateIcon(state: ConnectionState): ThemeIcon {
  switch (state.kind) {
    case 'ready':
      return new ThemeIcon('pass', new ThemeColor('testing.iconPassed'));
    case 'connecting':
      return new ThemeIcon('loading~spin');
    case 'failed':
      return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
    case 'blocked':
      return new ThemeIcon('lock');
    case 'signInNeeded':
      return new ThemeIcon('account', new ThemeColor('list.warningForeground'));
    case 'stopped':
      return new ThemeIcon('circle-outline');
  }
}
