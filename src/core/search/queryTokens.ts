export const filterNames = ['server', 'scheme', 'type', 'audience', 'priority', 'changed', 'size', 'uri'] as const;
export type FilterName = (typeof filterNames)[number];

/** A part of a token; offsets are those of the whole text. */
export interface TokenValue {
  /** Without its quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A word or a filter that the user typed. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly isExcluded: boolean;
  /** A phrase: matches exactly this text. */
  readonly isQuoted: boolean;
  /** `undefined` for a word. */
  readonly filter: FilterName | undefined;
  /** A filter has one for each part between its commas, none of them empty; a word has one. */
  readonly values: readonly TokenValue[];
}

const space = /\s*/uy;
const quotedWord = /"([^"]*)"?/uy;
const plainWord = /\S+/uy;
/** `server://shop` is a URI to search for. */
const filterStart = new RegExp(`(${filterNames.join('|')}):(?!//)`, 'iuy');
const listValue = /(?:"[^"]*"?|[^\s,"])*/uy;
const wholeValue = /(?:"[^"]*"?|[^\s"])*/uy;

/** Cuts a query into words and filters. Every text is one: quotes that are not closed reach to the end. */
export function* tokensOf(text: string): Generator<Token, void, undefined> {
  for (let at = match(space, text, 0)?.[0].length ?? 0; at < text.length;) {
    const isExcluded = text[at] === '-';
    const token = { start: at, isExcluded, ...read(text, isExcluded ? at + 1 : at) };
    yield token;
    at = token.end + (match(space, text, token.end)?.[0].length ?? 0);
  }
}

function read(text: string, from: number): Omit<Token, 'start' | 'isExcluded'> {
  const name = match(filterStart, text, from);
  if (name) return readFilter(text, from + name[0].length, name[1] ?? '');
  const quoted = match(quotedWord, text, from);
  const word = quoted ?? match(plainWord, text, from);
  const end = from + (word?.[0].length ?? 0);
  const value = { text: quoted ? (quoted[1] ?? '') : (word?.[0] ?? ''), start: from, end };
  return { end, isQuoted: quoted !== undefined, filter: undefined, values: [value] };
}

function readFilter(text: string, from: number, name: string): Omit<Token, 'start' | 'isExcluded'> {
  const filter = filterNames.find((one) => one === name.toLowerCase());
  // A glob has commas of its own.
  const pattern = filter === 'uri' ? wholeValue : listValue;
  const values: TokenValue[] = [];
  for (let start = from; ;) {
    const raw = match(pattern, text, start)?.[0] ?? '';
    const end = start + raw.length;
    const value = raw.replaceAll('"', '').trim();
    if (value !== '') values.push({ text: value, start, end });
    if (text[end] !== ',') return { end, isQuoted: false, filter, values };
    start = end + 1;
  }
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
