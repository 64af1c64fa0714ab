import { clientInfo } from '../base/clientInfo';
import { answers, factsIn } from '../base/handshake';
import { revisionsOf } from '../base/revisions';
import { WireError } from '../errors/wireErrors';
import { Subscriptions } from '../watch/subscriptions';
import type { Era } from './era';

const [newest = '', ...olderRevisions] = revisionsOf('legacy');

/** Up to 2025-11-25: a handshake, then a session. */
export const legacy: Era = {
  id: 'legacy',
  opening: 'initialize',
  conduct: () => ({ dress: (params) => params, answersRequests: true, cancelsByClosing: false }),
  open: async (peer, timeout, isNewer) => {
    // Capabilities for the whole session: these revisions cannot limit them to a request. By them, this request is never cancelled.
    const params = { protocolVersion: newest, capabilities: answers, clientInfo };
    const result = await peer.request(legacy.opening, params, { timeout, isSilent: true });
    const revision = result['protocolVersion'];
    if (typeof revision !== 'string' || (await isNewer?.()) === true) throw new WireError('notMcp');
    if (revision !== newest && !olderRevisions.includes(revision)) throw new WireError('unknownRevision', revision);
    peer.transport.useRevision?.(revision);
    await peer.notify('notifications/initialized');
    peer.transport.begin?.();
    return factsIn(result, revision);
  },
  hasSessions: true,
  isAskedByRequest: true,
  createWatcher: (parts) => new Subscriptions(parts),
};
