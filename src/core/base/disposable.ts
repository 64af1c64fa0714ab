/** Something that holds a resource until it is disposed. */
export interface Disposable {
  dispose(): void;
}

/** Tracks what has to be disposed, for the leak check of the tests. */
export interface DisposableTracker {
  /** Something begins to hold a resource: a store its first item, an emitter a listener. */
  onHold(holder: object): void;
  onRelease(holder: object): void;
  /** `owner` will dispose `item`. */
  onOwn(item: object, owner: object): void;
}

/** Set in tests only. */
let tracker: DisposableTracker | undefined;

/** Sets the tracker of everything that this room creates from now on; `undefined` ends it. */
export function followDisposables(next: DisposableTracker | undefined): void {
  tracker = next;
}

/** The tracker of the tests, if there is one. */
export function disposableTracker(): DisposableTracker | undefined {
  return tracker;
}

/** Wraps a function as a {@link Disposable} that runs it once. */
export function toDisposable(release: () => void): Disposable {
  let isDone = false;
  return {
    dispose: () => {
      if (isDone) return;
      isDone = true;
      release();
    },
  };
}

/** Owns disposables and releases them together, last added first. An item added after the end is released at once. */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  #isDisposed = false;

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  add<T extends Disposable>(item: T): T {
    if (this.#isDisposed) item.dispose();
    else this.#hold(item);
    return item;
  }

  delete(item: Disposable): void {
    if (this.#items.delete(item)) item.dispose();
  }

  #hold(item: Disposable): void {
    if (this.#items.size === 0) tracker?.onHold(this);
    tracker?.onOwn(item, this);
    this.#items.add(item);
  }

  dispose(): void {
    this.#isDisposed = true;
    tracker?.onRelease(this);
    const items = [...this.#items].reverse();
    this.#items.clear();
    for (const item of items) item.dispose();
  }
}
