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

/** Text with its character references resolved: `&amp;`, `&#8212;`. */
export function withoutEntities(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,30});/giu, (reference) => {
    const { textContent } = new DOMParser().parseFromString(`<body>${reference}`, 'text/html').body;
    // Of an unknown name, the browser may resolve the beginning.
    return textContent.length <= 2 ? textContent : reference;
  });
}
