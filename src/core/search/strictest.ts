import { CancelledError } from '../base/errors';
import type { Slice } from '../base/scheduler';
import { rowOf } from '../catalog/resourceTable';
import { RowTests, type RowTest } from './rowTests';
import { perLook, type Signal } from './searchBase';
import type { View } from './searchIndex';
import type { SearchRows } from './searchRows';
import type { ParsedQuery } from './parseQuery';

/** A part of a query without which there would be results. */
export interface Strictest {
  /** As the user typed it, or sees the clicked filter; or the chosen audience. */
  readonly part: { readonly kind: 'text' | 'choice'; readonly text: string } | { readonly kind: 'audience' };
  /** Number of results without it. */
  readonly count: number;
}

/**
 * Finds the part of a query without results that alone keeps most rows out. `undefined` if more than one part has to go.
 */
export async function findStrictest(
  { query, kinds }: View,
  parts: { readonly serverName: (id: string) => string; readonly slice: Slice; readonly signal: Signal },
): Promise<Strictest | undefined> {
  const { slice, signal, serverName } = parts;
  const counts = partsOf(query).map((part) => ({ part, count: 0 }));
  for (const rows of kinds) {
    const tests = rowTestsOf(query, rows, new RowTests(rows, kinds, serverName));
    for (let row = 0; row < rows.length; row += 1) {
      if (row % perLook === 0 && slice.isOver()) await slice.next();
      if (signal.aborted) throw new CancelledError();
      const id = rows.table.idAt(row);
      if (id === undefined || !rows.isVisible(id)) continue;
      const failing = onlyFailing(tests, id);
      const counter = failing === undefined ? undefined : counts[failing];
      if (counter) counter.count += 1;
    }
  }
  const [best] = counts.sort((a, b) => b.count - a.count);
  return best && best.count > 0 ? best : undefined;
}

/** In the order of {@link rowTestsOf}. */
function partsOf({ filters, choices, words, excluded }: ParsedQuery): Strictest['part'][] {
  const textPart = (text: string): Strictest['part'] => ({ kind: 'text', text });
  return [
    { kind: 'audience' },
    ...filters.map(({ label }) => textPart(label)),
    ...choices.map(({ label }) => ({ kind: 'choice', text: label }) as const),
    ...words.map(textPart),
    ...excluded.map((word) => textPart(`-${word}`)),
  ];
}

/** The slowest test comes last. */
function rowTestsOf(query: ParsedQuery, rows: SearchRows, tests: RowTests): RowTest[] {
  const { texts, table } = rows;
  const { audience, filters, choices, words, excluded } = query;
  const hasWord = (id: number, word: string): boolean => texts.at(rowOf(id)).includes(word);
  return [
    (row) => table.isFor(row, audience),
    ...[...filters, ...choices].map((group) => tests.group(group)),
    ...words.map(
      (word): RowTest =>
        (id) =>
          hasWord(id, word),
    ),
    ...excluded.map(
      (word): RowTest =>
        (id) =>
          !hasWord(id, word),
    ),
  ];
}

function onlyFailing(tests: readonly RowTest[], row: number): number | undefined {
  let failing: number | undefined;
  for (const [index, test] of tests.entries()) {
    if (test(row)) continue;
    if (failing !== undefined) return undefined;
    failing = index;
  }
  return failing;
}
