/** Something that holds a resource until it is told to let go. */
export interface Disposable {
  dispose(): void;
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

/** Owns disposables and releases them together, last added first. What is added after the end is released at once. */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  #isDisposed = false;

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  add<T extends Disposable>(item: T): T {
    if (this.#isDisposed) item.dispose();
    else this.#items.add(item);
    return item;
  }

  delete(item: Disposable): void {
    if (this.#items.delete(item)) item.dispose();
  }

  dispose(): void {
    this.#isDisposed = true;
    const items = [...this.#items].reverse();
    this.#items.clear();
    for (const item of items) item.dispose();
  }
}
