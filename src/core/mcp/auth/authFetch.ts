import type { Clock } from '../../base/clock';
import type { Fetch } from '../base/effects';
import type { Gate } from './endpointGate';

/**
 * `fetch` for requests about signing in. They contain secrets and go to addresses that a server names, so each passes `gate`. None of the
 * server's configured headers are sent with them.
 */
export function authFetch(fetch: Fetch, signal: AbortSignal, gate: Gate): Fetch {
  return async (url, init) => {
    await gate(new URL(String(url)));
    // The SDK follows redirects within one origin by itself, one call for each.
    return fetch(url, { redirect: 'manual', ...init, signal });
  };
}

/** Runs `work` with a signal that aborts after `ms` milliseconds: an authorization server may never answer. */
export async function within<T>(clock: Clock, ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const end = new AbortController();
  const timer = clock.after(ms, () => end.abort());
  try {
    return await work(end.signal);
  } finally {
    timer.dispose();
    // Ends a response that is still arriving.
    end.abort();
  }
}
