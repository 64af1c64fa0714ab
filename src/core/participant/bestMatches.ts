/** Results of one word that are looked at: a word that is found nearly everywhere tells nothing. */
const deepest = 1_000;
/** Of the best one's score what a match needs to be named beside it. */
const goodEnough = 0.6;

/**
 * The resources that most speak of what was asked: each word counts the more the fewer resources have it.
 *
 * @param found for each word the ids of what has it, best first
 * @param outOf how many resources there are
 */
export function bestMatches(found: readonly ArrayLike<number>[], outOf: number, atMost: number): readonly number[] {
  const matches = new Map<number, { score: number; rank: number }>();
  for (const ids of found) {
    const weight = Math.log(1 + outOf / Math.max(1, ids.length));
    for (let rank = 0; rank < Math.min(ids.length, deepest); rank += 1) {
      const id = ids[rank] ?? -1;
      const known = matches.get(id);
      matches.set(id, { score: (known?.score ?? 0) + weight, rank: Math.min(rank, known?.rank ?? rank) });
    }
  }
  const ranked = [...matches].sort(([, a], [, b]) => b.score - a.score || a.rank - b.rank);
  const enough = (ranked[0]?.[1].score ?? 0) * goodEnough;
  return ranked
    .filter(([, { score }]) => score >= enough)
    .slice(0, atMost)
    .map(([id]) => id);
}
