import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { commands } from 'vscode';
import { settle } from '../../support/fakeClock';
import { FakeMemento, newExtensionContext } from '../../support/vscode/extensionContext';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { ComposedWindow, review, server } from './composed';
import { newFolder } from '../../support/newFolder';

const { settings, messages } = fakeVscode;

it('all that a window stores has the version in its name, and what another version stored is left alone', async () => {
  const folder = await newFolder();
  settings.set('mcp.servers', server('shop'));
  messages.answerAll(undefined);
  const odd = { context: 'odd', 'v0.context': 5, 'catalog.activity': 'odd', 'search.pinned': 'odd' };
  const context = newExtensionContext(folder, { workspaceState: new FakeMemento(odd) });
  const window = await ComposedWindow.open(context);
  await review('shop');
  await window.look();
  window.server.session.list.page('shop:apples').end();
  await window.pass();
  messages.answer('Let Models Read');
  await commands.executeCommand('mcpResources.letModelsRead', { serverId: 'user//shop' });
  await settle();
  await window.close();
  const { workspaceState, globalState } = context;
  const names = await readdir(path.join(folder, 'globalStorage/test.extension'));
  const added = workspaceState.keys().filter((key) => !(key in odd));
  expect([added, globalState.keys(), names]).toEqual([
    ['v1.views.shownAt', 'v1.tools.readAllowances'],
    ['v1.walkthrough.done'],
    ['v1'],
  ]);
  expect(Object.keys(odd).map((key) => workspaceState.get(key))).toEqual(Object.values(odd));
});
