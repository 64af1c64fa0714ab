// Scenarios of protocol revision 2026-07-28: server/discover instead of a handshake, subscriptions/listen instead of subscribe.
import { RpcError, noAnswer, textContent } from './peer.mjs';
import { badItems } from './badItems.mjs';

/** @typedef {import('./peer.mjs').Peer} Peer */

export const subscriptionId = 'io.modelcontextprotocol/subscriptionId';
export const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const uris = ['live://counter', 'live://other'];

/**
 * A well-behaved server of the modern era with two live resources. Reading `control://bump` counts once and notifies every open subscription that
 * asked for it; `control://end` ends them gracefully, `control://listens` returns how many are open.
 * @param {Peer} peer
 */
export function beModern(peer) {
  /** @type {Map<string | number, any>} */
  const listens = new Map();
  let count = 0;
  peer.capabilities = { resources: { subscribe: true, listChanged: true } };
  peer.resources = uris.map((uri) => ({ uri, name: uri, mimeType: 'text/plain' }));
  peer.handlers.set('initialize', () => {
    throw new RpcError(-32022, 'Unsupported protocol version', { supported: ['2026-07-28'], requested: '2025-11-25' });
  });
  peer.handlers.set('server/discover', () => ({
    ...complete,
    supportedVersions: ['2026-07-28'],
    capabilities: peer.capabilities,
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'raw modern', version: '1' } },
  }));
  peer.handlers.set('resources/list', () => ({ ...complete, resources: peer.resources }));
  peer.handlers.set('resources/templates/list', () => ({ ...complete, resourceTemplates: [] }));
  const read = peer.handlers.get('resources/read') ?? (() => noAnswer);
  peer.handlers.set('resources/read', (params, message) => {
    const answer = read(params, message);
    return answer === noAnswer ? answer : { ...complete, ...Object(answer) };
  });
  peer.handlers.set('subscriptions/listen', ({ notifications }, { id = 0 }) => {
    listens.set(id, notifications);
    acknowledge(peer, id, notifications);
    return noAnswer;
  });
  peer.handlers.set('notifications/cancelled', ({ requestId }) => void listens.delete(requestId));
  peer.read = (uri) => {
    if (uri === 'control://listens') return textContent(uri, String(listens.size));
    if (uri === 'control://end') end(peer, listens);
    if (uri === 'control://bump') {
      count += 1;
      for (const [id, filter] of listens)
        for (const watched of filter?.resourceSubscriptions ?? [])
          peer.notify('notifications/resources/updated', { uri: watched, _meta: { [subscriptionId]: id } });
    }
    return textContent(uri, `count ${String(count).padStart(8, '0')}\n`);
  };
  return listens;
}

/** @param {Peer} peer @param {string | number} id @param {object} honoured */
function acknowledge(peer, id, honoured) {
  peer.notify('notifications/subscriptions/acknowledged', { notifications: honoured, _meta: { [subscriptionId]: id } });
}

/** @param {Peer} peer @param {Map<string | number, unknown>} listens */
function end(peer, listens) {
  for (const id of listens.keys())
    peer.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: { [subscriptionId]: id } } })}\n`,
    );
  listens.clear();
}

/** @type {Record<string, (peer: Peer) => void>} */
export const modernScenarios = {
  modern(peer) {
    beModern(peer);
  },

  /** Serves the entries of `badItems`, in a result with missing or invalid ttlMs and cacheScope. */
  modernBadItems(peer) {
    beModern(peer);
    const resources = badItems;
    peer.handlers.set('resources/list', ({ cursor }) =>
      cursor === undefined
        ? { resultType: 'complete', resources, nextCursor: 'second' }
        : { resources: [{ uri: 'good://second-page', name: 'second page' }], ttlMs: -1, cacheScope: 'everybody' },
    );
  },

  /** Every subscriptions/listen ends gracefully after `--interval` ms (50). */
  modernListenEnds(peer) {
    const listens = beModern(peer);
    const listen = peer.handlers.get('subscriptions/listen');
    peer.handlers.set('subscriptions/listen', (params, message) => {
      setTimeout(() => end(peer, listens), peer.number('interval', 50));
      return listen?.(params, message);
    });
  },

  /** Honours only subscriptions to `live://counter`. */
  modernPartialListen(peer) {
    beModern(peer);
    peer.handlers.set('subscriptions/listen', ({ notifications }, { id = 0 }) => {
      const asked = notifications?.resourceSubscriptions ?? [];
      acknowledge(peer, id, { resourceSubscriptions: asked.filter((/** @type {string} */ uri) => uri === uris[0]) });
      return noAnswer;
    });
  },

  /** Refuses subscriptions to resources; reading `control://grow` reports a changed list. */
  modernListensToLists(peer) {
    const listens = beModern(peer);
    const listen = peer.handlers.get('subscriptions/listen');
    const read = peer.read;
    peer.handlers.set('subscriptions/listen', (params, message) => {
      if (params.notifications?.resourceSubscriptions) throw new RpcError(-32602, 'Unknown filter');
      return listen?.(params, message);
    });
    peer.read = (uri) => {
      for (const id of uri === 'control://grow' ? listens.keys() : [])
        peer.notify('notifications/resources/list_changed', { _meta: { [subscriptionId]: id } });
      return read(uri);
    };
  },

  /** subscriptions/listen fails with an error. */
  modernListenFails(peer) {
    beModern(peer);
    peer.handlers.set('subscriptions/listen', () => {
      throw new RpcError(-32603, 'Subscription limit reached');
    });
  },

  /** Reads announce that they stay fresh for `--ttl MS` (60000). */
  modernTtl(peer) {
    beModern(peer);
    let reads = 0;
    const ttlMs = peer.number('ttl', 60_000);
    peer.handlers.set('resources/read', ({ uri }) => ({
      ...complete,
      ttlMs,
      contents: [textContent(uri, `read ${++reads} times\n`)],
    }));
  },
};
