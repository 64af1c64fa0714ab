/** Number of lengths to look up: a URI followed by more punctuation is not found. */
const maxTries = 20;

const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };
/**
 * Characters that URIs do not contain unencoded, but that texts put right behind one: quotes, a first apostrophe that ends a word, the
 * borders of tables, escapes in strings of code, the ends of comments, and the punctuation of scripts that put no space after it.
 */
const border =
  /["`|\\\u2018-\u201f\u2026\u3001\u3002\u3008-\u3011\u3014-\u301b\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]|'(?<=^[^']*')(?![\p{L}\p{N}])|(?:\*\/|--)$/gu;
const punctuation = /^[.,;:!?']$/u;
const canBeBehind = /^[.,;:!?')\]}>*_]$/u;

/**
 * Possible lengths of a listed URI at the beginning of a text, longest first: prose puts punctuation and brackets behind URIs, and URIs may
 * end with them.
 */
export function possibleLengths(text: string): readonly number[] {
  const borders = Array.from(text.matchAll(border), ({ index }) => index);
  const lengths: number[] = [];
  for (let end = text.length; end > 0 && lengths.length < maxTries;) {
    lengths.push(end);
    if (borders.at(-1) !== end - 1 && canBeBehind.test(text[end - 1] ?? '')) end -= 1;
    else end = borders.pop() ?? 0;
  }
  return lengths;
}

/** Length of a URI that no server lists; 0 if there is only punctuation. Takes time in proportion to the text. */
export function likelyLength(text: string): number {
  let end = Math.min(text.length, startOf(text, border));
  const brackets = new Map<string, number>();
  const count = (character: string): number => brackets.get(character) ?? 0;
  for (const [character] of text.slice(0, end).matchAll(/[()[\]{}<>]/gu)) brackets.set(character, count(character) + 1);
  const emphasised = { '*': startOf(text, /(?<![\p{L}\p{N}*_])\*/u), _: startOf(text, /(?<![\p{L}\p{N}*_])_/u) };
  const isBehind = (character: string): boolean => {
    const opener = openers[character];
    if (opener !== undefined) return count(character) > count(opener);
    if (character === '*' || character === '_') return emphasised[character] >= end - 1;
    return punctuation.test(character);
  };
  for (; end > 0; end -= 1) {
    const last = text[end - 1] ?? '';
    if (!isBehind(last)) break;
    brackets.set(last, count(last) - 1);
  }
  return end;
}

/** Infinity where there is none. */
function startOf(text: string, pattern: RegExp): number {
  const index = text.search(pattern);
  return index < 0 ? Infinity : index;
}
