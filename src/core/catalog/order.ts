import { onFirstUse } from '../base/onFirstUse';
import type { ResourceTable } from './resourceTable';

/** The natural order of names. */
export const collator = onFirstUse(() => new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }));
/** Above this many rows names are compared by code unit: a collator takes over a second for 100,000. */
const collatedRows = 5_000;

/** True if this many rows are put into the natural order of names, "file 2" before "file 10"; more are ordered by code unit. */
export function isCollated(rows: number): boolean {
  return rows <= collatedRows;
}

type Rows = Pick<ResourceTable, 'compareImportance' | 'displayName' | 'text' | 'uri'>;

/**
 * The product's default order, of ids: highest priority first, then the most recently modified, then by name. Resources without an
 * annotation come after those with one.
 */
export function byImportance(rows: Rows, isByCollator: boolean): (a: number, b: number) => number {
  const byName = isByCollator
    ? (a: number, b: number): number => collator().compare(rows.displayName(a), rows.displayName(b))
    : // A text begins with the name, and its line ends with what is before every letter: comparing the texts is enough.
      (a: number, b: number): number => byCodeUnit(rows.text(a), rows.text(b));
  return (a, b) => rows.compareImportance(a, b) || byName(a, b) || byCodeUnit(rows.uri(a), rows.uri(b)) || a - b;
}

export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
