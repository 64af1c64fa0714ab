import type { OnTop, RowGroup } from '../../shared/protocol';
import type { Catalog } from '../catalog/catalog';
import type { ResourceAddress } from '../resource/address';

export interface Grouped {
  readonly ids: Uint32Array;
  /** Why a row stands above all others, by id. */
  readonly onTop: ReadonlyMap<number, keyof OnTop>;
  /** Headings by the id of the row below them; empty if no row is pinned or recent. */
  readonly groups: ReadonlyMap<number, RowGroup>;
}

/** Puts pinned resources, then recently used ones, before all others; as far as they are among `ids`. */
export function putOnTop(ids: Uint32Array, { pinned, recent }: OnTop): Grouped {
  const wanted = new Set([...pinned, ...recent]);
  if (wanted.size === 0) return { ids, onTop: new Map(), groups: new Map() };
  const there = new Set<number>();
  // A loop: `filter` takes 20 ms for 100,000.
  const buffer = new Uint32Array(ids.length);
  let count = 0;
  for (const id of ids)
    if (wanted.has(id)) there.add(id);
    else buffer[count++] = id;
  const otherIds = buffer.subarray(0, count);
  const pinnedIds = pinned.filter((id) => there.has(id));
  const recentIds = recent.filter((id) => there.has(id) && !pinnedIds.includes(id));
  if (there.size === 0) return { ids, onTop: new Map(), groups: new Map() };
  const starts: readonly (readonly [number | undefined, RowGroup])[] = [
    [pinnedIds[0], 'pinned'],
    [recentIds[0], 'recent'],
    [otherIds[0], 'others'],
  ];
  return {
    ids: concatenated([...pinnedIds, ...recentIds], otherIds),
    onTop: new Map([
      ...pinnedIds.map((id) => [id, 'pinned'] as const),
      ...recentIds.map((id) => [id, 'recent'] as const),
    ]),
    groups: new Map(starts.flatMap(([id, name]) => (id === undefined ? [] : [[id, name] as const]))),
  };
}

/** The ids of those that are listed. */
export function listedIds(addresses: readonly ResourceAddress[], catalog: Pick<Catalog, 'find'>): number[] {
  return addresses.flatMap(({ serverId, uri }) => catalog.find(serverId, uri)?.id ?? []);
}

function concatenated(first: readonly number[], otherIds: Uint32Array): Uint32Array {
  const ids = new Uint32Array(first.length + otherIds.length);
  ids.set(first);
  ids.set(otherIds, first.length);
  return ids;
}
