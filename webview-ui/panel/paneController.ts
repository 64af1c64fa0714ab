import type { ResultRow } from '../../src/shared/protocol';
import type { After } from '../base/ask';
import type { PageView } from './pageView';
import type { Pane, PaneParts } from '../base/pane';
import type { PanelState } from './state';
import type { Store } from './store';

/** Milliseconds that a row stays the active one before the preview beside the list shows it: holding an arrow key reads nothing. */
const followAfter = 150;

export type PaneRow = Pick<ResultRow, 'kind' | 'id' | 'title'>;

export interface PanePorts {
  readonly after: After;
  readonly page: PageView;
  /** What panes get, without the way back, which is ours. */
  readonly parts: Omit<PaneParts, 'close'>;
  readonly makePane: (parts: PaneParts, row: PaneRow) => Pane;
  /** Draws at once, so that the focus finds what it goes to. */
  readonly draw: () => void;
}

/** Opens what a row holds beside or over the list, and finds the way back. */
export class PaneController {
  readonly #parts: PaneParts;
  /** The id of the row that was the active one when last looked at. */
  #active: number | undefined;
  #stopFollowing: () => void = () => undefined;

  constructor(
    private readonly store: Store<PanelState>,
    private readonly ports: PanePorts,
  ) {
    this.#parts = { ...ports.parts, close: () => this.close() };
  }

  /** Opens a row's pane; one that is open already gets the focus. A form, and what covers the list, gets it in any case. */
  open(row: PaneRow): void {
    const isOpen = this.store.state.pane?.id === row.id;
    this.#stopFollowing();
    this.#active = this.#activeRow?.id;
    if (!isOpen) this.#show(row);
    if (isOpen || row.kind === 'template' || !this.ports.page.isWide) this.focus();
  }

  focus(): void {
    const { pane } = this.store.state;
    const { page } = this.ports;
    if (!pane || !page.content) return;
    pane.pane.focus(page.content);
    // What is still being read has nothing that could take it.
    if (!page.isPaneFocused) page.focusBack();
  }

  /** Whether there was one. The list gets the focus. */
  close(): boolean {
    const { pane } = this.store.state;
    this.#stopFollowing();
    if (!pane) return false;
    this.store.update({ pane: undefined });
    pane.pane.dispose();
    this.ports.draw();
    this.ports.page.focusResults();
    return true;
  }

  /** Gives the focus to a pane that covers the list: what is behind it cannot have it. Whether there is one. */
  focusCovering(): boolean {
    const { isWide, isPaneFocused } = this.ports.page;
    if (!this.store.state.pane || isWide) return false;
    if (!isPaneFocused) this.focus();
    return true;
  }

  /** Has the preview beside the list show the row that the person went to. Call it whenever the state has changed. */
  follow(): void {
    const { pane } = this.store.state;
    const row = this.#activeRow;
    if (pane?.kind !== 'resource' || !row || row.id === this.#active || !this.ports.page.isListFocused) return;
    this.#active = row.id;
    this.#stopFollowing();
    if (row.kind !== 'resource' || !this.ports.page.isWide) return;
    this.#stopFollowing = this.ports.after(followAfter, () => {
      if (row.id !== this.store.state.pane?.id) this.#show(row);
    });
  }

  get #activeRow(): ResultRow | undefined {
    const { results, active } = this.store.state;
    return results?.rows.at(active);
  }

  #show(row: PaneRow): void {
    const old = this.store.state.pane;
    const hadFocus = this.ports.page.isPaneFocused;
    this.store.update({ pane: { kind: row.kind, id: row.id, pane: this.ports.makePane(this.#parts, row) } });
    old?.pane.dispose();
    this.ports.draw();
    if (hadFocus) this.focus();
  }
}
