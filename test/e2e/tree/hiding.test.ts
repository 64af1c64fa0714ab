import { afterAll, beforeAll, expect, it } from 'vitest';
import { setSideBarWidth, takeScreenshot } from '../../support/workbench/appearance.js';
import { setSectionExpanded, viewDescription } from '../../support/workbench/commands.js';
import { clickRow, runContextAction, visibleRows, waitForRow } from '../../support/workbench/trees.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { demoServer, openAndAgree, Panel, rawServer, startWithServers } from '../base/product.js';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWithServers({ larkspur: demoServer(), shop: rawServer('application') });
  await openAndAgree(workbench.page);
});
afterAll(() => workbench.dispose());

async function waitForTitle(title: string): Promise<void> {
  await expect.poll(() => viewDescription(workbench.page, 'Resources')).toBe(title);
}

async function lastRow(): Promise<readonly (string | undefined)[]> {
  const { label, description } = (await visibleRows(workbench.page, 'Resources')).at(-1) ?? {};
  return [label, description];
}

it('hides a server from its row, and brings all back with one click', async () => {
  const { page } = workbench;
  await workbench.executeCommand('mcpResources.groupByServer');
  const panel = await Panel.open(page);
  // The interface of the app is hidden from the start.
  await waitForTitle('190 · by server');
  await expect.poll(lastRow).toEqual(['1 hidden', 'Show']);

  await runContextAction(page, 'Resources', 'larkspur', 'Hide Resources');
  await waitForTitle('1 · by server');
  await panel.waitForSummary('1 total');
  await setSideBarWidth(page, 300);
  await takeScreenshot(page, 'hidden-server');
  await setSectionExpanded(page, 'Servers', true);
  await runContextAction(page, 'Servers', 'larkspur', 'Show Resources');
  await waitForTitle('190 · by server');
  await panel.frame.locator('.hidden-count').click();
  await waitForTitle('191 · by server');

  await runContextAction(page, 'Servers', 'shop', 'Hide Resources');
  await runContextAction(page, 'Resources', 'larkspur', 'Hide Resources');
  await panel.frame.getByText('All resources are hidden').waitFor();
  await takeScreenshot(page, 'hidden-all');
  const [row = ''] = await lastRow();
  await clickRow(page, 'Resources', row);
  await waitForTitle('191 · by server');
  await waitForRow(page, 'Resources', 'larkspur');
});
