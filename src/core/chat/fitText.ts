import { lengthWithin } from '../base/utf8';

/** Tokens of a text, as the model or an estimate counts them. */
export type CountTokens = (text: string) => Promise<number>;

/** More than any text has for one token, so that megabytes are never counted. */
const maxCharactersPerToken = 12;
const maxRounds = 5;

/**
 * Number of characters from the beginning of a text that fit into a budget of tokens: up to the end of a line where there is one in the
 * second half, and never half of a character.
 */
export async function fitText(text: string, budget: number, count: CountTokens): Promise<number> {
  let length = Math.min(text.length, Math.max(0, budget) * maxCharactersPerToken);
  let tokens = await count(text.slice(0, length));
  for (let round = 0; tokens > budget && round < maxRounds; round += 1) {
    length = Math.floor(length * (budget / tokens) * 0.95);
    tokens = await count(text.slice(0, length));
  }
  return tokens > budget ? 0 : cleanEnd(text, length);
}

/** As {@link fitText}, for a budget of bytes in UTF-8. */
export function fitBytes(text: string, bytes: number): number {
  return cleanEnd(text, lengthWithin(text, bytes));
}

function cleanEnd(text: string, length: number): number {
  if (length === text.length || length === 0) return length;
  const line = text.lastIndexOf('\n', length - 1) + 1;
  if (line > length / 2) return line;
  return (text.charCodeAt(length - 1) & 0xfc00) === 0xd800 ? length - 1 : length;
}
