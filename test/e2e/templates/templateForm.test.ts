import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { freshStart } from '../base/freshStart.js';
import { demoServer, openAndAgree, openResources, Panel, startWithServers } from '../base/product.js';

let workbench: Workbench;

function box(panel: Panel, name: string): Locator {
  return panel.frame.getByRole('combobox', { name: new RegExp(`^${name}`) });
}

/** Leaves the panel's form, if it shows one. */
async function leaveForm(panel: Panel): Promise<void> {
  const back = panel.frame.locator('.pane .back');
  if (await back.isVisible()) await back.click();
}

/** Finds a template by these words and opens its form, with the keyboard alone. */
async function openForm(page: Page, words: string, title: string): Promise<Panel> {
  const panel = await Panel.open(page);
  await leaveForm(panel);
  await panel.search(words);
  await waitFor('the template first', async () => (await panel.titles())[0] === title);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await panel.frame.locator('.template-form input:focus').waitFor();
  return panel;
}

async function waitForUri(panel: Panel, uri: string): Promise<void> {
  let last = '';
  try {
    await waitFor('the URI', async () => (last = await panel.frame.locator('.uri').innerText()) === uri);
  } catch (cause) {
    throw new Error(`The form shows ${last}`, { cause });
  }
}

async function waitForOutcome(panel: Panel, text: string): Promise<void> {
  await panel.frame.locator('.outcome', { hasText: text }).waitFor();
}

beforeAll(async () => {
  workbench = await startWithServers({ larkspur: demoServer() });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'ticket');
});

afterAll(() => workbench.dispose());

beforeEach(() => freshStart(workbench));

/** Fills in a template with the values the server offers, and opens the resource. @returns its URI */
async function openTable(page: Page): Promise<string> {
  const panel = await openForm(page, 'rows of a table', 'Rows of a table');
  await page.keyboard.type('sto');
  await panel.frame.getByRole('option', { name: 'stock' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await waitForUri(panel, 'db://larkspur/stock/{table}/rows');
  await page.keyboard.press('ArrowDown');
  const tables = panel.frame.locator('.options .option-value');
  await waitFor('the tables of the schema', async () => (await tables.count()) > 0);
  const names = await tables.allInnerTexts();
  expect(names).not.toContain('orders');
  await page.keyboard.press('Tab');
  await waitForUri(panel, `db://larkspur/stock/${names[0]}/rows`);
  await page.keyboard.type('10');
  const uri = `db://larkspur/stock/${names[0]}/rows?limit=10`;
  await waitForUri(panel, uri);
  await page.keyboard.press('Control+Enter');
  await waitForOutcome(panel, 'Opened');
  await waitFor('the editor', async () =>
    (await page.locator('.tabs-container .tab .label-name').allInnerTexts()).some((tab) =>
      tab.startsWith('Rows-of-a-table-stock'),
    ),
  );
  return uri;
}

/** Attaches a template's resource, then tries a value for which there is none. */
async function attachTicket(page: Page): Promise<void> {
  const panel = await openForm(page, 'support ticket by', 'Support ticket by number');
  await page.keyboard.type('950');
  await waitForUri(panel, 'ticket://support/950');
  await panel.frame.getByRole('button', { name: 'Attach to Chat' }).press('Enter');
  await waitForOutcome(panel, 'Attached to the chat');
  await waitForRow(page, 'Context', 'Support ticket by number: 950');
  await box(panel, 'number').fill('999999');
  await box(panel, 'number').press('Enter');
  await waitForOutcome(
    panel,
    'The server has no resource with the URI ticket://support/999999. Change one of the values you entered and try again.',
  );
  await box(panel, 'number').waitFor();
}

it('a template among the results is filled in, opened or attached, and remembers in the next window what led somewhere', async () => {
  const uri = await openTable(workbench.page);
  await attachTicket(workbench.page);
  await workbench.reload();
  const { page } = workbench;
  await openResources(page);
  const ticket = await openForm(page, 'support ticket by', 'Support ticket by number');
  await waitForUri(ticket, 'ticket://support/950');
  const table = await openForm(page, 'rows of a table', 'Rows of a table');
  await waitForUri(table, uri);
  await expect.poll(() => box(table, 'limit').inputValue()).toBe('10');
});
