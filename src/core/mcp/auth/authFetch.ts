import * as oauth from 'oauth4webapi';
import type { Fetch } from '../base/effects';
import { isUnencrypted } from '../../configuration/unencrypted';
import { signInUnreachable } from '../errors/signInFailures';
import type { Gate } from './endpointGate';
import { repaired } from './repairs';

/** Maximum number of redirects, as in `fetch`. */
const maxRedirects = 20;

/** `fetch` of the library. Rejects with a `HumanError` where the address is refused or cannot be reached. */
export type AuthFetch = (url: string, init: object) => Promise<Response>;

/**
 * `fetch` for requests about signing in. They contain secrets and go to addresses that a server names, so each passes `gate`, and redirects
 * are followed within an origin only. None of the server's configured headers are sent with them.
 */
export function authFetch(fetch: Fetch, signal: AbortSignal, gate: Gate): AuthFetch {
  return async (url, init) => {
    let address = url;
    for (let redirects = 0; ; redirects += 1) {
      await gate(new URL(address));
      const response = (await fetch(address, { ...init, redirect: 'manual', signal }).catch((cause: unknown) => {
        throw signInUnreachable(new URL(address).host, cause);
      })) as unknown as Response;
      const next = redirects < maxRedirects ? redirectWithin(address, response, init) : undefined;
      if (next === undefined) return repaired(response);
      await response.body?.cancel();
      address = next;
    }
  };
}

/** Options of the library for a request to `endpoint`: unencrypted on this machine only. */
export function requestOptions(endpoint: unknown, fetch: AuthFetch) {
  // oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out: on this machine, servers have no certificate
  return { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: !isUnencrypted(String(endpoint)) };
}

/** Target of a redirect that stays in the origin and keeps the method. */
function redirectWithin(address: string, { status, headers }: Response, init: { method?: string }): string | undefined {
  const location = headers.get('location') ?? '';
  const keepsMethod = status === 307 || status === 308 || (init.method === 'GET' && status >= 301 && status <= 303);
  if (!keepsMethod || !URL.canParse(location, address)) return undefined;
  const target = new URL(location, address);
  return target.origin === new URL(address).origin && target.username === '' ? target.href : undefined;
}
