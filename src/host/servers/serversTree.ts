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
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../core/base/clock';
import { Coalescer } from '../../core/base/coalescer';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { literalMarkdown } from '../../core/base/markdown';
import type { Catalog } from '../../core/catalog/catalog';
import type { TemplateCatalog } from '../../core/catalog/templates';
import { attentionOf } from '../../core/connection/attention';
import type { Connection, ConnectionState } from '../../core/connection/connection';
import type { Connections } from '../../core/connection/connections';
import type { ReadAllowances } from '../../core/tools/readAllowances';
import { describeState, describeTemplates } from '../../core/connection/describeState';
import { serverFacts, type ServerFact } from '../../core/connection/serverFacts';
import { commands, rowKinds, views } from '../base/ids';
import type { ServerSources } from './serverSources';

const refreshEvery = 250;

/** A fact below the row of its server. */
interface FactRow {
  readonly kind: 'fact';
  readonly serverId: string;
  readonly fact: ServerFact;
}

export type ServersTreeRow = Connection | FactRow;

export interface ServersTreeParts {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly sources: ServerSources;
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly allowances: Pick<ReadAllowances, 'has' | 'onDidChange'>;
}

/**
 * The view *Servers*: every configured server and where it stands; a row opens to everything that is known of its server. The view's badge
 * counts what waits for a person, and VS Code shows it on the icon in the activity bar.
 */
export class ServersTree implements TreeDataProvider<ServersTreeRow>, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new EventEmitter<ServersTreeRow[] | undefined>();
  #shown: readonly Connection[] = [];

  readonly onDidChangeTreeData = this.#didChange.event;
  readonly view: TreeView<ServersTreeRow>;

  constructor(private readonly parts: ServersTreeParts) {
    const store = this.#store;
    const { clock, connections, sources, catalog, templates, allowances } = parts;
    store.add(this.#didChange);
    const refresh = store.add(new Coalescer(clock, refreshEvery, () => this.#tell()));
    this.view = store.add(window.createTreeView(views.servers, { treeDataProvider: this, canSelectMany: true }));
    for (const event of [connections.onDidChange, catalog.onDidChange, templates.onDidChange, allowances.onDidChange])
      store.add(event(() => refresh.trigger()));
    const badge = store.add(new Coalescer(clock, refreshEvery, () => this.#showBadge()));
    for (const event of [connections.onDidChange, sources.onDidChange]) store.add(event(() => badge.trigger()));
  }

  getChildren(parent?: ServersTreeRow): ServersTreeRow[] {
    if (!parent) return [...(this.#shown = [...this.parts.connections.all])];
    if ('kind' in parent) return [];
    const serverId = parent.definition.id;
    return this.#facts(parent).map((fact): FactRow => ({ kind: 'fact', serverId, fact }));
  }

  getTreeItem(row: ServersTreeRow): TreeItem {
    return 'kind' in row ? factItem(row) : this.#serverItem(row);
  }

  resolveTreeItem(item: TreeItem, row: ServersTreeRow): TreeItem {
    if ('kind' in row) return item;
    const facts = this.#facts(row).map(({ label, value }) => `- ${literalMarkdown(`${label}: ${value}`)}`);
    item.tooltip = new MarkdownString(`**${literalMarkdown(row.definition.name)}**\n\n${facts.join('\n')}`);
    return item;
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** While VS Code asks for all rows anew it has forgotten those that it shows: an action that is chosen then comes without its row. */
  #tell(): void {
    const { all } = this.parts.connections;
    const isAsShown =
      all.length === this.#shown.length && all.every((connection, at) => connection === this.#shown[at]);
    this.#didChange.fire(isAsShown ? [...this.#shown] : undefined);
  }

  #serverItem(connection: Connection): TreeItem {
    const { definition, state } = connection;
    const item = new TreeItem(definition.name, TreeItemCollapsibleState.Collapsed);
    item.id = definition.id;
    item.description = this.#describe(connection);
    item.iconPath = stateIcon(state);
    const isSignedIn = state.kind === 'ready' && state.info.isSignedIn === true;
    const kind = isSignedIn ? rowKinds.signedInServer : `${rowKinds.server}.${state.kind}`;
    item.contextValue = this.parts.allowances.has(definition) ? `${kind}.${rowKinds.readFreely}` : kind;
    item.accessibilityInformation = { label: `${definition.name}, ${item.description}` };
    return item;
  }

  /** What matters most comes first: a narrow side bar cuts the end, and the facts have all of it. */
  #describe({ definition: { id }, state }: Connection): string {
    const shelf = this.parts.catalog.shelf(id);
    const words = describeState(state, shelf, this.parts.clock.now());
    if (state.kind !== 'ready') return words;
    const count = this.parts.templates.count(id);
    const isOfTemplates = count > 0 && shelf.count === 0 && shelf.completeness.kind === 'complete';
    const { revision, transport } = state.info;
    return [isOfTemplates ? describeTemplates(count) : words, revision, transport].join(' · ');
  }

  #facts(connection: Connection): readonly ServerFact[] {
    const { catalog, templates, allowances } = this.parts;
    const { id } = connection.definition;
    const isReadFreely = allowances.has(connection.definition);
    return serverFacts(connection, catalog.shelf(id), templates.count(id), isReadFreely);
  }

  #showBadge(): void {
    const { connections, sources } = this.parts;
    const attention = attentionOf(connections.all, sources.problems);
    this.view.badge = attention && { value: attention.count, tooltip: attention.text };
  }
}

const factIcons: Readonly<Record<ServerFact['kind'], string>> = {
  error: 'error',
  stderr: 'output',
  listProblem: 'warning',
  resources: 'files',
  templates: 'symbol-parameter',
  faults: 'bug',
  changes: 'broadcast',
  pushProblem: 'warning',
  protocol: 'plug',
  software: 'package',
  signIn: 'account',
  models: 'unlock',
  launch: 'terminal',
  source: 'gear',
};

function factItem({ serverId, fact: { kind, label, value } }: FactRow): TreeItem {
  const item = new TreeItem(label);
  item.id = `${serverId}\n${kind}`;
  // The last line of what a server printed is the one that says most.
  item.description = value.trimEnd().split('\n').at(-1) ?? '';
  item.iconPath = factIcon(kind);
  item.tooltip = new MarkdownString(literalMarkdown(value));
  item.contextValue = rowKinds.fact;
  item.accessibilityInformation = { label: `${label}, ${value}` };
  const about = [{ serverId }];
  if (kind === 'source')
    item.command = { command: commands.openConfiguration, title: l10n.t('Open Configuration'), arguments: about };
  if (kind === 'error' || kind === 'stderr')
    item.command = { command: commands.showLog, title: l10n.t('Show Log'), arguments: about };
  return item;
}

function factIcon(kind: ServerFact['kind']): ThemeIcon {
  const color = { error: 'list.errorForeground', warning: 'list.warningForeground' }[factIcons[kind]];
  return new ThemeIcon(factIcons[kind], color === undefined ? undefined : new ThemeColor(color));
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
