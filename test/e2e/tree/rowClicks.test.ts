// How clicks and Enter open resources, as in VS Code's own trees.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForChips } from '../../support/workbench/chat.js';
import { setSectionExpanded } from '../../support/workbench/commands.js';
import { clickRow, setExpanded, visibleRows, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { freshStart } from '../base/freshStart.js';
import { openAndAgree, Panel, startWithServers } from '../base/product.js';
import { ContextRows, textsOf } from '../context/contextRows.js';

let server: ChangingServer;
let workbench: Workbench;
const rows = new ContextRows(() => workbench);

/** Returns the files of the tabs, those of previews in brackets, and where the keyboard is. */
async function shown(): Promise<readonly [tabs: string, focus: 'editor' | 'list' | 'elsewhere']> {
  return workbench.page.evaluate(() => {
    const tabs = [...document.querySelectorAll('.part.editor .tab')].map((tab) => {
      const name = tab.getAttribute('data-resource-name') ?? '';
      return tab.querySelector('.monaco-icon-label.italic') ? `(${name})` : name;
    });
    const { activeElement } = document;
    const isInList = activeElement?.closest('.sidebar .monaco-list') !== null;
    const place = activeElement?.closest('.part.editor') ? 'editor' : isInList ? 'list' : 'elsewhere';
    return [tabs.join(' '), place];
  });
}

async function waitForShown(...expected: Awaited<ReturnType<typeof shown>>): Promise<void> {
  await expect.poll(shown, { timeout: 15_000 }).toEqual(expected);
}

beforeAll(async () => {
  server = await ChangingServer.create(textsOf('note'));
  workbench = await startWithServers({ larkspur: server.definition }, { viewport: { width: 1280, height: 960 } });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'note');
  await setExpanded(workbench.page, 'Resources', 'note');
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

beforeEach(() => freshStart(workbench));

describe('a click in a tree', () => {
  it('previews and leaves the keyboard there, so that keys act on the row', async () => {
    const { page } = workbench;
    await setSectionExpanded(page, 'Search', false);
    await rows.pickGroup('note');
    await clickRow(page, 'Context', 'gamma');
    await waitForShown('(gamma.txt)', 'list');
    await page.keyboard.press('Alt+ArrowUp');
    await rows.waitFor(['alpha', 'gamma', 'beta', 'zeta']);
    await page.keyboard.press('Shift+Enter');
    await waitForChips(page, ['gamma.txt']);
    await clickRow(page, 'Context', 'beta');
    await waitForShown('(beta.txt)', 'list');
    await page.keyboard.press('Delete');
    await rows.waitFor(['alpha', 'gamma', 'zeta']);
    await clickRow(page, 'Resources', 'zeta');
    await waitForShown('(zeta.txt)', 'list');
    await page.keyboard.press('Shift+Enter');
    await waitForChips(page, ['gamma.txt', 'zeta.txt']);
  });

  it('twice pins the tab and goes to it', async () => {
    const { page } = workbench;
    await clickRow(page, 'Resources', 'alpha', { double: true });
    await waitForShown('alpha.txt', 'editor');
    await clickRow(page, 'Resources', 'beta');
    await waitForShown('alpha.txt (beta.txt)', 'list');
  });

  it('opens nothing where two are needed', async () => {
    const { page } = workbench;
    await workbench.changeSettings({ 'workbench.list.openMode': 'doubleClick' });
    await clickRow(page, 'Resources', 'alpha');
    const isSelected = async (): Promise<boolean> =>
      (await visibleRows(page, 'Resources')).some(({ label, selected }) => label === 'alpha' && selected);
    await waitFor('the selection', isSelected);
    await clickRow(page, 'Resources', 'beta', { double: true });
    await waitForShown('beta.txt', 'editor');
  });
});

describe('Enter in a tree', () => {
  it('pins the tab and goes to it, and opens and closes a group', async () => {
    const { page } = workbench;
    await clickRow(page, 'Resources', 'beta');
    await waitForShown('(beta.txt)', 'list');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await waitForShown('(beta.txt) alpha.txt', 'editor');
    await workbench.executeCommand('mcpResources.resources.focus');
    await page.keyboard.press('ArrowLeft');
    const isOpen = async (): Promise<boolean | undefined> =>
      (await visibleRows(page, 'Resources')).find(({ label }) => label.trim() === 'note')?.expanded;
    await page.keyboard.press('Enter');
    await expect.poll(isOpen).toBe(false);
    await page.keyboard.press('Enter');
    await expect.poll(isOpen).toBe(true);
  });
});

describe('a click in the search', () => {
  it('previews and leaves the keyboard there, and twice pins the tab', async () => {
    const { page } = workbench;
    await setSectionExpanded(page, 'Search', true);
    const panel = await Panel.open(page);
    await panel.search('alpha');
    const row = panel.frame.locator('.row', { hasText: 'alpha' }).first();
    await row.click();
    await expect.poll(async () => (await shown())[0], { timeout: 15_000 }).toBe('(alpha.txt)');
    await page.keyboard.press('Enter');
    await waitForChips(page, ['alpha.txt']);
    await row.dblclick();
    await waitForShown('alpha.txt', 'editor');
  });
});
