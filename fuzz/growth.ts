import { Random } from './random';
import type { Target } from './target';

/** Bytes of a long input. */
const length = 100_000;

/**
 * A long input: a kept one in which a piece is repeated. A parser that takes the square of its input's length takes seconds for such, and one
 * that does not takes milliseconds.
 */
export function longInput(target: Target, corpus: readonly Uint8Array[], seed: number): Uint8Array {
  const random = new Random(seed);
  const bytes = random.pick(corpus);
  const start = random.below(bytes.length + 1);
  const end = Math.min(bytes.length, start + random.size(bytes.length + 1));
  const word = new TextEncoder().encode(random.pick(target.words));
  const piece = random.pick([
    bytes.subarray(start, end),
    word,
    Buffer.concat([word, bytes.subarray(start, start + 2)]),
  ]);
  const times = Math.ceil(length / Math.max(1, piece.length));
  return Buffer.concat([
    bytes.subarray(0, start),
    ...Array.from({ length: times }, () => piece),
    bytes.subarray(start),
  ]);
}
