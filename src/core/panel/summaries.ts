import * as l10n from '@vscode/l10n';
import type { ConfiguredServer, ConnectionState } from '../connection/connectionState';
import type { Catalog } from '../catalog/catalog';
import { describeResources, describeTemplates, formatCount, formatSize } from '../base/format';
import type { Strictest } from '../search/strictest';

/** Numbers that a result list's summary is made from. */
export interface ResultFacts {
  readonly total: number;
  /** Resources and templates that there are. */
  readonly outOf: number;
  /** Templates among {@link outOf}. */
  readonly templates: number;
  /** False where everything is shown. */
  readonly isFiltered: boolean;
  /** Lists are still arriving. */
  readonly isArriving: boolean;
  /** Servers whose resources are searched. */
  readonly servers: number;
  readonly failed: number;
  readonly stopped: number;
  readonly connecting: number;
}

/** Short enough for a panel of 300 pixels: "1,204 of 100,312, 3 servers, 1 failed". */
export function summaryOf(facts: ResultFacts): string {
  const { outOf, isArriving, servers } = facts;
  const parts = outOf === 0 ? [] : [countOf(facts)];
  if (isArriving && outOf > 0) return l10n.t('{0} so far', parts.join(''));
  if (servers > 1) parts.push(l10n.t('{0} servers', formatCount(servers)));
  parts.push(...missingOf(facts));
  return parts.reduce((text, part) => (text ? l10n.t('{0}, {1}', text, part) : part), '');
}

/** Servers without results, or without them yet. Only the first part contains the word "servers". */
function missingOf({ outOf, servers, failed, stopped, connecting }: ResultFacts): string[] {
  const parts: string[] = [];
  const add = (
    count: number,
    shortText: (count: string) => string,
    longText: (count: string) => string,
    singular: string,
  ): void => {
    if (count === 0) return;
    if (servers > 1 || parts.length > 0) parts.push(shortText(formatCount(count)));
    else parts.push(count === 1 ? singular : longText(formatCount(count)));
  };
  add(
    failed,
    (count) => l10n.t('{0} failed', count),
    (count) => l10n.t('{0} servers failed', count),
    l10n.t('1 server failed'),
  );
  add(
    stopped,
    (count) => l10n.t('{0} stopped', count),
    (count) => l10n.t('{0} servers stopped', count),
    l10n.t('1 server stopped'),
  );
  // While the list is empty, the list itself says that servers are connecting.
  add(
    outOf === 0 ? 0 : connecting,
    (count) => l10n.t('{0} connecting', count),
    (count) => l10n.t('{0} servers connecting', count),
    l10n.t('1 server connecting'),
  );
  return parts;
}

function countOf(facts: ResultFacts): string {
  const { total, outOf, templates, isFiltered, servers, failed, stopped, connecting } = facts;
  if (isFiltered) return l10n.t('{0} of {1}', formatCount(total), formatCount(outOf));
  const resources = outOf - templates;
  const text = describeResources(resources);
  if (templates === 0) return text;
  // A narrow panel has no room for resources and templates.
  return servers > 1 || failed + stopped + connecting > 0
    ? l10n.t('{0} in all', formatCount(outOf))
    : l10n.t('{0}, {1}', text, describeTemplates(templates));
}

/** Counts the servers that take part in the list, and those that do not, or no more. */
export function countServers(
  servers: readonly ConfiguredServer[],
  catalog: Pick<Catalog, 'listInfo'>,
): Pick<ResultFacts, 'servers' | 'failed' | 'stopped' | 'connecting'> {
  const has = ({ definition: { id } }: Pick<ConfiguredServer, 'definition'>): boolean => catalog.listInfo(id).count > 0;
  const inState = (kind: ConnectionState['kind']): number => servers.filter(({ state }) => state.kind === kind).length;
  return {
    servers: servers.filter((server) => server.state.kind === 'ready' || has(server)).length,
    failed: inState('failed'),
    stopped: inState('stopped'),
    connecting: inState('connecting'),
  };
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
