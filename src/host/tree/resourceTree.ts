import { EventEmitter, window, type TreeDataProvider, type TreeItem, type TreeView } from 'vscode';
import type { Clock } from '../../core/base/clock';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { Logger } from '../../core/base/ports';
import type { Catalog } from '../../core/catalog/catalog';
import type { Connections } from '../../core/connection/connections';
import type { ResourceAddress } from '../../core/resource/address';
import type { ContextSet } from '../../core/context/contextSet';
import type { LiveContext } from '../../core/context/liveContext';
import type { TemplateCatalog } from '../../core/catalog/templates';
import type { TreeArrangement } from '../../core/tree/arrangement';
import { describeTree } from '../../core/tree/describeTree';
import { serversBelow } from '../../core/tree/groups';
import { RefreshPace } from '../../core/tree/refreshPace';
import { commonStaleness, type Staleness } from '../../core/connection/staleness';
import type { TreeModel } from '../../core/tree/treeModel';
import { treeState } from '../../core/tree/treeState';
import type { GroupNode, ResourceNode, TreeNode, TreeOptions } from '../../core/tree/treeNode';
import { groupItem } from './groupItem';
import { views } from '../base/ids';
import { hasParts, partItem, PartRows, type PartRow } from './partRows';
import { resourceItem, resourceTooltip, templateItem, templateTooltip, type ResourcePlace } from './resourceItem';
import type { ServerSources } from '../servers/serverSources';
import { statusGroupItem, statusItem } from '../servers/statusItem';
import { gatherRows, statusRows, type StatusRow } from '../servers/statusRows';
import { dragAsFiles } from './dragAsFiles';
import type { VirtualFiles } from '../content/virtualFiles';
import type { Visibility } from '../base/visibility';

/** Stands for several status rows and opens to them. */
interface StatusGroup {
  readonly kind: 'statusGroup';
  readonly id: string;
  readonly row: StatusRow;
  readonly rows: readonly StatusRow[];
}

export type ResourceTreeRow = TreeNode | StatusRow | StatusGroup | PartRow;

const statusRowsAtOnce = 3;

export interface ResourceTreeParts {
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly templates: TemplateCatalog;
  readonly connections: Connections;
  readonly sources: Pick<ServerSources, 'problems' | 'onDidChange'>;
  readonly picked: ContextSet;
  readonly model: TreeModel;
  readonly visibility: Visibility;
  readonly files: VirtualFiles;
  readonly live: LiveContext;
  readonly arrangement: TreeArrangement;
  readonly staleness: (address: ResourceAddress) => Staleness | undefined;
  readonly log: Logger;
}

/** The view *Resources*. */
export class ResourceTree implements TreeDataProvider<ResourceTreeRow>, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new EventEmitter<ResourceTreeRow[] | undefined>();
  readonly #parents = new WeakMap<ResourceTreeRow, ResourceTreeRow>();
  readonly #refresh: RefreshPace;
  readonly view: TreeView<ResourceTreeRow>;
  readonly #partRows: PartRows;
  /** The rows of resources as VS Code shows them, by their ids. */
  readonly #drawn = new Map<string, { readonly row: ResourceNode; readonly marks: string }>();
  /** Whether the next refresh is of more than marks. */
  #isOutdated = false;
  /** What the rows depend on, as it was when it was last looked at. */
  #state = '';

  readonly onDidChangeTreeData = this.#didChange.event;

  constructor(private readonly parts: ResourceTreeParts) {
    const store = this.#store;
    store.add(this.#didChange);
    this.#partRows = new PartRows(parts.files, parts.log);
    this.#refresh = store.add(new RefreshPace(parts.clock, () => this.#fire()));
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
    this.#follow();
  }

  #follow(): void {
    const store = this.#store;
    const { catalog, templates, connections, sources, picked, visibility, live, arrangement } = this.parts;
    for (const event of [catalog.onDidChange, templates.onDidChange, connections.onDidChange, sources.onDidChange])
      store.add(
        event(() => {
          this.#noteState();
          this.#refresh.trigger();
        }),
      );
    store.add(
      visibility.onDidChange(() => {
        this.#isOutdated = true;
        this.#refresh.trigger();
      }),
    );
    for (const event of [picked.onDidChange, live.onDidChange]) store.add(event(() => this.#refresh.trigger()));
    store.add(arrangement.onDidChange(() => this.#announce()));
  }

  async getChildren(row?: ResourceTreeRow): Promise<ResourceTreeRow[]> {
    const started = this.parts.clock.now();
    const rows = row ? await this.#childrenOf(row) : await this.#roots();
    if (row) for (const child of rows) this.#parents.set(child, row);
    this.#refresh.took(this.parts.clock.now() - started);
    return [...rows];
  }

  async #childrenOf(row: ResourceTreeRow): Promise<readonly ResourceTreeRow[]> {
    if (row.kind === 'status' || row.kind === 'part') return [];
    if (row.kind === 'resource') return this.#partRows.rows(row.id, row.entry);
    return row.kind === 'statusGroup' ? row.rows : this.parts.model.children(row, this.#options());
  }

  getParent(row: ResourceTreeRow): ResourceTreeRow | undefined {
    return this.#parents.get(row);
  }

  getTreeItem(row: ResourceTreeRow): TreeItem {
    switch (row.kind) {
      case 'status':
        return statusItem(row);
      case 'statusGroup':
        return statusGroupItem(row.row);
      case 'resource': {
        const place = this.#placeOf(row);
        this.#drawn.set(row.id, { row, marks: this.#marksOf(row, place) });
        return resourceItem(row.entry.resource, place);
      }
      case 'part':
        return partItem(row);
      case 'template':
        return templateItem(row.id, row.entry);
      case 'scheme':
      case 'server':
      case 'folder':
      case 'range':
        return groupItem(row, (id) => this.#serverName(id), {
          folder: this.parts.files.groupUri(row),
          staleness: this.#stalenessBelow(row),
        });
    }
  }

  resolveTreeItem(item: TreeItem, row: ResourceTreeRow): TreeItem {
    if (row.kind !== 'resource' && row.kind !== 'template') return item;
    const { catalog, staleness } = this.parts;
    const { serverId } = row.entry;
    const name = this.#serverName(serverId);
    if (row.kind === 'template') item.tooltip = templateTooltip(row.entry.template, name);
    else {
      const { id, resource } = row.entry;
      const state = { isKept: catalog.isKept(id), staleness: staleness({ serverId, uri: resource.uri }) };
      item.tooltip = resourceTooltip(resource, name, state);
    }
    return item;
  }

  #placeOf(row: ResourceNode): ResourcePlace {
    const { files, picked, catalog, clock, staleness } = this.parts;
    const { serverId, resource, id } = row.entry;
    const address = { serverId, uri: resource.uri };
    return {
      id: row.id,
      uri: files.uri(serverId, resource),
      uriForChat: files.uriForChat(serverId, resource),
      isPicked: picked.has(address),
      staleness: staleness(address),
      isKept: catalog.isKept(id),
      hasParts: hasParts(row.entry, files),
      now: clock.now(),
    };
  }

  /** What of a row changes while its server's list does not. */
  #marksOf({ entry: { serverId, resource } }: ResourceNode, { uri, uriForChat, isPicked }: ResourcePlace): string {
    const parts = this.parts.files.partsOf({ serverId, uri: resource.uri }) ?? [];
    const below = parts.map((part) => [part.uri, part.occurrence, part.path, part.bytes.length].join());
    return [uri, uriForChat, isPicked, ...below].join('\n');
  }

  #stalenessBelow(row: GroupNode): Staleness | undefined {
    const { catalog, connections } = this.parts;
    return commonStaleness(serversBelow(row, catalog), (id) => connections.get(id)?.state);
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
    this.#noteState();
    if (this.#isOutdated) this.#announce();
    await this.view.reveal(last, { select: true, focus: true });
    return true;
  }

  /** Runs what removes resources from the tree, then selects the one beside the first of them, so that the keyboard is not lost. */
  async keepPlace(removed: readonly ResourceAddress[], remove: () => Promise<unknown>): Promise<void> {
    const neighbour = this.view.visible ? await this.#neighbour(removed) : undefined;
    await remove();
    if (neighbour !== undefined) await this.reveal(neighbour);
  }

  /** The nearest resource of the same level that stays, rather one that follows. */
  async #neighbour(removed: readonly ResourceAddress[]): Promise<number | undefined> {
    const { catalog, model } = this.parts;
    const gone = new Set(removed.map(({ serverId, uri }) => catalog.find(serverId, uri)?.id));
    const [first = -1] = gone;
    const options = this.#options();
    const parent = (await model.pathTo(first, options)).at(-2);
    const rows = parent ? await model.children(parent, options) : [];
    const ids = rows.flatMap((row) => (row.kind === 'resource' ? row.entry.id : []));
    const at = ids.indexOf(first);
    return [...ids.slice(at), ...ids.slice(0, at).reverse()].find((id) => !gone.has(id));
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #roots(): Promise<ResourceTreeRow[]> {
    this.#noteState();
    const groups = await this.parts.model.roots(this.#options());
    this.view.description = describeTree(groups, this.parts.arrangement);
    const { shown, gathered } = gatherRows(this.#statusRows(), statusRowsAtOnce);
    return [
      ...shown,
      ...(gathered ? [{ kind: 'statusGroup' as const, id: gathered.row.id, ...gathered }] : []),
      ...groups,
    ];
  }

  #options(): TreeOptions {
    const { visibility, arrangement, connections } = this.parts;
    const { isVisible, isUriVisible } = visibility;
    const { audience, groupBy, sortBy } = arrangement;
    const servers = connections.all.map(({ definition: { id, name } }) => ({ id, name }));
    return { audience, groupBy, sortBy, servers, isVisible, isUriVisible };
  }

  #serverName(id: string): string {
    return this.parts.connections.get(id)?.definition.name ?? id;
  }

  #statusRows(): StatusRow[] {
    const { connections, sources, catalog, templates } = this.parts;
    return statusRows(connections.all, sources.problems, catalog, templates);
  }

  /**
   * To be called when something changed, and when rows are made: a state that comes and goes between two refreshes may be that in which
   * some of the rows were made.
   */
  #noteState(): void {
    const { catalog, templates, connections } = this.parts;
    const state = treeState(catalog, templates, connections.all) + JSON.stringify(this.#statusRows());
    if (state === this.#state) return;
    this.#state = state;
    this.#isOutdated = true;
  }

  #announce(): void {
    this.#noteState();
    this.#isOutdated = false;
    this.#drawn.clear();
    this.#didChange.fire(undefined);
  }

  /**
   * While VS Code asks for all rows anew it has forgotten those that it shows, and an action that a person chooses meanwhile comes without
   * its row. So what changes a few rows refreshes these alone, and what changes none refreshes nothing.
   */
  #fire(): void {
    if (this.#isOutdated) {
      this.#announce();
      return;
    }
    const drawn = [...this.#drawn.values()];
    const changed = drawn.filter(({ row, marks }) => marks !== this.#marksOf(row, this.#placeOf(row)));
    if (changed.length > 0) this.#didChange.fire(changed.map(({ row }) => row));
  }
}
