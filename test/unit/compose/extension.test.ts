import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CancellationTokenSource, ThemeIcon, commands } from 'vscode';
import { activate } from '../../../src/extension';
import { newExtensionContext } from '../../support/vscode/extensionContext';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { ComposedWindow, server } from './composed';
import { newFolder } from '../../support/newFolder';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly type?: string }[]>>;
    readonly languageModelTools: readonly { readonly name: string }[];
    readonly chatParticipants: readonly { readonly id: string }[];
  };
}

const { contributes } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as Manifest;
const views = Object.values(contributes.views).flat();
const ids = (kind: (type: string | undefined) => boolean): readonly string[] =>
  views.filter(({ type }) => kind(type)).map(({ id }) => id);

describe('the extension', () => {
  it('has behind it all that its manifest promises, and starts nothing', async () => {
    const context = newExtensionContext(await newFolder());
    await activate(context);
    expect(context.subscriptions.length).toBe(1);
    const { commands: registered, views: shown, models, files } = fakeVscode;
    const missing = contributes.commands.map(({ command }) => command).filter((id) => !registered.registered.has(id));
    expect(missing).toEqual([]);
    expect([...shown.webviewProviders.keys()]).toEqual(ids((type) => type === 'webview'));
    expect([...shown.trees.keys()].sort()).toEqual([...ids((type) => type !== 'webview')].sort());
    expect([...models.tools.keys()].sort()).toEqual(contributes.languageModelTools.map(({ name }) => name).sort());
    expect([...models.participants.keys()]).toEqual(contributes.chatParticipants.map(({ id }) => id));
    expect([...models.participants.values()].map(({ iconPath }) => iconPath)).toEqual([new ThemeIcon('layers')]);
    expect([...files.providers.keys()]).toEqual(['mcpres']);
    expect([fakeVscode.shownTexts, fakeVscode.commands.executed, fakeVscode.env.opened]).toEqual([[], [], []]);
    for (const subscription of context.subscriptions) subscription.dispose();
  });

  it('answers a tool, a message and the search view of a window with servers, each loaded with the first use', async () => {
    fakeVscode.settings.set('mcp.servers', server('shop'));
    // The tool's call asks whether the server may start, where the view is loaded after it.
    fakeVscode.press(undefined);
    const context = newExtensionContext(await newFolder());
    await activate(context);
    const { token } = new CancellationTokenSource();
    const [list] = [...fakeVscode.models.tools.values()];
    const answer = list?.invoke({ input: { server: 'other' }, toolInvocationToken: undefined }, token);
    const view = await fakeVscode.views.openWebview('mcpResources.search');
    expect(view.webview.html).toContain('webview.js');
    expect(JSON.stringify(await answer)).toContain('shop');
    for (const subscription of context.subscriptions) subscription.dispose();
  });

  it('leaves nothing behind when it is deactivated: no command, view, provider, listener or timer', async () => {
    fakeVscode.settings.set('mcp.servers', server('shop'));
    fakeVscode.messages.answerAll('Review and Start…');
    const window = await ComposedWindow.open();
    await window.lookAside();
    fakeVscode.quickPick.choose('Allow');
    await window.pass();
    expect(window.started).toEqual(['shop']);
    const trees = [...fakeVscode.views.trees.values()];
    await window.close();
    expect({
      commands: [...fakeVscode.commands.registered.keys()],
      webviews: [...fakeVscode.views.webviewProviders.keys()],
      decorations: fakeVscode.views.decorationProviders.size,
      trees: trees.filter(({ isDisposed }) => !isDisposed).map(({ id }) => id),
      channels: fakeVscode.window.channels.filter(({ isDisposed }) => !isDisposed).map(({ name }) => name),
      tools: [...fakeVscode.models.tools.keys()],
      participants: [...fakeVscode.models.participants.keys()],
      files: [...fakeVscode.files.providers.keys()],
      links: fakeVscode.languages.linkProviders.size,
      settingListeners: fakeVscode.settings.listenerCount,
      tabListeners: fakeVscode.editors.tabListenerCount,
      modelListeners: fakeVscode.models.listenerCount,
      timers: window.clock.pending,
      sessions: window.server.sessions.filter(({ isDisposed }) => !isDisposed).length,
    }).toEqual({
      commands: [],
      webviews: [],
      decorations: 0,
      trees: [],
      channels: [],
      tools: [],
      participants: [],
      files: [],
      links: 0,
      settingListeners: 0,
      tabListeners: 0,
      modelListeners: 0,
      timers: [],
      sessions: 0,
    });
  });

  it('can be activated again after it was deactivated', async () => {
    const folder = await newFolder();
    for (const _ of [1, 2]) {
      const context = newExtensionContext(folder);
      await activate(context);
      for (const subscription of context.subscriptions) subscription.dispose();
    }
    expect([...fakeVscode.commands.registered.keys()]).toEqual([]);
  });

  it('leads to its walkthrough, under its own name', async () => {
    await ComposedWindow.open();
    await commands.executeCommand('mcpResources.getStarted');
    expect(fakeVscode.commands.executed.at(-1)).toEqual([
      'workbench.action.openWalkthrough',
      'test.extension#gettingStarted',
      false,
    ]);
  });

  it('says to menus what there is: servers, a context', async () => {
    const keys = (): unknown[] =>
      ['isReady', 'hasServers', 'hasContext'].map((key) => fakeVscode.contextKeys.get(`mcpResources.${key}`));
    fakeVscode.messages.answerAll('Review and Start…');
    const window = await ComposedWindow.open();
    const states = [keys()];
    await window.configure(() => fakeVscode.settings.set('mcp.servers', server('shop')));
    states.push(keys());
    await window.lookAside();
    fakeVscode.quickPick.choose('Allow');
    await window.pass();
    states.push(keys());
    expect(states).toEqual([
      [true, false, false],
      [true, true, false],
      [true, true, false],
    ]);
  });

  it.each(['opens', 'is selected'])(
    'says to the walkthrough, in each later window too, that the tree was looked into: a row %s',
    async (how) => {
      const window = await ComposedWindow.open();
      const said = (key = 'hasBrowsed'): unknown[] =>
        fakeVscode.commands.contextChanges.filter(([one, value]) => one === `mcpResources.${key}` && value === true);
      const tree = fakeVscode.views.tree<object>('mcpResources.resources');
      tree.setVisible(true);
      const { treeDataProvider } = tree.options;
      await treeDataProvider.getChildren();
      expect(said()).toEqual([]);
      const row = { kind: 'scheme', id: 'scheme:a', scheme: 'a', serverId: undefined, ids: [], templates: [] };
      if (how === 'opens') await treeDataProvider.getChildren(row);
      else tree.select(row);
      expect(said()).toHaveLength(1);
      await window.close();
      const later = await ComposedWindow.open(window.context);
      await later.clock.advance(1_000);
      expect([said().length, said('hasSearched')]).toEqual([2, []]);
    },
  );

  it('makes VS Code lay out each tree when it is shown first, and only then', async () => {
    await ComposedWindow.open();
    const tree = fakeVscode.views.tree('mcpResources.servers');
    const before = tree.message;
    tree.setVisible(true);
    const shown = tree.message;
    tree.message = 'mine';
    tree.setVisible(false);
    tree.setVisible(true);
    expect([before, shown, tree.message]).toEqual([undefined, '', 'mine']);
  });
});
