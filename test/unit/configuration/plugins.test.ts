import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOfWorkspace, type ConfiguredWindow } from '../../../src/core/configuration/configurationSources';
import { filesToFollow } from '../../../src/core/configuration/locateSources';
import { resolveLaunch } from '../../../src/core/configuration/launch/resolveLaunch';
import { readSources, type ConfigurationPorts, type ReadServers } from '../../../src/core/configuration/readSources';
import type { ServerDefinition } from '../../../src/core/configuration/serverDefinition';
import type { Launch } from '../../../src/core/session/session';
import { expectHumanError, failureOf, machine, sha256 } from './fixtures';

const copilot = '/home/ada/.copilot';
const installed = '/home/ada/.vscode/agent-plugins';
const agentSchema = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';

const window: ConfiguredWindow = {
  directories: { copilot },
  workspaceFile: undefined,
  folders: [],
  plugins: { installed: [installed], locations: [] },
};

type Files = Readonly<Record<string, unknown>>;

async function read(files: Files, given: Partial<ConfiguredWindow> = {}): Promise<ReadServers> {
  const texts = Object.fromEntries(
    Object.entries(files).map(([file, value]) => [file, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const ports: ConfigurationPorts = {
    join: (directory, file) => path.posix.join(directory, file),
    readText: (file) => Promise.resolve(texts[file]),
    describeError: String,
    listFolders: (directory) => {
      const below = Object.keys(texts).filter((file) => file.startsWith(`${directory}/`));
      const names = below.map((file) => file.slice(directory.length + 1).split('/'));
      return Promise.resolve([...new Set(names.flatMap(([name, ...rest]) => (name && rest.length > 0 ? [name] : [])))]);
    },
    pathOf: (uri) => {
      if (uri === 'file://bad') throw new Error('no path');
      return uri.startsWith('file://') ? uri.slice('file://'.length) : undefined;
    },
    variables: machine(),
    sha256,
  };
  return readSources({ ...window, ...given }, ports);
}

const byVsCode = (...directories: readonly string[]): Files => ({
  [`${installed}/installed.json`]: {
    version: 1,
    installed: directories.map((directory) => ({ pluginUri: `file://${directory}`, marketplace: 'm' })),
  },
});
const docs = { mcpServers: { docs: { command: 'docs' } } };
const found = ({ definitions }: ReadServers): unknown =>
  definitions.map(({ name, source }) => [source.kind, name, source.id, source.file].join(' '));
const launch = (definition: ServerDefinition | undefined, env: Record<string, string> = {}): Promise<Launch> =>
  resolveLaunch(definition!, {
    ...machine({ env }),
    readFile: () => Promise.reject(new Error('none')),
    askInput: () => Promise.reject(new Error('none')),
  });

describe('the plugins that are known to be installed', () => {
  it('are those that VS Code lists, and none that only lies there', async () => {
    const plugin = `${installed}/github.com/ada/docs`;
    const files = {
      ...byVsCode(plugin),
      [`${plugin}/.mcp.json`]: docs,
      [`${installed}/github.com/ada/old/.mcp.json`]: docs,
    };
    expect(found(await read(files))).toEqual([`plugin docs ${plugin} ${plugin}/.mcp.json`]);
  });

  it('are those that the Copilot CLI lists, inside of its folder', async () => {
    const root = `${copilot}/installed-plugins`;
    const files = {
      [`${copilot}/config.json`]: {
        installedPlugins: [
          { name: 'a', marketplace: 'm', cache_path: `${root}/m/a` },
          { name: 'b', marketplace: 'm' },
          { name: 'c', marketplace: 'm' },
          { name: 'd', marketplace: 'm', cache_path: `${root}/../../elsewhere` },
          { name: '../../elsewhere', marketplace: '..' },
          { name: 'e', marketplace: '' },
          'f',
        ],
      },
      [`${root}/m/a/.mcp.json`]: docs,
      [`${root}/m/b/.mcp.json`]: docs,
      [`${root}/c@m/.mcp.json`]: docs,
      [`${root}/m/uninstalled/.mcp.json`]: docs,
      '/home/ada/elsewhere/.mcp.json': docs,
    };
    expect(found(await read(files))).toEqual(
      [`${root}/m/a`, `${root}/m/b`, `${root}/c@m`].map((plugin) => `plugin docs ${plugin} ${plugin}/.mcp.json`),
    );
  });

  it('are read as far as a file may list', async () => {
    const plugin = `${installed}/docs`;
    const names = (prefix: string, length: number): string[] =>
      Array.from({ length }, (_, index) => `${prefix}${index}`);
    const servers = names('s', 1001).map((name) => [name, { command: name }]);
    const { definitions, problems, pluginFiles } = await read({
      ...byVsCode(plugin),
      [`${plugin}/plugin.json`]: { mcpServers: names('f', 30) },
      [`${plugin}/f0`]: { mcpServers: Object.fromEntries(servers) as unknown },
    });
    expect([definitions.length, pluginFiles.includes(`${plugin}/f18`), pluginFiles.includes(`${plugin}/f19`)]).toEqual([
      ...[1000, true, false],
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      'Only the first 20 servers of docs (plugin) are read. Remove some.',
      'Only the first 1000 servers of docs (plugin) are read. Remove some.',
    ]);
  });

  it('are those in its folder where a CLI has no list', async () => {
    const plugin = `${copilot}/installed-plugins/_direct/a`;
    expect(found(await read({ [`${plugin}/.mcp.json`]: docs }))).toEqual([`plugin docs ${plugin} ${plugin}/.mcp.json`]);
  });

  it('are those that a setting names; those of a workspace need its trust', async () => {
    const plugins = {
      installed: [],
      locations: [
        { directory: '/mine', isOfWorkspace: false },
        { directory: '/theirs', isOfWorkspace: true },
      ],
    };
    const files = { '/mine/.mcp.json': docs, '/theirs/.mcp.json': docs };
    expect(found(await read(files, { plugins }))).toEqual([
      'plugin docs /mine /mine/.mcp.json',
      'workspacePlugin docs /theirs /theirs/.mcp.json',
    ]);
    expect(['plugin', 'workspacePlugin'].map((kind) => isOfWorkspace({ kind }))).toEqual([false, true]);
  });

  it('are followed with the lists that name them', async () => {
    const { pluginFiles } = await read({ ...byVsCode('/p') });
    expect(pluginFiles).toEqual([
      ...['/p/.plugin/plugin.json', '/p/.claude-plugin/plugin.json', '/p/plugin.json', '/p/.mcp.json'],
    ]);
    const lists = [`${installed}/installed.json`, `${copilot}/config.json`];
    expect(filesToFollow(window, path.posix)).toEqual(expect.arrayContaining(lists));
    const { plugins: _, ...withoutPlugins } = window;
    const none = filesToFollow(withoutPlugins, path.posix);
    expect(none.filter((file) => lists.includes(file))).toEqual([]);
  });

  it('cost nothing else when a list or a file is broken, and say where', async () => {
    const { definitions, problems } = await read({
      [`${installed}/installed.json`]: '{ "installed": [',
      [`${copilot}/config.json`]: {
        installedPlugins: [
          { name: 'a', marketplace: 'm' },
          { name: 'b', marketplace: 'm' },
        ],
      },
      [`${copilot}/installed-plugins/m/a/.mcp.json`]: '{ "mcpServers": {\n"bad": {} } }',
      [`${copilot}/installed-plugins/m/b/plugin.json`]: '{',
      [`${copilot}/installed-plugins/m/b/.mcp.json`]: docs,
    });
    expect(definitions.map(({ name }) => name)).toEqual(['docs']);
    expect(problems.map(({ source, serverName, line }) => [source.file, serverName, line])).toEqual([
      [`${installed}/installed.json`, undefined, 0],
      [`${copilot}/installed-plugins/m/a/.mcp.json`, 'bad', 1],
      [`${copilot}/installed-plugins/m/b/plugin.json`, undefined, 0],
    ]);
  });

  it('say that nobody knows whether they are turned on', async () => {
    const [definition] = (await read({ ...byVsCode('/p/docs-tools'), '/p/docs-tools/.mcp.json': docs })).definitions;
    expect([definition?.source.label, definition?.source.note]).toEqual([
      'docs-tools (plugin)',
      'the plugin may be turned off',
    ]);
  });
});

describe('a plugin', () => {
  const one = async (files: Files): Promise<readonly ServerDefinition[]> =>
    (
      await read({
        ...byVsCode('/p'),
        ...Object.fromEntries(Object.entries(files).map(([name, value]) => [path.posix.join('/p', name), value])),
      })
    ).definitions;
  const names = (definitions: readonly ServerDefinition[]): unknown =>
    definitions.map(({ name, source: { file, format } }) => [name, file, format].join(' '));
  const server = { command: 'x' };

  it.each([
    ['of Copilot', { 'plugin.json': { name: 'p' }, '.mcp.json': docs }, ['docs /p/.mcp.json plugin']],
    ['without a manifest and wrapper', { '.mcp.json': { docs: server } }, ['docs /p/.mcp.json plugin']],
    [
      'of Claude, with servers in its manifest',
      { '.claude-plugin/plugin.json': { mcpServers: { inside: server } }, '.mcp.json': docs },
      ['inside /p/.claude-plugin/plugin.json plugin'],
    ],
    [
      'that names a file',
      {
        '.plugin/plugin.json': { mcpServers: './servers.json' },
        'servers.json': { mcpServers: { docs: server, more: server } },
        '.mcp.json': docs,
      },
      ['docs /p/.mcp.json plugin', 'more /p/servers.json plugin'],
    ],
    [
      'that names only its own files',
      {
        'plugin.json': { mcpServers: { paths: ['a.json', '../out.json', 'a/../../out.json'], exclusive: true } },
        'a.json': docs,
        '../out.json': { out: server },
        '.mcp.json': { b: server },
      },
      ['docs /p/a.json plugin'],
    ],
    [
      'of Agent Plugins 1.0',
      {
        'plugin.json': { $schema: agentSchema, mcpServers: { no: server } },
        'mcp.json': docs,
        '.mcp.json': { no: server },
      },
      ['docs /p/mcp.json agentPlugin'],
    ],
    [
      'of Agent Plugins 1.0 with an extension of Copilot',
      {
        'plugin.json': { $schema: agentSchema, extensions: { 'com.github.copilot': { mcpServers: { docs: server } } } },
      },
      ['docs /p/plugin.json agentPlugin'],
    ],
    ['without servers', { 'plugin.json': { name: 'p' } }, []],
  ])('%s is read', async (_, files, expected) => {
    expect(names(await one(files))).toEqual(expected);
  });

  it('starts in its folder, which it gets in variables and in the environment', async () => {
    const [definition] = await one({
      '.mcp.json': {
        docs: { command: './bin/docs', args: ['${CLAUDE_PLUGIN_ROOT}/a', '${TOKEN}'], env: { B: '${PLUGIN_ROOT}/b' } },
      },
    });
    expect(await launch(definition, { TOKEN: 'secret' })).toEqual({
      kind: 'stdio',
      command: '/p/bin/docs',
      args: ['/p/a', 'secret'],
      cwd: '/p',
      env: { TOKEN: 'secret', B: '/p/b', PLUGIN_ROOT: '/p', CLAUDE_PLUGIN_ROOT: '/p' },
    });
  });

  it('of Agent Plugins 1.0 has no other variables: they are plain text', async () => {
    const [definition] = await one({
      'plugin.json': { $schema: agentSchema },
      'mcp.json': {
        mcpServers: {
          docs: {
            type: 'stdio',
            command: 'docs',
            args: ['${HOME}', '${input:x}', '${command:evil}', '${PLUGIN_ROOT}'],
            cwd: './a',
          },
        },
      },
    });
    expect(await launch(definition)).toMatchObject({
      args: ['${HOME}', '${input:x}', '${command:evil}', '/p'],
      cwd: '/p/a',
      env: { PLUGIN_ROOT: '/p' },
    });
  });

  it('whose data only its client knows cannot be started here, and says so', async () => {
    const [definition] = await one({ '.mcp.json': { docs: { command: 'docs', args: ['${PLUGIN_DATA}'] } } });
    expectHumanError(await failureOf(() => launch(definition)), 'configuration', [
      '“docs”',
      '${PLUGIN_DATA}',
      'mcp.json',
    ]);
  });

  it('in another folder is another server to be allowed', async () => {
    const files = { '/a/.mcp.json': docs, '/b/.mcp.json': docs };
    const { definitions } = await read({ ...byVsCode('/a', '/b'), ...files });
    expect(new Set(definitions.map(({ hash }) => hash)).size).toBe(2);
  });
});

describe('a file of plugins that is bad', () => {
  const plugin = `${installed}/docs`;

  it('costs the others nothing: an address that is none, a schema that is no text', async () => {
    const files = {
      [`${installed}/installed.json`]: {
        installed: ['file://bad', `file://${plugin}`, 'file:///odd', 7].map((pluginUri) => ({ pluginUri })),
      },
      '/odd/plugin.json': { $schema: { toString: 1 } },
      '/odd/.mcp.json': docs,
      [`${plugin}/.mcp.json`]: docs,
    };
    expect(found(await read(files))).toEqual([
      `plugin docs ${plugin} ${plugin}/.mcp.json`,
      'plugin docs /odd /odd/.mcp.json',
    ]);
  });

  it('names no file that cannot be watched', async () => {
    const { pluginFiles } = await read(
      { [`${plugin}/plugin.json`]: { mcpServers: 'a\u0000b' }, [`${plugin}/.mcp.json`]: docs, ...byVsCode(plugin) },
      { plugins: { installed: [installed], locations: [{ directory: '/x\u0000', isOfWorkspace: false }] } },
    );
    expect(pluginFiles.filter((file) => file.includes('\u0000'))).toEqual([]);
    expect(pluginFiles).toContain(`${plugin}/.mcp.json`);
  });
});
