import fc from 'fast-check';
import { lexer, walkTokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { codeSpan, escapeMarkup, literalMarkdown } from '../../../src/core/base/markdown';

/** Returns the types of all tokens of the Markdown, and the text they show. */
function shown(markdown: string) {
  const types = new Set<string>();
  let text = '';
  void walkTokens(lexer(markdown), (token) => {
    types.add(token.type);
    const isLeaf = !('tokens' in token && token.tokens);
    if (isLeaf && ['text', 'escape', 'codespan'].includes(token.type)) text += (token as { text: string }).text;
    if (token.type === 'br') text += '\n';
  });
  return { types: [...types].sort(), text };
}

const pieces = [
  ...Array.from('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'),
  ...['http', 'https', 'ftp', 'www', 'WWW', 'mailto', '://', 'com', 'a', 'ä', '中', '1', '12', ' ', '    '],
  ...['&amp', '![', '](', '---', '===', '1.', '- ', 'x@y.zz', '[a]: b', '<b>', '[ ] ', '**', '~~', '``', '|-|', '\t'],
];
const line = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
const many = { numRuns: 2_000 };

describe('text as Markdown in which little is escaped', () => {
  it.each([
    'How to begin. And go on, e.g. with the well-known guide.md (or not): it\'s "1.5" times/day, 10:30 2024-01-02!',
    'The server “docs” doesn’t list file:///no.md. Correct the URI, or choose another resource.',
  ])('is left as it is: %s', (text) => {
    expect(escapeMarkup(text)).toBe(text);
  });

  it.each([
    ['*a* _b_ `c`', '\\*a\\* \\_b\\_ \\`c\\`'],
    ['[a](b) ![c](d) <e>', '\\[a\\](b) !\\[c\\](d) \\<e\\>'],
    ['https://a.b www.a.b c@d.e', 'https\\://a.b www\\.a.b c\\@d.e'],
    ['1. a', '1\\. a'],
    ['1) a', '1\\) a'],
    ['- a', '\\- a'],
    ['# a', '\\# a'],
  ])('does nothing: %s', (text, markdown) => {
    expect(escapeMarkup(text)).toBe(markdown);
  });

  it('shows every text and makes nothing else of it', () => {
    fc.assert(
      fc.property(line, (text) => {
        const trimmed = text.trim();
        fc.pre(trimmed !== '' && !trimmed.includes('\t'));
        const { types, text: seen } = shown(escapeMarkup(trimmed));
        expect(types.filter((type) => !['paragraph', 'text', 'escape'].includes(type))).toEqual([]);
        expect(seen).toBe(trimmed);
      }),
      many,
    );
  });

  it('does so in several lines, in which none goes on with the one before', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        const { types } = shown(literalMarkdown(lines.join('\n'), escapeMarkup));
        expect(types.filter((type) => !['paragraph', 'text', 'escape', 'br', 'space'].includes(type))).toEqual([]);
      }),
      many,
    );
  });
});

it('shows every text as code', () => {
  fc.assert(
    fc.property(line, line, (before, text) => {
      const trimmed = text.trim();
      fc.pre(trimmed !== '' && !trimmed.includes('\t'));
      const types: string[] = [];
      void walkTokens(lexer(`- x${escapeMarkup(before.replace(/\s/gu, ' '))}: ${codeSpan(trimmed)}`), (token) => {
        if (token.type === 'codespan') types.push((token as { text: string }).text);
      });
      expect(types).toEqual([trimmed]);
    }),
    many,
  );
});
