import { disposableTracker, toDisposable, type Disposable } from './disposable';

/** Subscribes a listener; the result ends the subscription. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The sending side of an {@link Event}. A listener that throws does not stop the others; a disposed listener is not called again. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const handler = (value: T): void => listener(value);
    this.#listeners.add(handler);
    const listening = toDisposable(() => {
      this.#listeners.delete(handler);
      disposableTracker()?.onRelease(listening);
    });
    disposableTracker()?.onHold(listening);
    disposableTracker()?.onOwn(listening, this);
    return listening;
  };

  /** True while there are listeners: lets a sender skip work. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  fire(value: T): void {
    let firstError: { cause: unknown } | undefined;
    for (const listener of [...this.#listeners]) {
      if (!this.#listeners.has(listener)) continue;
      try {
        listener(value);
      } catch (cause) {
        firstError ??= { cause };
      }
    }
    if (firstError) throw firstError.cause;
  }

  dispose(): void {
    this.#listeners.clear();
    disposableTracker()?.onRelease(this);
  }
}

/** A value that may be another after the event. */
export interface Changing<T> {
  readonly value: () => T;
  readonly onDidChange: Event<void>;
}
