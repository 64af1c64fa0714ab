import type { Random } from './random';

/** A parser of bytes that somebody else wrote, and what has to hold for each input. */
export interface Target {
  /** The name of its folder in `fuzz/corpus`, too. */
  readonly name: string;
  /** Words of its language, put into inputs as they are. */
  readonly words: readonly string[];
  /** True where most inputs should stay JSON: then values are changed more often than bytes. */
  readonly isJson?: boolean;
  /**
   * Throws where the parser breaks a promise; whatever the parser itself throws beside its own errors is a find, too. Uses no clock and keeps
   * nothing between inputs.
   * @param random depends on the seed alone: for places to cut at, and the like
   * @returns a few words on the result; inputs with new ones are worth keeping
   */
  check(bytes: Uint8Array, random: Random): string | Promise<string>;
}

/** A promise that a parser broke. */
export class Broken extends Error {}

export function hold(isTrue: boolean, promise: string, ...details: readonly unknown[]): void {
  if (!isTrue) throw new Broken([promise, ...details.map((detail) => JSON.stringify(detail))].join(' '));
}

/** Both as JSON. */
export function same(one: unknown, other: unknown, promise: string): void {
  const [left, right] = [JSON.stringify(one), JSON.stringify(other)];
  hold(left === right, `${promise}\n${left.slice(0, 400)}\n${right.slice(0, 400)}\n`);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes that are no UTF-8 become replacement characters, as where the product reads them. */
export function textIn(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** `undefined` where it is no JSON. */
export function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textIn(bytes));
  } catch {
    return undefined;
  }
}

/** Levels of brackets, also of those in texts: below a hundred, functions that recurse can walk a value. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1));
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

/** For a shape: how many there are, roughly. */
export function some(count: number): string {
  if (count > 4) return count > 30 ? 'lots' : 'many';
  return String(count);
}
