import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dragIntoChat, sendMessage, waitForChips } from '../../support/workbench/chat.js';
import { setSectionExpanded } from '../../support/workbench/commands.js';
import {
  badgeOf,
  clickRow,
  findRow,
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
import { freshStart } from '../base/freshStart.js';
import { openAndAgree, startWithServers } from '../base/product.js';

const texts = { 'note://desk/alpha': 'alpha: one', 'note://desk/beta': 'beta: one', 'note://desk/gamma': 'gamma: one' };
let server: ChangingServer;
let workbench: Workbench;

/** Returns the computed colour of a row's label. */
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
  server = await ChangingServer.create(texts);
  workbench = await startWithServers({ larkspur: server.definition });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'ticket');
});

afterAll(async () => {
  await workbench.dispose();
  await server.dispose();
});

beforeEach(async () => {
  const { page } = workbench;
  await server.replace(texts);
  await freshStart(workbench);
  await setSectionExpanded(page, 'Servers', false);
  await setExpanded(page, 'Resources', 'note');
});

describe('the marks of a resource', () => {
  it('stay when its file is open: picked, updated, failed', async () => {
    const { page } = workbench;
    await waitForBadge(page, 'Resources', 'alpha', '');
    await runInlineAction(page, 'Resources', 'alpha', 'Attach to Chat');
    await waitForBadge(page, 'Resources', 'alpha', '✓');
    await clickRow(page, 'Resources', 'alpha');
    await page.locator('.editor-instance').getByText('alpha: one').first().waitFor();
    // VS Code draws its lock here, so a lock would be visible by now.
    await page.locator('.tab.active .monaco-icon-label').first().waitFor();
    await waitForBadge(page, 'Resources', 'alpha', '✓');
    await sendMessage(page, 'What does it say?');
    await server.change({ 'note://desk/alpha': 'alpha: two' });
    await waitForBadge(page, 'Resources', 'alpha', '●');
    await waitForBadge(page, 'Context', 'alpha', '');
    await server.change({ 'note://desk/alpha': null });
    await waitFor('the icon', async () =>
      (await visibleRows(page, 'Context')).some(({ label, icon }) => label === 'alpha' && icon === 'circle-slash'),
    );
    await waitForBadge(page, 'Context', 'alpha', '');
  });

  it('are not part of a drag', async () => {
    const { page } = workbench;
    await dragIntoChat(page, await findRow(page, 'Resources', 'beta'));
    await waitForChips(page, ['beta.txt']);
    await runInlineAction(page, 'Resources', 'beta', 'Attach to Chat');
    await waitForRow(page, 'Context', 'beta');
    // The two ways attach the same file, and only once.
    await waitForChips(page, ['beta.txt']);
  });

  it('change under an open menu, whose choice reaches the row all the same', async () => {
    const { page } = workbench;
    await runInlineAction(page, 'Resources', 'beta', 'Attach to Chat');
    await waitForBadge(page, 'Resources', 'beta', '✓');
    // The menu choice comes before, during and after the redraw of the neighbouring row's mark.
    const moments = [
      { command: 'clearContext', until: () => Promise.resolve() },
      { command: 'undoRemoval', until: () => waitForRow(page, 'Context', 'beta') },
      { command: 'clearContext', until: () => waitForBadge(page, 'Resources', 'beta', '') },
    ];
    for (const { command, until } of moments) {
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await openContextMenu(page, 'Resources', 'gamma');
      const item = page.locator('.monaco-menu .action-menu-item').filter({ hasText: 'Copy URI' }).first();
      // A menu takes clicks only 100 ms after it was drawn.
      await item.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
      // Click by position: finding the item by name would wait, and the choice has to come at this moment.
      const box = await item.boundingBox();
      await workbench.executeCommand(`mcpResources.${command}`);
      await until();
      await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 8);
      expect(await waitForClipboard(page, /./)).toBe('note://desk/gamma');
    }
  });

  it('say that its server is stopped', async () => {
    const { page } = workbench;
    const isStale = async (): Promise<boolean> =>
      (await (await findRow(page, 'Resources', 'gamma')).innerText()).includes('server stopped');
    await setSectionExpanded(page, 'Servers', true);
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

async function waitForClipboard(page: Page, text: RegExp): Promise<string> {
  let last = '';
  await waitFor('the clipboard', async () =>
    text.test((last = await page.evaluate(() => navigator.clipboard.readText()))),
  );
  return last;
}
