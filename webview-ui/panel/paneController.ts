import type { ResultRow } from '../../src/shared/protocol';
import type { PageView } from './pageView';
import type { PaneParts } from '../base/pane';
import { PreviewPane } from '../preview/previewPane';
import type { Store } from './store';
import { TemplatePane } from '../templates/templatePane';

/** Delay before the preview beside the list follows the active row, in ms: holding an arrow key reads nothing. */
const followAfter = 150;

/** `isFollowed`: its pane opens by itself. */
type PaneRow = Pick<ResultRow, 'kind' | 'id' | 'title'> & { readonly isFollowed?: true };

/** Opens a row's pane beside or over the list, and goes back to the list. */
export class PaneController {
  /** The id of the active row at the last check. */
  #active: number | undefined;
  #stopFollowing: () => void = () => undefined;

  constructor(
    private readonly store: Store,
    private readonly page: PageView,
    private readonly parts: PaneParts,
    /** The preview of the active row opens by itself where it stands beside the list. */
    private readonly isAlwaysBeside: boolean,
    /** Draws at once, so that the element to focus exists. */
    private readonly draw: () => void,
  ) {}

  /** Opens a row's pane; an open one gets the focus. A form, or a pane that covers the list, always gets it. */
  open(row: PaneRow): void {
    const isOpen = this.store.state.pane?.id === row.id;
    this.#stopFollowing();
    this.#active = this.#activeRow?.id;
    if (!isOpen) this.#show(row);
    if (isOpen || row.kind === 'template' || !this.page.isWide) this.focus();
  }

  focus(): void {
    const { pane } = this.store.state;
    const { page } = this;
    if (!pane || !page.content) return;
    pane.pane.focus(page.content);
    // A pane that is still loading has nothing to focus.
    if (!page.isPaneFocused) page.focusBack();
  }

  /** Lists may have changed. */
  refresh(): void {
    this.store.state.pane?.pane.refresh?.();
  }

  /** Closes the pane and focuses the list. Returns true when there was one. */
  close(): boolean {
    const { pane } = this.store.state;
    this.#stopFollowing();
    if (!pane) return false;
    this.store.update({ pane: undefined });
    pane.pane.dispose();
    this.draw();
    this.page.focusResults();
    return true;
  }

  /** Focuses a pane that covers the list, since nothing behind it can be focused. Returns true when there is one. */
  focusCovering(): boolean {
    const { page } = this;
    if (!this.store.state.pane || page.isWide) return false;
    if (!page.isPaneFocused) this.focus();
    return true;
  }

  /** Shows the row that the user went to in the preview beside the list. Call it whenever the state has changed. */
  follow(): void {
    const { pane } = this.store.state;
    const row = this.#activeRow;
    const isFollowed = pane ? pane.kind === 'resource' : this.isAlwaysBeside;
    if (!isFollowed || !row || row.id === this.#active || !this.page.isListFocused) return;
    this.#active = row.id;
    this.#stopFollowing();
    if (row.kind !== 'resource' || !this.page.isWide) return;
    this.#stopFollowing = this.parts.after(followAfter, () => {
      if (row.id !== this.store.state.pane?.id) this.#show({ ...row, isFollowed: true });
    });
  }

  get #activeRow(): ResultRow | undefined {
    const { results, active } = this.store.state;
    return results?.rows.at(active);
  }

  #show(row: PaneRow): void {
    const previous = this.store.state.pane;
    const hadFocus = this.page.isPaneFocused;
    const pane = row.kind === 'template' ? new TemplatePane(this.parts, row) : new PreviewPane(this.parts, row);
    this.store.update({ pane: { kind: row.kind, id: row.id, pane } });
    previous?.pane.dispose();
    this.draw();
    if (hadFocus) this.focus();
  }
}
