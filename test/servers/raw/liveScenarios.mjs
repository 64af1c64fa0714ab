// Scenarios about subscriptions.
import { RpcError, textContent } from './peer.mjs';

/** @typedef {import('./peer.mjs').Peer} Peer */

const uris = ['live://counter', 'live://other'];

/** @type {Record<string, (peer: Peer) => void>} */
export const liveScenarios = {
  /**
   * `live://counter` and `live://other` hold a counter whose text always has the same length. While one of them is subscribed, it counts and notifies
   * every `--interval` ms (0: never); reading `control://bump` counts once and notifies subscribers. `refuse://me` cannot be subscribed.
   */
  subscribe(peer) {
    let count = 0;
    const bump = () => {
      count += 1;
      for (const uri of peer.subscribed) peer.notifyUpdated(uri);
    };
    peer.capabilities = { resources: { subscribe: true, listChanged: true } };
    peer.resources = [...uris, 'refuse://me'].map((uri) => ({ uri, name: uri, mimeType: 'text/plain' }));
    peer.read = (uri) => {
      if (uri === 'control://bump') bump();
      return textContent(uri, `count ${String(count).padStart(8, '0')}\n`);
    };
    peer.handlers.set('resources/subscribe', ({ uri }) => {
      if (uri === 'refuse://me') throw new RpcError(-32603, 'This one cannot be watched.');
      return peer.subscribe(uri);
    });
    const interval = peer.number('interval', 0);
    if (interval > 0)
      setInterval(() => {
        if (peer.subscribed.size > 0) bump();
      }, interval);
  },

  /** No subscribe capability, and every read returns a new text. */
  noSubscribe(peer) {
    let reads = 0;
    peer.resources = [{ uri: 'live://counter', name: 'counter', mimeType: 'text/plain' }];
    peer.read = (uri) => textContent(uri, `read ${++reads} times\n`);
    for (const method of ['resources/subscribe', 'resources/unsubscribe']) peer.handlers.delete(method);
  },

  /** Sends `--count N` (10000) updates at once after each subscribe, or list changes when `control://flood` is read. */
  flood(peer) {
    const count = peer.number('count', 10_000);
    peer.capabilities = { resources: { subscribe: true, listChanged: true } };
    peer.resources = uris.map((uri) => ({ uri, name: uri }));
    /** @param {object} message */
    const send = (message) => peer.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`.repeat(count));
    peer.read = (uri) => {
      if (uri === 'control://flood') send({ method: 'notifications/resources/list_changed' });
      return textContent(uri, 'flooded\n');
    };
    peer.handlers.set('resources/subscribe', ({ uri }) => {
      setImmediate(send, { method: 'notifications/resources/updated', params: { uri } });
      return peer.subscribe(uri);
    });
  },

  /** Declares subscriptions, but does not support the method. */
  subscribeMissing(peer) {
    peer.capabilities = { resources: { subscribe: true } };
    peer.resources = uris.map((uri) => ({ uri, name: uri }));
    peer.read = (uri) => textContent(uri, 'text\n');
    peer.handlers.delete('resources/subscribe');
  },
};
