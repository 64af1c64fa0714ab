import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConfiguredWindow, DiscoverySource } from '../../../src/core/configuration/configurationSources';
import { sourceFiles } from '../../../src/core/configuration/locateSources';
import { readSources, type ConfigurationPorts } from '../../../src/core/configuration/readSources';
import { machine, sha256 } from './fixtures';

const home = '/home/ada';
const folder = { name: 'shop', uri: 'file:///home/ada/shop', path: '/home/ada/shop', directory: '/home/ada/shop' };
const everyProduct = (): boolean => true;

/** The user's places and a folder, as a window of VS Code has them. */
const window: ConfiguredWindow = {
  directories: { profile: '/profile', home, copilot: `${home}/.copilot`, appData: `${home}/.config` },
  workspaceFile: undefined,
  folders: [folder],
};

interface Result {
  /** Kind, name, label with its note, and launch. */
  readonly servers: readonly unknown[];
  /** Label, server, line and message. */
  readonly problems: readonly unknown[];
}

async function read(
  files: Readonly<Record<string, string>>,
  given: Partial<ConfiguredWindow> = {},
  inspect?: ConfigurationPorts['inspect'],
): Promise<Result> {
  const ports: ConfigurationPorts = {
    ...(inspect && { inspect }),
    join: (directory, file) => path.posix.join(directory, file),
    readText: (file) => Promise.resolve(files[file]),
    describeError: String,
    listFolders: () => Promise.resolve([]),
    pathOf: () => undefined,
    variables: machine(),
    sha256,
  };
  const { definitions, problems } = await readSources({ ...window, ...given }, ports);
  return {
    servers: definitions.map(({ source, name, launch }) => [source.kind, name, source.label, launch]),
    problems: problems.map(({ source, serverName, line, message }) => [source.label, serverName, line, message]),
  };
}

const stdio = (command: string, args: readonly string[] = [], more: object = {}): object => ({
  ...{ kind: 'stdio', command, args, cwd: undefined, env: {}, envFile: undefined, isSandboxed: false },
  ...more,
});

/** By file: the label of the source, and the product whose discovery allows it. */
const places: readonly [file: string, kind: string, label: string, product?: DiscoverySource][] = [
  [`${home}/.copilot/mcp-config.json`, 'copilot', 'mcp-config.json (Copilot)'],
  [`${folder.path}/.github/mcp.json`, 'github', '.github/mcp.json'],
  [`${folder.path}/.mcp.json`, 'portable', '.mcp.json'],
  [`${home}/.config/Claude/claude_desktop_config.json`, 'claudeDesktop', 'Claude Desktop', 'claude-desktop'],
  [`${home}/.cursor/mcp.json`, 'cursor', 'Cursor', 'cursor-global'],
  [`${home}/.codeium/windsurf/mcp_config.json`, 'windsurf', 'Windsurf', 'windsurf'],
  [`${folder.path}/.cursor/mcp.json`, 'cursorFolder', '.cursor/mcp.json', 'cursor-workspace'],
];

describe.each(places)('%s', (file, kind, label, product) => {
  const given = product ? { discovers: (one: DiscoverySource) => one === product } : {};

  it('is read, and its servers keep their kind in their ids', async () => {
    const text = JSON.stringify({ mcpServers: { docs: { command: 'docs', args: ['--all'] } } });
    expect(await read({ [file]: text }, given)).toEqual({
      servers: [[kind, 'docs', label, stdio('docs', ['--all'])]],
      problems: [],
    });
  });

  it('is watched, whether it exists or not', () => {
    expect(sourceFiles({ ...window, ...given }, path.posix)).toContain(file);
  });

  it('says where and what is wrong with it, and costs the others nothing', async () => {
    const others = Object.fromEntries(
      places.map(([other]) => [other, '{ "mcpServers": { "a": { "command": "a" } } }']),
    );
    const { servers, problems } = await read(
      { ...others, [file]: '{ "mcpServers": {\n"b": {},\n"c": { "command": "c" }' },
      { discovers: everyProduct },
    );
    expect(problems).toEqual([
      [label, undefined, 2, `${label} has a syntax error on line 3: a } is missing. Correct the line.`],
      [label, 'b', 1, `The server “b” in ${label} must be an object with a “command” or a “url”. Correct the entry.`],
    ]);
    const names = servers.map((server) => (server as readonly string[]).slice(0, 2).join(' '));
    expect(names).toContain(`${kind} c`);
    expect(names).not.toContain(`${kind} b`);
  });

  if (product)
    it('is neither read nor watched unless VS Code takes over its servers', async () => {
      const text = JSON.stringify({ mcpServers: { docs: { command: 'docs' } } });
      const discovers = (one: DiscoverySource): boolean => one !== product;
      expect(await read({ [file]: text }, { discovers })).toEqual({ servers: [], problems: [] });
      expect(await read({ [file]: text })).toEqual({ servers: [], problems: [] });
      expect(sourceFiles({ ...window, discovers }, path.posix)).not.toContain(file);
    });
});

describe('what each product writes', () => {
  it('the Copilot CLI and “MCP: Add Server”: `local`, `tools`, `$VAR` in values, remote servers with headers', async () => {
    const text = JSON.stringify({
      mcpServers: {
        local: {
          type: 'local',
          command: 'npx',
          args: ['-y', 'docs', '$HOME'],
          tools: ['*'],
          env: { TOKEN: '$DOCS_TOKEN', URL: '${DOCS_URL:-https://docs.example}', PRICE: '5 $' },
          cwd: '~/docs',
          timeout: 30000,
        },
        remote: {
          type: 'http',
          url: 'https://example.com/mcp',
          headers: { Authorization: 'Bearer $DOCS_TOKEN' },
          tools: ['search'],
          oauthClientId: 'id',
        },
        events: { type: 'sse', url: 'https://example.com/sse' },
      },
    });
    expect((await read({ [`${home}/.copilot/mcp-config.json`]: text })).servers).toEqual([
      [
        ...['copilot', 'local', 'mcp-config.json (Copilot)'],
        stdio('npx', ['-y', 'docs', '$HOME'], {
          cwd: '~/docs',
          env: { TOKEN: '${DOCS_TOKEN}', URL: '${DOCS_URL:-https://docs.example}', PRICE: '5 $' },
        }),
      ],
      [
        ...['copilot', 'remote', 'mcp-config.json (Copilot)'],
        {
          ...{ kind: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${DOCS_TOKEN}' } },
          ...{ type: 'http', oauth: { clientId: 'id' } },
        },
      ],
      [
        ...['copilot', 'events', 'mcp-config.json (Copilot)'],
        { kind: 'http', type: 'sse', url: 'https://example.com/sse', headers: {} },
      ],
    ]);
  });

  it('Claude Desktop: its other settings are no servers, and `$` is plain text', async () => {
    const file = `${home}/.config/Claude/claude_desktop_config.json`;
    const text = JSON.stringify({ globalShortcut: 'Alt+C', preferences: { a: {} } });
    expect(await read({ [file]: text }, { discovers: everyProduct })).toEqual({ servers: [], problems: [] });
    const server = { command: 'a', env: { A: '$B' } };
    const { servers } = await read({ [file]: JSON.stringify({ mcpServers: { server } }) }, { discovers: everyProduct });
    expect(servers).toEqual([['claudeDesktop', 'server', 'Claude Desktop', stdio('a', [], { env: { A: '$B' } })]]);
  });

  it('Cursor: `auth` with the client of a sign-in', async () => {
    const auth = { CLIENT_ID: '${env:DOCS_ID}', CLIENT_SECRET: '${env:DOCS_SECRET}', scopes: ['read'] };
    const text = JSON.stringify({ mcpServers: { remote: { url: 'https://example.com/mcp', auth } } });
    const { servers } = await read({ [`${home}/.cursor/mcp.json`]: text }, { discovers: everyProduct });
    const oauth = { clientId: '${env:DOCS_ID}', clientSecret: '${env:DOCS_SECRET}' };
    expect(servers).toEqual([
      ['cursor', 'remote', 'Cursor', { kind: 'http', url: 'https://example.com/mcp', headers: {}, oauth }],
    ]);
  });

  it('Claude Code: `oauth` with the client of a sign-in', async () => {
    const oauth = { clientId: 'by-admin', callbackPort: 8080, scopes: 'read' };
    const text = JSON.stringify({ mcpServers: { remote: { type: 'http', url: 'https://example.com/mcp', oauth } } });
    const { servers } = await read({ [`${folder.path}/.mcp.json`]: text });
    expect(servers).toEqual([
      [
        ...['portable', 'remote', '.mcp.json'],
        {
          ...{ kind: 'http', type: 'http', url: 'https://example.com/mcp', headers: {} },
          oauth: { clientId: 'by-admin' },
        },
      ],
    ]);
  });

  it('Windsurf: `serverUrl`', async () => {
    const text = JSON.stringify({ mcpServers: { remote: { serverUrl: 'https://example.com/mcp' } } });
    const { servers } = await read(
      { [`${home}/.codeium/windsurf/mcp_config.json`]: text },
      { discovers: everyProduct },
    );
    expect(servers).toEqual([
      ['windsurf', 'remote', 'Windsurf', { kind: 'http', url: 'https://example.com/mcp', headers: {} }],
    ]);
  });
});

describe('in a remote window', () => {
  const values = { globalLocalValue: { mine: { command: 'mine' } }, globalValue: { merged: { command: 'merged' } } };
  const inspect: ConfigurationPorts['inspect'] = (uri, key) =>
    key === 'servers' && uri === undefined ? values : undefined;

  it('the values of the user’s own file are not mixed with the text of the remote user’s, which is a place of its own', async () => {
    const text = '{\n"servers": {\n"theirs": { "command": "theirs" },\n"bad": {} } }';
    expect(await read({ '/profile/mcp.json': text }, { remoteName: 'ssh-remote' }, inspect)).toEqual({
      servers: [
        ['user', 'mine', 'mcp.json (user)', stdio('mine')],
        ['remoteUser', 'theirs', 'mcp.json (remote user)', stdio('theirs')],
      ],
      problems: [
        [
          'mcp.json (remote user)',
          'bad',
          3,
          'The server “bad” in mcp.json (remote user) must be an object with a “command” or a “url”. Correct the entry.',
        ],
      ],
    });
  });

  it('the user’s own file is known to be elsewhere', async () => {
    const { definitions } = await readSources(
      { ...window, remoteName: 'ssh-remote' },
      {
        inspect,
        join: (directory, file) => path.posix.join(directory, file),
        readText: () => Promise.resolve(undefined),
        describeError: String,
        listFolders: () => Promise.resolve([]),
        pathOf: () => undefined,
        variables: machine(),
        sha256,
      },
    );
    expect(definitions.map(({ source: { file, isElsewhere } }) => [file, isElsewhere])).toEqual([[undefined, true]]);
  });

  it('has no remote user where it is not one', () => {
    const files = sourceFiles(window, path.posix);
    expect(files.filter((file) => file.startsWith('/profile'))).toEqual(['/profile/mcp.json']);
  });
});

describe('what VS Code itself makes of a file', () => {
  const notes = async (discovers?: (product: DiscoverySource) => boolean, profile?: string): Promise<unknown> => {
    const text = JSON.stringify({ mcpServers: { a: { command: 'a' } } });
    const { definitions } = await readSources(
      { ...window, directories: { ...window.directories, profile }, ...(discovers && { discovers }) },
      {
        join: (directory, file) => path.posix.join(directory, file),
        readText: (file) => Promise.resolve(/mcp-config|github/.test(file) ? text.replace('a', file) : undefined),
        describeError: String,
        listFolders: () => Promise.resolve([]),
        pathOf: () => undefined,
        variables: machine(),
        sha256,
      },
    );
    return definitions.map(({ source }) => source.note);
  };

  it('is said where it ignores that, and only in VS Code', async () => {
    const github = 'VS Code’s chat doesn’t read this file';
    expect(await notes(undefined, '/profile')).toEqual([
      'VS Code’s chat reads this file only if “chat.mcp.discovery.enabled” is on',
      github,
    ]);
    expect(await notes((product) => product === 'copilot', '/profile')).toEqual([undefined, github]);
    expect(await notes()).toEqual([undefined, undefined]);
  });
});
