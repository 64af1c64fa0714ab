import { expect } from 'vitest';
import type { CopyEntry, CopyOrder, SearchQuery } from '../../../src/shared/protocol';
import { CopySource, type CopySourceParts } from '../../../src/core/panel/copySource';
import { ResultRows, type ResultRowParts } from '../../../src/core/panel/resultRow';
import { SearchCopy } from '../../../src/core/panel/searchCopy';
import type { TemplateCatalog } from '../../../src/core/catalog/templates';
import { parseQuery } from '../../../src/core/search/parseQuery';
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
    hasSeveralServers: () => parts.catalog.serverIds.length > 1,
    ...fields,
  };
  const rows = new ResultRows({
    clock: new FakeClock(),
    picked: { get: () => undefined },
    live: { liveness: () => ({ kind: 'live', isUpdated: false, since: 'sent' }) },
    server: () => undefined,
    iconOf: () => undefined,
    ...common,
    onTop: { isPinned: () => false },
  });
  const source = new CopySource({
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
  sort: SearchQuery['sort'],
  copy = new SearchCopy(source.state(sort, 0)?.entries ?? 0, () => new FakeClock().now()),
): Promise<{ readonly copy: SearchCopy; readonly missing: readonly number[] }> {
  const order = onWire(await source.order(sort, going)) as CopyOrder;
  const missing = copy.arrange(order);
  for (let from = 0; from < missing.length; from += 500)
    copy.add(onWire(await source.entries(order.entries, missing.slice(from, from + 500))) as CopyEntry[]);
  copy.complete();
  return { copy, missing };
}

/** Finds in a copy what the index finds, unless only the host can tell. */
export async function expectSameInCopy(parts: Parts, query: SearchQuery): Promise<void> {
  const { source } = newSource(parts);
  const { ids, outOf } = await parts.index.search(parseQuery(query, new FakeClock().now()), query.sort, going);
  if (!source.state(query.sort, outOf)) return;
  const { copy } = await update(source, query.sort);
  const result = await copy.search(query, nothingOnTop);
  if (result) expect(rowsOf(result).map((row) => row?.id)).toEqual([...ids]);
}

export function rowsOf(
  result: Awaited<ReturnType<SearchCopy['search']>>,
): ReturnType<NonNullable<typeof result>['at']>[] {
  return Array.from({ length: result?.length ?? 0 }, (_, index) => result?.at(index));
}

function onWire(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
