import type * as vscode from 'vscode';
import { unexpected } from './unexpected';

export class Disposable implements vscode.Disposable {
  #callOnDispose: (() => unknown) | undefined;

  constructor(callOnDispose: () => unknown) {
    this.#callOnDispose = callOnDispose;
  }

  static from(...disposables: { dispose: () => unknown }[]): Disposable {
    return new Disposable(() => disposables.forEach((one) => one.dispose()));
  }

  dispose(): unknown {
    const call = this.#callOnDispose;
    this.#callOnDispose = undefined;
    return call?.();
  }
}

/** Calls listeners in the order in which they were added. Listeners added or removed meanwhile only affect the next event, as in VS Code. */
export class EventEmitter<T> implements vscode.EventEmitter<T> {
  #listeners: ((value: T) => unknown)[] = [];
  #isDisposed = false;

  readonly event: vscode.Event<T> = (listener, thisArgs, disposables) => {
    if (this.#isDisposed) return new Disposable(() => undefined);
    const call = (value: T): unknown => listener.call(thisArgs, value) as unknown;
    this.#listeners.push(call);
    const registered = new Disposable(() => (this.#listeners = this.#listeners.filter((one) => one !== call)));
    disposables?.push(registered);
    return registered;
  };

  /** Number of listeners; to check that none are left. */
  get listenerCount(): number {
    return this.#listeners.length;
  }

  /** A listener that throws affects neither the others nor the caller: VS Code logs the error, and here the test fails. */
  fire(value: T): void {
    for (const listener of [...this.#listeners])
      try {
        listener(value);
      } catch (error) {
        unexpected(`A listener of an event of VS Code threw: ${String(error)}`);
      }
  }

  /** For the fake itself: a new test begins. */
  removeAll(): void {
    this.#listeners = [];
  }

  dispose(): void {
    this.#listeners = [];
    this.#isDisposed = true;
  }
}

class Token implements vscode.CancellationToken {
  readonly #emitter = new EventEmitter<unknown>();
  isCancellationRequested = false;

  /** A late listener is called a moment later, as in VS Code. */
  readonly onCancellationRequested: vscode.Event<unknown> = (listener, thisArgs, disposables) => {
    if (!this.isCancellationRequested) return this.#emitter.event(listener, thisArgs, disposables);
    let isWanted = true;
    queueMicrotask(() => isWanted && void listener.call(thisArgs, undefined));
    return new Disposable(() => (isWanted = false));
  };

  cancel(): void {
    if (this.isCancellationRequested) return;
    this.isCancellationRequested = true;
    this.#emitter.fire(undefined);
    this.dispose();
  }

  dispose(): void {
    this.#emitter.dispose();
  }
}

export class CancellationTokenSource implements vscode.CancellationTokenSource {
  readonly #token = new Token();
  readonly token: vscode.CancellationToken = this.#token;

  cancel(): void {
    this.#token.cancel();
  }

  dispose(): void {
    this.#token.dispose();
  }
}

export class CancellationError extends Error implements vscode.CancellationError {
  constructor() {
    super('Canceled');
    this.name = 'Canceled';
  }
}
