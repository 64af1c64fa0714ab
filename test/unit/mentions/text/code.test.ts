import { expect, test } from 'vitest';
import { MentionDocument } from '../../../../src/core/mentions/mention/document';
import { languageOf, lexerOf } from '../../../../src/core/mentions/text/languages';
import type { Part } from '../../../../src/core/mentions/text/lexer';
import { CountedSlices } from '../../catalog/fixtures';
import { noSignal, written } from './scan';

/** What of a text is in comments and strings, line by line. */
function texts(languageId: string, code: string): readonly string[] {
  const lexer = lexerOf(languageId);
  const found: string[] = [];
  let state = '';
  for (const line of code.split('\n')) {
    const parts: Part[] = [];
    state = lexer.scan(line, state, parts);
    found.push(...parts.map(({ from, to }) => line.slice(from, to)).filter((text) => text !== ''));
  }
  return found;
}

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ['typescript', "a = \"b\" // it's\nc /* d\n\"e */ f = 'g\\'h'", ['b', " it's", ' d', '"e ', "g\\'h"]],
  ['typescript', 'a = `b ${c({ d: `e ${"f"}` })} g\nh` + "i"', ['b ', 'e ', 'f', ' g', 'h', 'i']],
  ['typescript', 'a = "not closed\nb = "c"', ['not closed', 'c']],
  ['typescript', 'a = /["`]/.test(b) ? 1 / 2 : x / "y" // z', ['y', ' z']],
  ['javascriptreact', "<b>it's</b>\nc // d", ['s</b>', ' d']],
  ['json', '{ "a": "b\\"c", // d\n"e": 1 }', ['a', 'b\\"c', ' d', 'e']],
  ['c', 'char a = \'"\'; // b\n#include "c"', ['"', ' b', 'c']],
  ['cpp', 'R"(a\n"b")" /* c */ "d"', ['a', '"b"', ' c ', 'd']],
  ['java', 'a = """\n  "b"\n  """; // c', ['  "b"', '  ', ' c']],
  ['kotlin', '/* a /* b */ c */ d = "e"', [' a ', ' b ', ' c ', 'e']],
  ['csharp', 'a = @"b\\"; c = @"d ""e""\nf"; // g', ['b\\', 'd ""e""', 'f', ' g']],
  ['go', 'a := `b\n"c` + "d" // e', ['b', '"c', 'd', ' e']],
  ['rust', 'fn a<\'b>(c: &\'b str) { \'"\'; r#"d\n"e""#; } // f', ['d', '"e"', ' f']],
  ['swift', 'a = """\nb\n""" // c', ['b', ' c']],
  ['dart', "a = '''\nb''' + 'c' // d", ['b', 'c', ' d']],
  ['php', "#[A]\n# b\n$c = 'd'; // e", [' b', 'd', ' e']],
  ['css', "a { b: url('c') } /* d\ne */", ['c', ' d', 'e ']],
  ['scss', '// a\n@import url(http://b); /* c */', [' a', ' c ']],
  ['python', 'def a():\n  """b\n  it\'s"""\n  c = \'d\' # e\'s\n  f = "g"', ['b', "  it's", 'd', " e's", 'g']],
  ['ruby', 'a = \'b\' # c\n=begin\nd\n=end\ne = "f#{g}"', ['b', ' c', 'd', 'f#{g}']],
  ['shellscript', 'a=$# # b\nc="d" e=\'f\\\'', [' b', 'd', 'f\\']],
  ['dockerfile', '# a\nRUN b "c"', [' a', 'c']],
  ['makefile', 'a: b # c', [' c']],
  ['toml', "a = '''\nb''' # c", ['b', ' c']],
  ['powershell', '<# a\nb #> "c`"d" # e\n@"\nf "g"\n"@ h', [' a', 'b ', 'c`"d', ' e', 'f "g"']],
  ['sql', "-- a\nSELECT 'b''c' /* d */ FROM e", [' a', "b''c", ' d ']],
  ['lua', '--[[ a\nb ]] c = [[d]] -- e', [' a', 'b ', 'd', ' e']],
  ['haskell', "{- a {- b -} c -} foldl' d 'e' -- f", [' a ', ' b ', ' c ', ' f']],
  ['ocaml', '(* a *) let b\' = "c"', [' a ', 'c']],
  ['clojure', '(a \\" "b") ; c', ['b', ' c']],
  ['ini', '; a\n# b\nc = "d"', [' a', ' b', 'd']],
  ['vb', 'a = "b""c" \' d', ['b""c', ' d']],
  ['bat', 'REM a\n:: b\necho "c"', [' a', ' b', 'c']],
  ['xml', "<!-- a\nb --><c d=\"e\"\n f='g'>it's h</c>", [' a', 'b ', 'e', 'g']],
  [
    'vue',
    '<a :b="c">it\'s</a><!-- d -->\n<script setup>\n// e\nf < `g`\n</script>\n<style>/* h */</style><i j="k"/>',
    ['c', ' d ', ' e', 'g', ' h ', 'k'],
  ],
];

test.each(cases)('finds the comments and strings of %s %#', (languageId, code, expected) => {
  expect(texts(languageId, code)).toEqual(expected);
});

test('what no lexer knows is prose, and so is YAML', () => {
  expect(['yaml', 'plaintext', 'git-commit', 'what-ever'].map((id) => lexerOf(id).isProse)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test('finds mentions in comments and strings only', async () => {
  const code = "// @a:x:1, it's\nconst b = '@a:x:2' + @a:x:3 + \"x:4\";\n/**\n *@a:x:5 */ x:6";
  expect(await written(code, 'typescript')).toEqual(['@a:x:1,', '@a:x:2', 'x:4', '@a:x:5']);
});

test('a URI that goes on with something computed is an example', async () => {
  expect(await written('`@a:x:y${b} @a:x:1 ${c} z:${d}/2 x:3`', 'typescript')).toEqual(['?@a:x:y', '@a:x:1', 'x:3']);
});

test.each([
  ['a "b" c', 'typescript', [0, 0, 0, 1, 1, 0, 0, 0]],
  ['a "b', 'typescript', [0, 0, 0, 1, 1]],
  ['a // b', 'typescript', [0, 0, 0, 0, 1, 1, 1]],
  ['a /**/', 'typescript', [0, 0, 0, 0, 1, 0, 0]],
  ['a b', 'markdown', [1, 1, 1, 1]],
])('tells where in %j mentions can be', async (code, languageId, expected) => {
  const document = new MentionDocument('file:///a', languageId, 1, `/* x\n*/\n${code}`);
  const slice = new CountedSlices().newSlice();
  const found = expected.map((_, character) => document.canHoldMention({ line: 2, character }, slice, noSignal));
  expect((await Promise.all(found)).map(Number)).toEqual(expected);
});

test('an empty line in a comment can hold one, one behind the end cannot', async () => {
  const document = new MentionDocument('file:///a', 'typescript', 1, '/*\n\n*/');
  const slice = new CountedSlices().newSlice();
  expect(await document.canHoldMention({ line: 1, character: 0 }, slice, noSignal)).toBe(true);
  expect(await document.canHoldMention({ line: 9, character: 9 }, slice, noSignal)).toBe(false);
});

test.each([
  ['/a/b.ts', 'typescript'],
  ['file:///a/AGENTS.md', 'markdown'],
  ['C:\\a\\Dockerfile', 'dockerfile'],
  ['B.PY', 'python'],
  ['a.b/LICENSE', 'plaintext'],
  ['x.r', 'r'],
  ['x.', 'plaintext'],
])('tells the language of %s', (file, expected) => {
  expect(languageOf(file)).toBe(expected);
});
