import { handled } from '../base/handled';
import { listKey, type ListKey } from './keys';
import type { ListController } from './listController';
import type { PageView } from './pageView';
import type { PaneController } from './paneController';
import type { QueryEditor } from './queryEditor';
import type { Store } from './store';

/** Handles the keys in the parts of the panel. */
export class KeyHandler {
  constructor(
    private readonly store: Store,
    private readonly list: ListController,
    private readonly panes: PaneController,
    private readonly page: PageView,
    private readonly query: QueryEditor,
  ) {}

  readonly #actions: Readonly<Record<Exclude<ListKey['kind'], 'move' | 'type'>, () => void>> = {
    toggle: () => this.list.toggle(),
    selectAll: () => this.list.selectAll(),
    attach: () => this.list.enter(),
    open: () => this.list.act('open'),
    openPane: () => this.list.openPane(),
    closePane: () => this.panes.close(),
    nextPane: () => this.panes.focus(),
    escape: () => this.#stepBack(),
  };

  inBox(event: KeyboardEvent): void {
    // Keys that choose a candidate of an input method belong to it.
    if (event.isComposing) return;
    // VS Code would select all once more, a moment later: also what was typed meanwhile, which the next letter then replaces.
    if (isSelectAll(event)) event.stopPropagation();
    if (event.key === 'ArrowDown') this.#enterList();
    else if (event.key === 'Enter') this.#useFirst(event);
    else if (event.key !== 'Escape' || !this.#stepBackFromBox()) return;
    handled(event);
  }

  inList(event: KeyboardEvent): void {
    const key = listKey(event);
    if (!key) return;
    // The typed character must still reach the box that gets the focus now.
    if (key.kind === 'type') {
      this.page.focusBox();
      return;
    }
    // Without a pane, VS Code moves the focus to its next part.
    if (key.kind === 'nextPane' && !this.store.state.pane) return;
    handled(event);
    if (key.kind === 'move') this.list.move(key.to, key.isExtending);
    else this.#actions[key.kind]();
  }

  /** Ignores keys that the pane's content has handled itself. */
  inPane(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const isBack = event.key === 'Escape' || (event.key === 'ArrowLeft' && event.altKey) || event.key === 'BrowserBack';
    if (isBack) this.panes.close();
    else if (event.key === 'F6' && event.shiftKey && this.page.isWide) this.page.focusResults();
    else return;
    handled(event);
  }

  /** Moves among the chips of the filters. */
  inFilters(event: KeyboardEvent): void {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (isPlain && this.page.moveInFilters(event.key)) handled(event);
  }

  /** A key that is held down acts once. */
  #useFirst({ repeat, ctrlKey, metaKey }: KeyboardEvent): void {
    if (!repeat) this.list.useFirst(ctrlKey || metaKey ? 'open' : 'attach');
  }

  #enterList(): void {
    if (!this.page.hasList) return;
    this.page.focusList();
    this.list.reveal();
  }

  /** One step per key: the preview, the selection, the query, then the list itself. */
  #stepBack(): void {
    if (this.panes.close() || this.#dropSelection()) return;
    if (!this.query.stepBack()) this.page.focusBox();
  }

  /** In the box the typed text is cleared first. */
  #stepBackFromBox(): boolean {
    if (this.store.state.query.text) return this.query.stepBack();
    return this.#dropSelection() || this.query.stepBack();
  }

  #dropSelection(): boolean {
    if (this.store.state.selection.ids.size === 0) return false;
    this.list.clearSelection();
    return true;
  }
}

const isSelectAll = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !altKey && !shiftKey;
