// The short part of `npm run fuzz`: the kept inputs, and some that are made of them, always the same.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../../fuzz/corpus';
import { check, fuzz, shortened, type Find } from '../../../fuzz/fuzzTarget';
import { inputOf } from '../../../fuzz/mutate';
import type { Target } from '../../../fuzz/target';
import { targets } from '../../../fuzz/targets';

const folder = path.resolve(import.meta.dirname, '../../../fuzz/corpus');
const inputs = 200;

describe.each(targets)('$name', (target) => {
  it('keeps its promises for every kept input', async () => {
    const corpus = readCorpus(folder, target.name);
    expect(corpus.length).toBeGreaterThan(4);
    for (const { name, bytes } of corpus) expect(await check(target, bytes, 1), name).not.toHaveProperty('error');
  });

  it('keeps them for inputs made of these', async () => {
    const finds: string[] = [];
    let count = 0;
    for await (const result of fuzz(target, readCorpus(folder, target.name), 1)) {
      if (typeof result !== 'string') finds.push(`seed ${result.seed}: ${String(result.error)}`);
      if ((count += 1) === inputs) break;
    }
    expect(finds).toEqual([]);
  });
});

it('keeps inputs for its targets only', () => {
  expect(readdirSync(folder).sort()).toEqual(targets.map(({ name }) => name).sort());
});

describe('a find', () => {
  const broken: Target = {
    name: 'broken',
    words: ['x'],
    check: (bytes) => {
      if (bytes.includes(120)) throw new Error('There is an x.');
      return 'none';
    },
  };
  const corpus = [{ name: 'some', bytes: new TextEncoder().encode('some longer words without it') }];
  const next = async (seed: number): Promise<Find> => {
    for await (const result of fuzz(broken, corpus, seed)) if (typeof result !== 'string') return result;
    throw new Error('There is none.');
  };

  it('is repeated by its seed', async () => {
    const { seed, bytes } = await next(1);
    expect(await next(seed ?? 0)).toMatchObject({ seed, bytes });
    expect(inputOf(broken, [corpus[0]!.bytes], seed ?? 0)).toEqual(bytes);
  });

  it('becomes as short as can be', async () => {
    const { bytes } = await shortened(broken, await next(1));
    expect(new TextDecoder().decode(bytes)).toBe('x');
  });
});
