import * as l10n from '@vscode/l10n';
import type { Catalog } from '../catalog/catalog';
import type { ResourceAddress } from '../resource/address';
import type { ConfiguredServer } from './connectionState';
import { statusOf } from './serverStatus';

/** The reason why a displayed resource may be gone or out of date. */
export interface Staleness {
  /** True if its server is not connected; otherwise the list is out of date. */
  readonly isAbsent: boolean;
  /** For the end of a row. */
  readonly label: string;
  readonly sentence: string;
}

/** `undefined` if the resource is from its server's current list, or from one that arrives in a moment. */
export function stalenessOf(
  server: ConfiguredServer | undefined,
  catalog: Pick<Catalog, 'table' | 'isFromOlderList'>,
  id: number,
): Staleness | undefined {
  const absence = server && statusOf(server).absence;
  if (absence) return { isAbsent: true, ...absence };
  if (catalog.table.isFromBefore(id))
    return {
      isAbsent: false,
      label: l10n.t('cached'),
      sentence: l10n.t('Cached from an earlier connection; refreshing the list…'),
    };
  if (!catalog.isFromOlderList(id)) return undefined;
  const sentence = l10n.t(
    'The server’s last list was incomplete and didn’t include this resource. Refresh to check whether it still exists.',
  );
  return { isAbsent: false, label: l10n.t('not in the server’s list'), sentence };
}

/** As {@link stalenessOf}, for a resource by its address. */
export function stalenessIn(
  catalog: Catalog,
  connections: { get(serverId: string): ConfiguredServer | undefined },
  { serverId, uri }: ResourceAddress,
): Staleness | undefined {
  const entry = catalog.find(serverId, uri);
  return entry && stalenessOf(connections.get(serverId), catalog, entry.id);
}

/** For the resources of these servers: in a few words why they are out of date, where that is the same for all. */
export function commonAbsence(
  serverIds: Iterable<string>,
  serverOf: (serverId: string) => ConfiguredServer | undefined,
): string | undefined {
  const looked = new Set<string>();
  let common: string | undefined;
  for (const serverId of serverIds) {
    if (looked.has(serverId)) continue;
    looked.add(serverId);
    const server = serverOf(serverId);
    const label = server && statusOf(server).absence?.label;
    if (label === undefined || (common !== undefined && label !== common)) return undefined;
    common = label;
  }
  return common;
}
