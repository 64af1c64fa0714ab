import { fitting, type Weighed } from '../chat/budget';
import { fitText, type CountTokens } from '../chat/fitText';

/** Something to read for a model. */
export interface Material extends Pick<Weighed, 'priority' | 'audience'> {
  readonly text: string;
  /** What a model is told besides the text, which costs tokens as well. */
  readonly heading: string;
}

export interface Packed<T extends Material> {
  readonly material: T;
  /** All of the material's text, or its beginning with a mark where it ends. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface Pack<T extends Material> {
  /** In the order given. */
  readonly packed: readonly Packed<T>[];
  readonly leftOut: readonly T[];
}

/** Tokens of the fences around a text and of the mark where it ends. */
const around = 40;
/** A text that is longer than this for each token of the budget is too large whatever it is: nobody counts megabytes. */
const mostCharacters = 12;

/**
 * Puts texts into a budget of tokens. Where they do not fit, each that takes more than half of it is cut to that at the end of a line; then
 * the least important are left out, see `fitting`. One alone may take all.
 */
export async function pack<T extends Material>(
  materials: readonly T[],
  budget: number,
  count: CountTokens,
): Promise<Pack<T>> {
  const weighed = await Promise.all(materials.map((material) => weigh(material, budget, count)));
  const needed = weighed.reduce((sum, { tokens }) => sum + tokens, 0);
  if (needed <= budget) return { packed: weighed.map(whole), leftOut: [] };
  const share = materials.length > 1 ? Math.floor(budget / 2) : budget;
  const cut = await Promise.all(
    weighed.map(async (one) => (one.tokens <= share ? { ...one, ...whole(one) } : cutTo(one, share, count))),
  );
  const { kept, leftOut } = fitting(cut, budget);
  return {
    packed: kept.map(({ material, text, isCut }) => ({ material, text, isCut })),
    leftOut: leftOut.map(({ material }) => material),
  };
}

interface Weight<T extends Material> extends Weighed {
  readonly material: T;
  /** Tokens of what is told besides the text. */
  readonly fixed: number;
}

async function weigh<T extends Material>(material: T, budget: number, count: CountTokens): Promise<Weight<T>> {
  const { text, heading, priority, audience } = material;
  const fixed = around + (await count(heading));
  const tokens = text.length > budget * mostCharacters ? Infinity : fixed + (await count(text));
  return { material, fixed, tokens, priority, audience };
}

function whole<T extends Material>({ material }: Weight<T>): Packed<T> {
  return { material, text: material.text, isCut: false };
}

/** Of nothing at all there is nothing to send: that stays too large. */
async function cutTo<T extends Material>(
  weight: Weight<T>,
  share: number,
  count: CountTokens,
): Promise<Weight<T> & Packed<T>> {
  const { material, fixed } = weight;
  const length = await fitText(material.text, share - fixed, count);
  const mark = `[cut here: the first ${length} of ${material.text.length} characters]`;
  const text = `${material.text.slice(0, length)}\n${mark}`;
  return { ...weight, text, isCut: true, tokens: length === 0 ? Infinity : share };
}
