import type { Catalog } from '../catalog/catalog';
import type { Connections } from '../connection/connections';
import { keyOf, type ResourceAddress } from '../resource/address';
import { describeResource, type IncludedItem, type InclusionReason } from './contextSet';

export interface MentionPorts {
  readonly catalog: Catalog;
  readonly connections: Connections;
  /** The resources that a file mentions; `undefined` where they are not known now. Never rejects. */
  readonly mentionedIn: (file: string) => Promise<readonly ResourceAddress[] | undefined>;
}

/** The resources that files mention. */
export interface Mentioned {
  /** By id of the catalog. */
  readonly listed: ReadonlyMap<number, InclusionReason>;
  /** By key; in no list, such as those made from a template. */
  readonly others: ReadonlyMap<string, IncludedItem>;
  readonly unknownFiles: ReadonlySet<string>;
}

/**
 * The resources that rules for files include; of several files that mention one, the first is its reason.
 *
 * @param files paths in the workspace
 */
export async function mentionedByFiles(
  files: readonly string[],
  { catalog, connections, mentionedIn }: MentionPorts,
): Promise<Mentioned> {
  const [listed, others] = [new Map<number, InclusionReason>(), new Map<string, IncludedItem>()];
  const unknownFiles = new Set<string>();
  for (const file of [...files].reverse()) {
    const addresses = connections.all.length === 0 ? undefined : await mentionedIn(file);
    if (!addresses) unknownFiles.add(file);
    const reason: InclusionReason = { kind: 'mention', file };
    for (const address of addresses ?? []) {
      const entry = catalog.find(address.serverId, address.uri);
      if (entry) listed.set(entry.id, reason);
      else others.set(keyOf(address), unlisted(address, reason));
    }
  }
  return { listed, others, unknownFiles };
}

/** Only its address is known. */
function unlisted(address: ResourceAddress, reason: InclusionReason): IncludedItem {
  return { ...describeResource(address, undefined), isChecked: true, isInEveryMessage: false, reason };
}
