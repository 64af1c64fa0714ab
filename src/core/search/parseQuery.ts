import type { AudienceFilter } from '../../shared/audience';
import { facetNames, type FacetName, type QueryProblem, type SearchQuery } from '../../shared/protocol';
import { facetLabel } from './facetLabels';
import { filterHint, parseFilter, unknownServerHint, type Filter } from './filters';
import { fold } from '../base/fold';
import { joined } from '../base/format';
import { tokensOf, type FilterName, type Token } from './queryTokens';

/** Alternative filters: one of them has to match or, if they exclude, none. */
export interface FilterGroup {
  readonly key: string;
  /** As it was typed; of clicked ones, as they are shown. */
  readonly label: string;
  readonly isExcluded: boolean;
  readonly filters: readonly Filter[];
}

/** A parsed query: its text and its clicked filters. */
export interface ParsedQuery {
  /** Folded; a result has to contain every one of them, in any order. */
  readonly words: readonly string[];
  /** Those of {@link words} that were quoted: exactly this, without gaps. */
  readonly phrases: ReadonlySet<string>;
  /** Folded; a result contains none of them. */
  readonly excluded: readonly string[];
  readonly audience: AudienceFilter;
  /** Every one has to hold. */
  readonly filters: readonly FilterGroup[];
  /** Every one has to hold as well; at most one for a facet. */
  readonly choices: readonly (FilterGroup & { readonly facet: FacetName })[];
  readonly problems: readonly QueryProblem[];
}

/** A text that is being read. */
interface Reading {
  readonly text: string;
  readonly now: number;
  readonly serverNames: readonly string[];
  readonly problems: QueryProblem[];
}

/** Filters by name: several of a kind are alternatives, as no resource has two names. Comparisons are combined instead. */
const joinedFilters: ReadonlySet<FilterName> = new Set(['server', 'scheme', 'type', 'audience']);

/**
 * Every text is a valid query; parts that are not understood are left out and reported in {@link ParsedQuery.problems}. So is the name of a
 * server that there is not, which nothing matches.
 *
 * @param now milliseconds since 1970, for ages
 * @param serverNames of all servers that are configured; where there are none, each name is taken as it is
 */
export function parseQuery(
  query: Omit<SearchQuery, 'sort'>,
  now: number,
  serverNames: readonly string[] = [],
): ParsedQuery {
  const words = new Set<string>();
  const phrases = new Set<string>();
  const excluded = new Set<string>();
  const groups: FilterGroup[] = [];
  const problems: QueryProblem[] = [];
  for (const token of tokensOf(query.text)) {
    if (token.filter) {
      const group = groupOf(token, token.filter, { text: query.text, now, serverNames, problems });
      if (group) addGroup(groups, group, token.filter);
      continue;
    }
    const word = wordOf(token);
    if (word === '') continue;
    (token.isExcluded ? excluded : words).add(word);
    if (token.isQuoted) phrases.add(word);
  }
  const choices = facetNames.flatMap((facet) => choicesOf(facet, query, now));
  const { audience } = query;
  return { words: [...words], phrases, excluded: [...excluded], audience, filters: groups, choices, problems };
}

/** The problem of a query that nothing can match, as it asks for a server that there is not. */
export function unknownServerOf({ problems }: Pick<ParsedQuery, 'problems'>): QueryProblem | undefined {
  return problems.find(({ kind }) => kind === 'unknownServer');
}

/** No word runs across lines: a pasted line break is a space. */
function wordOf({ values }: Token): string {
  return fold(values[0]?.text ?? '')
    .replace(/\s+/gu, ' ')
    .trim();
}

function groupOf(
  token: Token,
  name: FilterName,
  { text, now, serverNames, problems }: Reading,
): FilterGroup | undefined {
  const { start, end, isExcluded, values } = token;
  const label = text.slice(start, end);
  if (values.length === 0) problems.push({ kind: 'notUnderstood', start, end, message: filterHint(name, label) });
  const filters = values.flatMap((value) => {
    const filter = parseFilter(name, value.text, now);
    const range = { start: value.start, end: value.end };
    if (!filter) {
      problems.push({ kind: 'notUnderstood', ...range, message: filterHint(name, value.text) });
      return [];
    }
    const hint = unknownServerHint(filter, value.text, serverNames);
    if (hint !== undefined) problems.push({ kind: 'unknownServer', ...range, message: hint });
    return filter;
  });
  return filters.length === 0 ? undefined : groupFrom(filters, label, isExcluded);
}

function groupFrom(filters: readonly Filter[], label: string, isExcluded: boolean): FilterGroup {
  const keys = [...new Set(filters.map(({ key }) => key))].sort();
  return { key: `${isExcluded ? '-' : ''}${keys.join('\n')}`, label, isExcluded, filters };
}

function addGroup(groups: FilterGroup[], group: FilterGroup, name: FilterName): void {
  const index =
    joinedFilters.has(name) && !group.isExcluded
      ? groups.findIndex(({ isExcluded, filters }) => !isExcluded && filters[0]?.on === group.filters[0]?.on)
      : -1;
  const existing = groups[index];
  if (existing)
    groups[index] = groupFrom([...existing.filters, ...group.filters], `${existing.label} ${group.label}`, false);
  else if (!groups.some(({ key }) => key === group.key)) groups.push(group);
}

function choicesOf(facet: FacetName, { choices }: Omit<SearchQuery, 'sort'>, now: number): ParsedQuery['choices'] {
  const chosen = choices.filter((choice) => choice.facet === facet);
  const filters = chosen.flatMap(({ value }) => parseFilter(facet, value, now) ?? []);
  if (filters.length === 0) return [];
  const label = joined(chosen.map(facetLabel));
  return [{ ...groupFrom(filters, label, false), facet }];
}

/** Returns for each of these servers whether a filter of the query names it. */
export function areNamed({ filters, choices }: ParsedQuery, serverNames: readonly string[]): readonly boolean[] {
  const names = serverNames.map(fold);
  const accepted = [...filters, ...choices].flatMap((group) =>
    group.isExcluded ? [] : group.filters.flatMap((filter) => (filter.on === 'server' ? [filter.accepts(names)] : [])),
  );
  return names.map((_, index) => accepted.some((accepts) => accepts[index] === true));
}

/** True if it filters by age or date: an answer holds only when it is given. */
export function dependsOnTime({ filters, choices }: ParsedQuery): boolean {
  return [...filters, ...choices].some((group) => group.filters.some(({ on }) => on === 'lastModified'));
}

/**
 * True when every row that `next` lets through by its words, audience and typed filters is let through by `previous` as well: then only
 * those need another look. Choices do not count.
 */
export function isNarrower(next: ParsedQuery, previous: ParsedQuery): boolean {
  return (
    (previous.audience === 'all' || previous.audience === next.audience) &&
    previous.words.every((word) => next.words.some((longer) => longer.includes(word))) &&
    previous.excluded.every((word) => next.excluded.some((shorter) => word.includes(shorter))) &&
    previous.filters.every(({ key }) => next.filters.some((other) => other.key === key))
  );
}
