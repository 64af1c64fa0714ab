/** Holds the state of the page and draws it at most once a frame, however often it changes. */
export class Store<State extends object> {
  #state: State;
  #isScheduled = false;

  constructor(
    initial: State,
    private readonly draw: () => void,
    private readonly nextFrame: (action: () => void) => void,
  ) {
    this.#state = initial;
  }

  get state(): State {
    return this.#state;
  }

  update(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.invalidate();
  }

  /** Draws with the next frame: an object in the state has changed. */
  invalidate(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.nextFrame(() => {
      this.#isScheduled = false;
      this.draw();
    });
  }
}
