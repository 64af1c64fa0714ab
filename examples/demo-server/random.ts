/** Repeatable pseudo-random numbers, so that every start of the server publishes the same company. */
export interface Random {
  /** Returns a whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** Returns an amount from `least` to `most`, with two decimals. */
  amount(least: number, most: number): number;
}

/** Mulberry32: 32 bits of state are plenty for sample rows. */
export function seededRandom(seed: number): Random {
  let state = (seed * 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    pick: (items) => items[Math.floor(next() * items.length)]!,
    amount: (least, most) => Number((least + next() * (most - least)).toFixed(2)),
  };
}
