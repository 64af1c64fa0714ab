import { expect, it } from 'vitest';
import { commands } from 'vscode';
import { noteRow } from '../../../src/host/base/proofs';
import type { ServersTree, ServersTreeRow } from '../../../src/host/servers/serversTree';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { file, folder, page } from '../catalog/fixtures';
import { ComposedWindow, review, server } from './composed';

/** The texts of the rows in the view *Servers*. */
function rows(): readonly unknown[] {
  const { treeDataProvider } = fakeVscode.views.tree<ServersTreeRow>('mcpResources.servers').options;
  const tree = treeDataProvider as Pick<ServersTree, 'getChildren' | 'getTreeItem'>;
  return tree.getChildren().map((row) => tree.getTreeItem(row).description);
}

it('a server has more in folders until these are read, as Search Here does', async () => {
  fakeVscode.settings.set('mcp.servers', server('depot'));
  fakeVscode.messages.answerAll(undefined);
  const window = await ComposedWindow.open();
  window.server.info = { ...window.server.info, hasDirectories: true };
  window.server.folders.set('x://a', [folder('x://a/b'), file('x://a/1')]);
  window.server.folders.set('x://a/b', [file('x://a/b/2')]);
  await window.look();
  await review('depot');
  await window.pass();
  window.server.session.list.items(page([folder('x://a')])).end();
  await window.pass();
  expect(rows()).toEqual(['1 resource, more in folders']);
  const row = { kind: 'folder', prefix: 'x://a/', ids: [0] };
  noteRow(row);
  await commands.executeCommand('mcpResources.searchIn', row);
  expect(rows()).toEqual(['4 resources']);
});
