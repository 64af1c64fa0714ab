// Scenarios about templates and their completion.
import { textContent } from './peer.mjs';

/** @typedef {import('./peer.mjs').Peer} Peer */

/** @type {Record<string, (peer: Peer) => void>} */
export const templateScenarios = {
  /** A template with a list, one without variables, and an invalid one; every URI can be read. */
  templates(peer) {
    peer.capabilities = { resources: {}, completions: {} };
    peer.handlers.set('resources/templates/list', () => ({
      resourceTemplates: [
        { uriTemplate: 'tags://all{?tags*}', name: 'tags', title: 'By tags' },
        { uriTemplate: 'fixed://page', name: 'fixed', title: 'Without variables' },
        { uriTemplate: 'broken://{id', name: 'broken', title: 'With a mistake' },
      ],
    }));
    peer.handlers.set('completion/complete', () => ({ completion: { values: ['red', 'green, dark', '$(trash)'] } }));
    peer.read = (uri) => textContent(uri, `text of ${uri}\n`);
  },
};
