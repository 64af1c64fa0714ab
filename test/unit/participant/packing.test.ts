import { describe, expect, it } from 'vitest';
import { pack, type Material } from '../../../src/core/participant/packing';

/** A model that counts each character. What stands around a text costs 40 of its tokens. */
const count = (text: string): Promise<number> => Promise.resolve(text.length);

function material(name: string, text: string, priority?: number, audience?: readonly string[]): Material {
  return { heading: name, text, priority, audience };
}

/** What goes to the model, and what is left out, by name. */
async function packed(materials: readonly Material[], budget: number) {
  const { packed: kept, leftOut } = await pack(materials, budget, count);
  return {
    kept: kept.map(({ material: { heading }, text, isCut }) => (isCut ? [heading, text] : heading)),
    leftOut: leftOut.map(({ heading }) => heading),
  };
}

const lines = (many: number): string => Array.from({ length: many }, (_, at) => `line ${at}\n`).join('');

describe('texts in the budget of a model', () => {
  it('all go along, whole and in their order, where they fit', async () => {
    expect(await packed([material('b', lines(10), 0.1), material('a', lines(5), 1)], 1_000)).toEqual({
      kept: ['b', 'a'],
      leftOut: [],
    });
  });

  it('are left out from the least important on, what is for the assistant last', async () => {
    const text = 'x'.repeat(59);
    const all = [
      material('u', text, 1, ['user']),
      material('n', text),
      material('l', text, 0.2),
      material('h', text, 0.9, ['assistant']),
    ];
    expect(await packed(all, 300)).toEqual({ kept: ['n', 'l', 'h'], leftOut: ['u'] });
    expect(await packed(all, 200)).toEqual({ kept: ['l', 'h'], leftOut: ['u', 'n'] });
  });

  it('are cut at the end of a line where one takes more than half', async () => {
    const { kept, leftOut } = await packed([material('a', lines(100)), material('b', 'small')], 400);
    expect(leftOut).toEqual([]);
    expect(kept).toEqual([
      ['a', expect.stringMatching(/^(line \d+\n)+\n\[cut here: the first \d+ of 790 characters\]$/u)],
      'b',
    ]);
  });

  it('are cut to all there is where there is only one', async () => {
    const { kept } = await packed([material('a', lines(1_000))], 500);
    const [[, text] = []] = kept as [string, string][];
    expect(text?.length).toBeGreaterThan(350);
    expect(text?.length).toBeLessThanOrEqual(500);
  });

  it('are counted only as far as they could fit', async () => {
    let counted = 0;
    await pack([material('a', 'x'.repeat(10_000_000))], 100, (text) => {
      counted += text.length;
      return Promise.resolve(text.length / 4);
    });
    expect(counted).toBeLessThan(20_000);
  });

  it('are left out where there is no room at all', async () => {
    expect(await packed([material('a', 'text')], 0)).toEqual({ kept: [], leftOut: ['a'] });
    expect(await packed([], 0)).toEqual({ kept: [], leftOut: [] });
  });
});
