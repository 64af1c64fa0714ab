import { describe, expect, it } from 'vitest';
import { parseServers } from '../../../src/core/configuration/parseServers';
import { serverId } from '../../../src/core/configuration/sameServer';
import type { LaunchDefinition } from '../../../src/core/configuration/launch/kinds';
import type { HttpType } from '../../../src/core/configuration/launch/http';
import { folderSource, http, sha256, stdio, userSource } from './fixtures';

const parse = (servers: unknown, inputs?: unknown): ReturnType<typeof parseServers> =>
  parseServers(folderSource, servers, inputs, sha256);

const ofType = (type: HttpType): LaunchDefinition => ({ ...http(), type }) as LaunchDefinition;

describe('a usable server', () => {
  it.each([
    ['with a type', { type: 'stdio', command: 'node' }, stdio()],
    ['without a type', { command: 'node' }, stdio()],
    ['with an unknown type', { type: 'docker', command: 'node' }, stdio()],
    ['with a type that is no text', { type: {}, command: 'node' }, stdio()],
    [
      'with its address when the type says so',
      { type: 'http', command: 'node', url: 'https://example.com/mcp' },
      ofType('http'),
    ],
    ['with its command when the type says nothing', { command: 'node', url: 'https://example.com/mcp' }, stdio()],
    [
      'with everything',
      {
        type: 'stdio',
        command: 'node',
        args: ['server.js', '--port', 80, true],
        cwd: '${workspaceFolder}/tools',
        env: { TEXT: 'a', NUMBER: 1, FLAG: false, GONE: null },
        envFile: '.env',
        sandboxEnabled: true,
        dev: { watch: '**/*.js' },
        gallery: 'https://example.com',
        version: '1.0.0',
      },
      stdio({
        args: ['server.js', '--port', '80', 'true'],
        cwd: '${workspaceFolder}/tools',
        env: { TEXT: 'a', NUMBER: '1', FLAG: 'false', GONE: null },
        envFile: '.env',
        isSandboxed: true,
      }),
    ],
    [
      'with a sandbox wished for in a wrong way',
      { command: 'node', sandboxEnabled: 'true' },
      stdio({ isSandboxed: true }),
    ],
    ['with nulls for what is optional', { command: 'node', args: null, cwd: null, env: null, envFile: null }, stdio()],
    ['with empty texts for what is optional', { command: 'node', cwd: '', envFile: '' }, stdio()],
    [
      'nested in “config”',
      { version: '1', gallery: true, config: { command: 'node', args: ['a'] } },
      stdio({ args: ['a'] }),
    ],
    ['with a type outside of “config”', { type: 'http', config: { url: 'https://example.com/mcp' } }, ofType('http')],
    ['of type http', { type: 'http', url: 'https://example.com/mcp' }, ofType('http')],
    ['of type sse', { type: 'sse', url: 'https://example.com/mcp' }, ofType('sse')],
    ['of type streamable-http', { type: 'streamable-http', url: 'https://example.com/mcp' }, ofType('http')],
    ['of type streamableHttp', { type: 'streamableHttp', url: 'https://example.com/mcp' }, ofType('http')],
    ['with “transport”', { transport: 'sse', url: 'https://example.com/mcp' }, ofType('sse')],
    ['with an address and no type', { url: ' https://example.com/mcp ' }, http()],
    ['with an address and an unknown type', { type: 'remote', url: 'https://example.com/mcp' }, http()],
    [
      'with headers',
      {
        url: 'https://example.com/mcp',
        headers: { Authorization: 'Bearer ${input:token}', 'X-Version': 2 },
        oauth: {},
      },
      http('https://example.com/mcp', { Authorization: 'Bearer ${input:token}', 'X-Version': '2' }),
    ],
    ['whose address holds variables', { url: '${env:SCHEME}://x' }, http('${env:SCHEME}://x')],
  ])('%s', (_, value, launch) => {
    const { definitions, problems } = parse({ notes: value });
    expect(problems).toEqual([]);
    expect(definitions.map((definition) => definition.launch)).toEqual([launch]);
  });

  it('carries its id, name, source, inputs and hash', () => {
    const { definitions } = parse({ 'a/b “c”': { command: 'node' } });
    expect(definitions).toEqual([
      {
        id: 'folder/file%3A%2F%2F%2Fhome%2Fada%2Fshop/a/b “c”',
        name: 'a/b “c”',
        source: folderSource,
        launch: stdio(),
        inputs: [],
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    ]);
  });

  it('keeps a variable that is called like a part of every object', () => {
    const env = JSON.parse('{"__proto__": "a", "constructor": "b"}') as unknown;
    const { definitions } = parse({ notes: { command: 'node', env } });
    expect(definitions[0]?.launch.kind === 'stdio' && Object.entries(definitions[0].launch.env)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });
});

describe('a broken server', () => {
  it.each([
    ['is no object', 'node', ['“notes”', '.vscode/mcp.json', 'object']],
    ['is null', null, ['“notes”', 'object']],
    ['is a list', [], ['“notes”', 'object']],
    ['is empty', {}, ['“notes”', '“command” or a “url”']],
    ['has an empty command', { command: '  ' }, ['“notes”', '“command” or a “url”']],
    ['has only a type', { type: 'stdio' }, ['“notes”', '“command” or a “url”']],
    ['is of type stdio with an address', { type: 'stdio', url: 'https://a.example' }, ['“stdio”', 'no “command”']],
    ['is of type http with a command', { type: 'http', command: 'node' }, ['“http”', 'no “url”']],
    ['uses WebSocket', { type: 'ws', url: 'ws://a.example' }, ['“notes”', '“ws”', 'isn’t supported']],
    ['has a command that is a list', { command: ['node', 'a.js'] }, ['“notes”', '“command”', 'string']],
    ['has arguments in one text', { command: 'node', args: 'a b' }, ['“notes”', '“args”', 'array']],
    ['has an argument that is an object', { command: 'node', args: ['a', {}] }, ['“notes”', '“args”']],
    ['has an argument that is null', { command: 'node', args: [null] }, ['“notes”', '“args”']],
    ['has a folder that is no text', { command: 'node', cwd: 1 }, ['“notes”', '“cwd”']],
    ['has an env that is a list', { command: 'node', env: ['A=1'] }, ['“notes”', '“env”', 'object']],
    ['has a variable that is an object', { command: 'node', env: { KEY: {} } }, ['“notes”', '“env”', '“KEY”']],
    ['has a variable that is another one for the system', { command: 'node', env: { 'A=B': 'c' } }, ['“env”', '“A=B”']],
    ['has a variable whose name ends early', { command: 'node', env: { 'A\0B': 'c' } }, ['“notes”', '“env”']],
    ['has an envFile that is no text', { command: 'node', envFile: {} }, ['“notes”', '“envFile”']],
    ['has no address in url', { url: 'example.com/mcp' }, ['“notes”', '“url”', 'https://']],
    ['has an address that is no text', { url: 1 }, ['“notes”', '“url”', 'string']],
    ['is behind a socket', { url: 'unix:///run/a.sock' }, ['“notes”', '“unix:”', 'http']],
    ['reads a file', { url: 'file:///etc/passwd' }, ['“notes”', '“file:”']],
    ['has a password in its address', { url: 'https://ada:secret@a.example' }, ['“notes”', '“headers”']],
    ['has headers in a text', { url: 'https://a.example', headers: 'A: b' }, ['“notes”', '“headers”', 'object']],
    ['has a header that is null', { url: 'https://a.example', headers: { A: null } }, ['“notes”', '“headers”', '“A”']],
    ['has an impossible header', { url: 'https://a.example', headers: { 'A b': 'c' } }, ['“notes”', '“A b”']],
    ['has a header with a line break', { url: 'https://a.example', headers: { 'A\nB': 'c' } }, ['“notes”']],
  ])('%s', (_, value, names) => {
    const { definitions, problems } = parse({ before: { command: 'a' }, notes: value, after: { command: 'b' } });
    expect(definitions.map(({ name }) => name)).toEqual(['before', 'after']);
    expect(problems).toEqual([
      { source: folderSource, serverName: 'notes', message: expect.any(String) as string, line: undefined },
    ]);
    const message = problems[0]?.message ?? '';
    expect(names.filter((name) => !message.includes(name))).toEqual([]);
    expect(message).not.toMatch(/\{\d\}/);
    expect(message).not.toContain('secret');
  });
});

describe('servers as a whole', () => {
  it.each([undefined, null, {}])('may be missing: %j', (servers) => {
    expect(parse(servers)).toEqual({ definitions: [], problems: [] });
  });

  it.each([[[]], ['servers'], [1], [true]])('must be an object: %j', (servers) => {
    expect(parse(servers)).toEqual({
      definitions: [],
      problems: [
        {
          source: folderSource,
          serverName: undefined,
          message:
            'The servers in .vscode/mcp.json must be an object with one entry for each server. Correct the file.',
          line: undefined,
        },
      ],
    });
  });

  it('have ids that tell sources and names apart', () => {
    const ids = [
      serverId(userSource, 'a'),
      serverId(userSource, '/a'),
      serverId({ ...folderSource, id: 'a' }, 'b/c'),
      serverId({ ...folderSource, id: 'a/b' }, 'c'),
      serverId({ ...folderSource, kind: 'portable', id: 'a/b' }, 'c'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a name with invisible characters', () => {
  it.each(['pay\u200bments', 'pay\u{e0049}ments', 'pay\u202ements', 'pay\nments'])('is not used: %j', (name) => {
    const { definitions, problems } = parse({ [name]: { command: 'node' }, '👩‍👩‍👧': { command: 'node' } });
    expect(definitions.map((one) => one.name)).toEqual(['👩‍👩‍👧']);
    expect(problems).toMatchObject([
      { message: expect.stringMatching(/^The name of the server “pay ?ments” in /u) as string },
    ]);
  });
});

describe('inputs', () => {
  const token = { id: 'token', type: 'promptString', description: 'A token', password: true };

  it('come in every kind, and only with the servers that name them', () => {
    const { definitions, problems } = parse(
      {
        all: {
          command: '${input:bin}',
          args: ['${input:size}', '${input:size} again'],
          env: { TOKEN: '${input:token}', OTHER: '${env:HOME}${input:account}' },
        },
        none: { command: 'node', args: ['input:token', '${env:token}', '$input:token'] },
        headers: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${input:token}' } },
      },
      [
        token,
        {
          id: 'size',
          type: 'pickString',
          options: ['small', { value: 'l', label: 'large' }, { value: 9 }],
          default: 9,
        },
        { id: 'account', type: 'command', command: 'x.account', args: { a: 1 } },
        { id: 'bin', type: 'promptString', default: 'node' },
        { id: 'unused', type: 'promptString' },
      ],
    );
    const parsedToken = {
      kind: 'promptString',
      id: 'token',
      description: 'A token',
      default: undefined,
      isPassword: true,
    };
    expect(problems).toEqual([]);
    expect(Object.fromEntries(definitions.map(({ name, inputs }) => [name, inputs]))).toEqual({
      all: [
        { kind: 'promptString', id: 'bin', description: undefined, default: 'node', isPassword: false },
        {
          kind: 'pickString',
          id: 'size',
          description: undefined,
          default: '9',
          options: [
            { label: 'small', value: 'small' },
            { label: 'large', value: 'l' },
            { label: '9', value: '9' },
          ],
        },
        parsedToken,
        { kind: 'command', id: 'account', command: 'x.account', args: { a: 1 } },
      ],
      none: [],
      headers: [parsedToken],
    });
  });

  it.each([
    ['are no list', {}, '“inputs” in .vscode/mcp.json must be an array.'],
    ['hold something else', ['token'], 'The input “#1” in .vscode/mcp.json has no “id”.'],
    ['hold one without id', [token, { type: 'promptString' }], 'The input “#2” in .vscode/mcp.json has no “id”.'],
    ['hold an unknown type', [{ id: 'a', type: 'number' }], 'The “type” of the input “a” in .vscode/mcp.json must be'],
    ['hold no type', [{ id: 'a' }], 'The “type” of the input “a” in .vscode/mcp.json must be'],
    [
      'give nothing to pick',
      [{ id: 'a', type: 'pickString', options: [{}] }],
      'The input “a” in .vscode/mcp.json has no “options”',
    ],
    ['give options that are no list', [{ id: 'a', type: 'pickString', options: 'x' }], 'has no “options”'],
    ['run no command', [{ id: 'a', type: 'command' }], 'The input “a” in .vscode/mcp.json has no “command”.'],
  ])('are a problem of the file when they %s, and the servers stay', (_, inputs, message) => {
    const { definitions, problems } = parse({ notes: { command: '${input:a}' } }, inputs);
    expect(definitions.map(({ name, inputs: named }) => [name, named])).toEqual([['notes', []]]);
    expect(problems).toEqual([
      {
        source: folderSource,
        serverName: undefined,
        message: expect.stringContaining(message) as string,
        line: undefined,
      },
    ]);
  });

  it('of one id count by the last', () => {
    const { definitions } = parse({ notes: { command: '${input:token}' } }, [token, { ...token, password: false }]);
    expect(definitions[0]?.inputs).toMatchObject([{ id: 'token', isPassword: false }]);
  });
});
