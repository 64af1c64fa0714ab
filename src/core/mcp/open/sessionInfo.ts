import type { SessionInfo } from '../../session/session';
import type { Link } from '../wire/link';

/** The negotiated facts of a connected link. */
export function describe({ client, transport, isSignedIn }: Link): SessionInfo {
  const { resources, completions } = client.getServerCapabilities() ?? {};
  const server = client.getServerVersion();
  return {
    revision: client.getNegotiatedProtocolVersion() ?? '',
    transport,
    serverName: server?.name === '' ? undefined : server?.name,
    serverVersion: server?.version === '' ? undefined : server?.version,
    hasResources: resources !== undefined,
    canSubscribe: resources?.subscribe === true,
    canListChange: resources?.listChanged === true,
    canComplete: completions !== undefined,
    ...(isSignedIn && { isSignedIn }),
  };
}
