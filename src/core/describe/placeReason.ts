import * as l10n from '@vscode/l10n';
import type { OnTop, SortOrder } from '../../shared/protocol';
import { ago } from '../base/format';
import type { Activity, ActivityEntry } from '../catalog/activity';
import type { CatalogEntry } from '../catalog/catalog';
import { keyOf } from '../resource/address';
import type { Resource } from '../resource/resource';

/** `server`: as its server lists it · `match`: by how well the words match that are searched for · other than these, what decides by default. */
export type SortedBy = SortOrder | 'importance' | 'server' | 'match';

/** Says in one line why a resource stands where it stands. @param onTop set where it stands above all others */
export function placeReason(
  { serverId, resource }: CatalogEntry,
  by: SortedBy,
  activity: Pick<Activity, 'of' | 'used'>,
  now: number,
  onTop?: keyof OnTop,
): string {
  const address = { serverId, uri: resource.uri };
  if (onTop === 'pinned') return l10n.t('Pinned to the top');
  const used = onTop && activity.used.find((entry) => keyOf(entry) === keyOf(address));
  return used ? activityReason(used, now) : sortReason(resource, by, activity.of(address), now);
}

/** Says in one line why a resource that is not on top stands where it stands. @param entry see {@link Activity.of} */
export function sortReason(resource: Resource, by: SortedBy, entry: ActivityEntry | undefined, now: number): string {
  const { priority, lastModified, size } = resource;
  if (by === 'name') return sortedBy(l10n.t('Name'));
  if (by === 'server') return l10n.t('Sorted in the server’s order');
  if (by === 'match') return sortedBy(l10n.t('Relevance'));
  if (by === 'size' && size !== undefined) return sortedBy(l10n.t('Size'));
  if (by !== 'lastModified' && priority !== undefined) return sortedBy(l10n.t('Priority'));
  if (lastModified !== undefined) return sortedBy(l10n.t('Last modified'));
  if (priority !== undefined) return sortedBy(l10n.t('Priority'));
  return entry ? activityReason(entry, now) : sortedBy(l10n.t('Name'));
}

function sortedBy(fact: string): string {
  return l10n.t('Sorted by {0}', fact);
}

export function activityReason({ kind, at }: Pick<ActivityEntry, 'kind' | 'at'>, now: number): string {
  const when = ago(at, now);
  return kind === 'used'
    ? l10n.t('Sorted higher because you used the resource {0}', when)
    : l10n.t('Sorted higher because the resource changed {0}', when);
}
