import { describe, expect, it } from 'vitest';
import { parsePortable } from '../../../src/core/configuration/parsePortable';
import { http, portableSource, sha256, stdio } from './fixtures';

/** Returns names and launches, and the problems as name, line and message. */
function parse(text: string): { servers: unknown; problems: unknown } {
  const { definitions, problems } = parsePortable(portableSource, text, sha256);
  return {
    servers: Object.fromEntries(definitions.map(({ name, launch }) => [name, launch])),
    problems: problems.map(({ serverName, line, message }) => [serverName, line, message]),
  };
}

describe('an .mcp.json', () => {
  it.each([
    ['with its wrapper', '{ "mcpServers": { "a": { "command": "node" } } }', { a: stdio() }],
    [
      'without wrapper',
      '{ "a": { "command": "node" }, "b": { "type": "http", "url": "https://example.com/mcp" } }',
      { a: stdio(), b: { ...http(), type: 'http' } },
    ],
    ['with a schema', '{ "$schema": "https://example.com/s.json", "a": { "command": "node" } }', { a: stdio() }],
    [
      'with other things besides the wrapper',
      '{ "inputs": 1, "other": {}, "mcpServers": { "a": { "command": "node" } } }',
      { a: stdio() },
    ],
    ['with comments and trailing commas', '{ // a\n "mcpServers": { "a": { "command": "node", }, }, }', { a: stdio() }],
    ['with a byte order mark', '\uFEFF{ "a": { "command": "node" } }', { a: stdio() }],
    ['with a server called “servers”', '{ "servers": { "command": "node", "env": {} } }', { servers: stdio() }],
    [
      'with a server called “__proto__”',
      '{ "__proto__": { "command": "node" } }',
      Object.fromEntries([['__proto__', stdio()]]),
    ],
    [
      'with `transport`',
      '{ "a": { "transport": "sse", "url": "https://example.com/mcp" } }',
      { a: { ...http(), type: 'sse' } },
    ],
    [
      'with variables, which stay',
      '{ "a": { "command": "${BIN:-node}", "args": ["${ROOT}/a"], "env": { "T": "${TOKEN}" } } }',
      { a: stdio({ command: '${BIN:-node}', args: ['${ROOT}/a'], env: { T: '${TOKEN}' } }) },
    ],
    ['that is empty', '', {}],
    ['that is only a comment', '// soon', {}],
    ['without servers', '{ "mcpServers": {} }', {}],
  ])('%s is read', (_, text, servers) => {
    expect(parse(text)).toEqual({ servers, problems: [] });
  });

  it('carries where its servers come from', () => {
    const { definitions } = parsePortable(portableSource, '{ "a": { "command": "node" } }', sha256);
    expect(definitions).toMatchObject([
      { id: 'portable/file%3A%2F%2F%2Fhome%2Fada%2Fshop/a', source: portableSource, inputs: [] },
    ]);
  });

  it('tells of a broken server with its line, and keeps the others', () => {
    expect(parse('{\n"mcpServers": {\n"a": { "command": "node" },\n"b": {},\n"c": { "command": "node" } } }')).toEqual({
      servers: { a: stdio(), c: stdio() },
      problems: [
        ['b', 3, 'The server “b” in .mcp.json must be an object with a “command” or a “url”. Correct the entry.'],
      ],
    });
  });

  it('uses what it understands of a text with mistakes', () => {
    expect(
      parse('{\n"mcpServers": {\n"a": { "command": "node" }\n"b": { "command": "node", "args": "x" },\n"c" }'),
    ).toEqual({
      servers: { a: stdio() },
      problems: [
        [undefined, 3, '.mcp.json has a syntax error on line 4: a , is missing. Correct the line.'],
        ['b', 3, 'The “args” of the server “b” in .mcp.json must be an array of strings. Correct them.'],
      ],
    });
  });

  const unreadable = '.mcp.json must contain an object with the property “mcpServers”. Correct the file.';
  const noMap = 'The servers in .mcp.json must be an object with one entry for each server. Correct the file.';

  it.each<[string, string, string, number?, string?]>([
    [
      'no JSON',
      'hello',
      '.mcp.json has a syntax error on line 1: a property name or a string isn’t in double quotes. Correct the line.',
      0,
    ],
    [
      'nested too deeply',
      '['.repeat(200_000),
      'The contents of .mcp.json are nested too deeply to be read. Reduce the nesting.',
    ],
    ['a list', '[]', unreadable],
    ['null', 'null', unreadable],
    ['a wrapped list', '{ "mcpServers": [] }', noMap],
    ['a wrapped null', '{ "mcpServers": null }', noMap],
    [
      'an unfinished wrapper',
      '{\n"mcpServers":',
      '.mcp.json has a syntax error on line 2: a value is missing. Correct the line.',
      1,
    ],
    [
      'the shape of .vscode/mcp.json',
      '{\n"servers": { "a": { "command": "node" } } }',
      '.mcp.json uses “servers” instead of “mcpServers”. Rename the property.',
      1,
    ],
    [
      'no server in the map',
      '{ "version": 1 }',
      'The server “version” in .mcp.json must be an object with a “command” or a “url”. Correct the entry.',
      0,
      'version',
    ],
  ])('that is %s gives one problem', (_, text, message, line, name) => {
    expect(parse(text)).toEqual({ servers: {}, problems: [[name, line, message]] });
  });
});
