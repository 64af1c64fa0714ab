import { expect, it } from 'vitest';
import { markdownPieces } from '../../../webview-ui/preview/markdownPieces';

it('shows invisible characters of front matter and of code', () => {
  expect(
    markdownPieces('---\na: \u202eb\u0001\n---\ntext\n\n```\nc\u2066\n```').map(({ kind, text }) => [kind, text]),
  ).toEqual([
    ['code', 'a: \uFFFDb\uFFFD'],
    ['markdown', 'text\n'],
    ['code', 'c\uFFFD'],
  ]);
});
