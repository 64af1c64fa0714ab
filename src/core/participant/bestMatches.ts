/** Maximum number of results considered per word: a word that nearly every resource has does not help. */
const maxResultsPerWord = 1_000;
/** Minimum score of a match, as a fraction of the best one's. */
const goodEnough = 0.6;

/**
 * The resources that match a question best: a word counts the more the fewer resources have it.
 *
 * @param idsByWord for each word the ids of the resources that have it, best first
 * @param outOf number of all resources
 */
export function bestMatches(idsByWord: readonly ArrayLike<number>[], outOf: number, atMost: number): readonly number[] {
  const matches = new Map<number, { score: number; rank: number }>();
  for (const ids of idsByWord) {
    const weight = Math.log(1 + outOf / Math.max(1, ids.length));
    for (let rank = 0; rank < Math.min(ids.length, maxResultsPerWord); rank += 1) {
      const id = ids[rank] ?? -1;
      const previous = matches.get(id);
      matches.set(id, { score: (previous?.score ?? 0) + weight, rank: Math.min(rank, previous?.rank ?? rank) });
    }
  }
  const ranked = [...matches].sort(([, a], [, b]) => b.score - a.score || a.rank - b.rank);
  const minScore = (ranked[0]?.[1].score ?? 0) * goodEnough;
  return ranked
    .filter(([, { score }]) => score >= minScore)
    .slice(0, atMost)
    .map(([id]) => id);
}
