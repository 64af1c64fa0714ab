// Chooses a template by the Command Palette and reads the quick inputs that follow, with the keyboard alone.
import type { Page } from 'playwright-core';
import { openQuickInput } from '../../support/workbench/commands.js';
import { readQuickInput, type QuickInput } from '../../support/workbench/prompts.js';
import { waitFor } from '../../support/workbench/waiting.js';

/** Runs a command with the keyboard alone. */
async function command(page: Page, title: string): Promise<void> {
  await openQuickInput(page, 'F1', `>${title}`);
  await waitFor('the command', async () => (await readQuickInput(page)).items[0]?.label.includes(title) === true);
  await page.keyboard.press('Enter');
}

export async function waitForForm(page: Page, what: string, isIt: (form: QuickInput) => boolean): Promise<QuickInput> {
  let last: QuickInput | undefined;
  try {
    await waitFor(what, async () => isIt((last = await readQuickInput(page))));
  } catch (cause) {
    throw new Error(`The form shows ${JSON.stringify(last)}`, { cause });
  }
  return last!;
}

/** Opens the form of the template whose title begins like this, of so many. */
export async function openForm(page: Page, title: string, templates = 6): Promise<void> {
  await command(page, 'MCP Resources: Open Resource from Template…');
  await waitForForm(page, 'the templates', ({ items }) => items.length === templates);
  await page.keyboard.type(title);
  await waitForForm(page, 'the template', ({ items }) => items.length === 1);
  await page.keyboard.press('Enter');
}
