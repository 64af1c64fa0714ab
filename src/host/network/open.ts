import { Late } from '../../core/base/onFirstUse';
import type { ReaderPorts } from '../../core/context/resourceReader';
import type { ResolveHost } from '../../core/network/place';
import { createLookUp } from '../../node/network/lookUp';
import type { Base } from '../base/open';
import { usesProxy } from '../base/settings';
import type { WebConsent } from './webConsent';

/** The web, beside the servers: what they link to, and whom the user has allowed to be asked. */
export interface NetworkRoom extends Pick<ReaderPorts, 'fetchFromWeb' | 'allowWebsite'> {
  readonly lookUp: ResolveHost;
  readonly consent: Late<WebConsent>;
}

/** @param nameOf the name of a server, by id */
export function openNetwork({
  base,
  nameOf,
}: {
  readonly base: Base;
  readonly nameOf: (id: string) => string;
}): NetworkRoom {
  const { clock, workspaceStore } = base;
  const lookUp = createLookUp(clock, usesProxy);
  const fetching = new Late(async () => {
    const { createWebFetch } = await import('../../node/network/webFetch');
    return createWebFetch((url, init) => fetch(url, init), clock, lookUp);
  });
  const consent = new Late(async () => {
    const { WebConsent } = await import('./webConsent');
    return new WebConsent(workspaceStore, nameOf);
  });
  return {
    lookUp,
    consent,
    fetchFromWeb: async (...args) => (await fetching.get())(...args),
    allowWebsite: async (...args) => (await consent.get()).allow(...args),
  };
}
