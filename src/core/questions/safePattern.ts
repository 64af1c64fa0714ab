/** Characters of a pattern, and of a text that is tested against it. Longer ones are left to the server. */
const maxPatternLength = 200;
export const maxTestedLength = 128;
/** Ways in which a pattern may try to match a text of {@link maxTestedLength} characters, at worst: 8 ms, at each pressed key. */
const maxWays = 2e4;

const tokens = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?:|\(\?|[()|]|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[\s\S]/g;

/**
 * The pattern if it compiles and cannot take long; `undefined` otherwise. A regular expression of a server can be made to run for
 * years on a short text, so only what is bounded at a glance is taken: no repeated groups, no references, no looking around,
 * and the choices of all quantifiers and alternatives multiplied stay few.
 */
export function safePattern(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string' || pattern.length > maxPatternLength) return undefined;
  if (!(countWays(pattern) <= maxWays)) return undefined;
  try {
    new RegExp(pattern, 'u');
    return pattern;
  } catch {
    return undefined;
  }
}

function countWays(pattern: string): number {
  let product = pattern.startsWith('^') ? 1 : maxTestedLength;
  let previous = '';
  for (const [token] of pattern.matchAll(tokens)) {
    if (token === '(?' || /^\\[1-9k]/.test(token)) return Infinity;
    if (token === '|') product *= 2;
    if (/^[*+?{]./.test(token) || /^[*+?]$/.test(token)) {
      if (previous === ')' && !token.startsWith('?')) return Infinity;
      product *= choices(token);
    }
    previous = token;
  }
  return product;
}

function choices(quantifier: string): number {
  if (quantifier.startsWith('?')) return 2;
  const [, min, comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? ['', '0', ',', ''];
  if (comma === '') return 1;
  const range = max === '' ? maxTestedLength : Number(max) - Number(min) + 1;
  return Math.min(Math.max(range, 1), maxTestedLength);
}
