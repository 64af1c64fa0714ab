import { render } from 'lit/html.js';
import { describeTextField, focusTextField, selectionIn, writeTextField } from '../controls/textField';
import type { FacetName } from '../../src/shared/protocol';
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
  /** False until the browser has laid out the page: a look at a size before that would make it do so, with the script still running. */
  #isLaidOut = false;
  /** Content and width of the line of filters when its chips were last fitted. */
  #lastFittedLine = '';

  constructor(private readonly root: HTMLElement) {
    root.addEventListener('focusin', ({ target }) => {
      this.#lastFocused = target instanceof Element && target.closest('.results, .pane') ? target : undefined;
    });
  }

  draw(context: Omit<ViewContext, 'notices'>): void {
    const { state } = context;
    const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
    const place = focused ? pagePartOf(focused) : undefined;
    const notices = this.#notices.update(state.results?.reply.notices ?? [], this.#isAtNotice);
    render(panelView({ ...context, notices }), this.root);
    describeTextField(this.root, this.root.querySelector(`#${problemsId}`));
    if (this.#isLaidOut) this.fit();
    const list = this.#list;
    if (list && list.scrollTop !== state.scrollTop) {
      list.scrollTop = state.scrollTop;
      this.#placed = { asked: state.scrollTop, scrollTop: list.scrollTop };
    }
    const { from, to } = geometryOf(state).visibleRows(state.scrollTop);
    state.results?.rows.want({ from, to: to + ahead });
    if (focused && !this.root.contains(document.activeElement)) this.#focusInstead(place);
  }

  /** True if a scroll event only reports our own scrolling: it comes a frame late, when a key may have requested the next position. */
  isEcho(scrollTop: number, state: PanelState): boolean {
    return scrollTop === this.#placed.scrollTop && state.scrollTop !== this.#placed.asked;
  }

  /** Height and width of the visible part of the list, in pixels; 0 until the page is laid out. */
  get size(): Pick<PanelState, 'viewport' | 'width'> {
    const results = this.#isLaidOut ? this.#results : null;
    return { viewport: results?.clientHeight ?? 0, width: results?.clientWidth ?? 0 };
  }

  /** A pane stands beside the list and does not cover it. */
  get isWide(): boolean {
    return this.root.clientWidth >= wideWidth;
  }

  get hasList(): boolean {
    return this.#list !== null;
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

  writeBox(text: string): void {
    writeTextField(this.root, text);
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

  focusList(): void {
    this.#list?.focus({ preventScroll: true });
  }

  /** Moves among the chips of the filters. Returns true when the key does that. */
  moveInFilters(key: string): boolean {
    return moveAmong(this.#filters, key);
  }

  /** The chip of a facet, or the box where there is none any longer. */
  focusFilter(facet: FacetName): void {
    const chip = this.root.querySelector<HTMLElement>(`.chip[data-facet=${facet}] .open`);
    if (chip) chip.focus();
    else this.focusBox();
  }

  /** The list, or the box where there is none. */
  focusResults(): void {
    if (this.hasList) this.focusList();
    else this.focusBox();
  }

  /** Arranges the filters for the page's width. Called once the browser has laid out the page, and again when its size changes. */
  fit(): void {
    this.#isLaidOut = true;
    this.#fitFilters();
    keepOneTabStop(this.#filters);
  }

  /** Leaves out chips that do not fit into the line, and those of chosen filters last; a menu at its end has them all. */
  #fitFilters(): void {
    const line = this.root.querySelector<HTMLElement>('.filter-line');
    if (!line) return;
    const audience = this.root.querySelector('.audience :checked:not([value=all])');
    const isAudienceHidden = audience?.checkVisibility() === false;
    const shown = `${line.clientWidth} ${line.textContent} ${isAudienceHidden}`;
    if (shown === this.#lastFittedLine) return;
    this.#lastFittedLine = shown;
    const chips = [...line.querySelectorAll<HTMLElement>('.chip')];
    for (const chip of chips) chip.inert = false;
    // A chip that does not fit is in a second line, which is not seen.
    const isTooMuch = (): boolean => {
      const shownChips = chips.filter((chip) => !chip.inert);
      return (shownChips.at(-1)?.offsetTop ?? 0) > (shownChips[0]?.offsetTop ?? 0);
    };
    line.classList.remove('cut', 'hides-chosen');
    line.classList.toggle('cut', isTooMuch());
    const leastFirst = [...chips.filter(isInUse), ...chips.filter((chip) => !isInUse(chip))].reverse();
    for (const chip of leastFirst.slice(0, -1)) if (isTooMuch()) chip.inert = true;
    const chosen = [...line.querySelectorAll('.chip.chosen')];
    line.classList.toggle('hides-chosen', isAudienceHidden || !chosen.every((chip) => chip.checkVisibility()));
  }

  /** Moves the focus when the focused element is gone; `place`: the part that it was in. */
  #focusInstead(place: ReturnType<typeof pagePartOf>): void {
    if (this.content && !this.isWide) this.focusBack();
    else if (place === 'filters' && this.#filters[0]) this.#filters[0].focus();
    // In the list an Enter aimed at the notice, or at the number of hidden ones, would attach a resource.
    else if (place === 'notices') this.focusBox();
    else this.focusResults();
  }

  /** The keyboard focus, and not the last mouse click, is on the button of a notice. */
  get #isAtNotice(): boolean {
    return document.hasFocus() && this.root.querySelector('.notices :focus-visible') !== null;
  }

  /** The buttons in the line of filters that are in sight. */
  get #filters(): readonly HTMLElement[] {
    const buttons = this.root.querySelectorAll<HTMLElement>('.filter-line button');
    return [...buttons].filter((button) => button.checkVisibility() && !button.closest('[inert]'));
  }

  get #results(): HTMLElement | null {
    return this.root.querySelector<HTMLElement>('.results');
  }

  get #list(): HTMLElement | null {
    return this.root.querySelector<HTMLElement>('#results');
  }
}

function pagePartOf(element: Element): 'filters' | 'notices' | undefined {
  if (element.closest('.notices, .hidden-count')) return 'notices';
  return element.closest('.filter-line, .menu') ? 'filters' : undefined;
}

/** The chip of a filter that is chosen, or whose choices are open. */
function isInUse(chip: HTMLElement): boolean {
  const menu = chip.querySelector<HTMLButtonElement>('.open')?.popoverTargetElement;
  return chip.classList.contains('chosen') || menu?.matches(':popover-open') === true;
}
