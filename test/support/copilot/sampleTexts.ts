// Texts of the kinds that cost different numbers of tokens, in any length, the same in each run.

/** A number of the series of `seed`, at least 0 and below 100,000. */
export function series(seed: number): () => number {
  let value = seed;
  return () => (value = (value * 1_103_515_245 + 12_345) % 2_147_483_648) % 100_000;
}

function lines(line: (index: number) => string, length: number): string {
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += `${line(index)}\n`;
  return `${text.slice(0, length - 1)}.`;
}

const prose = (length: number, seed: number): string =>
  lines(
    (index) =>
      `On day ${index} of year ${seed} the gardeners watered the plants before sunrise, and measured the greenhouse temperature.`,
    length,
  );

const code = (length: number, seed: number): string =>
  lines((index) => {
    const name = `order${seed}x${index}`;
    return [
      `/** Adds the parts of ${name}. */`,
      `export function ${name}(items: readonly Item[], isPaid = false): number {`,
      `  const prices = items.filter(({ weight }) => weight > ${index % 7}).map(({ price }) => price * ${index});`,
      '  return isPaid ? 0 : prices.reduce((sum, price) => sum + price, 0);',
      '}',
    ].join('\n');
  }, length);

const cjk = (length: number, seed: number): string =>
  lines(
    (index) => `第${seed}部第${index}天：清晨太阳升高之前给植物浇水，然后检查温室里的温度和湿度并写进日记。`,
    length,
  );

function numbers(length: number, seed: number): string {
  const next = series(seed);
  return lines(() => Array.from({ length: 8 }, next).join(','), length);
}

function json(length: number, seed: number): string {
  const next = series(seed);
  return lines(
    (index) => JSON.stringify({ id: index, plant: `fern-${next()}`, price: next() / 100, isSold: index % 3 === 0 }),
    length,
  );
}

/** By kind: a text of so many UTF-16 code units; another seed gives another text. */
export const sampleTexts = { prose, code, cjk, numbers, json } as const;

export type SampleKind = keyof typeof sampleTexts;
