// The list of context sets, as a user acts in it.
import type { Page } from 'playwright-core';
import { runCommand } from '../../support/workbench/commands.js';
import {
  acceptQuickInput,
  pickQuickItem,
  quickInputTitle,
  readQuickInput,
  typeIntoQuickInput,
} from '../../support/workbench/prompts.js';
import { waitFor } from '../../support/workbench/waiting.js';

/** Opens the list and waits for a row. */
export async function showSets(page: Page, row: string): Promise<void> {
  await runCommand(page, 'MCP Resources: Context Sets…');
  await waitFor(row, async () => (await readQuickInput(page)).items.some(({ label }) => label.trim() === row));
}

/** Adds a set that is always in the context. */
export async function addSet(page: Page, choice: string, name: string, glob?: string): Promise<void> {
  await showSets(page, 'New Set…');
  await pickQuickItem(page, 'New Set…');
  await waitFor('the choices', async () => (await quickInputTitle(page)) === 'New Context Set');
  await nameSet(page, choice, name, glob);
}

/** Goes on where what a new set leads to is asked. */
export async function nameSet(page: Page, choice: string, name: string, glob?: string): Promise<void> {
  const isTicked = async (): Promise<boolean> =>
    (await readQuickInput(page)).items.some(({ label, checked }) => label === choice && checked === true);
  if (!(await isTicked())) await pickQuickItem(page, choice);
  await waitFor('the mark', isTicked);
  await acceptQuickInput(page);
  if (glob !== undefined) {
    await waitFor('the globs', async () => (await readQuickInput(page)).message.includes('URI globs'));
    await typeIntoQuickInput(page, glob);
    await acceptQuickInput(page);
  }
  await waitFor('the name', async () => (await readQuickInput(page)).message.includes('Enter a name'));
  await typeIntoQuickInput(page, name);
  await acceptQuickInput(page);
}
