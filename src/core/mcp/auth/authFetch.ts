import type { Clock } from '../../base/clock';
import type { Fetch } from '../base/effects';
import { signInInsecure } from '../errors/failures';

/**
 * `fetch` for requests about signing in. They contain secrets and go to addresses that a server names, so they are never sent unencrypted,
 * except to this machine and to the server itself. None of the server's configured headers are sent with them.
 */
export function authFetch(fetch: Fetch, serverUrl: string, signal: AbortSignal): Fetch {
  const { origin } = new URL(serverUrl);
  return (url, init) => {
    const address = new URL(String(url));
    if (!isSafe(address) && address.origin !== origin) throw signInInsecure(address.host);
    return fetch(url, { ...init, signal });
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

/** True for an address that may receive secrets: encrypted, or on this machine. */
export function isSafe({ protocol, host }: { readonly protocol: string; readonly host: string }): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(localhost|[^:]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}
