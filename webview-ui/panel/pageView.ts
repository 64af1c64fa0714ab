import { render } from 'lit/html.js';
import { describeTextField, focusTextField, selectionIn } from '../controls/textField';
import { HeldNotices } from './heldNotices';
import { keepOneTabStop, moveAmong } from '../base/roving';
import type { BoxText } from './arrival';
import { geometryOf, type PanelState } from './state';
import type { ViewContext } from './view/context';
import { panelView } from './view/panelView';
import { problemsId } from './view/queryProblems';

/** Pixels from which on a pane stands beside the list; the same number stands in the style sheet. */
const wideWidth = 600;
/** Rows below the visible ones that are fetched in advance. */
const ahead = 5;

/** The page: draws into it, scrolls it, moves the focus in it and reads its size. */
export class PageView {
  /** The last scroll position that we requested, and the position that the browser set. */
  #placed = { asked: 0, scrollTop: 0 };

  readonly #notices = new HeldNotices();
  /** The list, or the focused element of the pane, while nothing else in the page has had the focus since. */
  #lastFocused: Element | undefined;
  /** The focus goes into the filters to click as soon as they are counted. */
  #isEnteringFilters = false;

  constructor(private readonly root: HTMLElement) {
    root.addEventListener('focusin', ({ target }) => {
      this.#lastFocused = target instanceof Element && target.closest('.results, .pane') ? target : undefined;
    });
  }

  draw(context: Omit<ViewContext, 'notices'>): void {
    const { state } = context;
    const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
    const place = focused?.closest('.facets, .notices')?.className;
    const notices = this.#notices.update(state.results?.reply.notices ?? [], this.#isAtNotice);
    render(panelView({ ...context, notices }), this.root);
    describeTextField(this.root, this.root.querySelector(`#${problemsId}`));
    keepOneTabStop(this.#filters);
    if (this.#isEnteringFilters) this.#enterFilters();
    const list = this.#list;
    if (list && list.scrollTop !== state.scrollTop) {
      list.scrollTop = state.scrollTop;
      this.#placed = { asked: state.scrollTop, scrollTop: list.scrollTop };
    }
    const { from, to } = geometryOf(state).visibleRows(state.scrollTop);
    state.results?.rows.want({ from, to: to + ahead });
    if (focused && !this.root.contains(document.activeElement)) this.#focusInstead(place);
  }

  /** True where a scroll event only reports our own scrolling: it comes a frame late, when a key may have requested the next position. */
  isEcho(scrollTop: number, state: PanelState): boolean {
    return scrollTop === this.#placed.scrollTop && state.scrollTop !== this.#placed.asked;
  }

  /** Height of the visible part of the list, in pixels. */
  get viewport(): number {
    return this.root.querySelector('.results')?.clientHeight ?? 0;
  }

  /** A pane stands beside the list and does not cover it. */
  get isWide(): boolean {
    return this.root.clientWidth >= wideWidth;
  }

  /** In a low panel the filters to click take the place of the list. */
  get hasList(): boolean {
    return this.#list?.checkVisibility() ?? false;
  }

  get isListFocused(): boolean {
    return document.activeElement !== null && document.activeElement === this.#list;
  }

  /** The element into which the open pane draws its content. */
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

  /** The search box with the text that is searched for, which is drawn a moment later. */
  boxText(text: string): BoxText {
    const { start, end } = selectionIn(this.root);
    return { text, start, end };
  }

  focusBox(isSelecting = false): void {
    focusTextField(this.root, isSelecting);
  }

  /** When the panel regains the focus, moves it to the list or the pane if it was there, as after a context menu; else to the box. */
  focusAgain(): void {
    if (document.activeElement !== document.body) return;
    const last = this.#lastFocused;
    if (last instanceof HTMLElement && last.checkVisibility({ visibilityProperty: true }))
      last.focus({ preventScroll: true });
    else this.focusBox();
  }

  /** Moves the focus when the filters have replaced the list: the browser leaves the hidden list focused for a moment. */
  leaveHiddenList(): void {
    const hadFocus = document.activeElement === document.body && this.#lastFocused === this.#list;
    if (!this.hasList && (this.isListFocused || hadFocus)) this.#focusFilters();
  }

  focusList(): void {
    this.#list?.focus({ preventScroll: true });
  }

  focusFilterButton(): void {
    this.#filterButton?.focus();
  }

  /** Moves the focus from the button of the filters to the first of them, once they are there. */
  enterFilters(): void {
    this.#isEnteringFilters = true;
  }

  /** Moves among the filters to click. Returns true when the key does that. */
  moveInFilters(key: string): boolean {
    return moveAmong(this.#filters, key);
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

  #enterFilters(): void {
    const isWaiting = document.activeElement === this.#filterButton;
    if (isWaiting) this.#filters[0]?.focus();
    this.#isEnteringFilters = isWaiting && this.#filters.length === 0;
    keepOneTabStop(this.#filters);
  }

  /** Moves the focus when the focused element is gone; `place`: the classes of the part that it was in. */
  #focusInstead(place: string | undefined): void {
    if (this.content && !this.isWide) this.focusBack();
    else if (place === 'facets') this.#focusFilters();
    // In the list an Enter aimed at the notice would attach a resource.
    else if (place === 'notices') this.focusBox();
    else this.focusResults();
  }

  #focusFilters(): void {
    const stop = this.#filters.find(({ tabIndex }) => tabIndex === 0);
    if (stop) stop.focus();
    else this.focusFilterButton();
  }

  /** The keyboard focus, and not the last mouse click, is on the button of a notice. */
  get #isAtNotice(): boolean {
    return document.hasFocus() && this.root.querySelector('.notices :focus-visible') !== null;
  }

  /** The values of all facets, with the buttons that show more of them. */
  get #filters(): readonly HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>('.facets :is(input, .more)')];
  }

  get #filterButton(): HTMLElement | null {
    return this.root.querySelector<HTMLElement>('.filter-button');
  }

  get #list(): HTMLElement | null {
    return this.root.querySelector<HTMLElement>('#results');
  }
}
