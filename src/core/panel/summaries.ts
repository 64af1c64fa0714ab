import * as l10n from '@vscode/l10n';
import type { ConfiguredServer } from '../connection/connectionState';
import type { Catalog } from '../catalog/catalog';
import { formatCount, formatSize } from '../base/format';
import type { Strictest } from '../search/strictest';

/** Numbers that a result list's summary is made from; of resources and templates together. */
export interface ResultFacts {
  readonly total: number;
  /** All that there are. */
  readonly outOf: number;
  /** False where everything is shown. */
  readonly isFiltered: boolean;
  /** Lists are still arriving. */
  readonly isArriving: boolean;
}

/** Counts the results, always in the same way: "33 of 188", "188 in all", "188 so far". */
export function summaryOf({ total, outOf, isFiltered, isArriving }: ResultFacts): string {
  if (outOf === 0) return '';
  const counted = isFiltered ? l10n.t('{0} of {1}', formatCount(total), formatCount(outOf)) : formatCount(outOf);
  if (isArriving) return l10n.t('{0} so far', counted);
  return isFiltered ? counted : l10n.t('{0} in all', counted);
}

/** Number of servers that take part in the list. */
export function countServers(servers: readonly ConfiguredServer[], catalog: Pick<Catalog, 'listInfo'>): number {
  return servers.filter(({ state, definition: { id } }) => state.kind === 'ready' || catalog.listInfo(id).count > 0)
    .length;
}

/** For a query without results where there are resources: names the part to loosen. */
export function noMatchText(strictest: Strictest | undefined, outOf: number): string {
  if (!strictest) return l10n.t('None of {0} matches all of it. Use fewer words or filters.', formatCount(outOf));
  const { part, count } = strictest;
  if (part.kind === 'audience')
    return count === 1
      ? l10n.t('1 is for another audience. Show every audience to see it.')
      : l10n.t('{0} are for another audience. Show every audience to see them.', formatCount(count));
  return count === 1
    ? l10n.t('Without “{0}” there is 1.', part.text)
    : l10n.t('Without “{0}” there are {1}.', part.text, formatCount(count));
}

/**
 * The number of selected resources, and their size as far as it was announced: "30 selected · at least 1.2 MB".
 *
 * @param sizes bytes, of those that announce it
 */
export function selectionText(selected: number, sizes: readonly number[]): string {
  const count = selected === 1 ? l10n.t('1 selected') : l10n.t('{0} selected', formatCount(selected));
  if (sizes.length === 0) return count;
  const total = formatSize(sizes.reduce((sum, size) => sum + size, 0));
  return sizes.length === selected ? l10n.t('{0} · {1}', count, total) : l10n.t('{0} · at least {1}', count, total);
}
