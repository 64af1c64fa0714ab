import type { PanelState } from './state';

/** Holds the state of the page and draws it at most once a frame, however often it changes. */
export class Store {
  #isScheduled = false;

  constructor(
    private current: PanelState,
    private readonly draw: () => void,
  ) {}

  get state(): PanelState {
    return this.current;
  }

  update(change: Partial<PanelState>): void {
    this.current = { ...this.current, ...change };
    this.invalidate();
  }

  /** Draws with the next frame: an object in the state has changed. */
  invalidate(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.draw();
    });
  }
}
