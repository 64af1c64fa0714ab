import { expect, it } from 'vitest';
import { markdownPieces } from '../../../webview-ui/preview/markdownPieces';

it('shows invisible characters of front matter and of code', () => {
  expect(
    markdownPieces('---\na: \u202eb\u0001\n---\ntext\n\n```\nc\u2066\n```').map(({ kind, text }) => [kind, text]),
  ).toEqual([
    ['code', String.raw`a: \u{202e}b` + '\uFFFD'],
    ['markdown', 'text\n'],
    ['code', String.raw`c\u{2066}`],
  ]);
});

it.each(['    ```', '\u000b```', '``', '~~~', '```x'])('does not end code at the line %j', (line) => {
  const pieces = markdownPieces(`\`\`\`\na\n${line}\nb\n\`\`\`\nc`);
  expect(pieces.map(({ kind }) => kind)).toEqual(['code', 'markdown']);
});

it.each(['```', '   ```', '````', '``` \t'])('ends code at the line %j', (line) => {
  expect(markdownPieces(`\`\`\`\na\n${line}\nb`).map(({ kind, text }) => [kind, text])).toEqual([
    ['code', 'a'],
    ['markdown', 'b'],
  ]);
});
