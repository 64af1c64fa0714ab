import { selectClientAuthMethod } from '@modelcontextprotocol/client';
import type { SignOut } from '../../session/signIn';
import type { Fetch } from '../base/effects';
import type { Fields } from '../../base/values';
import { addressOf } from './sessionAddress';
import { authFetch, within } from './authFetch';
import { Credentials, type KeptSignIn } from './credentials';

/** Time that the authorization server has to revoke the tokens, in ms. */
const revokeTimeout = 10_000;

/** Creates the sign-out for a given runtime. */
export function createSignOut(fetch: Fetch): SignOut {
  return async (launch, store, clock) => {
    const url = addressOf(launch);
    const credentials = new Credentials(store, url);
    const signIn = await credentials.signIn();
    await credentials.deleteAll();
    if (!signIn) return;
    await within(clock, revokeTimeout, (signal) => revoke(signIn, authFetch(fetch, signal))).catch(() => undefined);
  };
}

/** RFC 7009, where the authorization server supports it. */
async function revoke({ authority: { metadata }, client, tokens }: KeptSignIn, fetch: Fetch): Promise<void> {
  const endpoint = (metadata as Fields | undefined)?.['revocation_endpoint'];
  if (typeof endpoint !== 'string') return;
  const { client_id: id, client_secret: secret = '' } = client.information;
  const method = selectClientAuthMethod(client.information, metadata?.token_endpoint_auth_methods_supported ?? []);
  const form = new Map([
    ['token', tokens.refresh_token ?? tokens.access_token],
    ['client_id', id],
  ]);
  if (method === 'client_secret_post') form.set('client_secret', secret);
  await fetch(endpoint, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(method === 'client_secret_basic' && { authorization: `Basic ${btoa(`${id}:${secret}`)}` }),
    },
    body: [...form].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&'),
  });
}
