import * as l10n from '@vscode/l10n';
import type { Catalog } from '../catalog/catalog';
import type { ResourceAddress } from '../resource/address';
import type { ConnectionState } from './connection';

/** Why a resource in the tree may not be there any more, or not be as it is shown. */
export type Staleness = 'stopped' | 'failed' | 'blocked' | 'signInNeeded' | 'fromBefore' | 'olderList';

/** `undefined` where the resource is what its server says of it now, or will say in a moment. */
export function stalenessOf(
  state: ConnectionState | undefined,
  entry: { readonly isFromBefore: boolean; readonly isFromOlderList: boolean },
): Staleness | undefined {
  switch (state?.kind) {
    case 'stopped':
    case 'failed':
    case 'blocked':
    case 'signInNeeded':
      return state.kind;
    case 'connecting':
    case 'ready':
    case undefined:
      if (entry.isFromBefore) return 'fromBefore';
      return entry.isFromOlderList ? 'olderList' : undefined;
  }
}

/** As {@link stalenessOf}, of a resource by its address. */
export function stalenessIn(
  catalog: Catalog,
  connections: { get(serverId: string): { readonly state: ConnectionState } | undefined },
  { serverId, uri }: ResourceAddress,
): Staleness | undefined {
  const id = catalog.find(serverId, uri)?.id;
  if (id === undefined) return undefined;
  const [isFromBefore, isFromOlderList] = [catalog.isFromBefore(id), catalog.isFromOlderList(id)];
  return stalenessOf(connections.get(serverId)?.state, { isFromBefore, isFromOlderList });
}

/** Of what is listed by these servers: why, where all of it is stale for the same reason. */
export function commonStaleness(
  serverIds: Iterable<string>,
  stateOf: (serverId: string) => ConnectionState | undefined,
): Staleness | undefined {
  const known = new Set<string>();
  let common: Staleness | undefined;
  for (const serverId of serverIds) {
    if (known.has(serverId)) continue;
    known.add(serverId);
    const one = stalenessOf(stateOf(serverId), { isFromBefore: false, isFromOlderList: false });
    if (one === undefined || (common !== undefined && one !== common)) return undefined;
    common = one;
  }
  return common;
}

/** For the end of a row. */
export function stalenessLabel(staleness: Staleness): string {
  switch (staleness) {
    case 'stopped':
      return l10n.t('server stopped');
    case 'failed':
      return l10n.t('server failed');
    case 'blocked':
      return l10n.t('server not started');
    case 'signInNeeded':
      return l10n.t('not signed in');
    case 'fromBefore':
      return l10n.t('from before');
    case 'olderList':
      return l10n.t('from an earlier list');
  }
}

export function stalenessExplanation(staleness: Staleness): string {
  switch (staleness) {
    case 'stopped':
      return l10n.t('Its server is stopped: this is what it listed before. Start it to read the resource.');
    case 'failed':
      return l10n.t('Its server failed: this is what it listed before. Look at the view Servers for the reason.');
    case 'blocked':
      return l10n.t('Its server may not start now: this is what it listed before.');
    case 'signInNeeded':
      return l10n.t('Its server wants you to sign in: this is what it listed before.');
    case 'fromBefore':
      return l10n.t('Listed the last time; its server has not listed it anew yet.');
    case 'olderList':
      return l10n.t(
        'The last list did not come to its end and did not name it: it may be gone. Refresh to list again.',
      );
  }
}
