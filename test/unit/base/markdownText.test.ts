import { lexer, type Token, type Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { literalMarkdown } from '../../../src/core/base/markdown';
import { escapeMarkdown, fenced, referenceTitle } from '../../../src/core/base/markdownText';

const hostile = [
  '[click](command:workbench.action.quit)',
  '![x](https://evil.example/p.png)',
  'https://evil.example/?q=1 www.evil.example a@evil.example',
  '<img src=x onerror=alert(1)> <b>bold</b> &amp; &#42;',
  '# heading\n- item\n> quote\n\n    code',
  '`code` ```fence``` **bold** _it_ ~~gone~~ $x$ $(zap)',
  '1. one | two\n|---|---|',
  'x](command:evil) [y',
  'back\\slash \\[x](y)',
  '[ref]: https://evil.example',
  'right\u202eto left\u2066 and \u0007',
];

/** Returns the types of all tokens of a Markdown text, outermost first. */
function kindsIn(markdown: string): string[] {
  const walk = (tokens: readonly Token[]): string[] =>
    tokens.flatMap((token) => [token.type, ...walk('tokens' in token ? (token.tokens ?? []) : [])]);
  return [...new Set(walk(lexer(markdown)))].sort();
}

/** Returns the text of a paragraph as a reader sees it. */
function shownBy(markdown: string): string {
  const [paragraph] = lexer(markdown) as Tokens.Paragraph[];
  return (paragraph?.tokens ?? []).map((token) => ('text' in token ? String(token.text) : token.raw)).join('');
}

describe('text of servers in an answer', () => {
  it.each(hostile)('does nothing and looks the same: %j', (text) => {
    const markdown = `before ${escapeMarkdown(text)} after`;
    expect(kindsIn(markdown).filter((kind) => !['paragraph', 'text', 'escape'].includes(kind))).toEqual([]);
    const seen = text.replace(/[\u0000-\u001f\u202e\u2066]+/gu, ' ').trim();
    expect(shownBy(markdown)).toBe(`before ${seen} after`);
  });

  it.each(hostile)('keeps its lines, and does nothing in them: %j', (text) => {
    const markdown = literalMarkdown(text);
    const harmless = ['paragraph', 'text', 'escape', 'br', 'space'];
    expect(kindsIn(markdown).filter((kind) => !harmless.includes(kind))).toEqual([]);
    expect(kindsIn(`- ${literalMarkdown(text.replace(/\n+/gu, '\n'))}`)).not.toContain('link');
  });

  it('keeps its lines, its paragraphs, and spaces that lines can break at', () => {
    expect(literalMarkdown('\na b\r\n  c\n\n\n1. d\n')).toBe('a b\\\n\u00a0\u00a0c\n\n1\\. d');
    expect(literalMarkdown(' \n ')).toBe('');
  });

  it('is one line that is not too long', () => {
    expect(escapeMarkdown('x'.repeat(500))).toBe(`${'x'.repeat(119)}…`);
    expect(escapeMarkdown(' \n ')).toBe('…');
  });

  it.each(hostile)('cannot leave the title of a reference: %j', (text) => {
    const [paragraph] = lexer(`[${referenceTitle(text)}](http://place/0)`) as Tokens.Paragraph[];
    expect(paragraph?.tokens.map(({ type }) => type)).toEqual(['link']);
    expect((paragraph?.tokens[0] as Tokens.Link).href).toBe('http://place/0');
  });

  it.each(['plain', '```js\ncode\n```', '````\n```\n', ''])('cannot leave its fences: %j', (text) => {
    const tokens = lexer(`Title: x\n\n${fenced(text)}\n\nThe question`).filter(({ type }) => type !== 'space');
    expect(tokens.map(({ type }) => type)).toEqual(['paragraph', 'code', 'paragraph']);
    expect((tokens[1] as Tokens.Code).text).toBe(text.replace(/\n$/u, ''));
  });
});
