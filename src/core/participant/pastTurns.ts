/** One side of what was said before. */
export interface PastTurn {
  readonly by: 'person' | 'model';
  readonly text: string;
}

/**
 * The newest of what was said, oldest first, that fits. It begins with the person.
 *
 * @param tokens of each turn, in their order
 */
export function recentTurns(
  turns: readonly PastTurn[],
  tokens: readonly number[],
  budget: number,
): readonly PastTurn[] {
  let start = turns.length;
  for (let left = budget; start > 0; start -= 1) {
    left -= tokens[start - 1] ?? 0;
    if (left < 0) break;
  }
  const first = turns.findIndex(({ by }, at) => at >= start && by === 'person');
  return first < 0 ? [] : turns.slice(first);
}
