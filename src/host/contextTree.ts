import {
  EventEmitter,
  TreeItemCheckboxState,
  window,
  type TreeCheckboxChangeEvent,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
} from 'vscode';
import type { Clock } from '../core/base/clock';
import { Coalescer } from '../core/base/coalescer';
import { DisposableStore, toDisposable, type Disposable } from '../core/base/disposable';
import type { Event } from '../core/base/event';
import type { Catalog } from '../core/catalog/catalog';
import type { Connections } from '../core/connection/connections';
import { keyOf, type ContentCache, type ResourceAddress } from '../core/context/contentCache';
import type { ContextItem, ContextSet, PickedResource } from '../core/context/contextSet';
import { ContextWeights } from '../core/context/contextWeights';
import type { LiveContext } from '../core/context/liveContext';
import type { SeenContents } from '../core/context/seenContents';
import { stalenessOf } from '../core/tree/staleness';
import { ContextDrag } from './contextDrag';
import { contextItem, contextTooltip, type ContextRow } from './contextItem';
import { ContextTitle, type Room } from './contextTitle';
import { views } from './ids';
import type { VirtualFiles } from './virtualFiles';

const refreshEvery = 100;
/** Milliseconds after which the ages that are shown are told anew. */
const agesEvery = 60_000;

export interface ContextTreeParts {
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly picked: ContextSet;
  readonly live: LiveContext;
  readonly cache: ContentCache;
  readonly seen: SeenContents;
  readonly connections: Connections;
  readonly files: VirtualFiles;
  readonly budget: Room & { readonly onDidChange: Event<unknown> };
}

/** The view *Context*: what is picked, and how each resource stands. */
export class ContextTree implements TreeDataProvider<PickedResource>, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new EventEmitter<PickedResource[] | undefined>();
  /** The same object for a resource each time: VS Code tells rows apart by it. */
  readonly #rows = new Map<string, PickedResource>();
  readonly #refresh: Coalescer;
  readonly #title: ContextTitle;
  readonly #weights: ContextWeights;
  #ages: Disposable | undefined;
  readonly view: TreeView<PickedResource>;

  readonly onDidChangeTreeData = this.#didChange.event;

  constructor(private readonly parts: ContextTreeParts) {
    const store = this.#store;
    const { picked, live, cache, seen, catalog, budget } = parts;
    store.add(this.#didChange);
    const announced = ({ serverId, uri }: ResourceAddress) => catalog.find(serverId, uri)?.resource;
    this.#weights = new ContextWeights((address) => cache.peek(address), announced);
    this.view = store.add(
      window.createTreeView(views.context, {
        treeDataProvider: this,
        canSelectMany: true,
        manageCheckboxStateManually: true,
        dragAndDropController: new ContextDrag(parts),
      }),
    );
    this.#title = new ContextTitle(this.view, { ...parts, weights: this.#weights });
    this.#refresh = store.add(new Coalescer(parts.clock, refreshEvery, () => this.#tell()));
    const refresh = (): void => this.#refresh.trigger();
    for (const event of [picked.onDidChange, live.onDidChange, budget.onDidChange]) store.add(event(refresh));
    store.add(seen.onDidChange(refresh));
    store.add(this.view.onDidChangeVisibility(refresh));
    store.add(this.view.onDidChangeCheckboxState(({ items }) => void this.#check(items)));
    store.add(toDisposable(() => this.#ages?.dispose()));
    this.#tell();
  }

  getChildren(parent?: PickedResource): PickedResource[] {
    if (parent) return [];
    const { items } = this.parts.picked;
    const known = new Map(this.#rows);
    this.#rows.clear();
    for (const item of items) this.#rows.set(keyOf(item), known.get(keyOf(item)) ?? item);
    return [...this.#rows.values()];
  }

  /** There are no rows below others; VS Code asks before it shows a row. */
  getParent(): undefined {
    return undefined;
  }

  getTreeItem(row: PickedResource): TreeItem {
    return contextItem(this.#factsOf(row));
  }

  resolveTreeItem(item: TreeItem, row: PickedResource): TreeItem {
    const { seen } = this.parts;
    item.tooltip = contextTooltip(this.#factsOf(row), seen.last(row));
    return item;
  }

  /** Of what is checked, that for which a message has no room. */
  get leftOut(): readonly ContextItem[] {
    const { picked, budget } = this.parts;
    return this.#weights.total(picked.items, budget.current()?.tokens).leftOut;
  }

  /** Runs what takes rows away, then gives the keyboard to the one beside the first of them. */
  async keepPlace(removed: readonly ResourceAddress[], remove: () => Promise<unknown>): Promise<void> {
    const gone = new Set(removed.map(keyOf));
    const rows = [...this.#rows.values()];
    const at = rows.findIndex((row) => gone.has(keyOf(row)));
    const next = [...rows.slice(at), ...rows.slice(0, at).reverse()].find((row) => !gone.has(keyOf(row)));
    await remove();
    this.#refresh.runNow();
    if (next) await this.view.reveal(next, { select: true, focus: true });
  }

  dispose(): void {
    this.#store.dispose();
  }

  #factsOf(row: PickedResource): ContextRow {
    const { picked, live, cache, seen, connections, files, clock } = this.parts;
    const item: ContextItem = picked.get(row) ?? { ...row, isChecked: true, isOnce: false, reason: undefined };
    const connection = connections.get(item.serverId);
    return {
      item,
      liveness: live.liveness(item),
      isConnecting: connection?.state.kind === 'connecting',
      staleness: stalenessOf(connection?.state, { isFromBefore: false, isFromOlderList: false }),
      content: cache.peek(item),
      weight: this.#weights.weigh(item),
      uri: files.uri(item.serverId, item),
      uriForChat: files.uriForChat(item.serverId, item),
      serverName: connection?.definition.name,
      sentAt: seen.sentAt(item),
      now: clock.now(),
    };
  }

  /** Of several selected rows all follow the one whose box was clicked. */
  async #check(clicked: TreeCheckboxChangeEvent<PickedResource>['items']): Promise<void> {
    const { selection } = this.view;
    for (const [row, state] of clicked) {
      const rows = selection.includes(row) ? selection : [row];
      await this.parts.picked.setChecked(rows, state === TreeItemCheckboxState.Checked);
    }
  }

  /** The ages, only while somebody sees them. */
  #tell(): void {
    const { clock, picked } = this.parts;
    this.#title.tell();
    // Rows that VS Code knows: asking for all anew it would forget them, and an action that is chosen meanwhile would come without its row.
    const isAsShown = picked.items.map(keyOf).join('\n\n') === [...this.#rows.keys()].join('\n\n');
    this.#didChange.fire(isAsShown ? [...this.#rows.values()] : undefined);
    this.#ages?.dispose();
    if (this.view.visible && picked.items.length > 0)
      this.#ages = clock.after(agesEvery, () => this.#refresh.trigger());
  }
}
