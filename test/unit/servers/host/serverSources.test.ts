import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ConfigurationTarget, Uri } from 'vscode';
import { ServerSources } from '../../../../src/host/servers/serverSources';
import { FakeClock } from '../../../support/fakeClock';
import { silent } from '../../../support/silent';
import { until } from '../../../support/until';
import { newExtensionContext } from '../../../support/vscode/extensionContext';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { newFolder, server } from '../../compose/composed';

const { settings, workspace, files } = fakeVscode;

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
