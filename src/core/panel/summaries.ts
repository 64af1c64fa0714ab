import * as l10n from '@vscode/l10n';
import type { ConfiguredServer } from '../connection/connectionState';
import type { Catalog } from '../catalog/catalog';
import { factLine, formatCount } from '../base/format';
import { describeWeight, type WeightSum } from '../context/contextWeights';
import type { Strictest } from '../search/strictest';

/** Numbers that a result list's summary is made from; of resources and templates together. */
export interface ResultFacts {
  readonly total: number;
  /** All that there are. */
  readonly outOf: number;
  /** False if everything is shown. */
  readonly isFiltered: boolean;
  /** Lists arrive that were never complete in this window. */
  readonly isArriving: boolean;
}

/** Counts the results, always in the same way: "33 of 188", "188 total", "188 so far". */
export function summaryOf({ total, outOf, isFiltered, isArriving }: ResultFacts): string {
  if (outOf === 0) return '';
  const counted = isFiltered ? l10n.t('{0} of {1}', formatCount(total), formatCount(outOf)) : formatCount(outOf);
  if (isArriving) return l10n.t('{0} so far', counted);
  return isFiltered ? counted : l10n.t('{0} total', counted);
}

/** Number of servers that take part in the list. */
export function countServers(servers: readonly ConfiguredServer[], catalog: Pick<Catalog, 'listInfo'>): number {
  return servers.filter(({ state, definition: { id } }) => state.kind === 'ready' || catalog.listInfo(id).count > 0)
    .length;
}

/** For a query without results where there are resources: names the part to loosen. */
export function noMatchText(strictest: Strictest | undefined, outOf: number): string {
  if (!strictest) return l10n.t('No results (0 of {0}). Try fewer words or filters.', formatCount(outOf));
  const { part, count } = strictest;
  if (part.kind === 'audience') return l10n.t('Show all audiences to see more ({0}).', formatCount(count));
  return l10n.t('Remove “{1}” to see more ({0}).', formatCount(count), part.text);
}

/** The number of selected resources, and their tokens: "30 selected · 1.2K tokens". */
export function selectionText(selected: number, weight: WeightSum): string {
  return factLine([l10n.t('{0} selected', formatCount(selected)), describeWeight(weight)]);
}

/** Label of the button that attaches all results: "Attach All 9 (440 tokens and 8 images)". */
export function attachAllText(count: number, weight: WeightSum): string {
  const tokens = describeWeight(weight);
  const label = l10n.t('Attach All {0}', formatCount(count));
  return tokens === '' ? label : l10n.t('{0} ({1})', label, tokens);
}
