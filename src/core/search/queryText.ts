import type { SearchQuery } from '../../shared/protocol';
import { facetNames } from '../../shared/protocol';

/** A query as one text with the same results: what was clicked is written as filters. */
export function queryText({ text, audience, choices }: SearchQuery): string {
  const filters = facetNames.flatMap((name) => {
    const values = choices.flatMap(({ facet, value }) => (facet === name ? `"${value.replaceAll('"', '')}"` : []));
    return values.length === 0 ? [] : `${name}:${values.join(',')}`;
  });
  return [text.trim(), ...filters, audience === 'all' ? '' : `audience:${audience}`].filter(Boolean).join(' ');
}
