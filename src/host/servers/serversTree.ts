import {
  EventEmitter,
  TreeItem,
  TreeItemCollapsibleState,
  window,
  type ThemeIcon,
  type TreeDataProvider,
  type TreeView,
} from 'vscode';
import * as l10n from '@vscode/l10n';
import { factLine, joined, labelled } from '../../core/base/format';
import { Owner } from '../../core/base/owner';
import { Pace } from '../../core/base/pace';
import { showableLines } from '../../core/base/showable';
import { attentionOf } from '../../core/connection/attention';
import type { Connection } from '../../core/connection/connection';
import type { ConnectionState } from '../../core/connection/connectionState';
import { serverFacts, type ServerFact } from '../../core/connection/serverFacts';
import { listOf, statusOf, type ServerList, type ServerStatus } from '../../core/connection/serverStatus';
import type { ConfigurationProblem } from '../../core/configuration/configuration';
import { launchKindOf } from '../../core/configuration/launch/kinds';
import type { ServerDefinition } from '../../core/configuration/serverDefinition';
import { commandFor } from '../base/commandMap';
import { commands, rowKinds, views } from '../base/ids';
import { RowClicks } from '../base/rowClicks';
import { actionCommand, remedyAction } from '../base/serverActions';
import { tooltip } from '../describe/tooltip';
import type { ServersNeeds } from './openControl';
import { themeIcon } from './statusItem';
import { causeOf } from './statusRows';

const refreshEvery = 250;

/** A fact below the row of its server. */
interface FactRow {
  readonly kind: 'fact';
  readonly serverId: string;
  readonly fact: ServerFact;
}

/** A mistake in a configuration; its file and line are those that a click opens. */
interface ProblemRow {
  readonly kind: 'problem';
  readonly id: string;
  readonly label: string;
  readonly message: string;
  readonly file: string | undefined;
  /** Zero-based. */
  readonly line: number | undefined;
}

export type ServersTreeRow = Connection | FactRow | ProblemRow;

/**
 * The view *Servers*: mistakes in configurations, then every configured server with its state and, where it failed, the cause; a row
 * expands to all facts about its server. A click on a row that needs the user does what helps. The view's badge counts these, and VS Code
 * shows it on the icon in the activity bar.
 */
export class ServersTree extends Owner implements TreeDataProvider<ServersTreeRow> {
  readonly #didChange = new EventEmitter<ServersTreeRow[] | undefined>();
  #shown: readonly Connection[] = [];
  #problems: readonly ConfigurationProblem[] = [];
  /** The rows of servers as VS Code last got them. */
  readonly #renderedRows = new Map<Connection, string>();

  readonly onDidChangeTreeData = this.#didChange.event;
  readonly view: TreeView<ServersTreeRow>;
  readonly #clicks: RowClicks;

  constructor(private readonly needs: ServersNeeds) {
    super();
    const store = this.owned;
    const { clock, log } = needs.base;
    const { sources } = needs.configuration;
    const { connections, catalog, directories, templates } = needs.core;
    const { allowances } = needs.permission;
    const { visibility } = needs.search;
    store.add(this.#didChange);
    const refresh = store.add(new Pace(clock, refreshEvery, () => this.#tell()));
    this.view = store.add(window.createTreeView(views.servers, { treeDataProvider: this, canSelectMany: true }));
    this.#clicks = store.add(new RowClicks(views.servers, clock, log));
    for (const { onDidChange } of [connections, catalog, templates, directories, allowances, visibility])
      store.add(onDidChange(() => refresh.trigger()));
    store.add(sources.onDidChange(() => refresh.trigger()));
    const badge = store.add(new Pace(clock, refreshEvery, () => this.#showBadge()));
    for (const event of [connections.onDidChange, sources.onDidChange]) store.add(event(() => badge.trigger()));
  }

  getChildren(parent?: ServersTreeRow): ServersTreeRow[] {
    if (!parent) {
      this.#shown = [...this.#connections];
      this.#problems = this.#currentProblems;
      this.#renderedRows.clear();
      return [...this.#problems.map(problemRow), ...this.#shown];
    }
    if ('kind' in parent) return [];
    const serverId = parent.definition.id;
    return this.#facts(parent).map((fact): FactRow => ({ kind: 'fact', serverId, fact }));
  }

  getTreeItem(row: ServersTreeRow): TreeItem {
    if (!('kind' in row)) this.#renderedRows.set(row, this.#presentationOf(row));
    return this.#clicks.protect(this.#item(row), row);
  }

  resolveTreeItem(item: TreeItem, row: ServersTreeRow): TreeItem {
    if ('kind' in row) return item;
    const facts = this.#facts(row).map(({ label, value }) => labelled(label, value));
    item.tooltip = tooltip(row.definition.name, '', facts);
    return item;
  }

  /**
   * Refreshes only changed rows where possible: VS Code redraws a refreshed row and loses a click that is under way on it, and while it
   * reloads all rows it has forgotten the displayed ones, and an action chosen then comes without its row.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTreeViews.ts (_addAllToClear, _convertArgument)
   */
  #tell(): void {
    const isAsShown = isSameList(this.#connections, this.#shown) && isSameList(this.#currentProblems, this.#problems);
    const changed = this.#shown.filter((server) => this.#renderedRows.get(server) !== this.#presentationOf(server));
    if (!isAsShown || changed.length > 0) this.#didChange.fire(isAsShown ? changed : undefined);
  }

  get #connections(): readonly Connection[] {
    return this.needs.core.connections.all;
  }

  get #currentProblems(): readonly ConfigurationProblem[] {
    return this.needs.configuration.sources.problems;
  }

  #presentationOf(server: Connection): string {
    return JSON.stringify([this.#serverItem(server), this.#facts(server)]);
  }

  #item(row: ServersTreeRow): TreeItem {
    if (!('kind' in row)) return this.#serverItem(row);
    return row.kind === 'fact' ? factItem(row) : problemItem(row);
  }

  #serverItem(connection: Connection): TreeItem {
    const { definition, state } = connection;
    const status = statusOf(connection, this.#listOf(connection));
    const item = new TreeItem(definition.name, TreeItemCollapsibleState.Collapsed);
    item.id = definition.id;
    const hasFailed = state.kind === 'failed';
    // The icon shows a failure; the row's room is for the cause.
    const isHidden = !this.needs.search.visibility.isServerVisible(definition.id);
    item.description = factLine([
      this.#sourceOf(definition),
      isHidden ? l10n.t('hidden') : undefined,
      hasFailed ? causeOf(status) : describe(status, definition.launch),
    ]);
    item.iconPath = themeIcon(...stateIcons[state.kind]);
    const isSignedIn = state.kind === 'ready' && state.info.isSignedIn === true;
    item.contextValue = [
      isSignedIn ? rowKinds.signedInServer : `${rowKinds.server}.${state.kind}`,
      ...(isHidden ? [rowKinds.hidden] : []),
      ...(this.needs.permission.allowances.has(definition) ? [rowKinds.readFreely] : []),
    ].join('.');
    const icon = state.kind === 'ready' ? l10n.t('connected') : hasFailed ? status.label : undefined;
    item.accessibilityInformation = { label: joined([definition.name, icon, item.description]) };
    const { remedy } = status;
    // A click on any other row opens it to its facts.
    if (remedy === 'review' || remedy === 'signIn' || remedy === 'trust')
      item.command = actionCommand(remedyAction(remedy, definition.id));
    return item;
  }

  /** Text that tells servers of one name apart; the facts show the source of every server. */
  #sourceOf({ id, name, source }: ServerDefinition): string | undefined {
    const isNamedAlike = ({ definition: other }: Connection): boolean => other.id !== id && other.name === name;
    return this.#connections.some(isNamedAlike) ? source.label : undefined;
  }

  #facts(connection: Connection): readonly ServerFact[] {
    return serverFacts(
      connection,
      this.#listOf(connection),
      this.needs.permission.allowances.has(connection.definition),
    );
  }

  #listOf({ definition: { id } }: Connection): ServerList {
    const { catalog, directories, templates } = this.needs.core;
    return { ...listOf(id, catalog, templates), hasMore: directories.hasMore(id) };
  }

  #showBadge(): void {
    const attention = attentionOf(this.#connections, this.#currentProblems);
    this.view.badge = attention && { value: attention.count, tooltip: attention.text };
  }
}

/** The state and, where something is wrong, the cause and what to do: a narrow side bar cuts the end. */
function describe(status: ServerStatus, launch: ServerDefinition['launch']): string {
  const { severity, label, remedy } = status;
  const isExplained = (severity === 'error' || severity === 'warning') && remedy !== 'signIn';
  const cause = isExplained ? causeOf(status) : remedy === 'signIn' ? hostIn(launchKindOf(launch).line(launch)) : '';
  return factLine([label, cause]);
}

/** Empty if it isn't a URL, also while variables hide that. */
function hostIn(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

function isSameList<T>(first: readonly T[], second: readonly T[]): boolean {
  return first.length === second.length && first.every((entry, index) => entry === second[index]);
}

function problemRow({ source: { label, file }, message, line }: ConfigurationProblem, index: number): ProblemRow {
  return { kind: 'problem', id: `problem:${index}:${label}`, label, message, file, line };
}

function problemItem({ id, label, message, file, line }: ProblemRow): TreeItem {
  const item = new TreeItem(label);
  item.id = id;
  item.description = message.startsWith(label) ? message.slice(label.length).trim() : message;
  item.iconPath = themeIcon('warning', 'list.warningForeground');
  item.tooltip = showableLines(message);
  item.contextValue = rowKinds.problem;
  item.command = commandFor(commands.openConfiguration, l10n.t('Open Server Configuration'), { file, line });
  item.accessibilityInformation = { label: `${label}, ${item.description}` };
  return item;
}

/** A codicon and its color. */
const stateIcons: Readonly<Record<ConnectionState['kind'], readonly [icon: string, color?: string]>> = {
  ready: ['pass', 'testing.iconPassed'],
  connecting: ['loading~spin'],
  failed: ['error', 'list.errorForeground'],
  blocked: ['lock'],
  signInNeeded: ['account', 'list.warningForeground'],
  stopped: ['circle-outline'],
};

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
  // The last line that a server printed says most.
  item.description = value.trimEnd().split('\n').at(-1) ?? '';
  item.iconPath = factIcon(kind);
  item.tooltip = showableLines(value);
  item.contextValue = rowKinds.fact;
  item.accessibilityInformation = { label: `${label}, ${value}` };
  if (kind === 'source')
    item.command = commandFor(commands.openConfiguration, l10n.t('Open Server Configuration'), { serverId });
  if (kind === 'error' || kind === 'stderr') item.command = commandFor(commands.showLog, l10n.t('Show Log'));
  return item;
}

function factIcon(kind: ServerFact['kind']): ThemeIcon {
  const icon = factIcons[kind];
  return themeIcon(icon, { error: 'list.errorForeground', warning: 'list.warningForeground' }[icon]);
}
