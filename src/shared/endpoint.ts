/** The shape of a map of requests: parameters and answer by method name. */
type RequestMap<T> = { [M in keyof T]: { params: unknown; answer: unknown } };

/** Answers the requests of `Requests`; the signal is aborted when the asker has cancelled. */
export type Handlers<Requests extends RequestMap<Requests>> = {
  [M in keyof Requests]: (
    params: Requests[M]['params'],
    signal: AbortSignalLike,
  ) => Promise<Requests[M]['answer']> | Requests[M]['answer'];
};

/** The part of an `AbortSignal` that both sides have. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

type Message =
  | { kind: 'request'; id: number; method: string; params: unknown }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'error'; id: number; message: string }
  | { kind: 'cancel'; id: number }
  | { kind: 'event'; name: string; value: unknown };

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

/** An error that the other side answered with; its message can be shown to users. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
}

/** Asks the other side. One instance per channel; feed it every message that arrives. */
export class Asker<Requests extends RequestMap<Requests>, Events> {
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #lastId = 0;

  constructor(
    private readonly post: (message: unknown) => void,
    private readonly onEvent: <N extends keyof Events>(name: N, value: Events[N]) => void,
  ) {}

  /** Rejects with {@link RemoteError} when the other side failed, and with `Error('Cancelled')` when `signal` was aborted. */
  ask<M extends keyof Requests & string>(
    method: M,
    params: Requests[M]['params'],
    signal?: AbortSignalLike,
  ): Promise<Requests[M]['answer']> {
    if (signal?.aborted) return Promise.reject(new Error('Cancelled'));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        this.#waiting.delete(id);
        this.post({ kind: 'cancel', id } satisfies Message);
        reject(new Error('Cancelled'));
      };
      const settle = <T>(settlePromise: (value: T) => void) => {
        return (value: T): void => {
          signal?.removeEventListener('abort', cancel);
          settlePromise(value);
        };
      };
      this.#waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      signal?.addEventListener('abort', cancel, { once: true });
      this.post({ kind: 'request', id, method, params } satisfies Message);
    });
  }

  /** Ignores foreign messages: other scripts may post to the same window. */
  receive(value: unknown): void {
    if (!isMessage(value)) return;
    if (value.kind === 'event') {
      this.onEvent(value.name as keyof Events, value.value as Events[keyof Events]);
      return;
    }
    if (value.kind !== 'answer' && value.kind !== 'error') return;
    const waiting = this.#waiting.get(value.id);
    this.#waiting.delete(value.id);
    if (value.kind === 'answer') waiting?.resolve(value.answer);
    else waiting?.reject(new RemoteError(value.message));
  }
}

/** Answers the other side and sends it events. A handler's failure always becomes an error answer. */
export class Answerer<Requests extends RequestMap<Requests>, Events> {
  readonly #running = new Map<number, () => void>();

  constructor(
    private readonly post: (message: unknown) => void,
    private readonly handlers: Handlers<Requests>,
    private readonly options: {
      /** Makes the abort signal that a handler gets; the host passes `() => new AbortController()`. */
      readonly newAbort: () => { readonly signal: AbortSignalLike; abort(): void };
      /** Returns the sentence for the user; logs everything else. */
      readonly describeError: (error: unknown) => string;
    },
  ) {}

  send<N extends keyof Events & string>(name: N, value: Events[N]): void {
    this.post({ kind: 'event', name, value } satisfies Message);
  }

  async receive(value: unknown): Promise<void> {
    if (!isMessage(value)) return;
    if (value.kind === 'cancel') this.#running.get(value.id)?.();
    if (value.kind !== 'request') return;
    const { id, method } = value;
    const abort = this.options.newAbort();
    const cancel = (): void => abort.abort();
    this.#running.set(id, cancel);
    // A reloaded asker starts its ids again: it must not get the answers of its predecessor.
    const isAsked = (): boolean => this.#running.get(id) === cancel;
    try {
      if (!Object.hasOwn(this.handlers, method)) throw new Error(`No such request: ${method}`);
      const answer = await this.handlers[method as keyof Requests](value.params, abort.signal);
      if (isAsked()) this.post({ kind: 'answer', id, answer } satisfies Message);
    } catch (error) {
      const message = this.options.describeError(error);
      if (isAsked()) this.post({ kind: 'error', id, message } satisfies Message);
    } finally {
      if (isAsked()) this.#running.delete(id);
    }
  }
}
