import type { CopyEntry, CopyOrder, CopyState, ResultRow } from '../../../src/shared/protocol';

/** The state of rows that the page may copy. */
export const copyState: CopyState = { entries: 1, order: 1, of: 'all', onTop: { pinned: [], recent: [] } };

export function copyOrder(rows: readonly ResultRow[], { entries, order }: CopyState): CopyOrder {
  const servers = [...new Set(rows.map(({ server }) => server))];
  const ids = rows.map(({ id }) => id);
  return { entries, order, ids, servers, schemes: [], types: [], hasSeveralServers: servers.length > 1 };
}

export function copyEntry(row: ResultRow): CopyEntry {
  const { kind, id, server, uri, title, description, audience, priority } = row;
  const { icon, serverIcon, age, size, mark, origin, isPinned } = row;
  return {
    ...{ kind, id, server, uri, name: title, title, description, audience, priority },
    ...{ mimeType: undefined, lastModified: undefined, size: undefined },
    shown: { icon, serverIcon, age, size, mark, origin, ...(isPinned && { isPinned }) },
  };
}
