import {
  EventEmitter,
  TreeItemCheckboxState,
  window,
  type IconPath,
  type TreeCheckboxChangeEvent,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
} from 'vscode';
import { Pace } from '../../core/base/pace';
import { toDisposable, type Disposable } from '../../core/base/disposable';
import { Owner } from '../../core/base/owner';
import { keyOf, type ResourceAddress } from '../../core/resource/address';
import { newItem, type ContextItem, type PickedResource } from '../../core/context/contextSet';
import { statusOf } from '../../core/connection/serverStatus';
import { ContextDrag } from './contextDrag';
import { contextItem, type ContextRow } from './contextItem';
import { contextTooltip } from './contextTooltip';
import { ContextTitle } from './contextTitle';
import type { ContextNeeds } from './needs';
import { views } from '../base/ids';
import { RowClicks } from '../base/rowClicks';
import { rowsForKey } from '../base/rowsForKey';

const refreshEvery = 100;
/** Minimum time between two refreshes of rows that look the same and have another tooltip, in ms. */
const tooltipsEvery = 10_000;
/** Refresh interval of displayed ages, in ms. */
const agesEvery = 60_000;
/** Delay before refreshed rows are checked once more, in ms. */
const secondLookAfter = 500;
/** Time after a key press, in ms, within which VS Code may still be asking for the rows that the key moved, see `rowsForKey`. */
const keysFollow = 1_000;

interface Needs {
  readonly base: Pick<ContextNeeds['base'], 'clock' | 'log'>;
  readonly core: Pick<ContextNeeds['core'], 'catalog' | 'cache' | 'connections'>;
  readonly context: Pick<ContextNeeds['context'], 'picked' | 'live' | 'seen'>;
  readonly chat: Pick<ContextNeeds['chat'], 'budget' | 'weights' | 'tokens'>;
  readonly content: Pick<ContextNeeds['content'], 'files' | 'icons'>;
  readonly actions: Pick<ContextNeeds['actions'], 'everyMessage'>;
}

/** A row as VS Code gets it, as texts to compare. */
interface Presentation {
  readonly item: string;
  readonly tooltip: string;
}

/** The view *Context*: its resources, each with its state. */
export class ContextTree extends Owner implements TreeDataProvider<PickedResource> {
  readonly #didChange = new EventEmitter<PickedResource[] | undefined>();
  /**
   * One object per resource: VS Code tells rows apart by identity.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTreeViews.ts (ExtHostTreeView._nodes)
   */
  readonly #rows = new Map<string, PickedResource>();
  /** The row as VS Code last got it, by its key. */
  readonly #shown = new Map<string, Presentation>();
  /** Keys of {@link leftOut} at the last look. */
  #over: ReadonlySet<string> = new Set();
  readonly #refresh: Pace;
  readonly #tooltips: Pace;
  readonly #title: ContextTitle;
  #ages: Disposable | undefined;
  #secondLook: Disposable | undefined;
  /** The first row of the last key press, and its time in ms. */
  #lastKey: { readonly row: PickedResource | undefined; readonly at: number } | undefined;
  readonly view: TreeView<PickedResource>;
  readonly #clicks: RowClicks;

  readonly onDidChangeTreeData = this.#didChange.event;

  constructor(private readonly needs: Needs) {
    super();
    const store = this.owned;
    const { clock, log } = needs.base;
    const { picked, live, seen } = needs.context;
    const { budget, tokens } = needs.chat;
    store.add(this.#didChange);
    this.view = store.add(
      window.createTreeView(views.context, {
        treeDataProvider: this,
        canSelectMany: true,
        manageCheckboxStateManually: true,
        dragAndDropController: new ContextDrag(needs),
      }),
    );
    this.#clicks = store.add(new RowClicks(views.context, clock, log));
    this.#title = new ContextTitle(this.view, needs, () => this.leftOut);
    this.#refresh = store.add(new Pace(clock, refreshEvery, () => this.#tell()));
    this.#tooltips = store.add(new Pace(clock, tooltipsEvery, () => this.#tellTooltips()));
    const refresh = (): void => this.#refresh.trigger();
    for (const { onDidChange } of [picked, live, seen, budget, needs.actions.everyMessage])
      store.add(onDidChange(refresh));
    for (const event of [tokens.onDidCount, needs.content.icons.onDidFetch, this.view.onDidChangeVisibility])
      store.add(event(refresh));
    store.add(this.view.onDidChangeCheckboxState(({ items }) => void this.#check(items)));
    store.add(toDisposable(() => this.#ages?.dispose()));
    store.add(toDisposable(() => this.#secondLook?.dispose()));
    this.#tell();
  }

  getChildren(parent?: PickedResource): PickedResource[] {
    if (parent) return [];
    const { items } = this.needs.context.picked;
    const previousRows = new Map(this.#rows);
    this.#rows.clear();
    this.#shown.clear();
    this.#over = new Set(this.leftOut.map(keyOf));
    for (const item of items) this.#rows.set(keyOf(item), previousRows.get(keyOf(item)) ?? item);
    return [...this.#rows.values()];
  }

  /** All rows are at the top; VS Code asks before it reveals one. */
  getParent(): undefined {
    return undefined;
  }

  getTreeItem(row: PickedResource): TreeItem {
    this.#shown.set(keyOf(row), this.#presentationOf(row));
    return this.#clicks.protect(contextItem(this.#factsOf(row)), row);
  }

  resolveTreeItem(item: TreeItem, row: PickedResource): TreeItem {
    item.tooltip = contextTooltip(this.#factsOf(row));
    return item;
  }

  /** Rows that a key pressed in the view applies to. */
  async rowsForKey(): Promise<readonly PickedResource[]> {
    const { clock } = this.needs.base;
    const { row, at = -Infinity } = this.#lastKey ?? {};
    const isRepeated = row && this.#rows.has(keyOf(row)) && clock.now() - at < keysFollow;
    // While VS Code reloads all rows it knows none of them, and so no selection. `reveal` waits until it has them.
    // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTreeViews.ts (reveal)
    if (isRepeated && this.view.selection.length === 0) await this.view.reveal(row, { select: false });
    const rows = await rowsForKey(this.view);
    this.#lastKey = { row: rows[0], at: clock.now() };
    return rows;
  }

  iconOf({ serverId, uri }: ResourceAddress): IconPath {
    const { core, content } = this.needs;
    return content.icons.iconOf(serverId, core.catalog.find(serverId, uri)?.resource.icons);
  }

  /** Resources that *Attach Context* would attach, and that don't fit into a message. */
  get leftOut(): readonly ContextItem[] {
    const { weights, budget } = this.needs.chat;
    return weights.leftOut(this.needs.context.picked.checked, budget.current()?.tokens);
  }

  /** Runs a removal of rows, then gives the focus to the row beside the first of them. */
  async keepPlace(removed: readonly ResourceAddress[], remove: () => Promise<unknown>): Promise<void> {
    const gone = new Set(removed.map(keyOf));
    const rows = [...this.#rows.values()];
    const firstGone = rows.findIndex((row) => gone.has(keyOf(row)));
    const next = [...rows.slice(firstGone), ...rows.slice(0, firstGone).reverse()].find((row) => !gone.has(keyOf(row)));
    await remove();
    this.#tell();
    if (next) await this.view.reveal(next, { select: true, focus: true });
  }

  #factsOf(row: PickedResource): ContextRow {
    const { base, core, context, chat, content, actions } = this.needs;
    const { picked, live, seen } = context;
    const item: ContextItem = picked.get(row) ?? newItem(row);
    const connection = core.connections.get(item.serverId);
    const attachedAt = seen.attachedAt(item);
    return {
      item,
      liveness: live.liveness(item),
      server: connection && statusOf(connection),
      content: core.cache.peek(item),
      weight: chat.weights.weigh(item),
      icon: this.iconOf(item),
      uri: content.files.uri(item.serverId, item),
      uriForChat: content.files.uriForChat(item.serverId, item),
      serverName: connection?.definition.name,
      sentAt: seen.messageAt(item),
      arrival: seen.last(item)?.arrival,
      attachedAt,
      isMessageSince: attachedAt !== undefined && !seen.isAttachedSinceMessage(item),
      isOver: this.#over.has(keyOf(item)),
      isLeft: actions.everyMessage.isLeft(item),
      now: base.clock.now(),
    };
  }

  /** If several rows are selected, all get the state of the row whose box was clicked. */
  async #check(clicked: TreeCheckboxChangeEvent<PickedResource>['items']): Promise<void> {
    const { selection } = this.view;
    for (const [row, state] of clicked) {
      const rows = selection.includes(row) ? selection : [row];
      await this.needs.context.picked.setChecked(rows, state === TreeItemCheckboxState.Checked);
    }
  }

  #presentationOf(row: PickedResource): Presentation {
    const facts = this.#factsOf(row);
    return { item: JSON.stringify(contextItem(facts)), tooltip: contextTooltip(facts).value };
  }

  /** Rows of which this is not as VS Code last got it. */
  #changed(part: keyof Presentation): PickedResource[] {
    const isOther = (row: PickedResource): boolean =>
      this.#shown.get(keyOf(row))?.[part] !== this.#presentationOf(row)[part];
    return [...this.#rows.values()].filter(isOther);
  }

  #tellTooltips(): void {
    const changed = this.#changed('tooltip');
    if (changed.length > 0) this.#didChange.fire(changed);
  }

  /** Refreshes title and rows. Ages are refreshed only while the view is visible. */
  #tell(): void {
    const { base, context } = this.needs;
    // Rows first: VS Code shows the first of several changes at once, and the others 200 ms later, see ContextTitle.
    this.#tellRows();
    this.#title.tell();
    this.#ages?.dispose();
    if (this.view.visible && context.picked.items.length > 0)
      this.#ages = base.clock.after(agesEvery, () => this.#refresh.trigger());
  }

  /**
   * Refreshes as few rows as possible: VS Code redraws a refreshed row and loses a click that is under way on it. A refresh of all rows
   * would make VS Code forget them, and an action chosen meanwhile would come without its row.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTreeViews.ts (_addAllToClear, _convertArgument)
   */
  #tellRows(isSecondLook = false): void {
    const isAsShown = this.needs.context.picked.items.map(keyOf).join('\n\n') === [...this.#rows.keys()].join('\n\n');
    this.#over = new Set(this.leftOut.map(keyOf));
    const changed = this.#changed('item');
    if (isAsShown && changed.length === 0) {
      if (this.#changed('tooltip').length > 0) this.#tooltips.trigger();
      return;
    }
    this.#didChange.fire(isAsShown ? changed : undefined);
    this.#secondLook?.dispose();
    if (isSecondLook || !this.view.visible) return;
    // VS Code skips the refresh of a row while it asks for all of them: the row would keep its old content.
    // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTreeViews.ts (_getHandlesToRefresh)
    this.#secondLook = this.needs.base.clock.after(secondLookAfter, () => this.#tellRows(true));
  }
}
