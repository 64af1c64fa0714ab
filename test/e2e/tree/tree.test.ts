import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeScreenshot } from '../../support/workbench/appearance.js';
import {
  inViewMenu,
  menuItems,
  runCommand,
  runViewAction,
  viewDescription,
  viewPane,
} from '../../support/workbench/commands.js';
import { editorText } from '../../support/workbench/editors.js';
import { pickQuickItem, pressDialogButton, readDialog, readQuickInput } from '../../support/workbench/prompts.js';
import {
  allRows,
  clickRow,
  openContextMenu,
  runContextAction,
  runInlineAction,
  setExpanded,
  visibleRows,
  waitForRow,
} from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { collapseTree, freshStart } from '../base/freshStart.js';
import { openAndAgree, openResources, Panel, startWithServers } from '../base/product.js';

let server: ChangingServer;
let workbench: Workbench;

async function labels(page: Page): Promise<readonly string[]> {
  return (await allRows(page, 'Resources')).map(({ label }) => label.trim());
}

async function waitForTitle(title: string): Promise<void> {
  await expect.poll(() => viewDescription(workbench.page, 'Resources')).toBe(title);
}

beforeAll(async () => {
  server = await ChangingServer.create({
    'note://desk/alpha': 'alpha: one',
    'note://desk/beta': 'beta: one',
    'note://desk/gamma': 'gamma: one',
  });
  workbench = await startWithServers({ larkspur: server.definition });
  await openAndAgree(workbench.page);
});

afterAll(async () => {
  await workbench.dispose();
  await server.dispose();
});

beforeEach(async () => {
  await freshStart(workbench);
  await workbench.executeCommand('mcpResources.groupByServerChecked');
  await workbench.executeCommand('mcpResources.sortByImportance');
  await waitForTitle('192');
  await collapseTree(workbench);
  await waitForRow(workbench.page, 'Resources', 'ticket');
});

describe('the tree is arranged', () => {
  it('by the menu in its title, which checks what is chosen, in the next window too', async () => {
    const { page } = workbench;
    await runViewAction(page, 'Resources', 'Arrange > Group by Server');
    await waitForRow(page, 'Resources', 'larkspur');
    // A title that changes is drawn anew, with its menu.
    await waitForTitle('192 · by server');
    await runViewAction(page, 'Resources', 'Arrange > Sort by Name');
    await waitForTitle('192 · by server · by name');
    await setExpanded(page, 'Resources', 'larkspur');
    const groups = (await allRows(page, 'Resources'))
      .filter(({ level }) => level === 2)
      .map(({ label }) => label.trim());
    const schemes = groups.filter((label) => label !== 'Skills');
    expect(groups).toEqual([...schemes.toSorted(), 'Skills']);
    const read = async (): Promise<readonly string[]> => {
      const items = await menuItems(page);
      await takeScreenshot(page, 'arrange');
      return items;
    };
    const entries = await inViewMenu(page, 'Resources', read, /^Arrange/);
    expect(entries).toEqual([
      '✓ Group by Server',
      'Sort by Priority and Recency',
      '✓ Sort by Name',
      'Sort in the Server’s Order',
      'Filter by Audience…',
    ]);
    await page.keyboard.press('Escape');
    await workbench.reload();
    await openResources(page);
    await waitForRow(page, 'Resources', 'larkspur');
    await waitForTitle('192 · by server · by name');
  });

  it('by its settings, from the moment that they are changed', async () => {
    const { page } = workbench;
    await workbench.changeSettings({ 'mcpResources.tree.sortBy': 'server', 'mcpResources.tree.audience': 'user' });
    await waitFor('the title', async () => /^\d+ · for the user$/.test(await viewDescription(page, 'Resources')));
    await workbench.changeSettings({ 'mcpResources.tree.groupBy': 'server' });
    await waitForRow(page, 'Resources', 'larkspur');
    await expect.poll(() => viewDescription(page, 'Resources')).toMatch(/^\d+ · for the user$/);
    await runViewAction(page, 'Resources', 'Arrange > ✓ Group by Server');
    await waitForRow(page, 'Resources', 'ticket');
    await runViewAction(page, 'Resources', 'Arrange > Filter by Audience…');
    await waitFor('the audiences', async () => (await readQuickInput(page)).items.length === 3);
    await pickQuickItem(page, 'All');
    await waitForTitle('192 · by scheme');
    await workbench.changeSettings({
      'mcpResources.tree.sortBy': 'importance',
      'mcpResources.tree.audience': 'all',
      'mcpResources.tree.groupBy': 'scheme',
    });
    await waitForTitle('192');
  });
});

describe('a skill', () => {
  it('stands in a group of its own with its files, opens by a click, and is found by its kind', async () => {
    const { page } = workbench;
    await setExpanded(page, 'Resources', 'Skills');
    await setExpanded(page, 'Resources', 'triage-bug-report');
    await expect.poll(() => labels(page)).toContain('templates/bug-report.md');
    // Its arrow opens the row, a click on its name the text.
    await clickRow(page, 'Resources', 'answer-customer');
    await expect.poll(() => editorText(page)).toContain('name: answer-customer');
    const panel = await Panel.open(page);
    await panel.search('type:skill');
    await panel.waitForSummary('2 of 192');
    expect((await panel.titles()).toSorted()).toEqual(['answer-customer', 'triage-bug-report']);
    await panel.search('');
  });
});

describe('a group', () => {
  it('gives all that is below it', async () => {
    const { page } = workbench;
    await runContextAction(page, 'Resources', 'note', 'Copy URI');
    const uris = await waitForClipboard(page, /note:/);
    expect(uris.split('\n').toSorted()).toEqual(['note://desk/alpha', 'note://desk/beta', 'note://desk/gamma']);
    await runContextAction(page, 'Resources', 'note', 'Attach to Chat');
    await waitFor('the resources', async () => (await visibleRows(page, 'Context')).length === 3);
  });

  it('asks before it gives very many', async () => {
    const { page } = workbench;
    await runViewAction(page, 'Resources', 'Arrange > Group by Server');
    await waitForRow(page, 'Resources', 'larkspur');
    await runContextAction(page, 'Resources', 'larkspur', 'Attach to Chat');
    expect((await readDialog(page)).text).toContain('Attach 189 resources?');
    await pressDialogButton(page, 'Cancel');
    await openContextMenu(page, 'Resources', 'larkspur');
    expect(await menuItems(page)).toEqual([
      'Refresh List',
      'Attach to Chat',
      'Search Here',
      'Copy URI',
      'Open Server Configuration',
      'Hide Resources',
    ]);
    await page.keyboard.press('Escape');
  });

  it('leads to a search in it, and a resource to a search for it', async () => {
    const { page } = workbench;
    await runInlineAction(page, 'Resources', 'note', 'Search Here');
    await waitForSearch(page, 'scheme:note');
    await setExpanded(page, 'Resources', 'note');
    await runContextAction(page, 'Resources', 'alpha', 'Show in Search');
    await waitForSearch(page, '"note://desk/alpha"');
    await waitFor('the resource', async () => (await (await Panel.open(page)).titles()).join() === 'alpha');
  });
});

/** Fills in the ticket template and saves the ticket in the tree. */
async function keepTicket(page: Page): Promise<void> {
  const panel = await Panel.open(page);
  await runCommand(page, 'MCP Resources: Open Resource from Template…');
  await pickQuickItem(page, 'Support ticket by number');
  await panel.frame.locator('.template-form input').first().fill('950');
  await panel.frame.getByRole('button', { name: 'Save to List' }).click();
}

describe('a resource that is forgotten', () => {
  it('leaves the keyboard at the one beside it', async () => {
    const { page } = workbench;
    const kept = 'Support ticket by number: 950';
    await keepTicket(page);
    await setExpanded(page, 'Resources', 'ticket');
    await waitForRow(page, 'Resources', kept);
    await clickRow(page, 'Resources', kept);
    const selected = viewPane(page, 'Resources').locator('.monaco-list-row.focused.selected');
    await runContextAction(page, 'Resources', kept, 'Remove Saved Resource');
    await waitFor('the neighbour', async () => (await selected.innerText()).startsWith('#'));
    expect((await allRows(page, 'Resources')).filter(({ label }) => label === kept)).toEqual([]);
  });
});

describe('the keyboard alone', () => {
  it('finds, opens and chooses', async () => {
    const { page } = workbench;
    await setExpanded(page, 'Resources', 'note');
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
    await expect.poll(() => labels(page)).toContain('gamma');
    await workbench.executeCommand('list.closeFind');
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
