import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { CancellationTokenSource, commands, Uri } from 'vscode';
import { activate } from '../../../../src/extension';
import { versioned } from '../../../../src/shared/storedVersion';
import { until } from '../../../support/events';
import { newExtensionContext, FakeMemento, type FakeExtensionContext } from '../../../support/vscode/extensionContext';
import { fakeVscode } from '../../../support/vscode/fakeVscode';
import { newFolder } from '../../../support/newFolder';

let folder: string;
let context: FakeExtensionContext;

async function start(parts: Parameters<typeof newExtensionContext>[1] = {}): Promise<void> {
  context = newExtensionContext(folder, parts);
  onTestFinished(() => context.subscriptions.forEach((one) => void one.dispose()));
  await activate(context);
}

/** The extension creates its log, what stands in for it does not. */
const isLoaded = (): boolean => fakeVscode.window.channels.length > 0;

beforeEach(async () => {
  folder = path.join(await newFolder(), 'User');
  await mkdir(folder);
});

describe('in a window without servers', () => {
  it('nothing of the extension is loaded, and menus know that there is no server', async () => {
    await start();
    expect(isLoaded()).toBe(false);
    const keys = ['isReady', 'hasServers'].map((key) => fakeVscode.contextKeys.get(`mcpResources.${key}`));
    expect(keys).toEqual([true, false]);
  });

  it.each([
    ['VS Code’s file, empty', 'mcp.json', '{ "servers": {}, "inputs": [] }'],
    ['an empty file', 'mcp.json', '\n'],
    ['a list without plugins', '../agentPlugins/installed.json', '{ "version": 1, "installed": [] }'],
  ])('configuration without a server counts for nothing: %s', async (_name, file, text) => {
    const at = path.join(folder, file);
    await mkdir(path.dirname(at), { recursive: true });
    await writeFile(at, text);
    await start();
    expect(isLoaded()).toBe(false);
  });

  it('the first command loads it, and is run with its arguments', async () => {
    await start();
    await Promise.all(['a', 'b', 'c'].map((key) => commands.executeCommand('mcpResources.typeInSearch', key)));
    expect(isLoaded()).toBe(true);
    const view = await fakeVscode.views.openWebview('mcpResources.search');
    expect(view.webview.html).not.toBe('');
  });

  it('a tree that is shown loads it, and gets its rows from it', async () => {
    await start();
    const standIn = fakeVscode.views.tree('mcpResources.servers');
    await standIn.options.treeDataProvider.getChildren();
    expect([isLoaded(), standIn.isDisposed]).toEqual([true, true]);
    expect(fakeVscode.views.tree('mcpResources.servers')).not.toBe(standIn);
  });

  it('the search view that is shown loads it, and gets its page', async () => {
    await start();
    const view = await fakeVscode.views.openWebview('mcpResources.search');
    expect(view.webview.html).toContain('webview.js');
    expect(fakeVscode.views.webviewOptions('mcpResources.search')).toEqual({ retainContextWhenHidden: true });
  });

  it('an editor that VS Code restores is filled', async () => {
    await start();
    const panel = await fakeVscode.views.restorePanel('mcpResources.searchEditor');
    expect(panel.webview.html).toContain('webview.js');
  });

  it('a file of a server that is gone fails as it does elsewhere', async () => {
    await start();
    const files = fakeVscode.files.providers.get('mcpres');
    await expect(async () => files?.stat(Uri.parse('mcpres://gone/a.txt?eA'))).rejects.toMatchObject({
      code: 'FileNotFound',
    });
    expect(isLoaded()).toBe(true);
    expect(fakeVscode.files.providers.get('mcpres')).toBe(files);
  });

  it('each tool answers', async () => {
    await start();
    const token = new CancellationTokenSource().token;
    const options = { input: {}, toolInvocationToken: undefined };
    const [list] = [...fakeVscode.models.tools.values()];
    expect(JSON.stringify(await list?.invoke(options, token))).toContain('No MCP servers are configured');
  });

  it('a server that is configured later loads it', async () => {
    await start();
    fakeVscode.settings.set('mcp.servers', { shop: { command: 'shop' } });
    await until(isLoaded);
    await until(() => fakeVscode.contextKeys.get('mcpResources.hasServers') === true);
  });

  it('leaves nothing behind', async () => {
    await start();
    context.subscriptions.forEach((one) => void one.dispose());
    expect({
      commands: [...fakeVscode.commands.registered.keys()],
      webviews: [...fakeVscode.views.webviewProviders.keys()],
      trees: [...fakeVscode.views.trees.values()].filter(({ isDisposed }) => !isDisposed).map(({ id }) => id),
      tools: [...fakeVscode.models.tools.keys()],
      participants: [...fakeVscode.models.participants.keys()],
      files: [...fakeVscode.files.providers.keys()],
      settingListeners: fakeVscode.settings.listenerCount,
    }).toEqual({
      commands: [],
      webviews: [],
      trees: [],
      tools: [],
      participants: [],
      files: [],
      settingListeners: 0,
    });
  });
});

describe('the extension is loaded at once where', () => {
  it('VS Code’s settings have a server', async () => {
    fakeVscode.settings.set('mcp.servers', { shop: { command: 'shop' } });
    await start();
    expect(isLoaded()).toBe(true);
  });

  it.each([
    ['a server', '{ "servers": { "shop": { "command": "shop" } } }'],
    ['comments, which may be around one', '{ // mine\n "servers": {} }'],
    ['a mistake, which it shows', '{ "servers": '],
  ])('a file has %s', async (_name, text) => {
    await writeFile(path.join(folder, 'mcp.json'), text);
    await start();
    expect(isLoaded()).toBe(true);
  });

  it('the context has resources, whose menus depend on it', async () => {
    const resource = { serverId: 'gone', uri: 'a:b', name: 'b' };
    await start({ workspaceState: new FakeMemento({ [versioned('context')]: [resource] }) });
    expect(isLoaded()).toBe(true);
  });
});
