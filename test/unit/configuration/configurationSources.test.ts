import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  configurationSources,
  type ConfigurationSource,
  type ConfiguredFolder,
  type ConfiguredWindow,
  type InspectedValue,
} from '../../../src/core/configuration/configurationSources';
import { sourceFiles } from '../../../src/core/configuration/locateSources';
import { readSources, type ConfigurationPorts } from '../../../src/core/configuration/readSources';
import { withCopies } from '../../../src/core/configuration/serverDefinition';
import { machine, sha256 } from './fixtures';

const server = (command: string): object => ({ command });
const folder = (name: string): ConfiguredFolder => ({
  name,
  uri: `file:///home/ada/${name}`,
  path: `/home/ada/${name}`,
  directory: `/home/ada/${name}`,
});
const vscodeFile = ({ path }: ConfiguredFolder): string => `${path}/.vscode/mcp.json`;
const portableFile = ({ path }: ConfiguredFolder): string => `${path}/.mcp.json`;
const githubFile = ({ path }: ConfiguredFolder): string => `${path}/.github/mcp.json`;
const [shop, wiki] = [folder('shop'), folder('wiki')];
const elsewhere: ConfiguredFolder = {
  name: 'shop',
  uri: 'vscode-vfs://github/ada/shop',
  path: '//github/ada/shop',
  directory: undefined,
};
const directories = { profile: '/home/ada/.config', home: '/home/ada' };
const userFile = '/home/ada/.config/mcp.json';
const workspaceFile = {
  uri: 'file:///home/ada/all.code-workspace',
  path: '/home/ada/all.code-workspace',
  name: 'all.code-workspace',
};

interface World {
  /** Results of `inspect` for `servers`, by folder, or '' for none. */
  readonly servers?: Readonly<Record<string, InspectedValue>>;
  readonly inputs?: Readonly<Record<string, InspectedValue>>;
  readonly files?: Readonly<Record<string, string | Error>>;
}

interface Reading {
  /** Kind of place, name, label, and folder in which the server starts. */
  readonly servers: readonly unknown[];
  readonly problems: readonly unknown[];
  /** Files that were looked for, in order. */
  readonly looked: readonly string[];
}

async function read(
  given: Partial<ConfiguredWindow>,
  { servers, inputs, files = {} }: World,
  table?: readonly ConfigurationSource[],
): Promise<Reading> {
  const looked: string[] = [];
  const inspect: ConfigurationPorts['inspect'] =
    servers && ((uri, key) => (key === 'servers' ? servers : inputs)?.[uri ?? '']);
  const readText: ConfigurationPorts['readText'] = (file) => {
    looked.push(file);
    const text = files[file];
    return text instanceof Error ? Promise.reject(text) : Promise.resolve(text);
  };
  const window = { directories, workspaceFile: undefined, folders: [], ...given };
  const { definitions, problems } = await readSources(window, ports(inspect, readText), table);
  expect(sourceFiles(window, path.posix, table), 'files that are watched: those that were looked for').toEqual(looked);
  return {
    servers: definitions.map(({ name, source }) => [source.kind, name, source.label, source.folder]),
    problems: problems.map(({ source, serverName, line, message }) => [source.label, serverName, line, message]),
    looked,
  };
}

/** Creates ports without `inspect`: only files. */
function ports(inspect: ConfigurationPorts['inspect'], readText: ConfigurationPorts['readText']): ConfigurationPorts {
  return {
    ...(inspect && { inspect }),
    join: (directory, file) => path.posix.join(directory, file),
    readText,
    describeError: (error) => `Told: ${String(error)}`,
    sha256,
    listFolders: () => Promise.resolve([]),
    pathOf: () => undefined,
    variables: machine(),
  };
}

/** One server in each place that VS Code reports, named after the place. */
const everywhere: InspectedValue = {
  globalValue: { user: server('node') },
  workspaceValue: { workspace: server('node') },
  workspaceFolderValue: { folder: server('node') },
};
const portable = (name: string): Record<string, string> => ({
  [`/home/ada/${name}/.mcp.json`]: JSON.stringify({ mcpServers: { portable: server('node') } }),
});

describe('the servers of a window', () => {
  it('without a folder are those of the user', async () => {
    expect(await read({}, { servers: { '': everywhere } })).toEqual({
      servers: [['user', 'user', 'mcp.json (user)', undefined]],
      problems: [],
      looked: [userFile],
    });
  });

  it('with one folder are the user’s, then the folder’s own, then those of its .mcp.json', async () => {
    const servers = { '': everywhere, [shop.uri]: everywhere };
    expect(await read({ folders: [shop] }, { servers, files: portable('shop') })).toEqual({
      servers: [
        ['user', 'user', 'mcp.json (user)', undefined],
        ['folder', 'folder', '.vscode/mcp.json', '/home/ada/shop'],
        ['portable', 'portable', '.mcp.json', '/home/ada/shop'],
      ],
      problems: [],
      looked: [userFile, vscodeFile(shop), portableFile(shop), githubFile(shop)],
    });
  });

  it('with one folder take what VS Code calls the workspace’s for the folder’s, once', async () => {
    const value = { workspaceValue: { shop: server('node') } };
    const { servers } = await read({ folders: [shop] }, { servers: { '': value, [shop.uri]: value } });
    expect(servers).toEqual([['folder', 'shop', '.vscode/mcp.json', '/home/ada/shop']]);
  });

  it('of a .code-workspace are the user’s, its own, and those of every folder in its order', async () => {
    const servers = { '': everywhere, [shop.uri]: everywhere, [wiki.uri]: everywhere };
    const files = { ...portable('shop'), ...portable('wiki') };
    expect(await read({ workspaceFile, folders: [wiki, shop] }, { servers, files })).toMatchObject({
      servers: [
        ['user', 'user', 'mcp.json (user)', undefined],
        ['workspace', 'workspace', 'all.code-workspace', '/home/ada/wiki'],
        ['folder', 'folder', '.vscode/mcp.json (wiki)', '/home/ada/wiki'],
        ['portable', 'portable', '.mcp.json (wiki)', '/home/ada/wiki'],
        ['folder', 'folder', '.vscode/mcp.json (shop)', '/home/ada/shop'],
        ['portable', 'portable', '.mcp.json (shop)', '/home/ada/shop'],
      ],
      problems: [],
    });
  });

  it.each([
    ['a .code-workspace', workspaceFile, ['workspace']],
    ['a workspace that is not saved yet', 'unsaved' as const, []],
  ])('in %s do not take the workspace’s for a folder’s', async (_, file, kinds) => {
    const value = { workspaceValue: { all: server('node') } };
    const servers = { '': value, [shop.uri]: value, [wiki.uri]: value };
    const reading = await read({ workspaceFile: file, folders: [shop, wiki] }, { servers });
    expect(reading.servers).toEqual(kinds.map((kind) => [kind, 'all', 'all.code-workspace', '/home/ada/shop']));
  });

  it('of this machine come before those of the profile on another', async () => {
    const value = { globalLocalValue: { here: server('node') }, globalValue: { there: server('node') } };
    const { servers } = await read({}, { servers: { '': value } });
    expect(servers).toEqual([['user', 'here', 'mcp.json (user)', undefined]]);
  });

  it('are looked for in no file where the folder is not on this machine', async () => {
    const reading = await read({ folders: [elsewhere] }, { servers: { [elsewhere.uri]: everywhere } });
    expect(reading).toEqual({
      servers: [['folder', 'folder', '.vscode/mcp.json', '//github/ada/shop']],
      problems: [],
      looked: [userFile],
    });
  });

  it('have ids and hashes of their own, whatever they are called and wherever the same is written', async () => {
    const same = {
      globalValue: { a: server('node') },
      workspaceValue: { a: server('node') },
      workspaceFolderValue: { a: server('node') },
    };
    const text = JSON.stringify({ a: server('node') });
    const files = { [portableFile(shop)]: text, [portableFile(wiki)]: text };
    const { definitions } = await readSources(
      { directories, workspaceFile, folders: [shop, wiki] },
      ports(
        (_, key) => (key === 'servers' ? same : undefined),
        (file) => Promise.resolve(files[file]),
      ),
    );
    const all = withCopies(definitions);
    const [ids, hashes] = [new Set(all.map(({ id }) => id)), new Set(all.map(({ hash }) => hash))];
    expect([all.length, ids.size, hashes.size]).toEqual([6, 6, 6]);
  });

  it('take their inputs from where they stand themselves', async () => {
    const inputs = (id: string): readonly object[] => [{ type: 'promptString', id, description: id }];
    const written = { a: { command: 'node', args: ['${input:token}'] } };
    const { definitions } = await readSources(
      { directories, workspaceFile: undefined, folders: [shop] },
      ports(
        (uri, key) =>
          key === 'servers'
            ? { [uri === undefined ? 'globalValue' : 'workspaceFolderValue']: written }
            : { globalValue: inputs('token'), workspaceFolderValue: inputs('other') },
        () => Promise.resolve(undefined),
      ),
    );
    expect(definitions.map(({ source, inputs: named }) => [source.kind, named.map(({ id }) => id)])).toEqual([
      ['user', ['token']],
      ['folder', []],
    ]);
  });
});

describe('the table of places', () => {
  const zed: ConfigurationSource = {
    kind: 'zed',
    place: 'home',
    file: '.zed/mcp.json',
    label: () => '~/.zed/mcp.json',
    format: 'portable',
  };

  it('takes one entry for a new place: it is read, watched and shown', async () => {
    const files = { '/home/ada/.zed/mcp.json': JSON.stringify({ mcpServers: { theirs: server('node') } }) };
    expect(await read({}, { servers: {}, files }, [...configurationSources, zed])).toEqual({
      servers: [['zed', 'theirs', '~/.zed/mcp.json', undefined]],
      problems: [],
      looked: [userFile, '/home/ada/.zed/mcp.json'],
    });
  });

  it('has kinds of which no two are the same, for they are part of ids', () => {
    const kinds = configurationSources.map(({ kind }) => kind);
    expect(kinds).toEqual([
      ...['user', 'remoteUser', 'copilot', 'claudeDesktop', 'cursor', 'windsurf'],
      ...['workspace', 'folder', 'portable', 'github', 'cursorFolder'],
    ]);
  });
});

describe('without the settings of VS Code', () => {
  it('files are all there is, and their inputs count', async () => {
    const inputs = [{ type: 'promptString', id: 'token', description: 'Token' }];
    const text = JSON.stringify({ servers: { shop: { command: 'node', args: ['${input:token}'] } }, inputs });
    const { definitions, problems } = await readSources(
      { directories: { profile: undefined, home: undefined }, workspaceFile: undefined, folders: [shop] },
      ports(undefined, (file) => Promise.resolve(file === vscodeFile(shop) ? text : undefined)),
    );
    expect(definitions.map(({ id, inputs: named }) => [id, named.map((input) => input.id)])).toEqual([
      [`folder/${encodeURIComponent(shop.uri)}/shop`, ['token']],
    ]);
    expect(problems).toEqual([]);
  });

  it('mistakes are reported with their line', async () => {
    const files = { [vscodeFile(shop)]: '{ "servers": {\n"bad": {}\n} }' };
    const { problems } = await read(
      { directories: { profile: undefined, home: undefined }, folders: [shop] },
      { files },
    );
    expect(problems).toEqual([['.vscode/mcp.json', 'bad', 1, expect.stringContaining('“command” or a “url”')]]);
  });
});

describe('a configuration with a fault', () => {
  const broken = { workspaceFolderValue: { bad: {}, good: server('node') } };

  it('is told with its line, and the rest of it holds', async () => {
    const text = '{ "servers": {\n"bad": {},\n"good": { "command": "node" } } }';
    const files = { [vscodeFile(shop)]: text };
    const { servers, problems } = await read({ folders: [shop] }, { servers: { [shop.uri]: broken }, files });
    expect([servers, problems]).toEqual([
      [['folder', 'good', '.vscode/mcp.json', '/home/ada/shop']],
      [
        [
          '.vscode/mcp.json',
          'bad',
          1,
          'The server “bad” in .vscode/mcp.json must be an object with a “command” or a “url”. Correct the entry.',
        ],
      ],
    ]);
  });

  it('that has its servers under the name of another format is told, at the line, in the files of VS Code', async () => {
    const text = '{ "inputs": [],\n"mcpServers": { "a": { "command": "node" } } }';
    const files = { [userFile]: text, [vscodeFile(shop)]: text };
    const sentence = (label: string) => `${label} uses “mcpServers” instead of “servers”. Rename the property.`;
    const expected = ['mcp.json (user)', '.vscode/mcp.json'].map((label) => [label, undefined, 1, sentence(label)]);
    const world = { servers: { '': { globalValue: {} }, [shop.uri]: {} }, files };
    for (const each of [world, { files }])
      expect(await read({ folders: [shop] }, each)).toMatchObject({ servers: [], problems: expected });
  });

  it.each([
    ['a server that is called so', '{ "servers": { "mcpServers": { "command": "node" } } }'],
    [
      'servers for other programs beside its own',
      '{ "servers": { "a": { "command": "node" } }, "mcpServers": { "b": {} } }',
    ],
    ['an empty wrapper', '{ "mcpServers": {} }'],
    ['something else', '{ "mcpServers": { "command": "node", "env": {} } }'],
  ])('is none with %s', async (_, text) => {
    expect((await read({ folders: [shop] }, { files: { [vscodeFile(shop)]: text } })).problems).toEqual([]);
  });

  it('that VS Code swallows is told all the same, first', async () => {
    const files = { [userFile]: '{ "servers": {\n"a": 1 "b": 2 } }' };
    const { problems } = await read({}, { files, servers: { '': { globalValue: { a: 1 } } } });
    expect(problems).toEqual([
      [
        'mcp.json (user)',
        undefined,
        1,
        'mcp.json (user) has a syntax error on line 2: a , is missing. Correct the line.',
      ],
      [
        'mcp.json (user)',
        'a',
        1,
        'The server “a” in mcp.json (user) must be an object with a “command” or a “url”. Correct the entry.',
      ],
    ]);
  });

  it('whose file cannot be read is told; what VS Code knows of it holds, and so does all that stands elsewhere', async () => {
    const files = {
      [vscodeFile(shop)]: new Error('denied'),
      [portableFile(shop)]: new Error('too large'),
      ...portable('wiki'),
    };
    const { servers, problems } = await read(
      { workspaceFile, folders: [shop, wiki] },
      { servers: { [shop.uri]: broken }, files },
    );
    expect([servers, problems]).toEqual([
      [
        ['folder', 'good', '.vscode/mcp.json (shop)', '/home/ada/shop'],
        ['portable', 'portable', '.mcp.json (wiki)', '/home/ada/wiki'],
      ],
      [
        ['.vscode/mcp.json (shop)', undefined, undefined, 'Told: Error: denied'],
        [
          '.vscode/mcp.json (shop)',
          'bad',
          undefined,
          'The server “bad” in .vscode/mcp.json (shop) must be an object with a “command” or a “url”. Correct the entry.',
        ],
        ['.mcp.json (shop)', undefined, undefined, 'Told: Error: too large'],
      ],
    ]);
  });

  it('that no function can walk costs the servers of its own source only', async () => {
    const deepText = `${'{"a":'.repeat(3_500)}1${'}'.repeat(3_500)}`;
    const deepValue: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const { servers, problems } = await read(
      { folders: [shop, wiki] },
      {
        servers: { '': { globalValue: { a: { command: '${input:deep}' } } } },
        inputs: { '': { globalValue: [{ id: 'deep', type: 'command', command: 'x', args: deepValue }] } },
        files: {
          [portableFile(shop)]: `{"mcpServers":{"a":{"command":"x","args":[${deepText}]}}}`,
          ...portable('wiki'),
        },
      },
    );
    expect(servers).toEqual([['portable', 'portable', '.mcp.json (wiki)', '/home/ada/wiki']]);
    const sentence = (label: string): unknown => [
      label,
      undefined,
      undefined,
      `The contents of ${label} are nested too deeply to be read. Reduce the nesting.`,
    ];
    expect(problems).toEqual([sentence('mcp.json (user)'), sentence('.mcp.json (shop)')]);
  });
});
