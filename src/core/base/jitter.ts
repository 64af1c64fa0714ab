/**
 * A delay, give or take a quarter: what failed for many at the same time shall not be tried by all of them at the same time.
 * @param random from 0 to 1
 */
export function jittered(ms: number, random: () => number): number {
  return Math.round(ms * (0.75 + random() / 2));
}
