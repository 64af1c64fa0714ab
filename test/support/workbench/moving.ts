// Lets several files have one window, one after the other: who leaves it, tidies it as a user could; the product ends and begins as with a window.
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { openContainer, setSectionExpanded, viewPane } from './commands.js';
import { waitFor } from './waiting.js';
import type { WarmVsCode } from './warmVsCode.js';
import type { Workbench } from './workbench.js';
import { fillWorkspace, userFiles, type WorkbenchOptions } from './workbenchFolder.js';

/** A workbench's own files that VS Code does not hold. */
const ownFiles = ['home', 'chat.jsonl', 'user/User/globalStorage/mcp-resource-picker.mcp-resource-picker'];

/** The sections of our views, and whether they are expanded in a new window. */
const sections = { Search: true, Resources: true, Context: true, Servers: false };

/** Tidies a window and ends the product in it. Resolves once nothing runs but VS Code. */
export async function moveOut(workbench: Workbench, vsCode: WarmVsCode): Promise<void> {
  const { page } = workbench;
  const run = (command: string, ...args: readonly unknown[]): Promise<unknown> =>
    workbench.executeCommand(command, ...args);
  await page.keyboard.press('Escape');
  await run('mcpResources.search', '');
  await run('probe.startFresh');
  await run('workbench.action.resetViewLocations');
  await run('workbench.action.clearEditorHistoryWithoutConfirm');
  await openContainer(page, 'MCP Resources');
  for (const [title, isExpanded] of Object.entries(sections)) await setSectionExpanded(page, title, isExpanded);
  // VS Code keeps a page when its provider goes, and asks the next one for none.
  await run('mcpResources.search.removeView');
  await viewPane(page, 'Search').waitFor({ state: 'detached' });
  await run('probe.endProduct');
  // VS Code ends servers of its own that it started for the chat.
  await emptyFolder(workbench.workspaceFolder);
  await workbench.writeUserFile('mcp.json');
  await waitForServers(workbench, {});
  await run('notifications.clearAll');
  await vsCode.waitUntilIdle(1);
}

/** Gives a window that was left these files and settings, begins the product in it and shows our views. */
export async function moveIn(workbench: Workbench, vsCode: WarmVsCode, options: WorkbenchOptions): Promise<void> {
  const { page, workspaceFolder } = workbench;
  await vsCode.forget(ownFiles);
  await fillWorkspace(workspaceFolder, options);
  for (const [name, content] of Object.entries(userFiles(options))) await replaceUserFile(workbench, name, content);
  await waitForServers(workbench, options);
  await workbench.executeCommand('probe.beginProduct');
  await openContainer(page, 'MCP Resources');
  await workbench.executeCommand('mcpResources.search.toggleVisibility');
  await viewPane(page, 'Search').waitFor();
}

/** Writes a file of the user's profile; resolves once VS Code applies it if it is the one with the settings. */
async function replaceUserFile(workbench: Workbench, name: string, content: object): Promise<void> {
  const file = path.join(workbench.userDataDir, 'User', name);
  const before = await readFile(file, 'utf8').catch(() => '');
  if (before === JSON.stringify(content, undefined, 2)) return;
  await workbench.writeUserFile(name, content);
  if (name !== 'settings.json') return;
  const removed = Object.keys(JSON.parse(before) as object).filter((key) => !(key in content));
  await waitFor('the settings', async () => {
    const pending = await workbench.executeCommand('probe.pendingSettings', content, removed);
    return JSON.stringify(pending) === '[]';
  });
}

async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true, force: true });
}

/** VS Code notices changed files a moment later. */
async function waitForServers(workbench: Workbench, { files, userMcp }: WorkbenchOptions): Promise<void> {
  const serversOf = (configuration: unknown): object =>
    (configuration as { servers?: object } | undefined)?.servers ?? {};
  const servers = [serversOf(files?.['.vscode/mcp.json']), serversOf(userMcp)];
  await waitFor('the servers to be configured', async () => {
    return (await workbench.executeCommand('probe.hasServers', ...servers)) === true;
  });
}
