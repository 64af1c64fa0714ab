import { expect, test } from 'vitest';
import { textKind } from '../../../../src/core/mentions/text/textKind';
import { written } from './scan';

test.each([
  ['typescript', 'a = "@docs:x:1"; // @docs:x:2\n/** x:3 */ b(`x:4`, @docs:x:5)', [1, 2, 3, 4, 5]],
  ['typescript', 'a = `\n@docs:x:1\n`;', [1]],
  ['python', 'def a():\n  """\n  @docs:x:1\n  """\n  # x:2', [1, 2]],
  ['cpp', 'R"(\n@docs:x:1\n)"', [1]],
  ['json', '{ "a": "@docs:x:1", "b": ["x:2"] }', [1, 2]],
  ['html', '<p>@docs:x:1</p><a href="x:2">', [1, 2]],
  ['csv', 'a,@docs:x:1\nx:2,b', [1, 2]],
  ['a language that nobody knows', '@docs:x:1 x:2', [1, 2]],
])('finds mentions anywhere in %s: %j', async (languageId, code, expected) => {
  const mentions = await written(code, languageId, ['docs']);
  expect(mentions.map((text) => Number(/x:(\d)/u.exec(text)?.[1]))).toEqual(expected);
});

test('finds a mention right behind what begins a comment', async () => {
  const code = '//@docs:x:1\n--@docs:x:2\n#@docs:x:3\n/*@docs:x:4 */';
  expect(await written(code, 'sql', ['docs'])).toEqual(['@docs:x:1', '@docs:x:2', '@docs:x:3', '@docs:x:4']);
});

test('finds each of several strings that no space is between', async () => {
  expect(await written("['x:1','@docs:x:2','x:3']", 'python', ['docs'])).toEqual(["x:1','", '@docs:x:2', "x:3']"]);
});

test('finds no server that is not configured, and nothing in what stands behind its name', async () => {
  const code = '@decorator: x\n@scope:x:1 @Docs:x:2 @docs/x:y:3 me@docs x.@docs:x:4 /@docs:x:5';
  expect(await written(code, 'typescript', ['docs'])).toEqual(['docs:x:4', 'docs:x:5']);
  expect(await written('@scope:x:1', 'plaintext', ['docs'])).toEqual(['@scope:x:1']);
});

test('a URI that goes on with something computed is an example', async () => {
  expect(await written('`@docs:x:y${b} @docs:x:1 ${c} z:${d}/2 x:3`', 'typescript', ['docs'])).toEqual([
    '?@docs:x:y${b}',
    '@docs:x:1',
    '?z:${d}/2',
    'x:3',
  ]);
});

test.each([
  ['markdown', 'markdown prompt instructions chatagent skill mdx Markdown'],
  ['prose', 'plaintext text yaml git-commit gitcommit latex restructuredtext'],
  ['code', 'typescript python json css what-ever'],
])('takes for %s: %s', (kind, ids) => {
  expect(new Set(ids.split(' ').map(textKind))).toEqual(new Set([kind]));
});
