// The template form as quick inputs, with the keyboard alone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeScreenshot } from '../../support/workbench/appearance.js';
import { cancelQuickInput, waitForNotification } from '../../support/workbench/prompts.js';
import { waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { freshStart } from '../base/freshStart.js';
import { demoServer, openAndAgree, rawServer, startWithServers } from '../base/product.js';
import { openFirstStep, openForm, waitForForm } from './templateSteps.js';

let workbench: Workbench;

/** Opens the ticket with this number through its template. */
async function openTicket(page: Page, number: string): Promise<void> {
  await openFirstStep(page, 'Support ticket by number');
  await page.keyboard.type(number);
  await waitForForm(page, 'the typed value', ({ title }) => title.includes(`ticket://support/${number} `));
  await page.keyboard.press('Enter');
  await waitForForm(page, 'the last step', ({ title }) => title.endsWith('(2/2)'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

async function waitForTab(page: Page, name: string): Promise<void> {
  await waitFor('the editor', async () => (await tabs(page)).some((tab) => tab.startsWith(name)));
}

async function tabs(page: Page): Promise<readonly string[]> {
  return page.locator('.tabs-container .tab .label-name').allInnerTexts();
}

beforeAll(async () => {
  workbench = await startWithServers({ larkspur: demoServer(), shapes: rawServer('templates') });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'ticket');
});

afterAll(() => workbench.dispose());

beforeEach(() => freshStart(workbench));

describe('a template', () => {
  it('is filled in with what the server offers, shown as it takes shape, and opened', async () => {
    const { page } = workbench;
    await openFirstStep(page, 'Support ticket by number');
    const empty = await waitForForm(page, 'completions', ({ items }) => items.length > 3);
    expect(empty.title).toContain(`ticket://support/${empty.items[0]?.label}`);
    expect(empty.placeholder).toMatch(/^number, required · Also finds closed tickets/);
    await page.keyboard.type('95');
    const typed = await waitForForm(
      page,
      'other completions',
      ({ items }) => items[0]?.label === '95' && items[1]?.label.includes('95') === true,
    );
    expect(typed.items[0]).toMatchObject({ label: '95', description: 'number' });
    expect(typed.title).toBe('Support ticket by number · ticket://support/95 (1/2)');
    await page.keyboard.type('0');
    await waitForForm(page, 'the typed value', ({ title }) => title.includes('ticket://support/950 '));
    await page.keyboard.press('Enter');
    const uses = await waitForForm(page, 'the last step', ({ title }) => title.endsWith('(2/2)'));
    expect(uses.title).toBe('Support ticket by number · ticket://support/950 (2/2)');
    expect(uses.items.map(({ label }) => label)).toEqual(['Attach to Chat', 'Open', 'Save to List', 'Copy URI']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await waitForTab(page, 'Support-ticket-by-number-950');
  });

  it('asks for one value after the other, each completed by what the others are', async () => {
    const { page } = workbench;
    await openFirstStep(page, 'Rows of a table');
    await waitForForm(page, 'the schemas', ({ items }) => items.some(({ label }) => label === 'stock'));
    await page.keyboard.type('stock');
    await page.keyboard.press('Enter');
    const second = await waitForForm(
      page,
      'the tables',
      (form) => form.title.includes('(2/4)') && form.items.length > 0,
    );
    expect(second.items.map(({ label }) => label)).not.toContain('orders');
    expect(second.title).toContain('db://larkspur/stock/');
    const [table] = second.items;
    await page.keyboard.press('Enter');
    const third = await waitForForm(page, 'the limit', (form) => form.title.includes('(3/4)') && form.items.length > 3);
    expect(third.placeholder).toMatch(/^limit, optional \(press Enter to skip\)/);
    expect(third.items[0]?.label).toBe('Skip limit');
    await page.keyboard.press('ArrowDown');
    await waitForForm(page, 'the preview', ({ title }) => title.includes('/rows?limit=10 '));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const last = await waitForForm(page, 'the last step', (form) => form.title.includes('(4/4)'));
    expect(last.title).toContain(`db://larkspur/stock/${table?.label}/rows (4/4)`);
    await cancelQuickInput(page);
  });

  it('says what is not there, goes back to the values, and remembers only those that led somewhere', async () => {
    const { page } = workbench;
    await openTicket(page, '950');
    await waitForTab(page, 'Support-ticket-by-number-950');
    await openTicket(page, '999999');
    const { severity } = await waitForNotification(
      page,
      'The server has no resource with the URI ticket://support/999999.',
    );
    expect(severity).toBe('info');
    await waitForForm(page, 'the value', ({ title, value }) => title.endsWith('(1/2)') && value === '999999');
    await cancelQuickInput(page);
    await openFirstStep(page, 'Support ticket by number');
    const first = await waitForForm(page, 'what was used first', ({ items }) => items[0]?.label === '950');
    expect(first.items.map(({ label }) => label)).not.toContain('999999');
    await takeScreenshot(page, 'template-used-before');
    // VS Code lists labels that end with the typed text first, and only visible rows of a long list exist.
    await page.keyboard.type('95');
    await waitForForm(page, 'what was used', ({ items }) =>
      items.some(({ label, description }) => label === '950' && description === 'used before'),
    );
    await cancelQuickInput(page);
  });
});

describe('a template of another shape', () => {
  it('takes values for a list one by one, gives them back, and goes on without typing', async () => {
    const { page } = workbench;
    await openFirstStep(page, 'By tags');
    const first = await waitForForm(page, 'completions', ({ items }) => items.length > 2);
    expect(first.items.map(({ label }) => label.replaceAll('\u200b', ''))).toEqual([
      'Skip tags',
      'red',
      'green, dark',
      '$(trash)',
    ]);
    await page.keyboard.type('blue, big');
    await waitForForm(page, 'both values', ({ title }) => title.includes('tags://all?tags=blue&tags=big '));
    await page.keyboard.press('Enter');
    await waitForForm(page, 'them to be chosen', ({ items }) => items[0]?.label === 'Continue with blue, big');
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowDown');
    await waitForForm(page, 'a value with a comma', ({ title }) => title.includes('&tags=green%2C%20dark '));
    await page.keyboard.press('Enter');
    const all = 'Continue with blue, big, green, dark';
    const chosen = await waitForForm(page, 'three', ({ items }) => items[0]?.label === all);
    expect(chosen.items.slice(0, 4).map(({ label, description }) => [label, description])).toEqual([
      [all, ''],
      ['blue', 'remove'],
      ['big', 'remove'],
      ['green, dark', 'remove'],
    ]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await waitForForm(page, 'one less', ({ items }) => items[0]?.label === 'Continue with big, green, dark');
    await page.keyboard.press('Enter');
    const { title } = await waitForForm(page, 'the last step', (form) => form.title.endsWith('(2/2)'));
    expect(title).toBe('By tags · tags://all?tags=big&tags=green%2C%20dark (2/2)');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await waitFor(
      'the URI on the clipboard',
      async () =>
        (await page.evaluate(() => navigator.clipboard.readText())) === 'tags://all?tags=big&tags=green%2C%20dark',
    );
  });

  it('goes straight to the last step without variables', async () => {
    const { page } = workbench;
    await openForm(page, 'Without variables');
    await waitForForm(page, 'the last step', ({ title }) => title === 'Without variables · fixed://page (1/1)');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await waitForTab(page, 'Without-variables');
  });

  it('is refused where it is no template', async () => {
    const { page } = workbench;
    await openForm(page, 'With a mistake');
    await waitForNotification(page, 'syntax error at character 10. Report this to the server’s author.');
  });
});
