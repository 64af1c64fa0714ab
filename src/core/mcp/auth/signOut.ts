import * as oauth from 'oauth4webapi';
import { withDeadline } from '../../base/clock';
import type { SignOut } from '../../session/signIn';
import type { Fetch } from '../base/effects';
import type { SavedSignIn } from '../base/savedSignIn';
import { signInLaunch } from './launchUrl';
import { authFetch, requestOptions } from './authFetch';
import { parties } from './clients';
import { Credentials } from './credentials';
import { asksAboutLocal, endpointGate } from './endpointGate';

/** Time that the authorization server has to revoke the tokens, in ms. */
const revokeTimeout = 10_000;

/** Creates the sign-out for a given runtime. */
export function createSignOut(fetch: Fetch): SignOut {
  return async (launch, store, clock, network) => {
    const { url } = signInLaunch(launch);
    const credentials = new Credentials(store, url);
    const signIn = await credentials.signIn();
    await credentials.deleteAll();
    const endpoint = signIn?.authority.server.revocation_endpoint;
    if (!signIn || endpoint === undefined) return;
    const gate = endpointGate(url, async (address) => isTokenHost(address, signIn) || asksAboutLocal(address, network));
    const { authority, client, tokens } = signIn;
    const all = parties(authority.server, client.information);
    const token = tokens.refresh_token ?? tokens.access_token;
    try {
      // The user may be asked, which takes its time.
      await gate(new URL(endpoint));
      await withDeadline(clock, revokeTimeout, undefined, (end) =>
        oauth.revocationRequest(...all, token, requestOptions(endpoint, authFetch(fetch, end, gate))),
      );
    } catch {
      // The sign-in is deleted in any case.
    }
  };
}

/** True for the host that issued the tokens: the user allowed it when they signed in. */
function isTokenHost({ hostname }: URL, { authority }: SavedSignIn): boolean {
  return new URL(authority.server.token_endpoint ?? '').hostname === hostname;
}
