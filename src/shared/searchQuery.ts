import { audienceFilters } from './audience';
import { facetNames, sortOrders, type FacetChoice, type SearchQuery } from './protocol';

export const emptyQuery: SearchQuery = { text: '', audience: 'all', choices: [], sort: 'relevance' };

/** Far above any query that a user types or clicks, and small enough to be parsed again at each key. */
const maxTextLength = 10_000;
const maxChoices = 200;

/** True if every result matches: only the order may differ from {@link emptyQuery}. */
export function isEmptyQuery({ text, audience, choices }: SearchQuery): boolean {
  return text.trim() === '' && audience === 'all' && choices.length === 0;
}

/** Reads a received query, or one that a page stored: missing or wrong fields get the values of {@link emptyQuery}. */
export function readSearchQuery(value: unknown): SearchQuery {
  const { text, audience, choices, sort } = fieldsOf(value);
  return {
    text: typeof text === 'string' ? text.slice(0, maxTextLength) : emptyQuery.text,
    audience: oneOf(audienceFilters, audience) ?? emptyQuery.audience,
    choices: Array.isArray(choices) ? readChoices(choices) : emptyQuery.choices,
    sort: oneOf(sortOrders, sort) ?? emptyQuery.sort,
  };
}

function readChoices(values: readonly unknown[]): FacetChoice[] {
  const choices = new Map<string, FacetChoice>();
  for (const raw of values) {
    const { facet: name, value } = fieldsOf(raw);
    const facet = oneOf(facetNames, name);
    if (facet && typeof value === 'string' && choices.size < maxChoices)
      choices.set(`${facet}:${value}`, { facet, value });
  }
  return [...choices.values()];
}

function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((candidate) => candidate === value);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
