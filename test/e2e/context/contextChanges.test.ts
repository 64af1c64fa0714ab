// The states that the view "Context" shows in its rows: changed on the server, sent, not fitting.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setSideBarWidth, setTheme, takeScreenshot } from '../../support/workbench/appearance.js';
import { openChat, sendMessage, waitForChips } from '../../support/workbench/chat.js';
import {
  menuItems,
  runCommand,
  runViewAction,
  setSectionExpanded,
  viewDescription,
  viewPane,
} from '../../support/workbench/commands.js';
import { clearNotifications } from '../../support/workbench/prompts.js';
import {
  badgeOf,
  clickRow,
  findRow,
  openContextMenu,
  runInlineAction,
  setExpanded,
  visibleRows,
  waitForRow,
} from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { ContextRows, textsOf } from './contextRows.js';
import { collapseTree, freshStart } from '../base/freshStart.js';
import { activityBadge, openAndAgree, Panel, startWithServers } from '../base/product.js';

let server: ChangingServer;
let workbench: Workbench;
const rows = new ContextRows(() => workbench);

/** Each test has its own group, in which nothing has changed before. */
const groups = ['note', 'slip', 'sheet', 'card'];

beforeAll(async () => {
  server = await ChangingServer.create(textsOf(...groups));
  workbench = await startWithServers({ larkspur: server.definition }, { viewport: { width: 1280, height: 960 } });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'note');
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

beforeEach(async () => {
  await freshStart(workbench);
  await setSectionExpanded(workbench.page, 'Search', false);
  await collapseTree(workbench);
});

/** Sends a group of the tree to the model, which makes it the context. */
async function sendGroup(group: string): Promise<void> {
  await rows.attachGroup(group);
  await sendMessage(workbench.page, 'What do they say?');
  await workbench.executeCommand('workbench.action.chat.newChat');
  await waitForChips(workbench.page, []);
}

it('a change on the server shows at once, is all that Attach Updated attaches, and what is gone can be looked for', async () => {
  const { page } = workbench;
  await sendGroup('note');
  await setExpanded(page, 'Resources', 'note');

  // The row, the badges, the title and the diff with the sent version all show the change.
  await clickRow(page, 'Context', 'beta');
  await page.locator('.tab.active').getByText('beta').first().waitFor();
  const color = await tabColor(page, 'beta');
  await expect.poll(() => activityBadge(page)).toBe('');
  await server.change({
    'note://desk/alpha': 'alpha: one\nanother line\n',
    'note://desk/beta': 'beta: two\nsecond line\n',
    'note://desk/gamma': null,
  });
  await rows.waitForState('alpha', 'updated');
  await rows.waitForState('beta', 'updated');
  await rows.waitForState('gamma', 'gone');
  await expect.poll(() => viewDescription(page, 'Context')).toMatch(/^2 updated · /u);
  expect(await activityBadge(page), 'which counts servers').toBe('');
  await expect.poll(() => badgeOf(page, 'Resources', 'beta'), { timeout: 30_000 }).toBe('●');
  await waitFor('the colour of the tab', async () => (await tabColor(page, 'beta')) !== color);
  await runInlineAction(page, 'Context', 'alpha', 'Show Changes');
  await page
    .locator('.tab.active')
    .getByText(/^alpha: version sent \d\d:\d\d ↔ latest version$/u)
    .waitFor();
  const editor = page.locator('.monaco-diff-editor');
  await editor.locator('.original .view-lines').getByText('second line').waitFor();
  await editor.locator('.modified .view-lines').getByText('another line').waitFor();

  // It follows the resource in the same tab, and says so.
  const tabs = await page.locator('.tab').count();
  await server.change({ 'note://desk/alpha': 'alpha: one\na third line\n', 'note://desk/gamma': null });
  await editor.locator('.modified .view-lines').getByText('a third line').waitFor();
  await page.locator('.statusbar').getByText('“alpha” changed again').waitFor();
  await editor.locator('.original .view-lines').getByText('second line').waitFor();
  expect(await page.locator('.tab').count()).toBe(tabs);
  await server.change({ 'note://desk/alpha': 'alpha: one\nanother line\n', 'note://desk/gamma': null });
  await editor.locator('.modified .view-lines').getByText('another line').waitFor();

  // Attach Updated attaches only the changed resources.
  await runViewAction(page, 'Context', 'Attach Updated Resources');
  await waitForChips(page, ['alpha.txt', 'beta.txt']);
  // The user can remove them from the chat, so they are updated until they are sent.
  for (const label of ['alpha', 'beta']) await rows.waitForState(label, 'updated · attached');
  await sendMessage(page, 'And now?');
  const requests = await workbench.chatRequests();
  expect(requests.at(-1)?.references.map(({ text }) => text)).toEqual([
    'alpha: one\nanother line\n',
    'beta: two\nsecond line\n',
  ]);

  // A removed resource can be searched for.
  await waitFor('what was sent', async () => {
    const sent = (await rows.all()).filter(({ ariaLabel }) => /, sent \d\d:\d\d/u.test(ariaLabel));
    return ['alpha', 'beta'].every((label) => sent.some((row) => row.label === label));
  });
  await expect.poll(() => viewDescription(page, 'Context')).not.toContain('updated');
  await runInlineAction(page, 'Context', 'gamma', 'Show in Search');
  await waitFor('the text', async () => {
    const panel = await Panel.open(page);
    return (await panel.box.locator('input').inputValue()) === 'gamma';
  });
});

describe('more than fits', () => {
  it('is said before anything is sent, and unchecked by one action', async () => {
    const { page } = workbench;
    await sendGroup('sheet');
    await server.change({
      'sheet://desk/beta': 'a line of beta\n'.repeat(200),
      'sheet://desk/gamma': null,
      'sheet://desk/zeta': 'zeta: two\n',
    });
    await rows.waitForState('beta', 'updated');
    await rows.waitForState('gamma', 'gone');
    await rows.waitForState('zeta', 'updated');
    await workbench.changeSettings({ 'mcpResources.context.budget': 900 });
    const message = viewPane(page, 'Context').getByText('over the token limit');
    await message.waitFor();
    await setSideBarWidth(page, 300);
    await takeScreenshot(page, 'context-over-budget');
    await runViewAction(page, 'Context', 'Uncheck Resources Over the Limit');
    await rows.waitForChecked(['alpha', 'gamma', 'zeta']);
    await message.waitFor({ state: 'hidden' });
    await expect
      .poll(() => viewDescription(page, 'Context'))
      .toBe('2 updated · nothing attached since the last message');
  });
});

describe('pictures', () => {
  it('of rows in every state, in three themes', async () => {
    const { page } = workbench;
    await sendGroup('card');
    await setSideBarWidth(page, 300);
    await server.change({
      'card://desk/beta': 'a line of beta\n'.repeat(200),
      'card://desk/gamma': null,
      'card://desk/zeta': 'zeta: two\n',
    });
    await rows.waitForState('beta', 'updated');
    await rows.waitForState('gamma', 'gone');
    await rows.waitForState('zeta', 'updated');
    await runInlineAction(page, 'Context', 'alpha', 'Remove from Context');
    await rows.waitFor(['beta', 'gamma', 'zeta']);
    await setExpanded(page, 'Resources', 'ticket');
    const long = (await visibleRows(page, 'Resources')).find(({ label }) => label.startsWith('#'))?.label ?? '';
    const list = viewPane(page, 'Context').locator('.monaco-list').first();
    await rows.drag(await findRow(page, 'Resources', long), list);
    await waitForRow(page, 'Context', long);
    await setExpanded(page, 'Resources', 'ticket', false);
    await runCommand(page, 'View: Close All Editors');
    await clearNotifications(page);
    await openContextMenu(page, 'Context', 'beta');
    expect(await menuItems(page)).toEqual([
      'Attach to Chat',
      'Open in New Tab',
      'Show Changes',
      'Toggle In Every Message',
      'Remove from Context',
      'Copy URI',
      'Copy Content',
      'Show in Tree',
    ]);
    await page.keyboard.press('Escape');
    await rows.clearSelection();
    await openChat(page);
    for (const theme of ['dark', 'light', 'highContrast'] as const) {
      await setTheme(workbench, theme);
      await takeScreenshot(page, `context-${theme}`);
    }
  });
});

/** Returns the colour of a tab's label. VS Code draws no badge there, because it draws its lock. */
async function tabColor(page: Page, label: string): Promise<string> {
  const name = page.locator('.tab', { hasText: label }).locator('.label-name').first();
  return name.evaluate((element) => getComputedStyle(element).color);
}
