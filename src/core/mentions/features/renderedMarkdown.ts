import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { codeSpan, escapeMarkup } from '../../base/markdown';
import { fenced } from '../../base/markdownText';
import { showable, showableLines } from '../../base/showable';

/** Maximum nesting of marks; deeper ones are for nobody to read. */
const maxNesting = 8;

type TokenOf<Type> = Extract<MarkedToken, { type: Type }>;

/**
 * A server's Markdown as Markdown that has its form and does nothing: its words are escaped one by one, a link is its words, a picture its
 * description, HTML is shown as text. `undefined` if it cannot be parsed.
 */
export function renderedMarkdown(source: string): string | undefined {
  try {
    return blocks(new Lexer({ gfm: true }).lex(source), 0);
  } catch {
    return undefined;
  }
}

function blocks(tokens: readonly Token[], depth: number): string {
  return written(tokens, depth)
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

function inline(tokens: readonly Token[], depth: number): string {
  return written(tokens, depth).join('');
}

function written(tokens: readonly Token[], depth: number): readonly string[] {
  return (tokens as readonly MarkedToken[]).map((token) => {
    const write = writers[token.type] as (token: MarkedToken, depth: number) => string;
    return depth > maxNesting ? literal(token.raw) : write(token, depth + 1);
  });
}

const writers: { readonly [Type in MarkedToken['type']]: (token: TokenOf<Type>, depth: number) => string } = {
  blockquote: ({ tokens }, depth) => prefixed(blocks(tokens, depth), '> ', '> '),
  br: () => '\\\n',
  checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  code: ({ text, lang = '' }) => fenced(showableLines(text), /^\w*/u.exec(lang)?.[0]),
  codespan: ({ text }) => codeSpan(showable(text, ' ')),
  def: () => '',
  del: ({ tokens }, depth) => `~~${inline(tokens, depth)}~~`,
  em: ({ tokens }, depth) => `*${inline(tokens, depth)}*`,
  escape: ({ text }) => literal(text),
  // A heading of its own size would be larger than all else in a hover.
  heading: ({ tokens }, depth) => `**${inline(tokens, depth)}**`,
  hr: () => '---',
  html: ({ text }) => (/^\s*<!--[^]*-->\s*$/u.test(text) ? '' : literal(text)),
  image: ({ text }) => literal(text),
  link: ({ tokens }, depth) => inline(tokens, depth),
  list: (token, depth) => list(token, depth),
  list_item: ({ tokens, loose }, depth) =>
    loose
      ? blocks(tokens, depth)
      : written(tokens, depth)
          .join('\n')
          .replace(/^([☑☐] )\n/u, '$1'),
  paragraph: ({ tokens }, depth) => inline(tokens, depth),
  space: () => '',
  strong: ({ tokens }, depth) => `**${inline(tokens, depth)}**`,
  table: (token, depth) => table(token, depth),
  text: ({ text, tokens }, depth) => (tokens ? inline(tokens, depth) : literal(text)),
};

function list({ ordered, start, items }: Tokens.List, depth: number): string {
  return items
    .map((item, index) => {
      const mark = ordered ? `${Number(start) + index}. ` : '- ';
      return prefixed(writers.list_item(item, depth), mark, ' '.repeat(mark.length));
    })
    .join('\n');
}

function table({ header, rows }: Tokens.Table, depth: number): string {
  const row = (cells: readonly Tokens.TableCell[]): string =>
    `| ${cells.map(({ tokens }) => inline(tokens, depth).replace(/(?<!\\)\|/gu, '\\|')).join(' | ')} |`;
  return [row(header), `|${' --- |'.repeat(header.length)}`, ...rows.map(row)].join('\n');
}

/** Each line alone, so that none begins markup. */
function literal(text: string): string {
  return text
    .split(/\r\n?|\n/u)
    .map((line, index) => escapeMarkup(showable(index === 0 ? line : line.trimStart(), ' ')))
    .join('\n');
}

function prefixed(text: string, first: string, further: string): string {
  return text
    .split('\n')
    .map((line, index) => ((index === 0 ? first : further) + line).trimEnd())
    .join('\n');
}
