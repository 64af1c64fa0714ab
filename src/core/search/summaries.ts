import * as l10n from '@vscode/l10n';
import type { Connection } from '../connection/connection';
import { describeTemplates } from '../connection/describeState';
import type { Catalog } from '../catalog/catalog';
import { formatCount, formatSize } from '../format';
import type { Strictest } from './strictest';

/** What a result list has to say of itself, in numbers. */
export interface ResultFacts {
  readonly total: number;
  /** Resources and templates that there are. */
  readonly outOf: number;
  /** Templates among {@link outOf}. */
  readonly templates: number;
  /** False where everything is shown. */
  readonly isFiltered: boolean;
  /** Lists are still arriving. */
  readonly isLoading: boolean;
  /** Servers whose resources are among them, and those that failed. */
  readonly servers: number;
  readonly failed: number;
}

/** Short enough for a panel of 300 pixels: "1,204 of 100,312, 3 servers, 1 failed". */
export function summaryOf(facts: ResultFacts): string {
  const { outOf, isLoading, servers, failed } = facts;
  const parts = outOf === 0 ? [] : [countOf(facts)];
  if (isLoading && outOf > 0) return l10n.t('{0} so far', parts.join(''));
  if (servers > 1) parts.push(l10n.t('{0} servers', formatCount(servers)));
  if (failed > 0) parts.push(failedOf(facts));
  return parts.reduce((text, part) => (text ? l10n.t('{0}, {1}', text, part) : part), '');
}

function failedOf({ servers, failed }: ResultFacts): string {
  if (servers > 1) return l10n.t('{0} failed', formatCount(failed));
  return failed === 1 ? l10n.t('1 server failed') : l10n.t('{0} servers failed', formatCount(failed));
}

function countOf({ total, outOf, templates, isFiltered, servers, failed }: ResultFacts): string {
  if (isFiltered) return l10n.t('{0} of {1}', formatCount(total), formatCount(outOf));
  const resources = outOf - templates;
  const text = resources === 1 ? l10n.t('1 resource') : l10n.t('{0} resources', formatCount(resources));
  if (templates === 0) return text;
  // There is no room for everything.
  return servers > 1 || failed > 0
    ? l10n.t('{0} in all', formatCount(outOf))
    : l10n.t('{0}, {1}', text, describeTemplates(templates));
}

/** How many servers take part in what is listed, and how many do not because they failed. */
export function countServers(
  connections: readonly Pick<Connection, 'state' | 'definition'>[],
  catalog: Pick<Catalog, 'shelf'>,
): Pick<ResultFacts, 'servers' | 'failed'> {
  const has = ({ definition: { id } }: Pick<Connection, 'definition'>): boolean => catalog.shelf(id).count > 0;
  return {
    servers: connections.filter((one) => one.state.kind === 'ready' || has(one)).length,
    failed: connections.filter(({ state }) => state.kind === 'failed').length,
  };
}

/** Of a query that finds nothing where there is something: what to loosen. */
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
 * How many there are and how large they are together, as far as that was announced: "30 selected · at least 1.2 MB".
 *
 * @param sizes bytes, of those that announce it
 */
export function selectionText(selected: number, sizes: readonly number[]): string {
  const count = selected === 1 ? l10n.t('1 selected') : l10n.t('{0} selected', formatCount(selected));
  if (sizes.length === 0) return count;
  const total = formatSize(sizes.reduce((sum, size) => sum + size, 0));
  return sizes.length === selected ? l10n.t('{0} · {1}', count, total) : l10n.t('{0} · at least {1}', count, total);
}
