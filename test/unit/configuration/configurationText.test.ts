import { describe, expect, it } from 'vitest';
import { lineOfServer, parseConfigurationText, withLines } from '../../../src/core/configuration/configurationText';
import { parsePortable } from '../../../src/core/configuration/parsePortable';
import { folderSource, portableSource, sha256 } from './fixtures';

describe('a mistake', () => {
  it.each([
    ['nothing', ''],
    ['blanks', ' \r\n '],
    ['a comment', '// nothing yet\n'],
    ['an empty object', '{}'],
    ['comments and trailing commas', '{\n // a\n "servers": { /* b */ "a": { "args": ["x",], }, },\n}'],
    ['a byte order mark', '\uFEFF{ "servers": {} }'],
  ])('finds nothing in %s', (_, text) => {
    expect(parseConfigurationText(folderSource, text).problem).toBeUndefined();
  });

  it.each([
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 2, 'a , is missing'],
    ['a missing colon', '{\n  "a" 1\n}', 1, 'a : is missing'],
    ['a name in single quotes', "{\n\n  'a': 1\n}", 2, 'isn’t in double quotes'],
    ['a name without quotes', '{ a: 1 }', 0, 'isn’t in double quotes'],
    ['two commas', '{\r\n"a": 1,,\r\n}', 1, 'a property name \\(in double quotes\\) is missing'],
    ['a missing value', '{\n"a":\n}', 2, 'a value is missing'],
    ['a missing brace', '{\n"a": {\n"b": 1\n}\n', 4, 'a } is missing'],
    ['a missing bracket', '{\r"a": [1, 2\r}', 2, 'a , is missing'],
    ['an endless list', '[1', 0, 'a ] is missing'],
    ['an endless text', '{\n"a": "b\n}', 1, 'a \" is missing'],
    ['an endless comment', '{}\n/* a', 1, 'a comment isn’t closed'],
    ['an endless comment alone', '/* a', 0, 'a comment isn’t closed'],
    ['a second value', '{}\n{}', 1, 'there is extra text at the end'],
    ['a single backslash', '{\n"a": "C:\\Program"\n}', 1, 'a backslash must be written twice'],
    ['a tabulator in a text', '{ "a": "\t" }', 0, 'must be escaped'],
    ['a broken number', '{ "a": 1e }', 0, 'this isn’t valid JSON'],
    ['another language', '\n<html>', 1, 'isn’t in double quotes'],
  ])('tells of %s, with its line', (_, text, line, words) => {
    const message = expect.stringMatching(
      new RegExp(`^\\.vscode/mcp\\.json has a syntax error on line ${line + 1}: .*${words}.* Correct the line\\.$`),
    ) as string;
    expect(parseConfigurationText(folderSource, text).problem).toEqual({
      source: folderSource,
      serverName: undefined,
      message,
      line,
    });
  });

  it.each([
    ['['.repeat(200_000)],
    ['{"a":'.repeat(3_500) + '1' + '}'.repeat(3_500)],
    ['['.repeat(101) + ']'.repeat(101)],
  ])('survives nesting: %#', (text) => {
    expect(parseConfigurationText(folderSource, text)).toEqual({
      value: undefined,
      problem: {
        source: folderSource,
        serverName: undefined,
        message: 'The contents of .vscode/mcp.json are nested too deeply to be read. Reduce the nesting.',
        line: undefined,
      },
    });
  });

  // With a comment that is open at the end, the scanner is behind the text.
  it.each(['/*', '{} /*', '{ /* a\r\n', '/* a\r\n*', '//', '"', '{ "a": "'])('comes to the end of %j', (text) => {
    expect(parseConfigurationText(folderSource, text).problem?.message ?? '').not.toContain('nested');
  });

  it('is not nesting that a configuration may need, nor many brackets in texts or beside each other', () => {
    const texts = ['['.repeat(100) + ']'.repeat(100), `["${'['.repeat(500)}"]`, `[${'[],'.repeat(500)}[]]`];
    expect(texts.map((text) => parseConfigurationText(folderSource, text).problem)).toEqual(texts.map(() => undefined));
  });
});

describe('lineOfServer', () => {
  const mcpJson =
    '// mine\n{\n  "inputs": [{ "id": "a" }],\n  "servers": {\n    "a": {},\r\n    "b": {\n      "command": "a"\n    }\n  }\n}';
  it.each([
    ['in mcp.json', mcpJson, 'a', 4],
    ['in mcp.json, further down', mcpJson, 'b', 5],
    ['in .mcp.json', '{\n"mcpServers": {\n"a": {} } }', 'a', 2],
    ['in .mcp.json without wrapper', '{\n"b": {},\n"a": {}\n}', 'a', 2],
    ['in settings.json', '{\n"mcp": { "servers": {\n"a": {} } } }', 'a', 2],
    ['in a .code-workspace', '{ "folders": [],\n"settings": { "mcp": { "servers": {\n"a": {} } } } }', 'a', 2],
    ['in a file with mistakes', '{\n"servers": {\n"b": ,\n"a": {\n', 'a', 3],
    ['of two with one name, the one that counts', '{ "servers": {\n"a": {},\n"a": {} } }', 'a', 2],
    ['with characters that are escaped', '{ "servers": {\n"\\u0061\\"": {} } }', 'a"', 1],
    ['nowhere when there is no such server', mcpJson, 'command', undefined],
    ['nowhere in an empty file', '', 'a', undefined],
    ['nowhere in another value', '[1]', 'a', undefined],
    ['nowhere in a text that cannot be parsed', '['.repeat(200_000), 'a', undefined],
  ])('finds a server %s', (_, text, name, line) => {
    expect(lineOfServer(text, name)).toBe(line);
  });

  it('completes problems about servers, and leaves the others', () => {
    const problem = (serverName: string | undefined, line: number | undefined) => ({
      source: folderSource,
      serverName,
      message: 'Something is wrong.',
      line,
    });
    expect(
      withLines(
        [problem('b', undefined), problem('b', 1), problem('gone', undefined), problem(undefined, undefined)],
        mcpJson,
      ),
    ).toEqual([problem('b', 5), problem('b', 1), problem('gone', undefined), problem(undefined, undefined)]);
  });

  it('takes time in proportion to a hostile file, of which it shows the first problems and counts the others', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `s${index}`);
    const text = JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, 1])) }, undefined, 1);
    const { problems } = parsePortable(portableSource, text, sha256);
    expect(problems.map(({ serverName, line }) => [serverName, line])).toEqual([
      ...names.slice(0, 100).map((name, index) => [name, index + 2]),
      [undefined, undefined],
    ]);
    expect(problems.at(-1)?.message).toBe('.mcp.json has 900 more problems. Correct these first.');
  });
});
