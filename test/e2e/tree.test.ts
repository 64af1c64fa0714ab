import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureFailures } from '../support/workbench/appearance.js';
import { dragIntoChat, sendMessage, waitForChips } from '../support/workbench/chat.js';
import {
  menuItems,
  runCommand,
  runViewAction,
  setSectionExpanded,
  viewDescription,
  viewPane,
} from '../support/workbench/commands.js';
import {
  acceptQuickInput,
  cancelQuickInput,
  clearNotifications,
  pickQuickItem,
  pressDialogButton,
  readDialog,
  readQuickInput,
} from '../support/workbench/prompts.js';
import {
  allRows,
  badgeOf,
  clickRow,
  findRow,
  openContextMenu,
  runContextAction,
  runInlineAction,
  setExpanded,
  visibleRows,
  waitForRow,
} from '../support/workbench/trees.js';
import { waitFor } from '../support/workbench/waiting.js';
import type { Workbench } from '../support/workbench/workbench.js';
import { ChangingServer } from './changingServer.js';
import { activityBadge, openResources, Panel, rawServer, startWithServers } from './product.js';

let server: ChangingServer;
let workbench: Workbench;

async function labels(page: Page): Promise<readonly string[]> {
  return (await visibleRows(page, 'Resources')).map(({ label }) => label.trim());
}

/** The colour of a row's label, as it is drawn. */
async function labelColor(page: Page, view: string, label: string): Promise<string> {
  const row = await findRow(page, view, label);
  return row.evaluate((element) => getComputedStyle(element.querySelector('.label-name')!).color);
}

async function waitForBadge(page: Page, view: string, label: string, badge: string): Promise<void> {
  let last = '';
  const isThere = async (): Promise<boolean> => (last = await badgeOf(page, view, label)) === badge;
  await waitFor(`"${badge}" at "${label}" in "${view}"`, isThere).catch((cause: unknown) => {
    throw new Error(`"${label}" has "${last}"`, { cause });
  });
}

beforeAll(async () => {
  server = await ChangingServer.create({
    'note://desk/alpha': 'alpha: one',
    'note://desk/beta': 'beta: one',
    'note://desk/gamma': 'gamma: one',
  });
  workbench = await startWithServers({
    larkspur: server.definition,
    billing: rawServer('exitAtStart'),
  });
});

afterAll(async () => {
  await workbench.dispose();
  await server.dispose();
});

pictureFailures(() => workbench.page);

describe('the icon in the activity bar', () => {
  it('counts the servers that wait for a person, and those that failed, until that is solved', async () => {
    const { page } = workbench;
    await openResources(page);
    await waitFor('the servers that wait', async () => (await activityBadge(page)) === '2');
    await runCommand(page, 'MCP Resources: Choose Which Servers May Start');
    await waitFor('the question', async () => (await readQuickInput(page)).items.length === 2);
    await acceptQuickInput(page);
    await waitForRow(page, 'Resources', 'ticket');
    await waitFor('the failed server', async () => (await activityBadge(page)) === '1', 40_000);
    await clearNotifications(page);
  });
});

describe('the view Servers', () => {
  it('shows its rows when it is opened', async () => {
    const { page } = workbench;
    await setSectionExpanded(page, 'Servers', true);
    const rows = async (): Promise<unknown> =>
      (await visibleRows(page, 'Servers')).map(({ label, description: text }) => [label, text]);
    await expect.poll(rows, { timeout: 15_000 }).toEqual([
      ['larkspur', '181 resources · 2026-07-28 · stdio'],
      ['billing', expect.stringMatching(/^(failed|connecting)/) as string],
    ]);
  });

  it('opens a server to what is known of it', async () => {
    const { page } = workbench;
    await setExpanded(page, 'Servers', 'larkspur');
    const facts = (await allRows(page, 'Servers')).filter(({ level }) => level === 2);
    const text = facts.map((row) => `${row.label}: ${row.description}`);
    expect(text.slice(0, 5)).toEqual([
      'Resources: 181',
      'Templates: 3',
      'Change notices: resources, list',
      'Protocol: 2026-07-28 over stdio',
      expect.stringMatching(/^Software: /),
    ]);
    expect(text.at(-1)).toMatch(/^Configured in: \.vscode\/mcp\.json/);
  });

  it('opens the configuration at the line of the server', async () => {
    const { page } = workbench;
    const lines = (await readFile(path.join(workbench.workspaceFolder, '.vscode/mcp.json'), 'utf8')).split('\n');
    const line = 1 + lines.findIndex((one) => one.includes('"billing"'));
    await runContextAction(page, 'Servers', 'billing', 'Open Configuration');
    const position = page.locator('.part.statusbar').getByText(`Ln ${line}, Col 1`);
    await position.waitFor();
    await runCommand(page, 'View: Close All Editors');
    await clickRow(page, 'Servers', 'Configured in');
    const first = 1 + lines.findIndex((one) => one.includes('"larkspur"'));
    await page.locator('.part.statusbar').getByText(`Ln ${first}, Col 1`).waitFor();
    await runCommand(page, 'View: Close All Editors');
    await setExpanded(page, 'Servers', 'larkspur', false);
  });

  it('asks again about a server whose agreement is taken back', async () => {
    const { page } = workbench;
    await runContextAction(page, 'Servers', 'billing', 'Ask Again Before Starting');
    await waitFor('the state', async () =>
      (await visibleRows(page, 'Servers')).some((row) => row.description === 'waits for your agreement'),
    );
    await waitFor('the badge', async () => (await activityBadge(page)) === '1');
    await clearNotifications(page);
    await workbench.writeFile('.vscode/mcp.json', { servers: { larkspur: server.definition } });
    await waitFor('no badge', async () => (await activityBadge(page)) === '');
    await setSectionExpanded(page, 'Servers', false);
  });
});

describe('the tree is arranged', () => {
  it('by the entries of its title, which show what is chosen', async () => {
    const { page } = workbench;
    expect(await viewDescription(page, 'Resources')).toBe('181');
    await runViewAction(page, 'Resources', 'Group by Server');
    await waitForRow(page, 'Resources', 'larkspur');
    await runViewAction(page, 'Resources', 'Sort by Name');
    await waitFor('the title', async () => (await viewDescription(page, 'Resources')) === '181 · by server · by name');
    await setExpanded(page, 'Resources', 'larkspur');
    const schemes = (await visibleRows(page, 'Resources')).filter(({ level }) => level === 2);
    expect(schemes.map(({ label }) => label)).toEqual(schemes.map(({ label }) => label).toSorted());
    await viewPane(page, 'Resources').hover({ position: { x: 5, y: 5 } });
    await viewPane(page, 'Resources')
      .locator('> .pane-header')
      .getByRole('button', { name: /^(Views and )?More Actions/ })
      .click();
    expect((await menuItems(page)).slice(0, 5)).toEqual([
      'Group by Scheme',
      '✓ Group by Server',
      'Sort by Priority and Recency',
      '✓ Sort by Name',
      'Sort in Server Order',
    ]);
    await page.keyboard.press('Escape');
  });

  it('the same way after the window was loaded again', async () => {
    await workbench.reload();
    const { page } = workbench;
    await openResources(page);
    await waitForRow(page, 'Resources', 'larkspur');
    await waitFor('the title', async () => (await viewDescription(page, 'Resources')) === '181 · by server · by name');
  });

  it('by its settings, from the moment that they are changed', async () => {
    const { page } = workbench;
    await workbench.changeSettings({ 'mcpResources.tree.sortBy': 'server', 'mcpResources.tree.audience': 'user' });
    await waitFor('the title', async () =>
      (await viewDescription(page, 'Resources')).endsWith(' · by server · for the user'),
    );
    await workbench.changeSettings({ 'mcpResources.tree.groupBy': 'server' });
    await waitFor('the title', async () => /^\d+ · for the user$/.test(await viewDescription(page, 'Resources')));
    await runCommand(page, 'MCP Resources: Group by Scheme');
    await waitForRow(page, 'Resources', 'ticket');
    await runViewAction(page, 'Resources', 'Filter by Audience');
    await waitFor('the audiences', async () => (await readQuickInput(page)).items.length === 3);
    await pickQuickItem(page, 'All');
    await waitFor('the title', async () => (await viewDescription(page, 'Resources')) === '181 · by scheme');
    await workbench.changeSettings({
      'mcpResources.tree.sortBy': 'importance',
      'mcpResources.tree.audience': 'all',
      'mcpResources.tree.groupBy': 'scheme',
    });
    await waitFor('the title', async () => (await viewDescription(page, 'Resources')) === '181');
  });
});

describe('a group', () => {
  it('gives all that is below it', async () => {
    const { page } = workbench;
    await runContextAction(page, 'Resources', 'note', 'Copy All URIs');
    const uris = await waitForClipboard(page, /note:/);
    expect(uris.split('\n').toSorted()).toEqual(['note://desk/alpha', 'note://desk/beta', 'note://desk/gamma']);
    await runContextAction(page, 'Resources', 'note', 'Attach All to Chat');
    await waitFor('the resources', async () => (await visibleRows(page, 'Context')).length === 3);
    await runCommand(page, 'MCP Resources: Remove All from Context');
  });

  it('asks before it gives very many', async () => {
    const { page } = workbench;
    await runCommand(page, 'MCP Resources: Group by Server');
    await waitForRow(page, 'Resources', 'larkspur');
    await runContextAction(page, 'Resources', 'larkspur', 'Attach All to Chat');
    expect((await readDialog(page)).text).toContain('Attach 181 resources to the chat?');
    await pressDialogButton(page, 'Cancel');
    await openContextMenu(page, 'Resources', 'larkspur');
    expect(await menuItems(page)).toEqual([
      'Attach All to Chat',
      'Search in Here',
      'Copy All URIs',
      'Refresh List',
      'Open Configuration',
    ]);
    await page.keyboard.press('Escape');
    await runCommand(page, 'MCP Resources: Group by Scheme');
    await waitForRow(page, 'Resources', 'ticket');
  });

  it('leads to a search in it, and a resource to a search for it', async () => {
    const { page } = workbench;
    await runInlineAction(page, 'Resources', 'note', 'Search in Here');
    await waitForSearch(page, 'scheme:note');
    await setExpanded(page, 'Resources', 'note');
    await runContextAction(page, 'Resources', 'alpha', 'Show in Search');
    await waitForSearch(page, '"note://desk/alpha"');
    await waitFor('the resource', async () => (await (await Panel.open(page)).titles()).join() === 'alpha');
  });
});

describe('the marks of a resource', () => {
  it('stay when its file is open: picked, updated, failed', async () => {
    const { page } = workbench;
    await waitForBadge(page, 'Resources', 'alpha', '');
    await runInlineAction(page, 'Resources', 'alpha', 'Attach to Chat');
    await waitForBadge(page, 'Resources', 'alpha', '✓');
    await clickRow(page, 'Resources', 'alpha');
    await page.locator('.editor-instance').getByText('alpha: one').first().waitFor();
    // Where VS Code draws its lock, so that this test would see one here.
    await page.locator('.tab.active .monaco-icon-label').first().waitFor();
    await waitForBadge(page, 'Resources', 'alpha', '✓');
    await sendMessage(page, 'What does it say?');
    await server.change({ 'note://desk/alpha': 'alpha: two' });
    await waitForBadge(page, 'Resources', 'alpha', 'U');
    await waitForBadge(page, 'Context', 'alpha', 'U');
    await server.change({ 'note://desk/alpha': null });
    await waitForBadge(page, 'Context', 'alpha', '!');
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'MCP Resources: Remove All from Context');
  });

  it('are not carried away by a drag', async () => {
    const { page } = workbench;
    await workbench.executeCommand('workbench.action.chat.newChat');
    await dragIntoChat(page, await findRow(page, 'Resources', 'beta'));
    await waitForChips(page, ['beta.txt']);
    await runInlineAction(page, 'Resources', 'beta', 'Attach to Chat');
    await waitForRow(page, 'Context', 'beta');
    // Both ways are the same file, which is attached once.
    await waitForChips(page, ['beta.txt']);
  });

  it('change under an open menu, whose choice reaches the row all the same', async () => {
    const { page } = workbench;
    for (const [round, command] of ['clearContext', 'undoRemoval', 'clearContext'].entries()) {
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await openContextMenu(page, 'Resources', 'gamma');
      const item = page.locator('.monaco-menu .action-menu-item').filter({ hasText: 'Copy URI' }).first();
      // Not by its name, which would wait: the choice is to come while the marks are drawn anew.
      const box = await item.boundingBox();
      await page.waitForTimeout(600);
      await workbench.executeCommand(`mcpResources.${command}`);
      await page.waitForTimeout(80 + 20 * round);
      await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 8);
      expect(await waitForClipboard(page, /./)).toBe('note://desk/gamma');
    }
  });

  it('say that its server is stopped', async () => {
    const { page } = workbench;
    const isStale = async (): Promise<boolean> =>
      (await (await findRow(page, 'Resources', 'gamma')).innerText()).includes('server stopped');
    await setSectionExpanded(page, 'Servers', true);
    if (await isStale()) await runContextAction(page, 'Servers', 'larkspur', 'Start Server');
    await waitFor('the server', async () => !(await isStale()));
    const before = await labelColor(page, 'Resources', 'gamma');
    await runContextAction(page, 'Servers', 'larkspur', 'Stop Server');
    await waitFor('the mark', isStale);
    await waitFor('the colour', async () => (await labelColor(page, 'Resources', 'gamma')) !== before);
    await runContextAction(page, 'Servers', 'larkspur', 'Start Server');
    await waitFor('no mark', async () => !(await isStale()));
    await waitFor('the colour', async () => (await labelColor(page, 'Resources', 'gamma')) === before);
  });
});

/** Fills in the template of tickets and keeps what it names in the tree. */
async function keepTicket(page: Page): Promise<void> {
  await runCommand(page, 'MCP Resources: Open Resource from Template…');
  await pickQuickItem(page, 'Support ticket by number');
  await waitFor('the form', async () => (await readQuickInput(page)).title.includes('(1/2)'));
  await page.keyboard.type('950');
  await waitFor('the value', async () => (await readQuickInput(page)).title.includes('ticket://support/950 '));
  await page.keyboard.press('Enter');
  await waitFor('the last step', async () => (await readQuickInput(page)).title.includes('(2/2)'));
  await pickQuickItem(page, 'Keep in List');
}

describe('a resource that is forgotten', () => {
  it('leaves the keyboard at the one beside it', async () => {
    const { page } = workbench;
    const kept = 'Support ticket by number: 950';
    const isKept = (await allRows(page, 'Resources')).some(({ label }) => label.trim() === kept);
    if (!isKept) await keepTicket(page);
    // Keeping it shows it.
    await runContextAction(page, 'Resources', kept, 'Forget Resource');
    const focused = viewPane(page, 'Resources').locator('.monaco-list-row.focused.selected');
    await waitFor('the neighbour', async () => (await focused.innerText()).startsWith('#'));
    expect((await allRows(page, 'Resources')).filter(({ label }) => label === kept)).toEqual([]);
  });
});

describe('the keyboard alone', () => {
  it('finds, opens and chooses', async () => {
    const { page } = workbench;
    await runCommand(page, 'MCP Resources: Focus on Resources View');
    await page.keyboard.press('Control+Alt+F');
    const find = viewPane(page, 'Resources').locator('.monaco-tree-type-filter input');
    await find.waitFor();
    await page.keyboard.type('gamm');
    const focused = viewPane(page, 'Resources').locator('.monaco-list-row.focused');
    await page.keyboard.press('Enter');
    await waitFor('the row', async () => (await focused.innerText()).includes('gamma'));
    await page.keyboard.press('Enter');
    await page.locator('.tab.active').getByText('gamma').first().waitFor();
    await runCommand(page, 'MCP Resources: Focus on Resources View');
    await page.keyboard.press('Shift+F10');
    expect(await menuItems(page)).toContain('Show in Search');
    await page.keyboard.press('Escape');
    expect(await labels(page)).toContain('gamma');
    await cancelQuickInput(page).catch(() => undefined);
  });
});

async function waitForClipboard(page: Page, text: RegExp): Promise<string> {
  let last = '';
  await waitFor('the clipboard', async () =>
    text.test((last = await page.evaluate(() => navigator.clipboard.readText()))),
  );
  return last;
}

async function waitForSearch(page: Page, text: string): Promise<void> {
  let last = '';
  const isThere = async (): Promise<boolean> => {
    const panel = await Panel.open(page);
    last = await panel.box.locator('input').inputValue();
    return last === text;
  };
  await waitFor(`"${text}" in the search box`, isThere).catch((cause: unknown) => {
    throw new Error(`The search box has "${last}"`, { cause });
  });
}
