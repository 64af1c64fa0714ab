// The template form as quick inputs, in a window that shows no views of extensions.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeScreenshot } from '../../support/workbench/appearance.js';
import { acceptQuickInput, pickQuickItem, waitForNotification } from '../../support/workbench/prompts.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { allowServers, demoServer, rawServer, startWithServers } from '../base/product.js';
import { openForm, waitForForm } from './templateSteps.js';

/** VS Code runs these in the Agents window: ours, and those that stand in for a user and a model. */
const extensions = [
  'mcp-resource-picker.mcp-resource-picker',
  'mcp-resource-picker-test.chat-probe',
  'mcp-resource-picker-test.command-probe',
];
let workbench: Workbench;

beforeAll(async () => {
  const settings = { 'extensions.supportAgentsWindow': Object.fromEntries(extensions.map((id) => [id, true])) };
  workbench = await startWithServers(
    { larkspur: demoServer(), shapes: rawServer('templates') },
    { isAgentsWindow: true, settings },
  );
  await waitFor('the servers', async () => (await workbench.logs()).includes('Configured: 2 servers'));
  await allowServers(workbench.page);
});

afterAll(() => workbench.dispose());

async function waitForClipboard(text: string): Promise<void> {
  const { page } = workbench;
  await waitFor('the URI', async () => (await page.evaluate(() => navigator.clipboard.readText())) === text);
}

it('values are asked for one after the other, completed by what the others are, with a way back', async () => {
  const { page } = workbench;
  await openForm(page, 'Rows of a table');
  await waitForForm(page, 'the schemas', (form) => form.title.includes('(1/4)') && form.items.length > 1);
  await page.keyboard.type('sto');
  await waitForForm(page, 'the schema', ({ items }) => items.map(({ label }) => label).join() === 'sto,stock');
  await takeScreenshot(page, 'template-inputs');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const tables = await waitForForm(page, 'the tables', (form) => form.title.includes('(2/4)') && form.items.length > 0);
  expect(tables.items.map(({ label }) => label)).not.toContain('orders');
  const [table] = tables.items;
  await page.keyboard.press('Enter');
  const third = await waitForForm(page, 'the limit', (form) => form.title.includes('(3/4)') && form.items.length > 3);
  expect(third.placeholder).toMatch(/^limit, optional \(press Enter to skip\) · /);
  expect(third.items[0]?.label).toBe('Skip limit');
  await page.locator('.quick-input-widget').getByRole('button', { name: 'Back' }).click();
  await waitForForm(page, 'the table', ({ title, value }) => title.includes('(2/4)') && value === table?.label);
  await acceptQuickInput(page);
  await waitForForm(page, 'the limit', ({ title }) => title.includes('(3/4)'));
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  const uri = `db://larkspur/stock/${table?.label}/rows?limit=10`;
  const uses = await waitForForm(page, 'the last step', ({ placeholder }) => placeholder === uri);
  expect([uses.title, uses.items.map(({ label }) => label)]).toEqual([
    'Rows of a table (4/4)',
    ['Attach to Chat', 'Open', 'Save to List', 'Copy URI'],
  ]);
  await pickQuickItem(page, 'Copy URI');
  await waitForClipboard(uri);
});

it('a list takes values until an empty box', async () => {
  const { page } = workbench;
  await openForm(page, 'By tags');
  await waitForForm(page, 'completions', ({ items }) => items.length > 2);
  await page.keyboard.type('blue');
  await page.keyboard.press('Enter');
  await waitForForm(page, 'the next value', ({ items }) => items[0]?.label === 'Continue with blue');
  await waitForForm(page, 'completions', ({ items }) => items.length > 2);
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await waitForForm(page, 'both', ({ items }) => items[0]?.label === 'Continue with blue, green, dark');
  await page.keyboard.press('Enter');
  await waitForForm(page, 'the last step', ({ title }) => title.includes('(2/2)'));
  await pickQuickItem(page, 'Copy URI');
  await waitForClipboard('tags://all?tags=blue&tags=green%2C%20dark');
});

it('a resource that is not there is said, and leads back to the value; Escape ends the form', async () => {
  const { page } = workbench;
  await openForm(page, 'Support ticket by number');
  await waitForForm(page, 'the number', ({ title }) => title.includes('(1/2)'));
  await page.keyboard.type('999999');
  await page.keyboard.press('Enter');
  await waitForForm(page, 'the last step', ({ placeholder }) => placeholder === 'ticket://support/999999');
  await pickQuickItem(page, 'Open');
  await waitForNotification(page, 'The server has no resource with the URI ticket://support/999999.');
  await waitForForm(page, 'the value', ({ title, value }) => title.includes('(1/2)') && value === '999999');
  await page.keyboard.press('Escape');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
});
