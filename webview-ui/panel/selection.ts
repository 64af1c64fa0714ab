/** As many as one message to a chat can sensibly carry, and more than anybody means. */
export const selectionLimit = 1000;

/** What is selected, by resource id and in the order it was selected: it outlives the query that found it. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** Made by a plain click, which points rather than collects: moving on or searching anew drops it. */
  readonly isTentative: boolean;
  /** How many were asked for, where that was more than {@link selectionLimit}. */
  readonly wanted: number | undefined;
}

export const nothingSelected: Selection = { ids: new Set(), isTentative: false, wanted: undefined };

export function selectOnly(id: number): Selection {
  return { ids: new Set([id]), isTentative: true, wanted: undefined };
}

/** Adds `ids`, of `wanted` that were asked for, to `base`, as far as there is room. */
export function selectAlso(base: Selection, ids: Iterable<number>, wanted: number): Selection {
  const all = new Set(base.ids);
  let known = 0;
  for (const id of ids) {
    if (all.has(id)) known++;
    else if (all.size < selectionLimit) all.add(id);
  }
  const union = base.ids.size + wanted - known;
  return { ids: all, isTentative: false, wanted: union > all.size ? union : undefined };
}

export function toggleSelected(base: Selection, id: number): Selection {
  if (!base.ids.has(id)) return selectAlso(base, [id], 1);
  const ids = new Set(base.ids);
  ids.delete(id);
  return { ids, isTentative: false, wanted: undefined };
}
