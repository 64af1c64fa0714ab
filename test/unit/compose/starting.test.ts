import { storedVersion } from '../../../src/shared/storedVersion';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual as isEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigurationTarget, commands, Uri } from 'vscode';
import { until } from '../../support/events';
import { settle } from '../../support/fakeClock';
import { newExtensionContext } from '../../support/vscode/extensionContext';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { ComposedWindow, decline, review, server } from './composed';
import { newFolder } from '../../support/newFolder';

const { settings, workspace, messages, picks } = fakeVscode;
const places = ['user', 'workspace', 'shop', 'shop-portable', 'wiki', 'wiki-portable'];

/** Creates a .code-workspace with two folders, and a server in every place where one can be configured. */
async function configureEverywhere(): Promise<string> {
  const folder = await newFolder();
  workspace.setFolders(path.join(folder, 'shop'), path.join(folder, 'wiki'));
  workspace.setFile(path.join(folder, 'all.code-workspace'));
  settings.set('mcp.servers', server('user'));
  settings.set('mcp.servers', server('workspace'), ConfigurationTarget.Workspace);
  for (const name of ['shop', 'wiki']) {
    const uri = Uri.file(path.join(folder, name));
    settings.set('mcp.servers', server(name), ConfigurationTarget.WorkspaceFolder, uri);
    await mkdir(uri.fsPath);
    await writeFile(path.join(uri.fsPath, '.mcp.json'), JSON.stringify({ mcpServers: server(`${name}-portable`) }));
  }
  return folder;
}

const all = (kind: string): Record<string, string> => Object.fromEntries(places.map((name) => [name, kind]));
/** Closes the notification without an answer. */
const dismiss = (): void => messages.answerAll(undefined);

describe('servers, wherever they are configured,', () => {
  it('are neither started nor asked about before a user looks', async () => {
    await configureEverywhere();
    const window = await ComposedWindow.open();
    await window.pass();
    expect([window.started, messages.asked, fakeVscode.quickPicks, window.listed]).toEqual([
      [],
      [],
      [],
      all('server.blocked'),
    ]);
  });

  it('are not asked about a second time where a view of them is shown', async () => {
    await configureEverywhere();
    const window = await ComposedWindow.open();
    await window.look();
    const badge = fakeVscode.views.tree('mcpResources.servers').badge?.value;
    expect([window.started, messages.asked, window.listed, badge]).toEqual([[], [], all('server.blocked'), 6]);
  });

  it('are asked about in one question when a user looks at something else, and not started', async () => {
    await configureEverywhere();
    dismiss();
    const window = await ComposedWindow.open();
    await window.lookAside();
    await window.pass();
    expect([window.started, fakeVscode.shownTexts, window.listed]).toEqual([
      [],
      [
        `6 MCP servers are configured: ${places.map((name) => `“${name}”`).join(', ')}. Start them to see their resources?`,
      ],
      all('server.blocked'),
    ]);
  });

  it('start when the user allows them, and the others never do, in this window or the next', async () => {
    const folder = await configureEverywhere();
    dismiss();
    const context = newExtensionContext(folder);
    const window = await ComposedWindow.open(context);
    await window.look();
    await decline('user', 'shop', 'shop-portable', 'wiki');
    await review('workspace', 'wiki-portable');
    await window.pass();
    const chosen = { ...all('server.blocked'), workspace: 'server.ready', 'wiki-portable': 'server.ready' };
    expect([window.started.toSorted(), window.listed]).toEqual([['wiki-portable', 'workspace'], chosen]);
    expect(fakeVscode.quickPicks.at(-1)).toMatchObject({
      labels: places,
      canSelectMany: true,
      title: 'Select MCP Servers to Start',
    });
    await window.close();
    fakeVscode.contextKeys.clear();
    fakeVscode.shownTexts.length = 0;
    const next = await ComposedWindow.open(newExtensionContext(folder, context));
    await next.look();
    // The time that the disk takes for the cached lists is not that of the clock.
    await until(() => isEqual(next.listed, chosen));
    // The user is not asked again about declined servers.
    expect([next.started.toSorted(), fakeVscode.shownTexts, next.listed]).toEqual([
      ['wiki-portable', 'workspace'],
      [],
      chosen,
    ]);
  });

  it('do not start when the question is left without an answer', async () => {
    await configureEverywhere();
    dismiss();
    const window = await ComposedWindow.open();
    await window.look();
    const done = commands.executeCommand('mcpResources.reviewServers');
    await settle();
    fakeVscode.quickPick.leave();
    await done;
    await window.pass();
    await window.close();
    fakeVscode.contextKeys.clear();
    const next = await ComposedWindow.open(window.context);
    expect([window.started, next.listed]).toEqual([[], all('server.blocked')]);
  });
});

describe('a workspace whose views are used', () => {
  it('has its cached lists ready before a user looks, and starts nothing', async () => {
    const folder = await newFolder();
    settings.set('mcp.servers', server('user'));
    dismiss();
    const context = newExtensionContext(folder);
    const window = await ComposedWindow.open(context);
    await review('user');
    await window.look();
    window.server.session.list.page('shop:apples', 'shop:pears').end();
    await window.pass();
    const lists = path.join(folder, 'globalStorage/test.extension', storedVersion, 'lists');
    await until(async () => (await readdir(lists).catch(() => [])).some((name) => name.endsWith('.jsonl')));
    await window.close();
    fakeVscode.contextKeys.clear();
    const next = await ComposedWindow.open(newExtensionContext(folder, context));
    const rows = async (): Promise<number> => {
      const { treeDataProvider } = fakeVscode.views.tree('mcpResources.resources').options;
      return (await treeDataProvider.getChildren())?.length ?? 0;
    };
    const before = await rows();
    await next.clock.advance(3_000);
    await until(async () => (await rows()) > 0);
    expect([before, next.started]).toEqual([0, []]);
  });
});

describe('an untrusted workspace', () => {
  it('starts nothing of its own and asks nothing about it, whatever is allowed; once it is trusted, what was allowed starts', async () => {
    const folder = await configureEverywhere();
    dismiss();
    const context = newExtensionContext(folder);
    const before = await ComposedWindow.open(context);
    await review('user', 'shop');
    await before.close();
    fakeVscode.contextKeys.clear();
    fakeVscode.shownTexts.length = 0;
    workspace.setTrusted(false);
    const window = await ComposedWindow.open(newExtensionContext(folder, context));
    await window.look();
    await commands.executeCommand('mcpResources.refresh');
    await window.pass();
    const listed = { ...all('server.blocked'), user: 'server.ready' };
    expect([window.started, fakeVscode.shownTexts, window.listed]).toEqual([['user'], [], listed]);
    workspace.grantTrust();
    await window.pass();
    expect(window.started).toEqual(['user', 'shop']);
  });

  it('asks about the user’s own servers alone, and about the others once it is trusted', async () => {
    await configureEverywhere();
    dismiss();
    workspace.setTrusted(false);
    const window = await ComposedWindow.open();
    await window.lookAside();
    expect(fakeVscode.shownTexts).toEqual(['The MCP server “user” is configured. Start it to see its resources?']);
    workspace.grantTrust();
    await window.pass();
    expect([fakeVscode.shownTexts.length, window.started]).toEqual([2, []]);
  });

  it('keeps a server from starting that a user starts by name', async () => {
    await configureEverywhere();
    workspace.setTrusted(false);
    const window = await ComposedWindow.open();
    picks.answer('shop');
    await commands.executeCommand('mcpResources.startServer');
    await window.pass();
    expect([window.started, window.listed]).toEqual([[], all('server.blocked')]);
  });
});

describe('an organization', () => {
  it.each([
    ['turns servers off', 'chat.mcp.access', 'none', []],
    ['allows those of a registry only', 'chat.mcp.access', 'registry', []],
    ['allows nothing', 'chat.mcp.allowedServers', [], []],
    ['allows one', 'chat.mcp.allowedServers', [{ serverName: 'wiki' }], ['wiki']],
    ['denies all but one', 'chat.mcp.deniedServers', places.slice(1).map((serverName) => ({ serverName })), ['user']],
    ['says nothing', 'chat.mcp.other', true, places],
  ])('that %s decides what starts of all that a user allowed', async (_, key, value, expected) => {
    const folder = await configureEverywhere();
    settings.setPolicy(key, value);
    dismiss();
    const window = await ComposedWindow.open(newExtensionContext(folder));
    await window.look();
    await review(...places);
    await window.pass();
    const ready = Object.fromEntries(expected.map((name) => [name, 'server.ready']));
    // They start side by side.
    expect([window.started.toSorted(), window.listed]).toEqual([
      expected.toSorted(),
      { ...all('server.blocked'), ...ready },
    ]);
  });

  it('that forbids a server keeps it from being asked about', async () => {
    await configureEverywhere();
    settings.setPolicy('chat.mcp.allowedServers', [{ serverName: 'wiki' }]);
    dismiss();
    const window = await ComposedWindow.open();
    await window.lookAside();
    expect(fakeVscode.shownTexts).toEqual(['The MCP server “wiki” is configured. Start it to see its resources?']);
  });

  it('that changes its mind stops what runs, at once', async () => {
    await configureEverywhere();
    dismiss();
    const window = await ComposedWindow.open();
    await window.look();
    await review(...places);
    await window.pass();
    const running = window.server.sessions.map(({ isDisposed }) => isDisposed);
    settings.setPolicy('chat.mcp.access', 'none');
    await settle();
    expect([running, window.server.sessions.map(({ isDisposed }) => isDisposed), window.listed]).toEqual([
      places.map(() => false),
      places.map(() => true),
      all('server.blocked'),
    ]);
  });

  it('may be the only one that allows, whatever a user writes into their settings', async () => {
    await configureEverywhere();
    settings.setPolicy('chat.mcp.allowManagedServersOnly', true);
    settings.set(
      'chat.mcp.allowedServers',
      places.map((serverName) => ({ serverName })),
    );
    dismiss();
    const window = await ComposedWindow.open();
    await window.look();
    await review(...places);
    await window.pass();
    expect(window.started).toEqual([]);
    settings.setPolicy('chat.mcp.allowedServers', [{ serverName: 'wiki' }]);
    await window.pass();
    expect(window.started).toEqual(['wiki']);
  });
});
