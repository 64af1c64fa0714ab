const filterNames = ['server', 'scheme', 'type', 'audience', 'priority', 'changed', 'size', 'uri'] as const;
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
  for (let start = match(space, text, 0)?.[0].length ?? 0; start < text.length;) {
    const isExcluded = text[start] === '-';
    const token = { start, isExcluded, ...readToken(text, isExcluded ? start + 1 : start) };
    yield token;
    start = token.end + (match(space, text, token.end)?.[0].length ?? 0);
  }
}

function readToken(text: string, start: number): Omit<Token, 'start' | 'isExcluded'> {
  const name = match(filterStart, text, start);
  if (name) return readFilter(text, start + name[0].length, name[1] ?? '');
  const quoted = match(quotedWord, text, start);
  const word = quoted ?? match(plainWord, text, start);
  const end = start + (word?.[0].length ?? 0);
  const value = { text: quoted ? (quoted[1] ?? '') : (word?.[0] ?? ''), start, end };
  return { end, isQuoted: quoted !== undefined, filter: undefined, values: [value] };
}

function readFilter(text: string, valuesStart: number, name: string): Omit<Token, 'start' | 'isExcluded'> {
  const filter = filterNames.find((candidate) => candidate === name.toLowerCase());
  // A glob has commas of its own.
  const pattern = filter === 'uri' ? wholeValue : listValue;
  const values: TokenValue[] = [];
  for (let start = valuesStart; ;) {
    const raw = match(pattern, text, start)?.[0] ?? '';
    const end = start + raw.length;
    const value = raw.replaceAll('"', '').trim();
    if (value !== '') values.push({ text: value, start, end });
    if (text[end] !== ',') return { end, isQuoted: false, filter, values };
    start = end + 1;
  }
}

function match(pattern: RegExp, text: string, offset: number): RegExpExecArray | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text) ?? undefined;
}
