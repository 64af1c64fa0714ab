// Removes what a test left in the window, so that the next test can use the same window. Each function resolves once the page shows the result.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { chatDraft, openChat, waitForChips } from '../../support/workbench/chat.js';
import { viewPane } from '../../support/workbench/commands.js';
import { notifications } from '../../support/workbench/prompts.js';
import { tabs } from '../../support/workbench/editors.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import type { Panel } from './product.js';

type Settings = Readonly<Record<string, unknown>>;

/** The user settings of each workbench at its first fresh start. */
const firstSettings = new WeakMap<Workbench, Settings>();

/**
 * For a `beforeEach`. Afterwards no menu, question, editor, panel or notification is open; the chat is new, without chips or a draft, and has the
 * keyboard; the Context list is empty; the user's settings are those of the first call. Servers, files and the sections of views stay as they are;
 * for rows and the search see `collapseTree` and `emptySearch`.
 */
export async function freshStart(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  await page.keyboard.press('Escape');
  await restoreSettings(workbench);
  await workbench.executeCommand('mcpResources.clearContext');
  await workbench.executeCommand('probe.startFresh');
  await openChat(page);
  await waitForChips(page, []);
  // A chat without messages is not replaced, so it keeps its draft.
  if ((await chatDraft(page)) !== '') await eraseDraft(page);
  await waitForNothing(page);
}

async function waitForNothing(page: Page): Promise<void> {
  let left: readonly string[] = [];
  const isClear = async (): Promise<boolean> => (left = await leftIn(page)).length === 0;
  await waitFor('nothing to be left', isClear).catch((cause: unknown) => {
    throw new Error(`Left by the test before: ${left.join(', ')}`, { cause });
  });
}

/** Erases the text of the chat's input, which has the keyboard. */
async function eraseDraft(page: Page): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
}

/** Returns the texts of everything that is still visible. */
async function leftIn(page: Page): Promise<readonly string[]> {
  const draft = await chatDraft(page);
  const picked = await viewPane(page, 'Context').locator('.monaco-list-row .label-name').allInnerTexts();
  const messages = (await notifications(page)).map(({ message }) => message);
  const asks = page.locator('.quick-input-widget, .monaco-menu, .monaco-dialog-box').filter({ visible: true });
  return [draft, ...picked, ...messages, ...(await tabs(page)), ...(await asks.allInnerTexts())].filter(Boolean);
}

/** Restores the user's settings of the first call, and waits until VS Code applies them. */
export async function restoreSettings(workbench: Workbench): Promise<void> {
  const file = path.join(workbench.userDataDir, 'User/settings.json');
  const now = JSON.parse(await readFile(file, 'utf8')) as Settings;
  const first = firstSettings.get(workbench) ?? now;
  firstSettings.set(workbench, first);
  if (JSON.stringify(now) === JSON.stringify(first)) return;
  await workbench.writeUserFile('settings.json', first);
  const removed = Object.keys(now).filter((key) => !(key in first));
  await waitFor('the settings', async () => {
    const pending = await workbench.executeCommand('probe.pendingSettings', first, removed);
    return JSON.stringify(pending) === '[]';
  });
}

/** Collapses every row of the tree of resources, but keeps its grouping and order. */
export async function collapseTree(workbench: Workbench): Promise<void> {
  await workbench.executeCommand('workbench.actions.treeView.mcpResources.resources.collapseAll');
  const expanded = viewPane(workbench.page, 'Resources').locator('.monaco-list-row[aria-expanded="true"]');
  await waitFor('the tree to be collapsed', async () => (await expanded.count()) === 0);
}

/** Empties the search box of the visible panel, and clears its audience filter. */
export async function emptySearch(panel: Panel): Promise<void> {
  await panel.setAudience('All');
  await panel.search('');
  await panel.waitForSummary(/^[\d,]+ (total|so far)$/);
}
