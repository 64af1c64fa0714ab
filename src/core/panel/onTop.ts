import * as l10n from '@vscode/l10n';
import type { Catalog } from '../catalog/catalog';
import type { ResourceAddress } from '../resource/address';
import type { PinnedAndRecent } from './pinnedAndRecent';

/** Why a row stands above all others. */
export type OnTop = 'pinned' | 'recent';

export interface Grouped {
  readonly ids: Uint32Array;
  /** By id. */
  readonly onTop: ReadonlyMap<number, OnTop>;
  /** Names of groups, by the id of their first row, that of all others empty; no entry where nothing stands on top. */
  readonly groups: ReadonlyMap<number, string>;
}

/** Puts pinned resources, then recently used ones, before all others; as far as they are among `ids`. */
export function putOnTop(
  ids: Uint32Array,
  { pinned, recent }: Pick<PinnedAndRecent, 'pinned' | 'recent'>,
  catalog: Pick<Catalog, 'find'>,
): Grouped {
  const wanted = new Set([...pinned, ...recent].flatMap((address) => idOf(address, catalog) ?? []));
  const there = new Set<number>();
  const others = ids.filter((id) => !wanted.has(id) || !there.add(id));
  const idsOf = (addresses: readonly ResourceAddress[]): number[] =>
    addresses.flatMap((address) => idOf(address, catalog) ?? []).filter((id) => there.has(id));
  const pinnedIds = idsOf(pinned);
  const recentIds = idsOf(recent).filter((id) => !pinnedIds.includes(id));
  if (there.size === 0) return { ids, onTop: new Map(), groups: new Map() };
  const starts: readonly (readonly [number | undefined, string])[] = [
    [pinnedIds[0], l10n.t('pinned')],
    [recentIds[0], l10n.t('recently used')],
    [others[0], ''],
  ];
  return {
    ids: joined([...pinnedIds, ...recentIds], others),
    onTop: new Map([
      ...pinnedIds.map((id) => [id, 'pinned'] as const),
      ...recentIds.map((id) => [id, 'recent'] as const),
    ]),
    groups: new Map(starts.flatMap(([id, name]) => (id === undefined ? [] : [[id, name] as const]))),
  };
}

function joined(first: readonly number[], others: Uint32Array): Uint32Array {
  const ids = new Uint32Array(first.length + others.length);
  ids.set(first);
  ids.set(others, first.length);
  return ids;
}

function idOf({ serverId, uri }: ResourceAddress, catalog: Pick<Catalog, 'find'>): number | undefined {
  return catalog.find(serverId, uri)?.id;
}
