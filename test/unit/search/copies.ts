import { expect } from 'vitest';
import type { CopyEntry, CopyOrder, SearchQuery } from '../../../src/shared/protocol';
import { CopySource, type CopySourceParts } from '../../../src/core/panel/copySource';
import { ResultRows, type ResultRowParts } from '../../../src/core/panel/resultRow';
import { SearchCopy } from '../../../src/core/panel/searchCopy';
import type { TemplateCatalog } from '../../../src/core/catalog/templates';
import { parseQuery } from '../../../src/core/search/parseQuery';
import { emptyQuery } from '../../../src/shared/searchQuery';
import { FakeClock } from '../../support/fakeClock';
import { CountedSlices } from '../catalog/fixtures';

const going = { aborted: false };
const nothingOnTop = { pinned: [], recent: [] };

type Parts = Pick<CopySourceParts, 'catalog' | 'index'> & { readonly templates: TemplateCatalog };

/** The host's side of a copy, and the rows that it shows itself. A server's name is its id. */
export function newSource(
  parts: Parts,
  fields: Partial<CopySourceParts & ResultRowParts> = {},
): { readonly source: CopySource; readonly rows: ResultRows } {
  const common = {
    ...parts,
    serverName: (id: string) => id,
    hasSeveralServers: () => parts.catalog.table.serverIds.length > 1,
    ...fields,
  };
  const rows = new ResultRows({
    clock: new FakeClock(),
    picked: { get: () => undefined },
    live: { liveness: () => ({ kind: 'live', isUpdated: false, since: 'sent' }) },
    server: () => undefined,
    iconOf: () => undefined,
    skillPermission: () => 'no',
    ...common,
    onTop: { isPinned: () => false },
  });
  const source = new CopySource({
    clock: new FakeClock(),
    activity: { revision: 0 },
    visibility: { revision: 0 },
    onTop: { pinned: [], recent: [] },
    servers: () => [],
    newSlice: new CountedSlices().newSlice,
    ...common,
    rows,
  });
  return { source, rows };
}

/** Brings a copy, a new one by default, up to date; everything goes through JSON, as it does on its way to the page. @returns the ids that it lacked */
export async function update(
  source: CopySource,
  query: SearchQuery,
  kept?: SearchCopy,
): Promise<{ readonly copy: SearchCopy; readonly missing: readonly number[] }> {
  const order = onWire(await source.order(query, going)) as CopyOrder;
  const copy = kept ?? new SearchCopy(order.entries, () => new FakeClock().now());
  const missing = copy.arrange(order, query);
  for (let from = 0; from < missing.length; from += 500)
    copy.add(onWire(await source.entries(order.entries, missing.slice(from, from + 500))) as CopyEntry[]);
  copy.complete();
  return { copy, missing };
}

/** Finds in copies what the index finds, unless only the host can tell: in that of everything, and in that of what was found a key before. */
export async function expectSameInCopy(parts: Parts, query: SearchQuery): Promise<void> {
  const { source } = newSource(parts);
  const found = await parts.index.search(parseQuery(query, new FakeClock().now()), query.sort, going);
  if (source.state(query.sort, found).of !== 'all') return;
  for (const copied of [{ ...emptyQuery, sort: query.sort }, keyBefore(query)]) {
    const ids = await idsInCopy(source, copied, query);
    if (ids) expect({ copied, ids }).toEqual({ copied, ids: [...found.ids] });
  }
}

/** The query before its last character was typed. */
export function keyBefore(query: SearchQuery): SearchQuery {
  return { ...query, text: query.text.slice(0, -1) };
}

/** What a new copy of what `copied` finds has for a query; `undefined` where only the host can tell. */
export async function idsInCopy(
  source: CopySource,
  copied: SearchQuery,
  query: SearchQuery,
): Promise<readonly unknown[] | undefined> {
  if (!(await source.order(copied, going))) return undefined;
  const { copy } = await update(source, copied);
  const result = await copy.search(query, nothingOnTop);
  return result && rowsOf(result).map((row) => row?.id);
}

export function rowsOf(
  result: Awaited<ReturnType<SearchCopy['search']>>,
): ReturnType<NonNullable<typeof result>['at']>[] {
  return Array.from({ length: result?.length ?? 0 }, (_, index) => result?.at(index));
}

function onWire(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
