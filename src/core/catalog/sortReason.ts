import * as l10n from '@vscode/l10n';
import { ago } from '../base/format';
import type { Resource } from '../resource/resource';
import type { ActivityEntry } from './activity';

/** `importance` is the default order; `match` comes before it where words are searched for. */
export type SortedBy = 'importance' | 'name' | 'server' | 'lastModified' | 'size' | 'match';

/** Says in one line why a resource stands where it stands. @param entry see {@link Activity.of} */
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
