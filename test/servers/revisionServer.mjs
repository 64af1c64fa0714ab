// A server that speaks one revision of the handshake era over one transport, and supports nothing that the revision lacks.
//
//   node revisionServer.mjs --revision 2024-11-05|2025-03-26|2025-06-18|2025-11-25 --transport stdio|http|sse
//     [--capabilities JSON]   the declared `resources` capability ({"subscribe":true,"listChanged":true})
//
// Over HTTP it prints `listening PORT`; the endpoint is /mcp, or /sse for the transport of 2024. It has two resources on two pages and a template
// whose completion uses its context. Reading `control://bump` notifies the subscribers of `live://counter`, and `control://list` reports a changed
// list.
import { parseArgs } from 'node:util';
import { Peer, RpcError, textContent } from './raw/peer.mjs';
import { SseHttp, StreamableHttp, serveStdio } from './raw/places.mjs';

const { values } = parseArgs({
  options: {
    revision: { type: 'string', default: '2025-11-25' },
    transport: { type: 'string', default: 'stdio' },
    capabilities: { type: 'string', default: '{"subscribe":true,"listChanged":true}' },
  },
});
/** Revisions are dates, and sort as text. @param {string} revision */
const since = (revision) => values.revision >= revision;

/** @param {string} name @param {number} priority */
function item(name, priority) {
  return {
    uri: `live://${name}`,
    name,
    mimeType: 'text/plain',
    annotations: {
      audience: ['user'],
      priority,
      ...(since('2025-06-18') ? { lastModified: '2026-11-01T00:00:00Z' } : {}),
    },
    ...(since('2025-06-18') ? { title: `The ${name}` } : {}),
    ...(since('2025-11-25') ? { icons: [{ src: 'data:image/png;base64,AAAA' }] } : {}),
  };
}

/** @param {(line: string | Buffer) => void} write */
function newPeer(write) {
  const peer = new Peer({});
  let count = 0;
  peer.write = write;
  peer.revision = values.revision;
  const resources = JSON.parse(values.capabilities);
  peer.capabilities = { resources, ...(since('2025-03-26') ? { completions: {} } : {}) };
  peer.handlers.set('resources/list', ({ cursor }) =>
    cursor === undefined ? { resources: [item('counter', 1)], nextCursor: 'two' } : { resources: [item('other', 0.5)] },
  );
  const template = { uriTemplate: 'live://{kind}/{id}', name: 'things' };
  peer.handlers.set('resources/templates/list', () => ({ resourceTemplates: [template] }));
  peer.handlers.set('completion/complete', ({ argument, context }) => ({
    completion: { values: [argument.name, context?.arguments?.kind ?? 'no context'] },
  }));
  peer.read = (uri) => {
    if (uri === 'control://list') peer.notify('notifications/resources/list_changed');
    if (uri === 'control://bump') {
      count += 1;
      for (const one of peer.subscribed) peer.notifyUpdated(one);
    }
    return textContent(uri, `${count}`);
  };
  if (!resources.subscribe)
    for (const method of ['resources/subscribe', 'resources/unsubscribe'])
      peer.handlers.set(method, () => {
        throw new RpcError(-32601, `Method not found: ${method}`);
      });
  return peer;
}

if (values.transport === 'stdio') serveStdio(newPeer);
else {
  const place = values.transport === 'sse' ? new SseHttp(newPeer) : new StreamableHttp(newPeer);
  console.log(`listening ${await place.listen()}`);
}
