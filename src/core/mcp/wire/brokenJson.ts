import type { Id } from '../base/envelope';

/** The members of a message that say whom it is for. */
export interface Addressee {
  readonly id: Id | undefined;
  readonly hasMethod: boolean;
}

const quote = 0x22;
const backslash = 0x5c;
/** Characters at the beginning in which the members are searched; the id may also be at the very end. */
const headLength = 65_536;
const tailLength = 500;
const token = /\s*("(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+)/suy;

/** A text with `null` for the numbers that JSON does not have but Python writes; `undefined` if there are none outside of strings. */
export function withoutNaN(text: string): string | undefined {
  if (!/NaN|Infinity/u.test(text)) return undefined;
  const pieces: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === 0x4e || code === 0x49 || code === 0x2d) {
      const length = /^(?:NaN|-?Infinity)/u.exec(text.slice(index, index + 9))?.[0].length ?? 0;
      if (length === 0) continue;
      pieces.push(text.slice(start, index), 'null');
      start = index + length;
      index = start - 1;
    }
  }
  return start === 0 ? undefined : pieces.join('') + text.slice(start);
}

/** The place of the quote that ends the string. */
function endOfString(text: string, from: number): number {
  for (let index = from + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) return index;
    if (code === backslash) index++;
  }
  return text.length;
}

/** Found in a message that cannot be parsed, or of which only the beginning is known. */
export function addresseeOf(text: string): Addressee {
  let id: Id | undefined;
  for (const { key, value } of membersOf(text.slice(0, headLength))) {
    if (key === '"method"') return { id: undefined, hasMethod: true };
    if (key === '"id"') id ??= idOf(value);
  }
  const atEnd = /,\s*"id"\s*:\s*(-?\d+|"[^"\\]*")\s*\}\s*$/u.exec(text.slice(-tailLength))?.[1];
  return { id: id ?? (atEnd === undefined ? undefined : idOf(atEnd)), hasMethod: false };
}

/** The members of the outermost object, as far as it can be read, each with the first word of its value. */
function* membersOf(text: string): Generator<{ readonly key: string; readonly value: string }, void, undefined> {
  let depth = 0;
  let last = '';
  let key: string | undefined;
  token.lastIndex = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const word = match[1] ?? '';
    if (key !== undefined) yield { key, value: word };
    key = word === ':' && depth === 1 ? last : undefined;
    if (word === '{' || word === '[') depth += 1;
    else if (word === '}' || word === ']') depth -= 1;
    if (depth <= 0) return;
    last = word;
  }
}

function idOf(word: string): Id | undefined {
  if (/^-?\d{1,16}$/u.test(word)) return Number(word);
  return /^"[^"\\]*"$/u.test(word) ? word.slice(1, -1) : undefined;
}
