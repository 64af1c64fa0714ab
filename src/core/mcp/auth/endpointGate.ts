import { CancelledError } from '../../base/errors';
import { isLocalHost, isLocalLiteral, placeOfHost } from '../../network/place';
import { isUnencrypted } from '../../configuration/unencrypted';
import type { SignInNetwork } from '../../session/signIn';
import { signInInsecure, signInIntoNetwork, signInNotOnWeb } from '../errors/signInFailures';

/** Rejects if nothing may be sent to an address, the browser included. */
export type Gate = (address: URL) => Promise<void>;

/**
 * The gate for addresses that a server names for its sign-in: encrypted or on this machine, and in the user's network only where the server
 * itself is there, or the user allows it. Between this check and the connection, a name can come to lead elsewhere: it then fails at its
 * certificate.
 *
 * @param server URL of the server
 * @param isAllowed decides about names
 */
export function endpointGate(server: string, isAllowed: (address: URL) => Promise<boolean>): Gate {
  const { hostname } = new URL(server);
  const isServerLocal = isLocalHost(hostname);
  return async (address) => {
    const { href, protocol, host } = address;
    if (!/^https?:$/.test(protocol)) throw signInNotOnWeb(protocol);
    if (isUnencrypted(href)) throw signInInsecure(host);
    if (isServerLocal || address.hostname === hostname) return;
    if (isLocalLiteral(address.hostname)) throw signInIntoNetwork(host);
    if (!(await isAllowed(address))) throw new CancelledError();
  };
}

/** Resolves with false if a name may lead into the user's network and they do not allow it. */
export async function asksAboutLocal(
  { host, hostname }: URL,
  { lookUp, confirmLocalHost: confirmLocalHost }: SignInNetwork,
): Promise<boolean> {
  const place = await placeOfHost(hostname, lookUp);
  if (place.kind === 'public') return true;
  return confirmLocalHost({ host, address: place.kind === 'local' ? place.address : undefined });
}
