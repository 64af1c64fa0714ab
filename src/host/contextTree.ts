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
import { DisposableStore, toDisposable, type Disposable } from '../core/base/disposable';
import { assertNever } from '../core/base/errors';
import { displayName } from '../core/catalog/order';
import type { Connections } from '../core/connection/connections';
import { keyOf, type ContentCache } from '../core/context/contentCache';
import type { ContextSet, PickedResource } from '../core/context/contextSet';
import type { LiveContext, Liveness } from '../core/context/liveContext';
import { formatAge, formatCount, formatSize } from '../core/format';
import { commands, rowKinds, views } from './ids';
import { dragAsFiles } from './dragAsFiles';
import { rowUri } from './rowUri';
import type { VirtualFiles } from './virtualFiles';

const refreshEvery = 100;
/** Milliseconds after which the ages that are shown are told anew. */
const agesEvery = 60_000;

export interface ContextTreeParts {
  readonly clock: Clock;
  readonly picked: ContextSet;
  readonly live: LiveContext;
  readonly cache: ContentCache;
  readonly connections: Connections;
  readonly files: VirtualFiles;
}

/** The view *Context*: what is picked, and how each resource stands. */
export class ContextTree implements TreeDataProvider<PickedResource>, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new EventEmitter<undefined>();
  #ages: Disposable | undefined;
  readonly view: TreeView<PickedResource>;

  readonly onDidChangeTreeData = this.#didChange.event;

  constructor(private readonly parts: ContextTreeParts) {
    const store = this.#store;
    store.add(this.#didChange);
    const refresh = store.add(new Coalescer(parts.clock, refreshEvery, () => this.#didChange.fire(undefined)));
    this.view = store.add(
      window.createTreeView(views.context, {
        treeDataProvider: this,
        canSelectMany: true,
        dragAndDropController: dragAsFiles,
      }),
    );
    for (const event of [parts.picked.onDidChange, parts.live.onDidChange]) store.add(event(() => refresh.trigger()));
    store.add(this.view.onDidChangeVisibility(() => refresh.trigger()));
    store.add(toDisposable(() => this.#ages?.dispose()));
  }

  getChildren(parent?: PickedResource): PickedResource[] {
    if (parent) return [];
    const { items } = this.parts.picked;
    this.#tellAges();
    const bytes = items.reduce((sum, item) => sum + (this.parts.cache.peek(item)?.bytes.length ?? item.size ?? 0), 0);
    this.view.description = items.length === 0 ? '' : `${formatCount(items.length)} · ${formatSize(bytes)}`;
    return [...items];
  }

  getTreeItem(picked: PickedResource): TreeItem {
    const { files, live, clock, cache } = this.parts;
    const liveness = live.liveness(picked);
    const content = cache.peek(picked);
    const uri = files.uri(picked.serverId, picked);
    const item = new TreeItem(displayName(picked), TreeItemCollapsibleState.None);
    item.id = keyOf(picked);
    item.resourceUri = rowUri(uri);
    item.iconPath = livenessIcon(liveness);
    const size = content?.bytes.length ?? picked.size;
    const isAging = liveness.kind === 'notLive' || liveness.kind === 'offline';
    const age = content && isAging ? readAge(content.readAt, clock.now()) : '';
    const parts = [livenessLabel(liveness), age, size === undefined ? '' : formatSize(size)];
    item.description = parts.filter(Boolean).join(' · ');
    item.contextValue = rowKinds.inContext;
    item.command = { command: commands.open, title: l10n.t('Open'), arguments: [uri] };
    item.accessibilityInformation = { label: `${displayName(picked)}, ${item.description}` };
    return item;
  }

  /** Only while somebody sees them. */
  #tellAges(): void {
    const { clock, picked } = this.parts;
    this.#ages?.dispose();
    if (this.view.visible && picked.items.length > 0)
      this.#ages = clock.after(agesEvery, () => this.#didChange.fire(undefined));
  }

  resolveTreeItem(item: TreeItem, picked: PickedResource): TreeItem {
    const liveness = this.parts.live.liveness(picked);
    const server = this.parts.connections.get(picked.serverId)?.definition.name ?? l10n.t('no longer configured');
    const tooltip = new MarkdownString();
    tooltip.appendText(`${displayName(picked)}\n${picked.uri}\n${l10n.t('Server: {0}', server)}\n`);
    tooltip.appendText(livenessExplanation(liveness));
    item.tooltip = tooltip;
    return item;
  }

  dispose(): void {
    this.#store.dispose();
  }
}

function readAge(readAt: number, now: number): string {
  return now - readAt < 60_000 ? l10n.t('read just now') : l10n.t('read {0} ago', formatAge(readAt, now));
}

function livenessIcon(liveness: Liveness): ThemeIcon {
  switch (liveness.kind) {
    case 'live':
    case 'notLive':
      if (liveness.isUpdated) return new ThemeIcon('circle-filled', new ThemeColor('charts.blue'));
      return new ThemeIcon(liveness.kind === 'live' ? 'broadcast' : 'history');
    case 'offline':
      return new ThemeIcon('debug-disconnect');
    case 'failed':
      return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
    default:
      return assertNever(liveness);
  }
}

function livenessLabel(liveness: Liveness): string {
  switch (liveness.kind) {
    case 'live':
      return liveness.isUpdated ? l10n.t('updated since attached') : l10n.t('live');
    case 'notLive':
      if (liveness.isUpdated) return l10n.t('updated since attached');
      return liveness.isFresh ? l10n.t('fresh') : l10n.t('not live');
    case 'offline':
      return l10n.t('server away');
    case 'failed':
      return liveness.error.reason === 'notFound' ? l10n.t('gone') : l10n.t('failed');
    default:
      return assertNever(liveness);
  }
}

function livenessExplanation(liveness: Liveness): string {
  switch (liveness.kind) {
    case 'live':
      return l10n.t('The server says when it changes; the next message carries what is there then.');
    case 'notLive':
      if (liveness.isFresh)
        return l10n.t(
          'It was read a short while ago and counts as fresh: the server, or a setting, says for how long.',
        );
      return l10n.t('The server does not say when it changes: it is read again each time it is attached.');
    case 'offline':
      return l10n.t('The server is not connected: the resource cannot be read now.');
    case 'failed':
      return liveness.error.message;
    default:
      return assertNever(liveness);
  }
}
