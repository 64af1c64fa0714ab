import type { Resource } from '../resource';

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
/** Above this many rows names are compared by code unit: a collator takes over a second for 100,000. */
const collatedRows = 5_000;

/** What people read in a row. */
export function displayName(resource: { readonly name: string; readonly title: string | undefined }): string {
  return resource.title ?? resource.name;
}

export type Compare = (a: Resource, b: Resource) => number;

/**
 * The product's default order: highest priority first, then the most recently modified, then by name. What has no annotation comes
 * after what has one.
 *
 * @param rows how many are about to be sorted
 */
export function byImportance(rows: number): Compare {
  const byName = compareNames(rows);
  return (a, b) =>
    (b.priority ?? -1) - (a.priority ?? -1) ||
    (b.lastModified ?? -Infinity) - (a.lastModified ?? -Infinity) ||
    byName(displayName(a), displayName(b)) ||
    (a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : 0);
}

/** Compares names as people order them, "file 2" before "file 10"; coarser where there are too many for that. */
export function compareNames(rows: number): (a: string, b: string) => number {
  return rows <= collatedRows ? (a, b) => collator.compare(a, b) : (a, b) => (a < b ? -1 : a > b ? 1 : 0);
}
