import { render } from 'lit/html.js';
import { focusTextField } from './controls/textField';
import { geometryOf, type PanelState } from './state';
import type { ViewContext } from './view/context';
import { panelView } from './view/panelView';

/** The page as it is: draws into it, scrolls it, moves the focus in it and reads its size. */
export class PageView {
  /** The last scroll position that was asked for by us, and what became of it. */
  #placed = { asked: 0, scrollTop: 0 };

  constructor(private readonly root: HTMLElement) {}

  draw(context: ViewContext): void {
    const { state } = context;
    const hadFocus = this.root.contains(document.activeElement);
    render(panelView(context), this.root);
    const list = this.#list;
    if (list && list.scrollTop !== state.scrollTop) {
      list.scrollTop = state.scrollTop;
      this.#placed = { asked: state.scrollTop, scrollTop: list.scrollTop };
    }
    state.results?.rows.want(geometryOf(state).visible(state.scrollTop));
    if (hadFocus && !this.root.contains(document.activeElement)) this.#focusNearest();
  }

  /** Whether a scroll event only tells what we did: it comes a frame late, when a key may have asked for the next position. */
  isEcho(scrollTop: number, state: PanelState): boolean {
    return scrollTop === this.#placed.scrollTop && state.scrollTop !== this.#placed.asked;
  }

  /** Pixels of the list that are seen. */
  get viewport(): number {
    return this.root.querySelector('.results')?.clientHeight ?? 0;
  }

  get hasList(): boolean {
    return this.#list !== null;
  }

  get isListFocused(): boolean {
    return document.activeElement !== null && document.activeElement === this.#list;
  }

  focusBox(isSelecting = false): void {
    focusTextField(this.root, isSelecting);
  }

  focusList(): void {
    this.#list?.focus({ preventScroll: true });
  }

  get #list(): HTMLElement | null {
    return this.root.querySelector<HTMLElement>('#results');
  }

  /** The element with the focus is gone: the next best gets it. */
  #focusNearest(): void {
    if (this.hasList) this.focusList();
    else this.focusBox();
  }
}
