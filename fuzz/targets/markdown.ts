import { Lexer, type MarkedToken } from 'marked';
import { codeSpan, escapeMarkup, escapePunctuation, literalMarkdown } from '../../src/core/base/markdown';
import { escapeMarkdown, fenced } from '../../src/core/base/markdownText';
import { showable } from '../../src/core/base/showable';
import { panelStrings } from '../../test/support/panel/strings';
import { markdownPieces } from '../../webview-ui/preview/markdownPieces';
import { linksIn, tokensOf, withoutEntities } from '../../webview-ui/preview/markdownTokens';
import { MarkdownView } from '../../webview-ui/preview/markdownView';
import { visibleText } from '../../webview-ui/preview/visibleText';
import { textsIn } from '../drawn';
import { hold, same, some, textIn, type Target } from '../target';

/** Characters of a text whose lines are looked for: a mark around code may be a line of code, too, so all ways are tried. */
const maxCompared = 8_192;

/** Documents in previews, and texts of servers that are put into Markdown. */
export const markdown: Target = {
  name: 'markdown',
  words: [
    ...[
      '```',
      '~~~',
      '`',
      '**',
      '_',
      '~~',
      '# ',
      '> ',
      '- ',
      '1. ',
      '- [x] ',
      '| a | b |\n| - | - |\n',
      '---\n',
      '<!--',
    ],
    ...[
      '-->',
      '<b>',
      '<br>',
      '![a](b)',
      '[a](b)',
      '[a]: http://b\n',
      '[a][b]',
      'https://x.y',
      '&amp;',
      '&#0;',
      '&#x110000;',
    ],
    ...['\\', '    ', '\t', '\n\n', '  \n', '$(icon)', 'command:x', '<https://a.b>', 'a@b.c', 'www.a.b', '***', '___'],
  ],
  check(bytes, random) {
    const text = textIn(bytes).replace(/\r\n?/gu, '\n');
    const pieces = markdownPieces(text);
    if (text.length <= maxCompared)
      checkPieces(
        text,
        pieces.map((piece) => piece.text),
      );
    const links = linksIn(text);
    const readable = pieces.filter(({ kind, text }) => kind === 'markdown' && tokensOf(text, links)).length;
    checkDrawing(text);
    withoutEntities(text);
    checkEscapes(showable(random.pick(text.split('\n')), ' ').slice(0, 300));
    return `${some(pieces.length)} pieces, ${some(readable)} readable, ${some(Object.keys(links).length)} links`;
  },
};

/** Stands in for the browser's, which resolves one character reference at a time: here, those of numbers. */
class NumbersParser {
  parseFromString(source: string): { readonly body: { readonly textContent: string } } {
    const reference = source.slice('<body>'.length);
    const code = Number(/^&#(.*);$/u.exec(reference)?.[1]?.replace(/^x/iu, '0x') ?? NaN);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return { body: { textContent: isCharacter ? String.fromCodePoint(code) : reference } };
  }
}

Object.assign(globalThis, { DOMParser: NumbersParser });

/** A line that may stand around code and front matter. */
const mark = /^(---| {0,3}(`{3}|~{3}))/u;

/** Every line is there, but for the marks around code and front matter. */
function checkPieces(text: string, pieces: readonly string[]): void {
  const drawn = visibleText(pieces.join('').replaceAll('\n', ''));
  let places = new Set([0]);
  for (const line of visibleText(text).split('\n')) {
    const next = new Set<number>();
    for (const place of places) {
      if (drawn.startsWith(line, place)) next.add(place + line.length);
      if (mark.test(line)) next.add(place);
    }
    hold(next.size > 0, 'No line is lost.', line);
    places = next;
  }
  hold(places.has(drawn.length), 'There are no lines but those of the text.');
}

function checkDrawing(text: string): void {
  const view = new MarkdownView(text, 'label', 2, {
    strings: panelStrings,
    formatNumber: String,
    invalidate: () => undefined,
    after: () => () => undefined,
  });
  const texts = textsIn(view.content());
  view.dispose();
  for (const drawn of texts) hold(visibleText(drawn) === drawn, 'Nothing invisible is drawn.', drawn);
}

/** What escaped text may become. */
const inert = new Set(['paragraph', 'text', 'escape', 'br', 'space']);

function checkEscapes(line: string): void {
  for (const escaped of [
    escapePunctuation(line.trim()),
    escapeMarkdown(line),
    literalMarkdown(line),
    literalMarkdown(line, escapeMarkup),
  ])
    for (const { type } of tokensIn(escaped)) hold(inert.has(type), 'Escaped text does nothing.', type, line, escaped);
  const code = tokensIn(codeSpan(line)).filter(({ type }) => type === 'codespan');
  if (line.trim() !== '') hold(code.length === 1, 'Code is one piece of code.', line);
  const block = tokensIn(fenced(line)).map(({ type }) => type);
  same(block, ['code'], 'A block of code is one block.');
}

function tokensIn(text: string): readonly MarkedToken[] {
  const all: MarkedToken[] = [];
  const open = Lexer.lex(text, { gfm: true }) as MarkedToken[];
  for (let token = open.pop(); token; token = open.pop()) {
    all.push(token);
    const { tokens = [] } = token as { readonly tokens?: readonly MarkedToken[] };
    open.push(...tokens);
  }
  return all;
}
