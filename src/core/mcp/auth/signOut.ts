import { selectClientAuthMethod } from '@modelcontextprotocol/client';
import type { SignOut } from '../../session/signIn';
import type { Fetch } from '../base/effects';
import type { Fields } from '../../base/values';
import { addressOf } from './sessionAddress';
import { authFetch, within } from './authFetch';
import { Credentials, type SavedSignIn } from './credentials';
import { asksAboutLocal, endpointGate, type Address } from './endpointGate';

/** Time that the authorization server has to revoke the tokens, in ms. */
const revokeTimeout = 10_000;

/** Creates the sign-out for a given runtime. */
export function createSignOut(fetch: Fetch): SignOut {
  return async (launch, store, clock, network) => {
    const url = addressOf(launch);
    const credentials = new Credentials(store, url);
    const signIn = await credentials.signIn();
    await credentials.deleteAll();
    const endpoint = (signIn?.authority.metadata as Fields | undefined)?.['revocation_endpoint'];
    if (!signIn || typeof endpoint !== 'string') return;
    const gate = endpointGate(url, async (address) => isTokenHost(address, signIn) || asksAboutLocal(address, network));
    try {
      // The user may be asked, which takes its time.
      await gate(new URL(endpoint));
      await within(clock, revokeTimeout, (signal) => revoke(endpoint, signIn, authFetch(fetch, signal, gate)));
    } catch {
      // The sign-in is deleted in any case.
    }
  };
}

/** True for the host that issued the tokens: the user allowed it when they signed in. */
function isTokenHost({ hostname }: Address, { authority }: SavedSignIn): boolean {
  const endpoint = authority.metadata?.token_endpoint ?? authority.authorizationServerUrl;
  return URL.canParse(endpoint) && new URL(endpoint).hostname === hostname;
}

/** RFC 7009, where the authorization server supports it. */
async function revoke(endpoint: string, { authority, client, tokens }: SavedSignIn, fetch: Fetch): Promise<void> {
  const { client_id: id, client_secret: secret = '' } = client.information;
  const supported = authority.metadata?.token_endpoint_auth_methods_supported ?? [];
  const method = selectClientAuthMethod(client.information, supported);
  const form = new Map([
    ['token', tokens.refresh_token ?? tokens.access_token],
    ['client_id', id],
  ]);
  if (method === 'client_secret_post') form.set('client_secret', secret);
  await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(method === 'client_secret_basic' && { authorization: `Basic ${btoa(`${id}:${secret}`)}` }),
    },
    body: [...form].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&'),
  });
}
