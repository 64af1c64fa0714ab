// Templates among the rows of the tree, and the resources that users save from them.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { menuItems } from '../../support/workbench/commands.js';
import {
  allRows,
  clickRow,
  findRow,
  openContextMenu,
  runContextAction,
  setExpanded,
  visibleRows,
  waitForRow,
} from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { collapseTree, freshStart } from '../base/freshStart.js';
import { demoServer, openAndAgree, openResources, Panel, rawServer, startWithServers } from '../base/product.js';

const keptName = 'Support ticket by number: 950';
let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWithServers({ larkspur: demoServer(), shapes: rawServer('templates') });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'ticket');
});

afterAll(() => workbench.dispose());

beforeEach(async () => {
  await freshStart(workbench);
  await collapseTree(workbench);
});

describe('a template', () => {
  it('is the last row of its scheme, and Enter fills it in', async () => {
    const { page } = workbench;
    await setExpanded(page, 'Resources', 'ticket');
    const last = async () => (await allRows(page, 'Resources')).filter(({ level }) => level === 2).at(-1);
    // Templates are listed after the resources.
    await waitFor('the template', async () => (await last())?.label === 'Support ticket by number');
    await expect
      .poll(() => last())
      .toMatchObject({
        description: 'ticket://support/{number}',
        icon: 'symbol-parameter',
        ariaLabel: 'Support ticket by number, template, ticket://support/{number}',
      });
    await clickRow(page, 'Resources', 'Support ticket by number');
    await (await Panel.open(page)).frame.locator('.template-form input:focus').waitFor();
    await openContextMenu(page, 'Resources', 'Support ticket by number');
    expect(await menuItems(page)).toEqual(['Fill In Template…', 'Copy URI Template']);
    await page.keyboard.press('Escape');
    await runContextAction(page, 'Resources', 'Support ticket by number', 'Copy URI Template');
    await waitFor(
      'the template on the clipboard',
      async () => (await page.evaluate(() => navigator.clipboard.readText())) === 'ticket://support/{number}',
    );
  });
});

describe('a resource that a user built', () => {
  it('is kept in the tree and in the search, in the next window too, until it is forgotten', async () => {
    await keepTicket(workbench.page);
    await workbench.reload();
    const { page } = workbench;
    await openResources(page);
    await (await Panel.open(page)).waitForSummary(/^3 of 193$/);
    await setExpanded(page, 'Resources', 'ticket');
    await findRow(page, 'Resources', keptName);
    await runContextAction(page, 'Resources', keptName, 'Remove Saved Resource');
    await waitFor(
      'it to be gone',
      async () => !(await allRows(page, 'Resources')).some(({ label }) => label === keptName),
    );
    await openContextMenu(page, 'Resources', 'Support ticket by number');
    expect(await menuItems(page)).toEqual(['Fill In Template…', 'Copy URI Template']);
    await page.keyboard.press('Escape');
  });
});

async function keepTicket(page: Page): Promise<void> {
  await setExpanded(page, 'Resources', 'ticket');
  await clickRow(page, 'Resources', 'Support ticket by number');
  const panel = await Panel.open(page);
  await panel.frame.locator('.template-form input:focus').waitFor();
  await page.keyboard.type('950');
  await panel.frame.getByRole('button', { name: 'Save to List' }).click();
  await panel.frame.locator('.outcome', { hasText: 'Resource saved to the Resources view' }).waitFor();
  await panel.frame.locator('.pane .back').click();
  await waitForRow(page, 'Resources', keptName);
  const row = (await visibleRows(page, 'Resources')).find(({ label }) => label === keptName);
  expect(row).toMatchObject({ description: 'saved' });
  await panel.search('ticket by number');
  await panel.waitForSummary(/^3 of 193$/);
  expect(await panel.titles()).toContain(keptName);
}
