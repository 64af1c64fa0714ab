import { EventEmitter, window, type TreeDataProvider, type TreeItem, type TreeView } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { Late } from '../../core/base/onFirstUse';
import type { ResourceAddress } from '../../core/resource/address';
import type { TreeArrangement } from '../../core/tree/arrangement';
import { describeTree } from '../../core/tree/describeTree';
import type { TreeModel } from '../../core/tree/treeModel';
import type { ResourceNode, TreeOptions } from '../../core/tree/treeNode';
import { firstLevel, TreeRefresh } from '../../core/tree/treeRefresh';
import { treeState } from '../../core/tree/treeState';
import { views } from '../base/ids';
import { RowClicks } from '../base/rowClicks';
import { hiddenRow, lineToServers, statusRows, type StatusRow } from '../servers/statusRows';
import type { TreeNeeds } from './open';
import { dragAsFiles } from './dragAsFiles';
import { FolderRows } from './folderRows';
import { PartRows } from './partRows';
import { RowItems } from './rowItems';
import { skillNotes } from './skillItem';
import type { ResourceTreeRow } from './treeRow';

type Listed =
  | 'catalog'
  | 'directories'
  | 'skills'
  | 'skillPermissions'
  | 'activity'
  | 'templates'
  | 'orders'
  | 'connections'
  | 'staleness';

interface Needs {
  readonly base: Pick<TreeNeeds['base'], 'clock' | 'log' | 'newSlice'>;
  readonly configuration: { readonly sources: Pick<TreeNeeds['configuration']['sources'], 'problems' | 'onDidChange'> };
  readonly core: Pick<TreeNeeds['core'], Listed> & {
    readonly listCache: Pick<TreeNeeds['core']['listCache'], 'shown'>;
  };
  readonly search: Pick<TreeNeeds['search'], 'visibility'>;
  readonly context: Pick<TreeNeeds['context'], 'picked' | 'live'>;
  readonly content: Pick<TreeNeeds['content'], 'files' | 'icons'>;
}

/** The view *Resources*. */
export class ResourceTree implements TreeDataProvider<ResourceTreeRow>, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = this.#store.add(new EventEmitter<ResourceTreeRow[] | undefined>());
  readonly #didOpenRow = this.#store.add(new EventEmitter<void>());
  readonly #parents = new WeakMap<ResourceTreeRow, ResourceTreeRow>();
  readonly #refresh: TreeRefresh<ResourceNode>;
  readonly #model: Late<TreeModel>;
  readonly #items: RowItems;
  readonly #partRows: PartRows;
  readonly #folderRows: FolderRows;
  readonly #clicks: RowClicks;
  readonly view: TreeView<ResourceTreeRow>;

  readonly onDidChangeTreeData = this.#didChange.event;
  /** Fires when VS Code asks for what is in a row; its own event of a row that opens can be lost during a refresh. */
  readonly onDidOpenRow = this.#didOpenRow.event;

  constructor(
    private readonly needs: Needs,
    private readonly arrangement: TreeArrangement,
  ) {
    const store = this.#store;
    const { clock, log, newSlice } = needs.base;
    const { catalog, directories, orders, templates, skills } = needs.core;
    const { files } = needs.content;
    this.#model = new Late(async () => {
      const { TreeModel } = await import('../../core/tree/treeModel');
      return new TreeModel(catalog, orders, templates, newSlice, directories, skills);
    });
    this.#partRows = new PartRows(files, log);
    this.#folderRows = store.add(new FolderRows(directories, catalog, clock, skills));
    const items = (this.#items = new RowItems(needs, arrangement));
    this.#refresh = store.add(
      new TreeRefresh<ResourceNode>(
        clock,
        () => this.#state(),
        (row) => items.marks(row),
        (rows) => this.#didChange.fire(rows),
      ),
    );
    this.view = store.add(
      window.createTreeView(views.resources, {
        treeDataProvider: this,
        canSelectMany: true,
        showCollapseAll: true,
        dragAndDropController: dragAsFiles(files),
      }),
    );
    this.#clicks = store.add(new RowClicks(views.resources, clock, log));
    store.add(
      this.view.onDidCollapseElement(({ element }) => {
        if (element.kind === 'resource') this.#partRows.closed(element.id);
        this.#folderRows.closed(element.id);
        this.#refresh.closed(element.id);
      }),
    );
    this.#follow();
  }

  #follow(): void {
    const store = this.#store;
    const { configuration, search, context, content } = this.needs;
    const { catalog, directories, skills, skillPermissions, templates, connections, activity } = this.needs.core;
    store.add(directories.onDidChange(() => this.#refresh.outdated()));
    store.add(catalog.onDidChange(() => this.#refresh.stateChanged(catalog.isFurtherPage)));
    for (const { onDidChange } of [templates, connections, configuration.sources, skills])
      store.add(onDidChange(() => this.#refresh.stateChanged()));
    const marks = [context.picked.onDidChange, context.live.onDidChange, content.icons.onDidFetch];
    for (const event of [...marks, skillPermissions.onDidChange]) store.add(event(() => this.#refresh.marksChanged()));
    store.add(search.visibility.onDidChange(() => this.#refresh.outdated()));
    store.add(activity.onDidSettle(() => this.#refresh.outdated()));
    store.add(this.view.onDidChangeVisibility(() => activity.settleIfHidden()));
    store.add(this.arrangement.onDidChange(() => this.#refresh.redrawAll()));
  }

  /** Computes the order of the rows and what is hidden, which stay computed while lists stay the same. */
  async prepare(): Promise<void> {
    const model = await this.#model.get();
    await Promise.all([model.roots(this.#options()), this.needs.search.visibility.summary()]);
  }

  async getChildren(row?: ResourceTreeRow): Promise<ResourceTreeRow[]> {
    if (row) this.#didOpenRow.fire();
    else await this.needs.core.listCache.shown();
    // Not a part of the time that the rows take.
    await this.#folderRows.open(row);
    const make = async (): Promise<ResourceTreeRow[]> => {
      const rows = row ? await this.#childrenOf(row) : await this.#roots();
      if (row) for (const child of rows) this.#parents.set(child, row);
      return [...rows];
    };
    return this.#refresh.measure(make, row && { id: row.id, parent: this.#parents.get(row)?.id ?? firstLevel });
  }

  async #childrenOf(row: ResourceTreeRow): Promise<readonly ResourceTreeRow[]> {
    if (row.kind === 'status' || row.kind === 'part') return [];
    if (row.kind === 'resource') return this.#partRows.rows(row.id, row.entry);
    const rows = await (await this.#model.get()).children(row, this.#options());
    return [...rows, ...this.#folderRows.rows(row, rows.length), ...skillNotes(row, this.needs.core.skills)];
  }

  async #roots(): Promise<ResourceTreeRow[]> {
    const groups = await (await this.#model.get()).roots(this.#options());
    const hidden = await this.needs.search.visibility.summary();
    this.view.description = describeTree(groups, this.arrangement);
    const line = this.#lineToServers();
    return [...(line ? [line] : []), ...groups, ...(hidden ? [hiddenRow(hidden)] : [])];
  }

  getParent(row: ResourceTreeRow): ResourceTreeRow | undefined {
    return this.#parents.get(row);
  }

  getTreeItem(row: ResourceTreeRow): TreeItem {
    if (row.kind === 'resource' || row.kind === 'skill') this.#refresh.drew(row);
    return this.#clicks.protect(this.#items.item(row), row);
  }

  resolveTreeItem(item: TreeItem, row: ResourceTreeRow): TreeItem {
    return this.#items.resolve(item, row);
  }

  /** Opens the tree down to a resource and selects it. False when the tree does not show it. */
  async reveal(entryId: number): Promise<boolean> {
    const path = await (await this.#model.get()).pathTo(entryId, this.#options());
    path.forEach((row, index) => {
      const parent = path[index - 1];
      if (parent) this.#parents.set(row, parent);
    });
    const last = path.at(-1);
    if (!last) return false;
    // VS Code looks for the row below the loaded rows, and waits for rows whose refresh was announced.
    // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTreeViews.ts (reveal, _resolveTreeNode)
    this.#refresh.catchUp();
    await this.view.reveal(last, { select: true, focus: true });
    return true;
  }

  /** Runs a removal of resources, then selects the one beside the first of them, so that the focus is not lost. */
  async keepPlace(removed: readonly ResourceAddress[], remove: () => Promise<unknown>): Promise<void> {
    const neighbour = this.view.visible ? await this.#neighbour(removed) : undefined;
    await remove();
    if (neighbour !== undefined) await this.reveal(neighbour);
  }

  /** The nearest resource of the same level that stays, preferably one that follows. */
  async #neighbour(removed: readonly ResourceAddress[]): Promise<number | undefined> {
    const { catalog } = this.needs.core;
    const gone = new Set(removed.map(({ serverId, uri }) => catalog.find(serverId, uri)?.id));
    const [first = -1] = gone;
    const options = this.#options();
    const model = await this.#model.get();
    const parent = (await model.pathTo(first, options)).at(-2);
    const rows = parent ? await model.children(parent, options) : [];
    const ids = rows.flatMap((row) => (row.kind === 'resource' ? row.entry.id : []));
    const firstIndex = ids.indexOf(first);
    return [...ids.slice(firstIndex), ...ids.slice(0, firstIndex).reverse()].find((id) => !gone.has(id));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #options(): TreeOptions {
    const { isVisible, isTemplateVisible } = this.needs.search.visibility;
    const { audience, groupBy, sortBy } = this.arrangement;
    const servers = this.needs.core.connections.all.map(({ definition: { id, name } }) => ({ id, name }));
    return { audience, groupBy, sortBy, servers, isVisible, isTemplateVisible };
  }

  #lineToServers(): StatusRow | undefined {
    const { connections, catalog, templates } = this.needs.core;
    const { problems } = this.needs.configuration.sources;
    return lineToServers(statusRows(connections.all, problems, catalog, templates));
  }

  #state(): string {
    const { catalog, templates, connections, skills } = this.needs.core;
    return treeState(catalog, templates, connections.all, skills) + JSON.stringify(this.#lineToServers() ?? '');
  }
}
