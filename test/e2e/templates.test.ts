import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureFailures, setSideBarWidth, setTheme, takeScreenshot } from '../support/workbench/appearance.js';
import { runCommand } from '../support/workbench/commands.js';
import {
  cancelQuickInput,
  clearNotifications,
  readQuickInput,
  waitForNotification,
  type QuickInput,
} from '../support/workbench/prompts.js';
import {
  allRows,
  clickRow,
  findRow,
  openContextMenu,
  runContextAction,
  setExpanded,
  visibleRows,
  waitForRow,
} from '../support/workbench/trees.js';
import { menuItems } from '../support/workbench/commands.js';
import { waitFor } from '../support/workbench/waiting.js';
import type { Workbench } from '../support/workbench/workbench.js';
import { demoServer, openAndAgree, openResources, Panel, rawServer, startWithServers } from './product.js';

const keptName = 'Support ticket by number: 950';
let workbench: Workbench;

/** Runs a command with the keyboard alone. */
async function command(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget').waitFor();
  await page.keyboard.type(title);
  await waitFor('the command', async () => (await readQuickInput(page)).items[0]?.label.includes(title) === true);
  await page.keyboard.press('Enter');
}

async function waitForForm(page: Page, what: string, isIt: (form: QuickInput) => boolean): Promise<QuickInput> {
  let last: QuickInput | undefined;
  try {
    await waitFor(what, async () => isIt((last = await readQuickInput(page))));
  } catch (cause) {
    throw new Error(`The form shows ${JSON.stringify(last)}`, { cause });
  }
  return last!;
}

/** Opens the form of the template whose title begins like this, with the keyboard alone. */
async function openForm(page: Page, title: string): Promise<void> {
  await command(page, 'MCP Resources: Open Resource from Template…');
  await waitForForm(page, 'the templates', ({ items }) => items.length === 6);
  await page.keyboard.type(title);
  await waitForForm(page, 'the template', ({ items }) => items.length === 1);
  await page.keyboard.press('Enter');
}

async function openFirstStep(page: Page, title: string): Promise<void> {
  await openForm(page, title);
  await waitForForm(page, 'the first step', (form) => form.title.startsWith(title) && form.title.includes('(1/'));
}

async function tabs(page: Page): Promise<readonly string[]> {
  return page.locator('.tabs-container .tab .label-name').allInnerTexts();
}

beforeAll(async () => {
  workbench = await startWithServers({ larkspur: demoServer(), shapes: rawServer('templates') });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'ticket');
});

afterAll(async () => {
  await workbench.dispose();
});

pictureFailures(() => workbench.page);

describe('a template', () => {
  it('is filled in with what the server offers, shown as it takes shape, and opened', async () => {
    const { page } = workbench;
    await openFirstStep(page, 'Support ticket by number');
    const empty = await waitForForm(page, 'completions', ({ items }) => items.length > 3);
    expect(empty.title).toContain(`ticket://support/${empty.items[0]?.label}`);
    expect(empty.placeholder).toMatch(/^number, required · Also reaches the closed tickets/);
    await page.keyboard.type('95');
    const typed = await waitForForm(page, 'other completions', ({ items }) => items[1]?.label.includes('95') === true);
    expect(typed.items[0]).toMatchObject({ label: '95', description: 'number' });
    expect(typed.title).toBe('Support ticket by number · ticket://support/95 (1/2)');
    await page.keyboard.type('0');
    await waitForForm(page, 'the typed value', ({ title }) => title.includes('ticket://support/950 '));
    await page.keyboard.press('Enter');
    const uses = await waitForForm(page, 'the last step', ({ title }) => title.endsWith('(2/2)'));
    expect(uses.title).toBe('Support ticket by number · ticket://support/950 (2/2)');
    expect(uses.items.map(({ label }) => label)).toEqual(['Open', 'Attach to Chat', 'Keep in List', 'Copy URI']);
    await page.keyboard.press('Enter');
    await waitFor('the editor', async () =>
      (await tabs(page)).some((tab) => tab.startsWith('Support-ticket-by-number-950')),
    );
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
    expect(third.placeholder).toMatch(/^limit, optional: Enter leaves it out/);
    expect(third.items[0]?.label).toBe('Leave out limit');
    await page.keyboard.press('ArrowDown');
    await waitForForm(page, 'the preview', ({ title }) => title.includes('/rows?limit=10 '));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const last = await waitForForm(page, 'the last step', (form) => form.title.includes('(4/4)'));
    expect(last.title).toContain(`db://larkspur/stock/${table?.label}/rows (4/4)`);
    await cancelQuickInput(page);
  });

  it('says what is not there, and goes back to the values', async () => {
    const { page } = workbench;
    await openFirstStep(page, 'Support ticket by number');
    await page.keyboard.type('999999');
    await page.keyboard.press('Enter');
    await waitForForm(page, 'the last step', ({ title }) => title.endsWith('(2/2)'));
    await page.keyboard.press('Enter');
    const { severity } = await waitForNotification(page, 'The server has nothing at ticket://support/999999.');
    expect(severity).toBe('info');
    await waitForForm(page, 'the value', ({ title, value }) => title.endsWith('(1/2)') && value === '999999');
    await clearNotifications(page);
    await cancelQuickInput(page);
  });

  it('remembers the values that led somewhere', async () => {
    const { page } = workbench;
    await openFirstStep(page, 'Support ticket by number');
    await takeScreenshot(page, 'template-used-before');
    await page.keyboard.type('5');
    const { items } = await waitForForm(page, 'what was used', (form) =>
      form.items.some(({ label }) => label === '950'),
    );
    expect(items.map(({ label }) => label)).not.toContain('999999');
    await cancelQuickInput(page);
  });

  it('is the last row of its scheme, and Enter fills it in', async () => {
    const { page } = workbench;
    await setExpanded(page, 'Resources', 'ticket');
    const inside = (await allRows(page, 'Resources')).filter(({ level }) => level === 2);
    expect(inside.at(-1)).toMatchObject({
      label: 'Support ticket by number',
      description: 'ticket://support/{number}',
      icon: 'symbol-parameter',
      ariaLabel: 'Support ticket by number, template, ticket://support/{number}',
    });
    await clickRow(page, 'Resources', 'Support ticket by number');
    await waitForForm(page, 'the form', ({ title }) => title.includes('(1/2)'));
    await cancelQuickInput(page);
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

describe('a template of another shape', () => {
  it('takes values for a list one by one, gives them back, and goes on without typing', async () => {
    const { page } = workbench;
    await openFirstStep(page, 'By tags');
    const first = await waitForForm(page, 'completions', ({ items }) => items.length > 2);
    expect(first.items.map(({ label }) => label.replaceAll('\u200b', ''))).toEqual([
      'Leave out tags',
      'red',
      'green, dark',
      '$(trash)',
    ]);
    await page.keyboard.type('blue, big');
    await waitForForm(page, 'both values', ({ title }) => title.includes('tags://all?tags=blue&tags=big '));
    await page.keyboard.press('Enter');
    await waitForForm(page, 'them to be chosen', ({ items }) => items[0]?.label === 'Go on with blue, big');
    for (let at = 0; at < 4; at += 1) await page.keyboard.press('ArrowDown');
    await waitForForm(page, 'a value with a comma', ({ title }) => title.includes('&tags=green%2C%20dark '));
    await page.keyboard.press('Enter');
    const chosen = await waitForForm(page, 'three', ({ items }) => items[0]?.label.startsWith('Go on') === true);
    expect(chosen.items.slice(0, 4).map(({ label, description }) => [label, description])).toEqual([
      ['Go on with blue, big, green, dark', ''],
      ['blue', 'take out'],
      ['big', 'take out'],
      ['green, dark', 'take out'],
    ]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await waitForForm(page, 'one less', ({ items }) => items[0]?.label === 'Go on with big, green, dark');
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
    await page.keyboard.press('Enter');
    await waitFor('the editor', async () => (await tabs(page)).some((tab) => tab.startsWith('Without-variables')));
  });

  it('is refused where it is no template', async () => {
    const { page } = workbench;
    await openForm(page, 'With a mistake');
    await waitForNotification(page, 'it has a mistake at character 10. Tell the server’s author.');
    await clearNotifications(page);
  });
});

describe('a resource that a person built', () => {
  it('is kept in the tree and in the search', async () => {
    const { page } = workbench;
    await openFirstStep(page, 'Support ticket by number');
    await page.keyboard.type('950');
    await page.keyboard.press('Enter');
    await waitForForm(page, 'the last step', ({ title }) => title.endsWith('(2/2)'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await waitForRow(page, 'Resources', keptName);
    const row = (await visibleRows(page, 'Resources')).find(({ label }) => label === keptName);
    expect(row).toMatchObject({ description: '▂▄▆ · kept', selected: true });
    const panel = await Panel.open(page);
    await panel.search('ticket by number');
    await waitFor('the row', async () => (await panel.titles()).includes(keptName));
  });

  it('is there after a restart', async () => {
    await workbench.restart();
    const { page } = workbench;
    await openResources(page);
    await (await Panel.open(page)).waitForSummary(/2 servers$/);
    await setExpanded(page, 'Resources', 'ticket');
    await findRow(page, 'Resources', keptName);
  });

  it('is there until it is forgotten', async () => {
    const { page } = workbench;
    await runContextAction(page, 'Resources', keptName, 'Forget Resource');
    await waitFor(
      'it to be gone',
      async () => !(await allRows(page, 'Resources')).some(({ label }) => label === keptName),
    );
    await openContextMenu(page, 'Resources', 'Support ticket by number');
    await page.keyboard.press('Escape');
  });
});

describe('pictures', () => {
  it('of the form and of the tree', async () => {
    const { page } = workbench;
    await setSideBarWidth(page, 300);
    await setExpanded(page, 'Resources', 'ticket', false);
    await setExpanded(page, 'Resources', 'wiki');
    for (const theme of ['dark', 'light', 'highContrast'] as const) {
      await setTheme(workbench, theme);
      await findRow(page, 'Resources', 'Search the wiki');
      await takeScreenshot(page, `template-tree-${theme}-300`);
      await openFirstStep(page, 'Rows of a table');
      await waitForForm(page, 'the schemas', ({ items }) => items.length > 1);
      await takeScreenshot(page, `template-form-1-${theme}`);
      await page.keyboard.type('sales');
      await waitForForm(page, 'the typed value', ({ items }) => items[0]?.label === 'sales');
      await takeScreenshot(page, `template-form-2-${theme}`);
      await page.keyboard.press('Enter');
      await waitForForm(page, 'the tables', (form) => form.title.includes('(2/4)') && form.items.length > 0);
      await page.keyboard.press('Enter');
      await waitForForm(page, 'the limit', (form) => form.title.includes('(3/4)') && form.items.length > 3);
      await takeScreenshot(page, `template-form-3-${theme}`);
      await page.keyboard.press('Enter');
      await waitForForm(page, 'the last step', (form) => form.title.includes('(4/4)'));
      await takeScreenshot(page, `template-form-4-${theme}`);
      await page.keyboard.press('Escape');
    }
    await runCommand(page, 'MCP Resources: Open Resource from Template…');
    await waitForForm(page, 'the templates', ({ items }) => items.length === 6);
    await takeScreenshot(page, 'template-choice');
    await cancelQuickInput(page);
  });
});
