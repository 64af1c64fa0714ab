import type { Clock } from '../../base/clock';
import type { Fetch } from '../base/effects';
import { signInInsecure } from '../errors/failures';

/**
 * `fetch` for requests about signing in. They carry secrets and go where a server says, so they go nowhere without encryption,
 * except to this machine and to the server itself. None of the server's configured headers go with them.
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
    // Nobody reads what may still be coming.
    end.abort();
  }
}

/** True for what may be sent secrets to: encrypted, or on this machine. */
export function isSafe({ protocol, host }: { readonly protocol: string; readonly host: string }): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(localhost|[^:]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}
