import type { Clock } from '../../base/clock';
import { isFields, type Fields } from '../../base/values';
import { subscriptionKey } from '../base/handshake';
import { WireError } from '../errors/wireErrors';
import type { Peer } from '../wire/peer';

/** A request that lasts for as long as the server reports changes. */
export interface ListenStream {
  /** The resources of which changes are reported, as the server says. */
  readonly uris: readonly string[];
  /** True if changes of lists are. */
  readonly isForLists: boolean;
  /** Resolves when it has ended, from either side. */
  readonly closed: Promise<unknown>;
  close(): void;
}

/** Opens streams of changes as revision 2026-07-28 has them. */
export class ListenStreams {
  #next = 0;
  /** By the id of its request: where the server's acknowledgement goes. */
  readonly #opening = new Map<unknown, (honored: Fields) => void>();

  constructor(
    private readonly peer: Peer,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks for changes of lists and of these URIs. Resolves when the server has acknowledged it, within `timeout` ms. Rejects as
   * {@link Peer.request} does.
   */
  async open(wanted: readonly string[], timeout: number): Promise<ListenStream> {
    const id = `listen:${this.#next++}`;
    const end = new AbortController();
    const acknowledged = new Promise<Fields>((resolve) => this.#opening.set(id, resolve));
    const options = { id, signal: end.signal, isLasting: true };
    const filter = { resourcesListChanged: true, ...(wanted.length > 0 && { resourceSubscriptions: wanted }) };
    const whole = this.peer.request('subscriptions/listen', { notifications: filter }, options);
    const ended = whole.then(() => {
      throw new WireError('streamEnded');
    });
    const timer = this.clock.after(timeout, () => end.abort(new WireError('timeout')));
    try {
      const { resourceSubscriptions, resourcesListChanged } = await Promise.race([acknowledged, ended]);
      const uris = Array.isArray(resourceSubscriptions) ? resourceSubscriptions : [];
      return {
        uris: uris.filter((uri) => typeof uri === 'string'),
        isForLists: resourcesListChanged === true,
        closed: whole.catch(() => undefined),
        close: () => end.abort(),
      };
    } finally {
      timer.dispose();
      this.#opening.delete(id);
      ended.catch(() => undefined);
    }
  }

  /** Handles `notifications/subscriptions/acknowledged`. */
  acknowledge({ _meta: meta, notifications }: Fields): void {
    const id = isFields(meta) ? meta[subscriptionKey] : undefined;
    this.#opening.get(id)?.(isFields(notifications) ? notifications : {});
  }
}
