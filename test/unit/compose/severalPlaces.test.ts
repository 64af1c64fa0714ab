import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CancellationTokenSource, commands, type LanguageModelTool, type MarkdownString } from 'vscode';
import type { ServersTree, ServersTreeRow } from '../../../src/host/servers/serversTree';
import { versioned } from '../../../src/shared/storedVersion';
import { until } from '../../support/events';
import { newExtensionContext } from '../../support/vscode/extensionContext';
import { fakeVscode } from '../../support/vscode/fakeVscode';
import { ComposedWindow, review, takeBack } from './composed';
import { newFolder } from '../../support/newFolder';

const { settings, messages, workspace, files } = fakeVscode;
const docs = { type: 'http', url: 'https://docs.example/mcp' };
const idIn = (folder: string): string => `portable/${encodeURIComponent(`file://${folder}`)}/docs`;
const never = new CancellationTokenSource().token;
const picked = (serverId: string): object => ({ serverId, uri: 'docs://a', name: 'a' });

/** Opens a window with the server in the user's mcp.json, and another one of its name in the folder. */
async function open(
  inFolder: object,
  context?: object,
  ofUser: object = docs,
): Promise<{ window: ComposedWindow; folder: string }> {
  const folder = await newFolder();
  workspace.setFolders(folder);
  settings.set('mcp.servers', { docs: ofUser });
  await writeFile(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { docs: inFolder } }));
  messages.answerAll(undefined);
  const extensionContext = newExtensionContext(path.join(folder, 'user'));
  if (context) await extensionContext.workspaceState.update(versioned('context'), [picked(idIn(folder))]);
  const window = await ComposedWindow.open(extensionContext);
  await window.look();
  return { window, folder };
}

/** The rows of the view *Servers*, and the facts of the first about where it is configured. */
function shown(): unknown {
  const { treeDataProvider } = fakeVscode.views.tree<ServersTreeRow>('mcpResources.servers').options;
  const tree = treeDataProvider as Pick<ServersTree, 'getChildren' | 'getTreeItem'>;
  const rows = tree.getChildren();
  const facts = tree.getChildren(rows[0]).map((row) => tree.getTreeItem(row));
  return [
    rows.map((row) => tree.getTreeItem(row).description),
    facts.find(({ label }) => label === 'Configured in')?.description,
  ];
}

const pickedServers = (window: ComposedWindow): unknown =>
  (window.context.workspaceState.get<{ serverId: string }[]>(versioned('context')) ?? []).map(
    ({ serverId }) => serverId,
  );

describe('a server in two places', () => {
  it('is one row, asked about and started once; what was picked from either is there', async () => {
    const { window } = await open(docs, {});
    expect(pickedServers(window)).toEqual(['user//docs']);
    await review('docs');
    await window.pass();
    expect([window.started, shown()]).toEqual([
      ['https://docs.example/mcp'],
      [[expect.not.stringContaining('mcp.json')], 'mcp.json (user), .mcp.json'],
    ]);
  });

  it('loses neither its permission nor what was picked when it is removed from the first', async () => {
    const { window, folder } = await open(docs, {});
    await review('docs');
    await window.pass();
    fakeVscode.shownTexts.length = 0;
    await window.configure(() => settings.set('mcp.servers', undefined));
    expect([window.listed, fakeVscode.shownTexts, pickedServers(window)]).toEqual([
      { docs: 'server.ready' },
      [],
      [idIn(folder)],
    ]);
  });

  it('goes on when it is removed from the other', async () => {
    const { window, folder } = await open(docs);
    await review('docs');
    await window.pass();
    await writeFile(path.join(folder, '.mcp.json'), '{}');
    await window.configure(() => files.changed(path.join(folder, '.mcp.json')));
    expect([window.started, window.server.session.isDisposed, shown()]).toEqual([
      ['https://docs.example/mcp'],
      false,
      [[expect.any(String)], 'mcp.json (user)'],
    ]);
  });

  it('that differ are two rows, which say where they are configured', async () => {
    await open({ ...docs, url: 'https://other.example/mcp' });
    expect(shown()).toEqual([
      ['mcp.json (user) · needs your permission', '.mcp.json · needs your permission'],
      'mcp.json (user)',
    ]);
  });

  it('that differ are told apart in every question by where they are configured', async () => {
    const token = { type: 'promptString', id: 'token' };
    settings.set('mcp.inputs', [token]);
    const { window } = await open({ command: 'docs' }, undefined, {
      ...docs,
      headers: { Authorization: '${input:token}' },
    });
    fakeVscode.inputs.answer('a token');
    await review('docs');
    await until(() => fakeVscode.inputs.asked.length > 0);
    await window.pass();
    messages.answer(undefined);
    await commands.executeCommand('mcpResources.letModelsRead', { serverId: 'user//docs' });
    const reading = fakeVscode.models.tools.get('mcpResources_read') as unknown as LanguageModelTool<unknown>;
    const prepared = await reading.prepareInvocation?.({ input: { uri: 'docs://a' } }, never);
    const question = prepared?.confirmationMessages?.message as MarkdownString;
    expect([
      fakeVscode.inputs.asked.map(({ title }) => title),
      messages.asked.at(-1)?.text,
      question.value.split('\n')[0]?.replaceAll('\\', ''),
    ]).toEqual([
      ['MCP Server “docs · mcp.json (user)”'],
      'Let models read all resources listed by “docs · mcp.json (user)” without asking?',
      expect.stringContaining('“docs · mcp.json (user)”'),
    ]);
  });

  it('has its permission taken back for both', async () => {
    const { window } = await open(docs);
    await review('docs');
    await window.pass();
    await takeBack('docs');
    await window.configure(() => settings.set('mcp.servers', undefined));
    expect(window.listed).toEqual({ docs: 'server.blocked' });
  });
});

describe('the user’s own file in a remote window', () => {
  it('is opened by VS Code, and its processes are said to run elsewhere', async () => {
    fakeVscode.env.set({ remoteName: 'ssh-remote' });
    settings.set('mcp.servers', { docs: { command: 'docs' } });
    messages.answerAll(undefined);
    const window = await ComposedWindow.open();
    await window.look();
    expect([window.started, window.listed]).toEqual([[], { docs: 'server.blocked' }]);
    fakeVscode.commands.answer('workbench.mcp.openUserMcpJson', () => undefined);
    await commands.executeCommand('mcpResources.openConfiguration', { serverId: 'user//docs' });
    expect(fakeVscode.commands.executed.map(([id]) => id)).toContain('workbench.mcp.openUserMcpJson');
  });
});
