import type { Clock } from '../../base/clock';
import { isUnencrypted } from '../../servers/unencrypted';
import type { Fetch } from '../base/effects';
import { signInInsecure } from '../errors/failures';

/**
 * `fetch` for requests about signing in. They contain secrets and go to addresses that a server names, so they are never sent unencrypted,
 * except to this machine. None of the server's configured headers are sent with them.
 */
export function authFetch(fetch: Fetch, signal: AbortSignal): Fetch {
  return (url, init) => {
    const address = new URL(String(url));
    if (!isSafe(address)) throw signInInsecure(address.host);
    return fetch(url, { ...init, signal });
  };
}

/** True for a web address that may receive secrets: encrypted, or on this machine. */
export function isSafe({ href, protocol }: { readonly href: string; readonly protocol: string }): boolean {
  return protocol === 'https:' || (protocol === 'http:' && !isUnencrypted(href));
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
