import { CancelledError } from './errors';

/** Work that several callers wait for. It is cancelled when the last caller stops waiting. */
export class SharedWork<T> {
  readonly #result: Promise<T>;
  readonly #abort = new AbortController();
  #waiting = 0;

  /** @param onEnd called once, when the work is over or was cancelled */
  constructor(work: (signal: AbortSignal) => Promise<T>, onEnd: () => void) {
    const { signal } = this.#abort;
    signal.addEventListener('abort', onEnd, { once: true });
    this.#result = work(signal).finally(() => {
      if (!signal.aborted) onEnd();
    });
    // With no caller waiting, a failure would be an unhandled rejection.
    this.#result.catch(() => undefined);
  }

  /** The result; rejects with `CancelledError` as soon as the signal is aborted. A caller without a signal waits until the end. */
  wait(signal: AbortSignal | undefined): Promise<T> {
    this.#waiting += 1;
    if (!signal) return this.#result;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(new CancelledError());
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#abort.abort(new CancelledError());
      };
      if (signal.aborted) {
        leave();
        return;
      }
      signal.addEventListener('abort', leave, { once: true });
      this.#result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }
}
