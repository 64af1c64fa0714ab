import * as l10n from '@vscode/l10n';
import { ago } from '../base/format';
import type { Resource } from '../resource/resource';
import type { ActivityEntry } from './activity';

/** `importance` is the default order; `match` comes before it where words are searched for. */
export type SortedBy = 'importance' | 'name' | 'server' | 'lastModified' | 'size' | 'match';

/** Says in one line why a resource stands where it stands. @param entry see {@link Activity.of} */
export function sortReason(resource: Resource, by: SortedBy, entry: ActivityEntry | undefined, now: number): string {
  const { priority, lastModified, size } = resource;
  if (by === 'name') return l10n.t('Sorted by name');
  if (by === 'server') return l10n.t('Sorted in the server’s order');
  if (by === 'match') return l10n.t('Sorted by relevance');
  if (by === 'size' && size !== undefined) return l10n.t('Sorted by size');
  if (by !== 'lastModified' && priority !== undefined) return l10n.t('Sorted by priority');
  if (lastModified !== undefined) return l10n.t('Sorted by date modified');
  if (priority !== undefined) return l10n.t('Sorted by priority');
  return entry ? activityReason(entry, now) : l10n.t('Sorted by name');
}

export function activityReason({ kind, at }: Pick<ActivityEntry, 'kind' | 'at'>, now: number): string {
  const when = at === 0 ? l10n.t('earlier') : ago(at, now);
  return kind === 'used'
    ? l10n.t('Sorted higher because you used the resource {0}', when)
    : l10n.t('Sorted higher because the resource changed {0}', when);
}
