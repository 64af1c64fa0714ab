/** As many as one message to a chat can sensibly hold, and more than any user means to select. */
export const selectionLimit = 1000;

/** Selected resources, by id and in the order of selection: they stay selected after the query that found them. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** Made by a plain click, which points rather than collects: moving on or a new search drops it. */
  readonly isTentative: boolean;
  /** Number of requested resources, where that was more than {@link selectionLimit}. */
  readonly wanted: number | undefined;
}

export const nothingSelected: Selection = { ids: new Set(), isTentative: false, wanted: undefined };

export function selectOnly(id: number): Selection {
  return { ids: new Set([id]), isTentative: true, wanted: undefined };
}

/** Adds `ids`, out of `requested` ones, to `base`, as far as there is room. */
export function selectAlso(base: Selection, ids: Iterable<number>, requested: number): Selection {
  const all = new Set(base.ids);
  let selectedBefore = 0;
  for (const id of ids) {
    if (all.has(id)) selectedBefore++;
    else if (all.size < selectionLimit) all.add(id);
  }
  const union = base.ids.size + requested - selectedBefore;
  return { ids: all, isTentative: false, wanted: union > all.size ? union : undefined };
}

export function toggleSelected(base: Selection, id: number): Selection {
  if (!base.ids.has(id)) return selectAlso(base, [id], 1);
  const ids = new Set(base.ids);
  ids.delete(id);
  return { ids, isTentative: false, wanted: undefined };
}
