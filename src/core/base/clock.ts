import type { Disposable } from './disposable';
import { CancelledError } from './errors';

/** Time as a parameter, so that every delay can be tested without waiting. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment, for durations: setting the time of day does not change it. */
  elapsed(): number;
  /** Runs `action` once after `ms` milliseconds, unless disposed before. Never keeps the process alive. */
  after(ms: number, action: () => void): Disposable;
}

/** True once `ms` milliseconds have passed since a time; also where the clock was set back since, so that nobody knows. */
export function hasPassed(clock: Clock, since: number, ms: number): boolean {
  const age = clock.now() - since;
  return age < 0 || age >= ms;
}

/** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
export function delay(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      timer.dispose();
      reject(signal?.reason instanceof Error ? signal.reason : new CancelledError());
    };
    const timer = clock.after(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Runs `work` with a signal that aborts after `ms` milliseconds, with `signal`, and when the work is over. */
export async function withDeadline<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  work: (end: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const timer = clock.after(ms, () => own.abort());
  try {
    return await work(signal ? AbortSignal.any([signal, own.signal]) : own.signal);
  } finally {
    timer.dispose();
    // Frees what still waits for the signal, such as a response that is still arriving.
    own.abort();
  }
}

/** Rejects when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(new Error('Stopped'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** The result of `work` within `ms` milliseconds; `undefined` if it takes longer. Rejects if it fails before. */
export function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => resolve(undefined));
    work.then(resolve, reject).finally(() => timer.dispose());
  });
}

/** The result of `work`; rejects with a `CancelledError` once `end` is aborted. */
export function unlessAborted<T>(work: Promise<T>, end: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new CancelledError());
    if (end.aborted) stop();
    end.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => end.removeEventListener('abort', stop));
  });
}
