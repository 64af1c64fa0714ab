import { Lexer, type MarkedToken } from 'marked';

/** A longer paragraph is shown as source: parsing some marks takes the square of their number. */
const maxInlineLength = 3_000;
/** Too many quotations and lists inside each other. */
const tooDeep = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){12}/mu;

/** The Markdown tokens of a piece's text; `undefined` if it is nested too deeply for a real document. */
export function tokensOf(text: string, links: Readonly<Record<string, string>>): readonly MarkedToken[] | undefined {
  if (tooDeep.test(text)) return undefined;
  const lexer = new Lexer({ gfm: true });
  for (const [label, href] of Object.entries(links)) lexer.tokens.links[label] = { href, title: null };
  try {
    lexer.blockTokens(text, lexer.tokens);
    for (const { src, tokens } of lexer.inlineQueue)
      if (src.length > maxInlineLength) tokens.push({ type: 'text', raw: src, text: src, escaped: true });
      else lexer.inlineTokens(src, tokens);
    return lexer.tokens as MarkedToken[];
  } catch {
    return undefined;
  }
}

/** Link definitions anywhere in a document, by their label. */
export function linksIn(source: string): Readonly<Record<string, string>> {
  const links = Object.create(null) as Record<string, string>;
  for (const [, label = '', href = ''] of source.matchAll(/^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*(\S{1,2000})/gmu))
    links[label.toLowerCase().replace(/\s+/gu, ' ')] ??= href;
  return links;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  copy: '©',
  gt: '>',
  hellip: '…',
  laquo: '«',
  larr: '←',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  middot: '·',
  nbsp: '\u00a0',
  ndash: '–',
  quot: '"',
  raquo: '»',
  rarr: '→',
  rdquo: '”',
  reg: '®',
  rsquo: '’',
  times: '×',
  trade: '™',
};

/** Text with the usual character references resolved: `&amp;`, `&#8212;`. */
export function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/giu, (entity, decimal, hexadecimal, name) => {
    if (typeof name === 'string') return Object.hasOwn(entities, name) ? (entities[name] ?? entity) : entity;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hexadecimal), 16);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\uFFFD';
  });
}
