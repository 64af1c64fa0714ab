import {
  facetNames,
  type Facet,
  type FacetChoice,
  type FacetName,
  type QueryProblem,
  type ResultRow,
  type SearchQuery,
} from '../../../src/shared/protocol';
import { detailOf } from './resources';

/** The result of a simple search over rows. */
export interface Found {
  readonly rows: readonly ResultRow[];
  readonly problems: readonly QueryProblem[];
  /** Counts at each call: this takes long for a hundred thousand rows, and few tests need it. */
  readonly facets: () => readonly Facet[];
}

const typeNames: Readonly<Record<string, string>> = {
  'file-code': 'TypeScript',
  table: 'JSON',
  markdown: 'Markdown',
  book: 'HTML',
  output: 'Log',
  mail: 'Mail',
  issues: 'Ticket',
  'symbol-parameter': 'Template',
};
const priorities: readonly (readonly [string, number, string])[] = [
  ['>=0.7', 0.7, 'High'],
  ['>=0.4', 0.4, 'Medium or high'],
];
const ages: readonly (readonly [string, RegExp, string])[] = [
  ['<1d', /now|min|h ago/, 'Last day'],
  ['<7d', /now|min|h ago|yesterday|^[1-6] d/, 'Last 7 days'],
];
const labels = new Map([...priorities, ...ages].map(([value, , label]) => [value, label]));

export function labelOf({ value }: FacetChoice): string {
  return labels.get(value) ?? value;
}

export function find(all: readonly ResultRow[], query: SearchQuery): Found {
  const { words, problems } = readText(query.text);
  const { audience: asked } = query;
  const forAudience =
    asked === 'all' ? all : all.filter(({ audience }) => audience.length === 0 || audience.includes(asked));
  const matches = words.length === 0 ? forAudience : forAudience.flatMap((row) => match(row, words));
  const chosen = (row: ResultRow, except?: FacetName): boolean =>
    query.choices.length === 0 || passes(row, query.choices, except);
  return {
    rows: sorted(
      matches.filter((row) => chosen(row)),
      query,
    ),
    problems,
    facets: () =>
      facetNames.map((name) =>
        facet(
          name,
          matches.filter((row) => chosen(row, name)),
          query,
        ),
      ),
  };
}

/** Reads filters; the only one that can be wrong here is `priority:`, which needs a number. */
function readText(text: string): { readonly words: readonly string[]; readonly problems: readonly QueryProblem[] } {
  const problems: QueryProblem[] = [];
  const words: string[] = [];
  for (const { 0: part, index } of text.matchAll(/\S+/g)) {
    const value = /^priority:(.*)$/.exec(part)?.[1];
    if (value === undefined) words.push(part.toLowerCase());
    else if (!/^[<>]?[\d.]+$/.test(value))
      problems.push({
        kind: 'notUnderstood',
        start: index,
        end: index + part.length,
        message: `“${part}” is no priority. Write a number from 0 to 1.`,
      });
  }
  return { words, problems };
}

function match(row: ResultRow, words: readonly string[]): readonly ResultRow[] {
  const titleMatches = words.flatMap((word) => matches(row.title, word));
  const texts = `${row.title}\n${row.uri}\n${row.description ?? ''}`.toLowerCase();
  if (!words.every((word) => texts.includes(word))) return [];
  const { text, matches: detailMatches, hasPieces } = detailOf(row, words);
  return [{ ...row, titleMatches, detail: text, detailMatches, ...(hasPieces && { hasPieces }) }];
}

function matches(text: string, word: string): readonly number[] {
  const start = text.toLowerCase().indexOf(word);
  return start < 0 ? [] : [start, start + word.length];
}

function valuesOf(row: ResultRow, name: FacetName): readonly string[] {
  const { server, uri } = row;
  switch (name) {
    case 'server':
      return [server];
    case 'scheme':
      return [uri.split(':')[0] ?? ''];
    case 'type':
      return [typeNames[row.icon] ?? 'Other'];
    case 'changed':
      return ages.filter(([, pattern]) => pattern.test(row.age ?? '')).map(([value]) => value);
    case 'priority':
      return priorities.filter(([, least]) => (row.priority ?? 0) >= least).map(([value]) => value);
  }
}

function passes(row: ResultRow, choices: readonly FacetChoice[], except?: FacetName): boolean {
  return facetNames.every((name) => {
    const wanted = choices.filter(({ facet: of }) => of === name);
    if (name === except || wanted.length === 0) return true;
    return wanted.some(({ value }) => valuesOf(row, name).includes(value));
  });
}

function facet(name: FacetName, rows: readonly ResultRow[], { choices }: SearchQuery): Facet {
  const counts = new Map<string, number>();
  for (const row of rows) for (const value of valuesOf(row, name)) counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const choice of choices) if (choice.facet === name && !counts.has(choice.value)) counts.set(choice.value, 0);
  const values = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([value, count]) => ({ value, count, label: labels.get(value) ?? value }));
  return { name, values: values.slice(0, 50), more: Math.max(0, values.length - 50) };
}

function sorted(rows: readonly ResultRow[], { sort }: SearchQuery): readonly ResultRow[] {
  if (sort === 'priority') return rows.toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0));
  if (sort === 'name') return rows.toSorted((one, other) => one.title.localeCompare(other.title));
  return rows;
}
