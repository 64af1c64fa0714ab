import { facetNames, type Facet, type FacetChoice, type FacetName, type FacetValue } from '../../shared/protocol';
import { CancelledError } from '../base/errors';
import type { Slice } from '../base/scheduler';
import { typeName } from '../content/contentKind';
import { facetLabel, ranges } from './facetLabels';
import { parseFilter } from './filters';
import { RowTests, type RowTest } from './rowTests';
import { perLook, type Signal } from './searchBase';
import type { View } from './searchIndex';
import type { SearchRows } from './searchRows';

const maxValues = 50;
/** Facets whose values are ranges, which are offered in their own order and can overlap. */

export interface FacetParts {
  readonly choices: readonly FacetChoice[];
  /** By the server's id. */
  readonly serverName: (serverId: string) => string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly slice: Slice;
  readonly signal: Signal;
}

/**
 * Counts the results of a query by the values of each facet. A facet's counts ignore its own choices, so that they
 * show what a further choice would add: one pass goes over the rows found before the choices were applied.
 */
export async function countFacets({ query, base, kinds }: View, parts: FacetParts): Promise<Facet[]> {
  const { slice, signal, serverName } = parts;
  for (const { codes } of kinds) await codes.update(slice);
  const totals = facetNames.map(() => new Map<string, number>());
  for (const [kindIndex, rows] of kinds.entries()) {
    const tests = new RowTests(rows, kinds, serverName);
    const counters = facetNames.map((name) => newCounter(name, rows, tests, parts));
    const groups = query.choices.map((group) => ({ test: tests.group(group), at: facetNames.indexOf(group.facet) }));
    for (const [index, row] of (base.matched[kindIndex]?.rows ?? new Uint32Array()).entries()) {
      if (index % perLook === 0 && slice.isOver()) await slice.next();
      if (signal.aborted) throw new CancelledError();
      const failing = failingOf(groups, row);
      if (failing === nothing) for (const counter of counters) counter.count(row);
      else counters[failing]?.count(row);
    }
    for (const [index, counter] of counters.entries())
      for (const [value, count] of counter.counts()) add(totals[index], value, count);
  }
  return facetNames.map((name, index) => facetOf(name, totals[index] ?? new Map<string, number>(), parts.choices));
}

const nothing = -1;
const severalFailing = -2;

/** The facet whose choices alone exclude the row; `nothing` where none does, `severalFailing` where more than one does. */
function failingOf(groups: readonly { readonly test: RowTest; readonly at: number }[], row: number): number {
  let failing = nothing;
  for (const group of groups) {
    if (group.test(row)) continue;
    if (failing !== nothing) return severalFailing;
    failing = group.at;
  }
  return failing;
}

type Counts = ReadonlyMap<string, number>;

interface Counter {
  count(row: number): void;
  /** By value. */
  counts(): Counts;
}

function newCounter(name: FacetName, rows: SearchRows, tests: RowTests, parts: FacetParts): Counter {
  const chosen = parts.choices.flatMap(({ facet, value }) => (facet === name ? [value] : []));
  const testCounts = testCounter(name, [...(ranges[name] ?? []), ...chosen], tests, parts.now);
  const coded = codeCounter(name, rows, parts.serverName);
  if (!coded) return testCounts;
  if (chosen.length === 0) return coded;
  return {
    count: (row) => {
      coded.count(row);
      testCounts.count(row);
    },
    // A choice may be a pattern of values instead of a value.
    counts: () => new Map([...coded.counts(), ...testCounts.counts()]),
  };
}

function testCounter(name: FacetName, values: readonly string[], tests: RowTests, now: number): Counter {
  const counters = [...new Set(values)].flatMap((value) => {
    const filter = parseFilter(name, value, now);
    return filter ? { value, test: tests.group({ filters: [filter], isExcluded: false }), count: 0 } : [];
  });
  return {
    count: (row) => {
      for (const counter of counters) if (counter.test(row)) counter.count += 1;
    },
    counts: () => new Map(counters.map(({ value, count }) => [value, count])),
  };
}

/** `undefined` for a facet whose values are ranges. */
function codeCounter(name: FacetName, rows: SearchRows, serverName: FacetParts['serverName']): Counter | undefined {
  const { codes, serverIds } = rows;
  switch (name) {
    case 'server':
      return byCode(
        (row) => rows.serverCode(row),
        () => serverIds.map(serverName),
      );
    case 'scheme':
      return byCode(
        (row) => codes.scheme(row),
        () => codes.schemes,
      );
    case 'type':
      return byCode(
        (row) => codes.type(row),
        () => codes.types.map((type) => type.split(';').map(typeName)),
      );
    case 'changed':
    case 'priority':
      return undefined;
  }
}

/** Several codes can have one name, and a code several. */
function byCode(codeOf: (row: number) => number, names: () => readonly (string | readonly string[])[]): Counter {
  const byCodes: number[] = [];
  return {
    count: (row) => {
      const code = codeOf(row);
      while (byCodes.length <= code) byCodes.push(0);
      byCodes[code] = (byCodes[code] ?? 0) + 1;
    },
    counts: () => {
      const counts = new Map<string, number>();
      for (const [code, named] of names().entries())
        for (const name of [named].flat()) add(counts, name, byCodes[code] ?? 0);
      return counts;
    },
  };
}

function add(counts: Map<string, number> | undefined, value: string, count: number): void {
  counts?.set(value, (counts.get(value) ?? 0) + count);
}

function facetOf(name: FacetName, counts: Counts, choices: readonly FacetChoice[]): Facet {
  const chosen = new Set(choices.flatMap(({ facet, value }) => (facet === name ? [value] : [])));
  const places = new Map(ranges[name]?.map((value, place) => [value, place]));
  const values = [...new Set([...counts.keys(), ...chosen])]
    .map((value): FacetValue => {
      const label = facetLabel({ facet: name, value });
      return { value, label, count: counts.get(value) ?? 0 };
    })
    // A value without a name, such as the scheme of a URI without one, cannot be searched for.
    .filter(({ value, count }) => value !== '' && (count > 0 || chosen.has(value)))
    .sort((a, b) => positionOf(a, places) - positionOf(b, places) || b.count - a.count || (a.label < b.label ? -1 : 1));
  const free = Math.max(0, maxValues - values.filter(({ value }) => chosen.has(value)).length);
  const frequent = new Set(values.filter(({ value }) => !chosen.has(value)).slice(0, free));
  const kept = values.filter((value) => frequent.has(value) || chosen.has(value.value));
  return { name, values: kept, more: values.length - kept.length };
}

function positionOf({ value }: FacetValue, places: ReadonlyMap<string, number>): number {
  return places.get(value) ?? places.size;
}
