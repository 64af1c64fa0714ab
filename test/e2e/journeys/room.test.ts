import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeScreenshot } from '../../support/workbench/appearance.js';
import { viewPane } from '../../support/workbench/commands.js';
import { visibleRows } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { demoServer, openAndAgree, Panel, startWithServers } from '../base/product.js';

let workbench: Workbench;
let panel: Panel;

beforeAll(async () => {
  workbench = await startWithServers(
    { larkspur: demoServer() },
    { ownWindow: true, viewport: { width: 1440, height: 900 } },
  );
  await openAndAgree(workbench.page);
  panel = await Panel.open(workbench.page);
  await panel.waitForSummary(/ total$/);
});

afterAll(() => workbench.dispose());

/** Returns the number of results that are wholly in sight, with nothing over them. */
function resultsInSight(): Promise<number> {
  return panel.frame.evaluate(() => {
    const bar = document.querySelector('.selection-bar')?.getBoundingClientRect().top ?? Infinity;
    const bottom = Math.min(bar, document.querySelector('.results')?.getBoundingClientRect().bottom ?? 0);
    return [...document.querySelectorAll('.row')].filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
  });
}

// One journey: each step begins where the one before has ended.
describe('a window of 1440 × 900 with a fresh layout', () => {
  it('has room for results: at first, with filters, with a selection, and at 200 %', async () => {
    await keepsTreeInSight();
    await setFilters();
    await select();
    await zoom();
  });
});

/** Eight results and four rows of the tree are in sight. */
async function keepsTreeInSight(): Promise<void> {
  const { page } = workbench;
  expect(await resultsInSight()).toBeGreaterThanOrEqual(8);
  const bottom = await viewPane(page, 'Resources').evaluate((pane) => pane.getBoundingClientRect().bottom);
  const rows = viewPane(page, 'Resources').locator('.monaco-list-row');
  const bottoms = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
  expect(bottoms.filter((each) => each <= bottom).length).toBeGreaterThanOrEqual(4);
  expect((await visibleRows(page, 'Resources')).length).toBeGreaterThanOrEqual(4);
  await takeScreenshot(page, 'room');
}

/** With two filters set, as many results are. */
async function setFilters(): Promise<void> {
  const { frame } = panel;
  const line = frame.getByRole('toolbar', { name: 'Filters' });
  for (const [name, value] of [
    ['Type', 'Markdown'],
    ['Priority', 'Medium or higher'],
  ] as const) {
    await line.getByRole('button', { name, exact: true }).press('ArrowDown');
    await frame
      .getByRole('menu', { name })
      .getByRole('menuitemcheckbox', { name: new RegExp(`^${value}`) })
      .press('Enter');
  }
  await panel.waitForSummary(/^\d+ of /);
  await waitFor('the chips', async () => (await frame.locator('.chip.chosen').count()) === 2);
  expect(await resultsInSight()).toBeGreaterThanOrEqual(8);
  await takeScreenshot(workbench.page, 'room-filters');
}

/** With several of them selected, six are. */
async function select(): Promise<void> {
  const { frame } = panel;
  await panel.rows.first().click();
  await panel.rows.nth(1).click({ modifiers: ['Control'] });
  await frame.locator('.selection-bar', { hasText: /^\s*2 selected/ }).waitFor();
  expect(await resultsInSight()).toBeGreaterThanOrEqual(6);
  await takeScreenshot(workbench.page, 'room-selection');
}

/** At 200 %, a whole result is, with the filters behind a button, and the whole of Attach. */
async function zoom(): Promise<void> {
  const { page } = workbench;
  const { frame } = panel;
  await page.setViewportSize({ width: 720, height: 450 });
  await workbench.executeCommand('mcpResources.search.focus');
  await frame.locator('.all-filters').waitFor();
  await waitFor('a result', async () => (await resultsInSight()) >= 1);
  await takeScreenshot(page, 'room-zoomed');
  const attach = frame.locator('.selection-bar vscode-button');
  const { x, width } = (await attach.boundingBox()) ?? { x: 0, width: 0 };
  const pane = await viewPane(page, 'Search').boundingBox();
  expect(x + width).toBeLessThanOrEqual((pane?.x ?? 0) + (pane?.width ?? 0));
}
