import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ConfigurationTarget, Uri, UIKind } from 'vscode';
import { ServerSources } from '../../../../src/host/configuration/serverSources';
import { FakeClock } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { until } from '../../../support/events';
import { newExtensionContext } from '../../../support/vscode/extensionContext';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { server } from '../../compose/composed';
import { newFolder } from '../../../support/newFolder';

const { settings, workspace, files, env } = fakeVscode;

let folder: string;
let clock: FakeClock;
let sources: ServerSources;
/** The names of the servers at each change. */
let changes: string[][];

const names = (): string[] => sources.definitions.map(({ name }) => name);
const portable = (...all: readonly string[]): Promise<void> =>
  writeFile(path.join(folder, '.mcp.json'), JSON.stringify(Object.assign({}, ...all.map(server))));

/** Lets the delay pass, and waits for the change. */
async function changed(times = changes.length + 1): Promise<void> {
  await clock.advance(200);
  await until(() => changes.length >= times);
}

beforeEach(async () => {
  folder = await newFolder();
  workspace.setFolders(folder);
  clock = new FakeClock();
  changes = [];
  sources = new ServerSources(newExtensionContext(path.join(folder, 'user')), clock, silent);
  const listening = sources.onDidChange(() => changes.push(names()));
  return () => {
    listening.dispose();
    sources.dispose();
  };
});

describe('what is configured', () => {
  it('is read when somebody says so, and not before', async () => {
    settings.set('mcp.servers', server('shop'));
    expect(names()).toEqual([]);
    await sources.read();
    expect([names(), changes]).toEqual([['shop'], [['shop']]]);
  });

  it('is read again a moment after a setting or a file was changed, once for many edits', async () => {
    await portable('one');
    settings.set('mcp.servers', server('shop'));
    files.changed(path.join(folder, '.mcp.json'), 'created');
    files.changed(path.join(folder, '.vscode', 'mcp.json'));
    await clock.advance(199);
    expect(changes).toEqual([]);
    await changed(1);
    await rm(path.join(folder, '.mcp.json'));
    files.changed(path.join(folder, '.mcp.json'), 'deleted');
    await changed();
    expect(changes).toEqual([['shop', 'one'], ['shop']]);
  });

  it('is not read again for other settings and files', async () => {
    settings.set('chat.mcp.access', 'none');
    settings.set('mcpResources.exclude', []);
    files.changed(path.join(folder, 'package.json'));
    files.changed(path.join(folder, 'deep', '.mcp.json'));
    await clock.advance(60_000);
    expect([changes, clock.pending]).toEqual([[], []]);
  });

  it('is of the folders that are open, whose files are followed, and of no others', async () => {
    const other = path.join(folder, 'other');
    await mkdir(other);
    await portable('one');
    await sources.read();
    workspace.setFolders(other);
    await changed();
    files.changed(path.join(folder, '.mcp.json'));
    await clock.advance(60_000);
    await writeFile(path.join(other, '.mcp.json'), JSON.stringify(server('two')));
    files.changed(path.join(other, '.mcp.json'), 'created');
    await changed();
    expect(changes).toEqual([['one'], [], ['two']]);
  });

  it('tells what is wrong with a file, and what is in the others', async () => {
    await writeFile(path.join(folder, '.mcp.json'), '{ "a": ');
    settings.set('mcp.servers', server('shop'));
    await sources.read();
    expect([names(), sources.problems.map(({ line, source: { file } }) => [file, line])]).toEqual([
      ['shop'],
      [[path.join(folder, '.mcp.json'), 0]],
    ]);
  });

  it('is at last what it is now, also where it changes while it is read', async () => {
    settings.set('mcp.servers', server('old'));
    const first = sources.read();
    settings.set('mcp.servers', server('new'));
    await Promise.all([first, sources.read()]);
    expect([names(), changes.at(-1), changes.length]).toEqual([['new'], ['new'], 2]);
  });

  it('is looked for on the disk in no folder of another file system', async () => {
    await portable('one');
    // The path is that of the folder on disk.
    const elsewhere = Uri.from({ scheme: 'vscode-vfs', path: folder });
    workspace.setFolders(elsewhere);
    settings.set('mcp.servers', server('theirs'), ConfigurationTarget.WorkspaceFolder, elsewhere);
    await sources.read();
    expect(sources.definitions.map(({ name, source }) => [name, source.file])).toEqual([['theirs', undefined]]);
  });

  it('of a workspace that is not saved has no file of its own', async () => {
    workspace.setFile(Uri.from({ scheme: 'untitled', path: '/1/Untitled.code-workspace' }));
    settings.set('mcp.servers', server('all'), ConfigurationTarget.Workspace);
    await sources.read();
    expect(names()).toEqual([]);
  });

  it('is followed no longer after the end', async () => {
    sources.dispose();
    settings.set('mcp.servers', server('shop'));
    workspace.setFolders(path.join(folder, 'other'));
    files.changed(path.join(folder, '.mcp.json'));
    await clock.advance(60_000);
    expect([changes, clock.pending, settings.listenerCount]).toEqual([[], [], 0]);
  });
});

describe('what the user configured for other products', () => {
  const write = async (file: string, value: unknown): Promise<void> => {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
  };
  const servers = (...all: readonly string[]): object => ({
    mcpServers: Object.fromEntries(all.map((name) => [name, { command: name }])),
  });
  /** Waits for a change that the disk tells, and lets the delay pass. */
  const noticed = async (times = changes.length + 1): Promise<void> => {
    await until(() => clock.pending.length > 0);
    await changed(times);
  };
  let home: string;

  /** A home folder, for sources of its own: the ones from before follow the home of before. */
  beforeEach(async () => {
    const { HOME } = process.env;
    home = path.join(await newFolder(), 'home');
    process.env['HOME'] = home;
    sources.dispose();
    sources = new ServerSources(newExtensionContext(path.join(folder, 'user')), clock, silent);
    sources.onDidChange(() => changes.push(names()));
    return () => {
      if (HOME !== undefined) process.env['HOME'] = HOME;
      delete process.env['COPILOT_HOME'];
    };
  });

  it('for Copilot is followed while its file is created with its folders, changed, and gone', async () => {
    await sources.read();
    const file = path.join(home, '.copilot', 'mcp-config.json');
    await write(file, servers('docs'));
    await noticed();
    await write(file, servers('docs', 'more'));
    await noticed();
    await rm(path.join(home, '.copilot'), { recursive: true });
    await noticed();
    expect(changes).toEqual([[], ['docs'], ['docs', 'more'], []]);
  });

  it('for Copilot is read from $COPILOT_HOME instead, and says where it is broken', async () => {
    process.env['COPILOT_HOME'] = path.join(home, 'elsewhere');
    await write(path.join(home, '.copilot', 'mcp-config.json'), servers('no'));
    await write(path.join(home, 'elsewhere', 'mcp-config.json'), '{ "mcpServers": {\n"docs": { "command": "docs" }');
    await sources.read();
    expect([names(), sources.problems.map(({ source: { file }, line }) => [file, line])]).toEqual([
      ['docs'],
      [[path.join(home, 'elsewhere', 'mcp-config.json'), 1]],
    ]);
  });

  it('is taken over from where VS Code’s setting allows that, as soon as it does', async () => {
    await write(path.join(home, '.cursor', 'mcp.json'), servers('mine'));
    await write(path.join(folder, '.cursor', 'mcp.json'), servers('theirs'));
    await sources.read();
    settings.set('chat.mcp.discovery.enabled', { 'cursor-global': true });
    await changed();
    settings.set('chat.mcp.discovery.enabled', { 'cursor-workspace': true, 'cursor-global': false });
    await changed();
    settings.set('chat.mcp.discovery.enabled', true);
    await changed();
    expect(changes).toEqual([[], ['mine'], ['theirs'], ['mine', 'theirs']]);
  });

  it('comes with plugins that the user’s setting names; those in the workspace are known as such', async () => {
    const plugin = async (...names: readonly string[]): Promise<string> => {
      const directory = path.join(...names);
      await write(path.join(directory, '.mcp.json'), servers(path.basename(directory)));
      return directory;
    };
    const elsewhere = await plugin(await newFolder(), 'elsewhere');
    await plugin(home, 'mine');
    await plugin(folder, 'relative');
    await sources.read();
    await plugin(folder, '..dotted');
    settings.set('chat.pluginLocations', {
      ...{ [elsewhere]: true, '~/mine': true, relative: true, '..dotted': true, '~/off': false },
    });
    await changed();
    expect(sources.definitions.map(({ name, source: { kind } }) => [name, kind])).toEqual([
      ['elsewhere', 'plugin'],
      ['mine', 'plugin'],
      ['relative', 'workspacePlugin'],
      ['..dotted', 'workspacePlugin'],
    ]);
    settings.set('chat.pluginLocations', undefined);
    settings.set('chat.pluginLocations', { [elsewhere]: true }, ConfigurationTarget.Workspace);
    await changed();
    expect(sources.definitions).toEqual([]);
  });

  it('comes without plugins where VS Code has turned them off', async () => {
    await write(path.join(home, 'mine', '.mcp.json'), servers('mine'));
    settings.set('chat.pluginLocations', { '~/mine': true });
    await sources.read();
    expect(names()).toEqual(['mine']);
    settings.set('chat.plugins.enabled', false);
    await changed();
    expect(names()).toEqual([]);
  });

  it('comes with plugins that VS Code installed, which are followed', async () => {
    const plugin = path.join(home, '.vscode', 'agent-plugins', 'docs');
    const installed = [{ pluginUri: Uri.file(plugin).toString(), marketplace: 'ada/plugins' }];
    await write(path.join(home, '.vscode', 'agent-plugins', 'installed.json'), { version: 1, installed });
    await sources.read();
    // What is in the plugin is followed only now, and may have changed since it was read.
    await changed();
    await write(path.join(plugin, '.mcp.json'), servers('docs'));
    await noticed();
    expect(changes).toEqual([[], [], ['docs']]);
  });

  it('in the same way as here is one server; in an untrusted workspace it is the user’s alone', async () => {
    const remote = { mcpServers: { docs: { type: 'http', url: 'https://example.com/mcp' } } };
    await write(path.join(home, '.copilot', 'mcp-config.json'), remote);
    await write(path.join(folder, '.mcp.json'), remote);
    const rows = (): unknown =>
      sources.definitions.map(({ source, copies = [] }) => [source.kind, ...copies.map((copy) => copy.source.kind)]);
    workspace.setTrusted(false);
    await sources.read();
    expect(rows()).toEqual([['copilot']]);
    workspace.grantTrust();
    await changed();
    expect(rows()).toEqual([['copilot', 'portable']]);
  });
});

describe('in a remote window', () => {
  it('the user’s own servers are those of another computer, and the file on this one is the remote user’s', async () => {
    await mkdir(path.join(folder, 'user'), { recursive: true });
    await writeFile(path.join(folder, 'user', 'mcp.json'), JSON.stringify({ servers: server('theirs') }));
    env.set({ remoteName: 'ssh-remote' });
    await sources.read();
    expect(sources.definitions.map(({ name, source: { kind } }) => [name, kind])).toEqual([['theirs', 'remoteUser']]);
    env.set({ uiKind: UIKind.Web });
    settings.set('mcp.servers', server('mine'));
    await changed();
    expect(sources.definitions.map(({ name, source: { kind, isElsewhere } }) => [name, kind, isElsewhere])).toEqual([
      ['mine', 'user', undefined],
    ]);
  });
});
