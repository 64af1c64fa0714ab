import type { Entry } from './corpus';
import { inputOf, reduced } from './mutate';
import { Random } from './random';
import type { Target } from './target';

/** An input for which a promise of its target does not hold. */
export interface Find {
  /** `undefined` for an entry of the corpus itself. */
  readonly seed: number | undefined;
  readonly bytes: Uint8Array;
  readonly error: unknown;
}

/** The first line of an error, without the values in it: finds that have it in common are one. */
export function kindOf(error: unknown): string {
  const [first = ''] = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).split('\n');
  return first.replace(/["'{[\d].*$/u, '').trim();
}

/** The error of an input, or the shape of its result. */
export async function check(
  target: Target,
  bytes: Uint8Array,
  seed: number,
): Promise<{ readonly error: unknown } | { readonly shape: string }> {
  try {
    return { shape: await target.check(bytes, new Random(seed)) };
  } catch (error) {
    return { error };
  }
}

/** The corpus itself, then inputs made of it, one for each seed from `seed` on. Yields a find, or the shape of a result. */
export async function* fuzz(
  target: Target,
  corpus: readonly Entry[],
  seed: number,
): AsyncGenerator<Find | string, never> {
  for (const { bytes } of corpus) {
    const result = await check(target, bytes, 1);
    if ('error' in result) yield { seed: undefined, bytes, error: result.error };
  }
  const inputs = corpus.map(({ bytes }) => bytes);
  for (let next = seed; ; next += 1) {
    const bytes = inputOf(target, inputs, next);
    const result = await check(target, bytes, next);
    yield 'error' in result ? { seed: next, bytes, error: result.error } : result.shape;
  }
}

/** The same find with a shorter input. */
export async function shortened(target: Target, { seed, bytes, error }: Find): Promise<Find> {
  const kind = kindOf(error);
  const fails = async (shorter: Uint8Array): Promise<boolean> => {
    const result = await check(target, shorter, seed ?? 1);
    return 'error' in result && kindOf(result.error) === kind;
  };
  return { seed, bytes: await reduced(bytes, fails), error };
}
