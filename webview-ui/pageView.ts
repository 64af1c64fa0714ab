import { render } from 'lit/html.js';
import { describeTextField, focusTextField } from './controls/textField';
import { geometryOf, type PanelState } from './state';
import type { ViewContext } from './view/context';
import { panelView } from './view/panelView';
import { problemsId } from './view/queryProblems';

/** Pixels from which on a pane stands beside the list; the same number stands in the style sheet. */
const wide = 600;
/** Rows below what is seen that are fetched before they come into sight. */
const ahead = 5;

/** The page as it is: draws into it, scrolls it, moves the focus in it and reads its size. */
export class PageView {
  /** The last scroll position that was asked for by us, and what became of it. */
  #placed = { asked: 0, scrollTop: 0 };

  constructor(private readonly root: HTMLElement) {}

  draw(context: ViewContext): void {
    const { state } = context;
    const hadFocus = this.root.contains(document.activeElement);
    render(panelView(context), this.root);
    describeTextField(this.root, this.root.querySelector(`#${problemsId}`));
    const list = this.#list;
    if (list && list.scrollTop !== state.scrollTop) {
      list.scrollTop = state.scrollTop;
      this.#placed = { asked: state.scrollTop, scrollTop: list.scrollTop };
    }
    const { from, to } = geometryOf(state).visible(state.scrollTop);
    state.results?.rows.want({ from, to: to + ahead });
    if (hadFocus && !this.root.contains(document.activeElement)) this.focusResults();
  }

  /** Whether a scroll event only tells what we did: it comes a frame late, when a key may have asked for the next position. */
  isEcho(scrollTop: number, state: PanelState): boolean {
    return scrollTop === this.#placed.scrollTop && state.scrollTop !== this.#placed.asked;
  }

  /** Pixels of the list that are seen. */
  get viewport(): number {
    return this.root.querySelector('.results')?.clientHeight ?? 0;
  }

  /** A pane stands beside the list and does not cover it. */
  get isWide(): boolean {
    return this.root.clientWidth >= wide;
  }

  get hasList(): boolean {
    return this.#list !== null;
  }

  get isListFocused(): boolean {
    return document.activeElement !== null && document.activeElement === this.#list;
  }

  /** Where the open pane draws what it holds. */
  get content(): HTMLElement | null {
    return this.root.querySelector('#pane');
  }

  /** The keyboard is in the panel, and not elsewhere in the window. */
  get isFocused(): boolean {
    return document.hasFocus();
  }

  get isPaneFocused(): boolean {
    return this.root.querySelector('.pane')?.contains(document.activeElement) ?? false;
  }

  focusBack(): void {
    this.root.querySelector<HTMLElement>('.back')?.focus();
  }

  focusBox(isSelecting = false): void {
    focusTextField(this.root, isSelecting);
  }

  focusList(): void {
    this.#list?.focus({ preventScroll: true });
  }

  focusFilterButton(): void {
    this.root.querySelector<HTMLElement>('.filter-button')?.focus();
  }

  /** The chip at `index`, or the last one, or the box where there is none. */
  focusChip(index: number): void {
    const chips = this.root.querySelectorAll<HTMLElement>('.chip');
    const chip = chips[Math.min(index, chips.length - 1)];
    if (chip) chip.focus();
    else this.focusBox();
  }

  /** The list, or the box where there is none. */
  focusResults(): void {
    if (this.hasList) this.focusList();
    else this.focusBox();
  }

  get #list(): HTMLElement | null {
    return this.root.querySelector<HTMLElement>('#results');
  }
}
