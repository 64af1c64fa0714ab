import type { ResourceAction, ResultRow } from '../../src/shared/protocol';
import type { Ask } from '../base/ask';
import type { HostActions } from './hostActions';
import type { Range } from './listGeometry';
import type { PageView } from './pageView';
import type { PaneController } from './paneController';
import { nothingSelected, selectAlso, selectionLimit, selectOnly, toggleSelected, type Selection } from './selection';
import { geometryOf } from './state';
import type { Store } from './store';

export type Move = 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last';

type FirstAction = Extract<ResourceAction, 'attach' | 'open'>;

/** Moves through the list, selects in it and acts on the selection. */
export class ListController {
  /** The start of a range, and the selection besides it. */
  #anchor: { readonly index: number; readonly base: Selection } | undefined;
  /** Counts changes of the selection, so that ids that arrive late are dropped. */
  #turn = 0;
  /** Set while the ids selected in this turn have not arrived yet. */
  #awaitedTurn: number | undefined;
  /** The user's action on the selection meanwhile. */
  #pendingAction: (() => void) | undefined;
  /** The user's action on the first result of the typed query, whose results have not arrived yet. */
  #whenFound: FirstAction | undefined;

  constructor(
    private readonly store: Store,
    private readonly ask: Ask,
    private readonly actions: Pick<HostActions, 'act' | 'fail'>,
    private readonly panes: Pick<PaneController, 'open'>,
    private readonly page: Pick<PageView, 'focusBox'>,
  ) {}

  move(movement: Move, isExtending: boolean): void {
    const { active } = this.store.state;
    if (this.#total === 0) return;
    if (movement === 'up' && active === 0 && !isExtending) {
      // The user goes up from the first row.
      this.page.focusBox();
      return;
    }
    const target = this.#target(movement);
    if (isExtending) this.#extendTo(target);
    else this.dropTentative();
    this.goTo(target);
    this.reveal();
  }

  /** Scrolls the active row into view. */
  reveal(): void {
    const { active, scrollTop } = this.store.state;
    this.store.update({ scrollTop: geometryOf(this.store.state).reveal(active, scrollTop) });
  }

  /** A click never scrolls: the second half of a double click would meet another row. A template cannot be selected, and opens. */
  click(index: number, keys: { readonly isExtending: boolean; readonly isToggling: boolean }): void {
    if (this.#row(index)?.kind === 'template') {
      this.dropTentative();
      this.openPane(index);
    } else if (keys.isExtending) this.#extendTo(index, keys.isToggling);
    else if (keys.isToggling) this.toggle(index);
    else this.#selectOnly(index);
    this.goTo(index);
  }

  /** Makes a row the active one and leaves the selection alone, as the secondary mouse button does. */
  goTo(active: number): void {
    this.store.update({ active });
  }

  toggle(index: number = this.store.state.active): void {
    this.#selectRow(index, (id) => {
      const selection = toggleSelected(this.store.state.selection, id);
      this.#anchor = { index, base: selection };
      return selection;
    });
  }

  selectAll(): void {
    this.dropTentative();
    this.#selectRange({ from: 0, to: this.#total }, true, this.store.state.selection);
  }

  clearSelection(): void {
    this.#anchor = undefined;
    this.#select(nothingSelected);
  }

  /** Forgets a selection that only pointed. */
  dropTentative(): void {
    this.#anchor = undefined;
    if (this.store.state.selection.isTentative) this.#select(nothingSelected);
  }

  /** Follows the active row to where it went in changed results; `undefined` when the results are of another query. */
  onResults(moved: number | undefined): void {
    if (moved === undefined) this.#anchor = undefined;
    else if (this.#anchor) this.#anchor = { ...this.#anchor, index: this.#anchor.index + moved };
  }

  /** Acts on the selection, or without one on the active row. Attached resources are deselected. */
  actOnSelection(action: ResourceAction): void {
    if (this.#awaitedTurn === this.#turn) {
      this.#pendingAction = () => this.actOnSelection(action);
      return;
    }
    const { selection } = this.store.state;
    if (selection.ids.size === 0) {
      this.act(action);
      return;
    }
    void this.actions.act(action, [...selection.ids]).then((isDone) => {
      if (isDone && action === 'attach' && this.store.state.selection === selection) this.clearSelection();
    });
  }

  /** Shows the content of a resource, or the form of a template. */
  openPane(index: number = this.store.state.active): void {
    this.goTo(index);
    const { results } = this.store.state;
    const row = results?.rows.at(index);
    if (row) this.panes.open(row);
    else
      void results?.rows.load({ from: index, to: index + 1 }).then(() => {
        const loadedRow = results.rows.at(index);
        if (loadedRow && this.store.state.results === results && this.store.state.active === index)
          this.panes.open(loadedRow);
      });
  }

  /** Acts on one row. A template is filled in instead. */
  act(action: ResourceAction, index: number = this.store.state.active): void {
    this.#withIds({ from: index, to: index + 1 }, (ids) => {
      if (ids.length > 0) void this.actions.act(action, ids);
      else if (action === 'attach' || action === 'open' || action === 'pin') this.openPane(index);
    });
  }

  /** Attaches, or opens the form where the active row is a template. */
  enter(): void {
    if (this.#row(this.store.state.active)?.kind === 'template') this.openPane();
    else this.actOnSelection('attach');
  }

  /** Acts on the first result of what was typed, once it is here. A template opens its form; without a result nothing happens. */
  useFirst(action: FirstAction): void {
    const { results, query, failure } = this.store.state;
    const isAwaited = results?.query !== query;
    // A search that failed brings nothing; a later one is not what this key was for.
    this.#whenFound = isAwaited && failure?.of !== 'results' ? action : undefined;
    if (isAwaited) return;
    if (this.#total === 0) return;
    this.goTo(0);
    this.reveal();
    this.act(action, 0);
  }

  /** Acts as {@link useFirst} was told to; to be called whenever results arrived. */
  actOnFound(): void {
    const action = this.#whenFound;
    if (action !== undefined && this.store.state.results?.query === this.store.state.query) this.useFirst(action);
  }

  /** Drops what {@link useFirst} waits for: the query has changed, or failed. */
  dropWaiting(): void {
    this.#whenFound = undefined;
  }

  attachAll(): void {
    this.#withIds({ from: 0, to: this.#total }, (ids) => {
      if (ids.length > 0) void this.actions.act('attach', ids);
    });
  }

  #row(index: number): ResultRow | undefined {
    return this.store.state.results?.rows.at(index);
  }

  get #total(): number {
    return this.store.state.results?.reply.total ?? 0;
  }

  #target(movement: Move): number {
    const { active } = this.store.state;
    const { page } = geometryOf(this.store.state);
    const steps = { up: -1, down: 1, pageUp: -page, pageDown: page, first: -Infinity, last: Infinity };
    return Math.min(Math.max(0, active + steps[movement]), this.#total - 1);
  }

  #selectOnly(index: number): void {
    this.#anchor = { index, base: nothingSelected };
    this.#selectRow(index, selectOnly);
  }

  #extendTo(target: number, isAdding = false): void {
    const { active, selection } = this.store.state;
    this.#anchor ??= { index: active, base: selection.isTentative ? nothingSelected : selection };
    const { index, base } = this.#anchor;
    const isDownwards = target >= index;
    const range = isDownwards ? { from: index, to: target + 1 } : { from: target, to: index + 1 };
    this.#selectRange(range, isDownwards, isAdding ? selection : base);
  }

  /** Selects a range besides `base`, from the end that it began at, up to the limit. */
  #selectRange(range: Range, isFromTop: boolean, base: Selection): void {
    const count = range.to - range.from;
    const limited: Range = isFromTop
      ? { from: range.from, to: Math.min(range.to, range.from + selectionLimit) }
      : { from: Math.max(range.from, range.to - selectionLimit), to: range.to };
    const isCut = limited.to - limited.from < count;
    // Templates stand in a range and are not selected with it.
    this.#selectFrom(limited, (ids) => selectAlso(base, ids, isCut ? count : ids.length));
  }

  #selectRow(index: number, make: (id: number) => Selection): void {
    this.#selectFrom({ from: index, to: index + 1 }, ([id]) =>
      id === undefined ? this.store.state.selection : make(id),
    );
  }

  /** Selects the result of `make` for the ids of a range, unless the selection has changed before they arrive. */
  #selectFrom(range: Range, make: (ids: readonly number[]) => Selection): void {
    const turn = ++this.#turn;
    this.#awaitedTurn = turn;
    this.#pendingAction = undefined;
    this.#withIds(range, (ids) => {
      if (turn !== this.#turn) return;
      const pendingAction = this.#pendingAction;
      this.#select(make(ids));
      pendingAction?.();
    });
  }

  #select(selection: Selection): void {
    this.#turn++;
    this.#pendingAction = undefined;
    this.store.update({ selection });
  }

  /** Continues at once when the rows are here, else when the host has sent their ids. */
  #withIds(range: Range, onIds: (ids: readonly number[]) => void): void {
    const { results } = this.store.state;
    if (!results) return;
    const loadedIds = results.rows.ids(range);
    if (loadedIds) {
      onIds(loadedIds);
      return;
    }
    this.ask('ids', { queryId: results.queryId, ...range }).then(
      (ids) => onIds(ids ?? []),
      (error: unknown) => {
        this.#awaitedTurn = undefined;
        this.actions.fail('action', error, () => this.#withIds(range, onIds));
      },
    );
  }
}
