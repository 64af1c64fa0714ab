/** The two kinds of revisions of MCP, as named in what is remembered of servers. */
export type EraId = 'legacy' | 'modern';

/** Code of the error of a server that has not the revision of a request. */
export const unsupportedRevision = -32022;

/** All supported revisions, newest first: servers are offered the first of an era. */
export const revisions: readonly (readonly [revision: string, era: EraId])[] = [
  ['2026-07-28', 'modern'],
  ['2025-11-25', 'legacy'],
  ['2025-06-18', 'legacy'],
  ['2025-03-26', 'legacy'],
  ['2024-11-05', 'legacy'],
  ['2024-10-07', 'legacy'],
];

/** Revisions are dates, so they sort as text: an unsupported one belongs to the era of its time. */
export function eraIdOf(revision: string): EraId {
  return revisions.find(([first]) => revision >= first)?.[1] ?? 'legacy';
}

/** The supported revisions of an era, newest first. */
export function revisionsOf(era: EraId): readonly string[] {
  return revisions.filter(([, of]) => of === era).map(([revision]) => revision);
}
