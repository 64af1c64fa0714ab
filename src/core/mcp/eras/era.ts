import type { EraId } from '../base/revisions';
import type { ServerFacts } from '../base/handshake';
import type { Conduct, Peer, PeerRequest } from '../wire/peer';
import type { Watcher, WatchingParts } from '../watch/watcher';

/** All that is particular to the revisions of one time. No other code depends on the era but what finds it out, and what remembers it. */
export interface Era {
  readonly id: EraId;
  /** The request that negotiates a revision. */
  readonly opening: string;
  /** Properties that all its messages share. */
  readonly conduct: (revision: string) => Conduct;
  /**
   * Negotiates a revision. Rejects as {@link Peer.request} does.
   *
   * @param timeout without one, it waits for as long as the connection lasts
   * @param isNewer true if the server has answered as one of a later era meanwhile: then it rejects
   */
  readonly open: (
    peer: Peer,
    timeout?: PeerRequest['timeout'],
    isNewer?: () => Promise<boolean>,
  ) => Promise<ServerFacts>;
  /** True if requests belong to a session, which a server may lose. */
  readonly hasSessions: boolean;
  /** True if the server asks with requests of its own, at any time; otherwise it asks in its results. */
  readonly isAskedByRequest: boolean;
  readonly createWatcher: (parts: WatchingParts) => Watcher;
}
