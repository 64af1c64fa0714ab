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
import type { AudienceFilter } from '../shared/audience';
import { delay, type Clock } from '../core/base/clock';
import { Coalescer } from '../core/base/coalescer';
import { DisposableStore, type Disposable } from '../core/base/disposable';
import type { KeyValueStore, Logger } from '../core/base/ports';
import type { Catalog } from '../core/catalog/catalog';
import type { Connections } from '../core/connection/connections';
import { describeTemplates } from '../core/connection/describeState';
import type { ContextSet } from '../core/context/contextSet';
import type { LiveContext } from '../core/context/liveContext';
import { formatCount } from '../core/format';
import type { TemplateCatalog } from '../core/catalog/templates';
import type { GroupNode, TreeModel, TreeNode } from '../core/tree/treeModel';
import { rowKinds, views } from './ids';
import { hasParts, partItem, PartRows, type PartRow } from './partRows';
import { resourceItem, resourceTooltip, templateItem, templateTooltip } from './resourceItem';
import type { ServerSources } from './serverSources';
import { gatherRows, statusRows, type StatusRow } from './statusRows';
import { dragAsFiles } from './dragAsFiles';
import type { VirtualFiles } from './virtualFiles';
import type { Visibility } from './visibility';

/** Stands for several status rows and opens to them. */
interface StatusGroup {
  readonly kind: 'statusGroup';
  readonly row: StatusRow;
  readonly rows: readonly StatusRow[];
}

export type ResourceTreeRow = TreeNode | StatusRow | StatusGroup | PartRow;

const audienceKey = 'tree.audience';
const statusRowsAtOnce = 3;
/** Milliseconds between two refreshes. */
const refreshEvery = 100;
/** How much longer than its own work a refresh waits for the next one, and the milliseconds that this takes at most. */
const restFactor = 10;
const longestRest = 1_000;

export interface ResourceTreeParts {
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly connections: Connections;
  readonly sources: ServerSources;
  readonly picked: ContextSet;
  readonly model: TreeModel;
  readonly visibility: Visibility;
  readonly files: VirtualFiles;
  readonly live: LiveContext;
  readonly store: KeyValueStore;
  readonly log: Logger;
}

/** The view *Resources*. */
export class ResourceTree implements TreeDataProvider<ResourceTreeRow>, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new EventEmitter<undefined>();
  readonly #parents = new WeakMap<ResourceTreeRow, ResourceTreeRow>();
  readonly #refresh: Coalescer;
  readonly view: TreeView<ResourceTreeRow>;
  readonly #partRows: PartRows;
  #lastCost = 0;
  /** The catalog's revision when the last refresh was announced. */
  #announced = 0;

  readonly onDidChangeTreeData = this.#didChange.event;

  constructor(private readonly parts: ResourceTreeParts) {
    const store = this.#store;
    store.add(this.#didChange);
    this.#partRows = new PartRows(parts.files, parts.log);
    this.#refresh = store.add(new Coalescer(parts.clock, refreshEvery, () => this.#fire()));
    this.view = store.add(
      window.createTreeView(views.resources, {
        treeDataProvider: this,
        canSelectMany: true,
        showCollapseAll: true,
        dragAndDropController: dragAsFiles,
      }),
    );
    store.add(
      this.view.onDidCollapseElement(({ element }) => {
        if (element.kind === 'resource') this.#partRows.closed(element.id);
      }),
    );
    const refresh = (): void => this.#refresh.trigger();
    const { catalog, templates, connections, sources, picked, visibility, live } = parts;
    for (const event of [catalog.onDidChange, templates.onDidChange, connections.onDidChange, sources.onDidChange])
      store.add(event(refresh));
    for (const event of [picked.onDidChange, visibility.onDidChange, live.onDidChange]) store.add(event(refresh));
  }

  get audience(): AudienceFilter {
    const stored = this.parts.store.get(audienceKey);
    return stored === 'user' || stored === 'assistant' ? stored : 'all';
  }

  async setAudience(audience: AudienceFilter): Promise<void> {
    await this.parts.store.set(audienceKey, audience);
    this.#refresh.trigger();
  }

  async getChildren(row?: ResourceTreeRow): Promise<ResourceTreeRow[]> {
    const started = this.parts.clock.now();
    const rows = row ? await this.#childrenOf(row) : await this.#roots();
    if (row) for (const child of rows) this.#parents.set(child, row);
    this.#lastCost = this.parts.clock.now() - started;
    return [...rows];
  }

  async #childrenOf(row: ResourceTreeRow): Promise<readonly ResourceTreeRow[]> {
    if (row.kind === 'status' || row.kind === 'part') return [];
    if (row.kind === 'resource') return this.#partRows.rows(row.id, row.entry);
    return row.kind === 'statusGroup' ? row.rows : this.parts.model.children(row);
  }

  getParent(row: ResourceTreeRow): ResourceTreeRow | undefined {
    return this.#parents.get(row);
  }

  getTreeItem(row: ResourceTreeRow): TreeItem {
    switch (row.kind) {
      case 'status':
        return statusItem(row);
      case 'statusGroup':
        return statusGroupItem(row);
      case 'resource': {
        const { files, picked, catalog, clock } = this.parts;
        const { serverId, resource, id } = row.entry;
        const isPicked = picked.has({ serverId, uri: resource.uri });
        const uri = files.uri(serverId, resource);
        return resourceItem(resource, {
          id: row.id,
          uri,
          isPicked,
          isFromBefore: catalog.isFromBefore(id),
          isKept: catalog.isKept(id),
          hasParts: hasParts(row.entry, files),
          now: clock.now(),
        });
      }
      case 'part':
        return partItem(row);
      case 'template':
        return templateItem(row.id, row.entry);
      case 'scheme':
      case 'server':
      case 'folder':
      case 'range':
        return this.#groupItem(row);
    }
  }

  resolveTreeItem(item: TreeItem, row: ResourceTreeRow): TreeItem {
    if (row.kind !== 'resource' && row.kind !== 'template') return item;
    const name = this.parts.connections.get(row.entry.serverId)?.definition.name ?? '';
    item.tooltip =
      row.kind === 'template'
        ? templateTooltip(row.entry.template, name)
        : resourceTooltip(row.entry.resource, name, this.parts.catalog.isKept(row.entry.id));
    return item;
  }

  /** Opens the tree down to a resource and selects it. False when the tree does not show it. */
  async reveal(entryId: number): Promise<boolean> {
    const path = await this.parts.model.pathTo(entryId, this.#options());
    path.forEach((row, index) => {
      const parent = path[index - 1];
      if (parent) this.#parents.set(row, parent);
    });
    const last = path.at(-1);
    if (!last) return false;
    // VS Code looks for the row below the rows that it has, and waits for those that are announced.
    if (this.parts.catalog.revision !== this.#announced) this.#announce();
    await this.view.reveal(last, { select: true, focus: true });
    return true;
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #roots(): Promise<ResourceTreeRow[]> {
    const { connections, sources, catalog, templates, model } = this.parts;
    const groups = await model.roots(this.#options());
    this.#describeView(groups);
    const rows = statusRows(connections.all, sources.problems, catalog, templates);
    const gathered = gatherRows(rows, statusRowsAtOnce);
    return [...('kind' in gathered ? [{ kind: 'statusGroup' as const, row: gathered, rows }] : gathered), ...groups];
  }

  #describeView(groups: readonly TreeNode[]): void {
    const shown = groups.reduce((sum, group) => sum + ('ids' in group ? group.ids.length : 0), 0);
    const audience = { all: '', user: l10n.t('for the user'), assistant: l10n.t('for the assistant') }[this.audience];
    this.view.description = [shown > 0 ? formatCount(shown) : '', audience].filter(Boolean).join(' · ');
  }

  #options(): Parameters<TreeModel['roots']>[0] {
    const { isVisible, isUriVisible } = this.parts.visibility;
    return { audience: this.audience, isVisible, isUriVisible };
  }

  #groupItem(row: GroupNode): TreeItem {
    const item = new TreeItem(this.#groupLabel(row), TreeItemCollapsibleState.Collapsed);
    const count = row.ids.length;
    item.id = row.id;
    item.description = count > 0 ? formatCount(count) : describeTemplates(row.templates.length);
    item.contextValue = rowKinds.folder;
    item.iconPath = groupIcon(row);
    if (row.kind === 'scheme' && count > 0)
      item.tooltip = l10n.t('{0} resources of the scheme “{1}”', formatCount(count), row.scheme);
    return item;
  }

  #groupLabel(row: GroupNode): string {
    switch (row.kind) {
      case 'scheme':
        return row.scheme === '' ? l10n.t('without a scheme') : row.scheme;
      case 'server':
        return this.parts.connections.get(row.serverId)?.definition.name ?? row.serverId;
      case 'folder':
        return row.label;
      case 'range':
        return l10n.t('{0} to {1}', formatCount(row.from + 1), formatCount(row.from + row.rows));
    }
  }

  #announce(): void {
    this.#announced = this.parts.catalog.revision;
    this.#didChange.fire(undefined);
  }

  /** Rests in proportion to what the last refresh cost, so that a list that streams in never occupies the editor. */
  async #fire(): Promise<void> {
    this.#announce();
    const rest = Math.min(this.#lastCost * restFactor, longestRest);
    await delay(this.parts.clock, rest, new AbortController().signal);
  }
}

/** Schemes that servers commonly use, and the codicon that says what they hold. */
const schemeIcons: readonly (readonly [RegExp, string])[] = [
  [/^(https?|web)$/u, 'globe'],
  [/^(git|repo|github|gitlab|code|src)$/u, 'repo'],
  [/^(db|sql|sqlite|postgres(ql)?|mysql|mongodb?|table|schema|data)$/u, 'database'],
  [/^(tickets?|issues?|jira|linear|tasks?)$/u, 'issues'],
  [/^(wiki|docs?|notion|confluence|page)$/u, 'book'],
  [/^(logs?|trace|metrics)$/u, 'output'],
  [/^(media|image|images|figma|screenshot)$/u, 'file-media'],
  [/^(memo|notes?|memory)$/u, 'note'],
  [/^(mail|email|message|slack)$/u, 'mail'],
  [/^(archive|backup)$/u, 'archive'],
  [/^ui$/u, 'window'],
  [/^file$/u, 'files'],
];

function groupIcon(row: GroupNode): ThemeIcon {
  switch (row.kind) {
    case 'folder':
      return ThemeIcon.Folder;
    case 'server':
      return new ThemeIcon('server');
    case 'range':
      return new ThemeIcon('ellipsis');
    case 'scheme':
      return new ThemeIcon(schemeIcons.find(([known]) => known.test(row.scheme))?.[1] ?? 'library');
  }
}

function statusItem(row: StatusRow): TreeItem {
  const item = new TreeItem(row.label, TreeItemCollapsibleState.None);
  item.id = row.id;
  item.iconPath = statusIcon(row.severity);
  item.tooltip = new MarkdownString().appendText(row.detail);
  item.description = row.text;
  item.accessibilityInformation = { label: row.text ? `${row.label}, ${row.text}` : row.label };
  item.contextValue = row.serverId === undefined ? rowKinds.problem : `${rowKinds.server}.${row.state ?? row.severity}`;
  if (row.action) item.command = { ...row.action, arguments: [...row.action.arguments] };
  return item;
}

function statusGroupItem({ row }: StatusGroup): TreeItem {
  const item = statusItem(row);
  item.collapsibleState = TreeItemCollapsibleState.Collapsed;
  return item;
}

function statusIcon(severity: StatusRow['severity']): ThemeIcon {
  switch (severity) {
    case 'busy':
      return new ThemeIcon('loading~spin');
    case 'error':
      return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
    case 'warning':
      return new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
    case 'info':
      return new ThemeIcon('info');
  }
}
