import { lexer, walkTokens, type MarkedToken } from 'marked';
import { describe, expect, it } from 'vitest';
import { renderedMarkdown } from '../../../../src/core/mentions/features/renderedMarkdown';

describe('a server’s Markdown', () => {
  it.each([
    ['a heading', '# Steps', '**Steps**'],
    ['a heading with a line below it', 'Steps\n===', '**Steps**'],
    ['emphasis', '*a* **b** ~~c~~ `d`', '*a* **b** ~~c~~ `d`'],
    ['lists', '- a\n- b\n  1. c\n  2. d', '- a\n- b\n  1. c\n  2. d'],
    ['tasks', '- [x] done', '- ☑ done'],
    ['a quotation', '> a\n> b', '> a\n> b'],
    ['code', '```sql\nselect 1;\n```', '```sql\nselect 1;\n```'],
    ['a table', '| a | b |\n| --- | --- |\n| 1 | x \\| y |', '| a | b |\n| --- | --- |\n| 1 | x \\| y |'],
    ['a table that is cut', '| a |\n| --- |\n| 1', '| a |\n| --- |\n| 1 |'],
    ['paragraphs', 'a\nb\n\nc', 'a\nb\n\nc'],
  ])('keeps the form of %s', (_, source, expected) => {
    expect(renderedMarkdown(source)).toBe(expected);
  });

  it.each([
    ['links', '[a **b**](https://x.example) <https://y.example> [c][d]\n\n[d]: https://z.example'],
    ['bare addresses', 'https://x.example www.y.example a@b.example'],
    ['pictures', '![a](https://x.example/i.png) ![](command:y)'],
    ['commands', '[a](command:workbench.action.quit) <command:b>'],
    ['HTML', '<img src=x onerror=y>\n\n<b>c</b> <a href="command:z">d</a>'],
    ['escapes that end early', '\\[a](command:x) \\\\[b](command:y) `` ` ``[c](command:z)'],
    [
      'marks inside of links',
      '[![a](b)](command:c) *[d](command:e)* | [f](command:g)\n\n| [h](command:i) |\n| --- |\n| ![j](k) |',
    ],
    ['fences inside of code', '~~~\n```\n[a](command:b)\n~~~\n[c](command:d)'],
    ['lines that begin marks', 'a\\\n# b\n\n\\- c\n1\\. d\n    [e](command:f)'],
  ])('has no %s that do something', (_, source) => {
    const types = new Set<string>();
    void walkTokens(lexer(renderedMarkdown(source) ?? ''), ({ type }) => void types.add(type));
    const active = ['link', 'image', 'html', 'def'] satisfies MarkedToken['type'][];
    expect(active.filter((type) => types.has(type))).toEqual([]);
  });

  it('shows no characters that hide or turn others around', () => {
    expect(renderedMarkdown('a\u202eb *c\u200bd* `e\u0007f`')).toBe('a b *cd* `e f`');
  });

  it('is short work when it is nested deeply', () => {
    const text = renderedMarkdown('> '.repeat(500) + 'end');
    expect(text).toContain('end');
  });
});
