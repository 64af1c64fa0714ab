import * as oauth from 'oauth4webapi';
import { withDeadline } from '../../base/clock';
import { isFields } from '../../base/values';
import type { Fetch } from '../base/effects';
import type { Renew, Renewal, SavedSignIn } from '../base/savedSignIn';
import { authFetch, requestOptions, type AuthFetch } from './authFetch';
import { parties } from './clients';
import { endpointGate } from './endpointGate';

/** Timeout of a renewal in ms; every request waits for it. */
const renewTimeout = 30_000;
/** A proxy wants a sign-in, the request took too long, there were too many: no word about the tokens. */
const passingStatuses: ReadonlySet<number> = new Set([407, 408, 429]);

/** Creates the renewal for a given runtime. */
export function createRenew(fetch: Fetch): Renew {
  return (url, signIn, clock) => {
    // Names were allowed when the user signed in: tokens are renewed where they were issued.
    const gate = endpointGate(url, () => Promise.resolve(true));
    return withDeadline(clock, renewTimeout, undefined, (end) => refresh(signIn, authFetch(fetch, end, gate)));
  };
}

async function refresh({ authority, client, tokens }: SavedSignIn, fetch: AuthFetch): Promise<Renewal> {
  const { server, resource } = authority;
  const all = parties(server, client.information);
  const [, me] = all;
  const options = { ...requestOptions(server.token_endpoint, fetch), additionalParameters: { resource } };
  const response = await oauth.refreshTokenGrantRequest(...all, tokens.refresh_token ?? '', options);
  const refusal = await refusalIn(response);
  if (refusal !== undefined) return { refusal };
  const { access_token, refresh_token, scope } = await oauth.processRefreshTokenResponse(server, me, response);
  // Fields that the response leaves out stay as they were.
  return { tokens: { ...tokens, access_token, ...(refresh_token && { refresh_token }), ...(scope && { scope }) } };
}

/** The code with which tokens are refused; `undefined` for new tokens, and for failures that pass. */
async function refusalIn(response: Response): Promise<string | undefined> {
  const { status, headers } = response;
  const isPage = /^text\/html\b/i.test(headers.get('content-type') ?? '');
  // Authorization servers answer with JSON; pages are from a proxy on the way.
  if (status < 400 || status > 499 || passingStatuses.has(status) || isPage) return undefined;
  const answer = await response
    .clone()
    .json()
    .catch(() => undefined);
  const error = isFields(answer) ? answer['error'] : undefined;
  if (error === 'temporarily_unavailable') return undefined;
  return typeof error === 'string' ? error : `HTTP ${status}`;
}
