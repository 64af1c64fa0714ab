// Scenarios about resources/list and resources/templates/list.
import { RawResult, RpcError, noAnswer, textContent } from './peer.mjs';
import { pageResults } from './items.mjs';
import { badItems } from './badItems.mjs';

/** @typedef {import('./peer.mjs').Peer} Peer */

/** @param {number} number */
export const good = (number) => ({ uri: `good://${number}`, name: `good ${number}` });

/** @type {Record<string, (peer: Peer) => void>} */
export const listScenarios = {
  /** A list without entries. */
  empty() {},

  /** The interface of an MCP App, beside a note. */
  application(peer) {
    peer.resources = [
      { uri: 'ui://shop/cart', name: 'cart', mimeType: 'text/html;profile=mcp-app' },
      { uri: 'memo://shop/hours', name: 'hours' },
    ];
    peer.read = (uri) => textContent(uri, `text of ${uri}\n`);
  },

  /** `--items N` (1000) on pages of `--page P` (100). */
  pages(peer) {
    const results = pageResults(peer.number('items', 1000), peer.number('page', 100));
    peer.handlers.set('resources/list', ({ cursor }) => {
      const parts = results[cursor === undefined ? 0 : Number(String(cursor).replace('page-', ''))];
      if (!parts) throw new RpcError(-32602, 'Invalid cursor');
      return new RawResult(parts);
    });
    peer.read = (uri) => textContent(uri, `text of ${uri}\n`);
  },

  /** `--items N` (1000), all on one page. */
  onePage(peer) {
    const items = peer.number('items', 1000);
    const [parts] = pageResults(items, Math.max(1, items));
    peer.handlers.set('resources/list', () => new RawResult(parts ?? []));
    peer.read = (uri) => textContent(uri, `text of ${uri}\n`);
  },

  /** Entries with every kind of mistake, between good ones. */
  badItems(peer) {
    peer.resources = badItems;
    peer.read = (uri) => textContent(uri, `text of ${uri}\n`);
    peer.handlers.set('resources/templates/list', () => ({
      resourceTemplates: [
        { uriTemplate: 'good://{id}', name: 'good' },
        { uriTemplate: 7, name: 'a number' },
        { name: 'nothing' },
        null,
        { uriTemplate: 'nameless://{id}', annotations: null },
        { uriTemplate: 'open://{id', name: 'no closing brace' },
      ],
    }));
  },

  /** The cursors A, B, A, B, … in an endless loop. */
  cursorLoop(peer) {
    peer.handlers.set('resources/list', ({ cursor }) =>
      cursor === 'A' ? { resources: [good(2)], nextCursor: 'B' } : { resources: [good(1)], nextCursor: 'A' },
    );
  },

  /** The same cursor on every page, with new entries every time. */
  sameCursor(peer) {
    let next = 0;
    peer.handlers.set('resources/list', () => ({ resources: [good(++next)], nextCursor: 'again' }));
  },

  /** Endless pages, each with its own cursor. */
  endless(peer) {
    peer.handlers.set('resources/list', ({ cursor }) => {
      const page = Number(cursor ?? 0) + 1;
      return { resources: [good(page)], nextCursor: String(page) };
    });
  },

  /** The second page fails with an internal error; with `--times N` it works after that many failures. */
  pageFails(peer) {
    let failures = 0;
    peer.handlers.set('resources/list', ({ cursor }) => {
      if (cursor === undefined) return { resources: [good(1), good(2)], nextCursor: 'second' };
      if (++failures > peer.number('times', Infinity)) return { resources: [good(3)] };
      throw new RpcError(-32603, 'The second page cannot be made.');
    });
  },

  /** The second page never comes. */
  pageHangs(peer) {
    peer.handlers.set('resources/list', ({ cursor }) => {
      if (cursor === undefined) return { resources: [good(1), good(2)], nextCursor: 'second' };
      return noAnswer;
    });
  },

  /** Cursors that a careless client takes for “no more”: empty, and `null` at the end. */
  oddCursors(peer) {
    peer.handlers.set('resources/list', ({ cursor }) => {
      if (cursor === undefined) return { resources: [good(1)], nextCursor: '' };
      return { resources: [good(2)], nextCursor: null };
    });
  },

  /** resources/templates/list is not supported. */
  templatesMissing(peer) {
    peer.resources = [good(1)];
    peer.read = (uri) => textContent(uri, 'one');
    peer.handlers.delete('resources/templates/list');
  },

  /** A server that does not declare resources; requests for them fail. */
  noResources(peer) {
    peer.capabilities = { tools: {} };
    for (const method of ['resources/list', 'resources/templates/list', 'resources/read']) peer.handlers.delete(method);
  },

  /** The list grows every `--interval` ms (0: never), with a notification; reading `control://grow` does it at once. */
  listChanged(peer) {
    peer.capabilities = { resources: { listChanged: true } };
    peer.resources = [good(1)];
    const grow = () => {
      peer.resources.push(good(peer.resources.length + 1));
      peer.notify('notifications/resources/list_changed');
    };
    peer.read = (uri) => {
      if (uri === 'control://grow') grow();
      return textContent(uri, `${peer.resources.length} resources\n`);
    };
    const interval = peer.number('interval', 0);
    peer.handlers.set('notifications/initialized', () => {
      if (interval > 0) setInterval(grow, interval);
    });
  },
};
