import * as l10n from '@vscode/l10n';
import type { OnTop, SortOrder } from '../../shared/protocol';
import { activityReason, sortReason, type SortedBy } from '../catalog/sortReason';
import type { Activity } from '../catalog/activity';
import type { CatalogEntry } from '../catalog/catalog';

export interface RowPlace {
  /** Of a row that stands above all others. */
  readonly onTop: keyof OnTop | undefined;
  readonly sort: SortOrder;
  readonly hasWords: boolean;
}

/** Says in one line why a row of the result stands where it stands. */
export function rowPlace(
  { serverId, resource }: CatalogEntry,
  { onTop, sort, hasWords }: RowPlace,
  activity: Pick<Activity, 'of' | 'used'>,
  now: number,
): string {
  const { uri } = resource;
  if (onTop === 'pinned') return l10n.t('Pinned to the top');
  const used = onTop && activity.used.find((entry) => entry.uri === uri && entry.serverId === serverId);
  if (used) return activityReason(used, now);
  const entry = activity.of({ serverId, uri });
  return sortReason(resource, sort === 'relevance' && hasWords ? 'match' : sortedBy(sort), entry, now);
}

function sortedBy(sort: SortOrder): SortedBy {
  return sort === 'relevance' || sort === 'priority' ? 'importance' : sort;
}
