import { expect, test } from 'vitest';
import { written } from './scan';

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ['fences', '```ts\nx:1\n``\n```\nx:2', ['?x:1', 'x:2']],
  ['fences of tildes and longer ones', '~~~~\nx:1\n~~~\n```\n~~~~~ \nx:2', ['?x:1', 'x:2']],
  ['fences in lists', '- a\n  ```\n  x:1\n  ```\n- ```\n  x:2\n  ```\n\n    x:3', ['?x:1', '?x:2', 'x:3']],
  [
    'fences in quotes, which end with them',
    '> ```\n> x:1\n\nx:2\n> > ~~~\n> > x:3\n> x:4',
    ['?x:1', 'x:2', '?x:3', 'x:4'],
  ],
  ['what looks like a fence', '``` x:1 ```\nx:2', ['?x:1', 'x:2']],
  ['indented code', 'a\n\n    x:1\n\n\tx:2\nx:3', ['?x:1', '?x:2', 'x:3']],
  ['no indented text', 'a\n    x:1\n\n   x:2', ['x:1', 'x:2']],
  ['no paragraphs of lists', '- a\n\n    x:1\n\n      x:2\n\nb\n\n    x:3', ['x:1', '?x:2', '?x:3']],
  ['no items of lists in lists', '- a\n  - b\n\n    - x:1\n\n      x:2', ['x:1', 'x:2']],
  ['indented code at the beginning', '    x:1', ['?x:1']],
  ['inline code', 'x:1 `x:2` ``x:3 ` x:4`` x:5 ` x:6', ['x:1', '?x:2', '?x:3', '?x:4', 'x:5', 'x:6']],
  ['no front matter', '---\nx: y\n\n    x:1\n---\n\n    x:2', ['x:1', '?x:2']],
  ['a rule at the beginning', '---\n```\nx:1\n```\nx:2', ['?x:1', 'x:2']],
];

test.each(cases)('takes for examples %s', async (_, text, expected) => {
  expect(await written(text, 'markdown')).toEqual(expected);
});

test('prompts, instructions, agents and skills are Markdown', async () => {
  for (const id of ['prompt', 'instructions', 'chatagent', 'skill'])
    expect(await written('`x:1`', id)).toEqual(['?x:1']);
});
