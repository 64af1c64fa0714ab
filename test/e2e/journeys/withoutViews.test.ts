// Each job by the Command Palette and quick picks alone, as in the Agents window, which shows no views of extensions.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatChips, openChat, removeChip, sendMessage, waitForChips } from '../../support/workbench/chat.js';
import { runCommand } from '../../support/workbench/commands.js';
import {
  acceptQuickInput,
  cancelQuickInput,
  clearNotifications,
  pickQuickItem,
  pressDialogButton,
  quickInputTitle,
  readDialog,
  readQuickInput,
  typeIntoQuickInput,
  waitForNotification,
} from '../../support/workbench/prompts.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { allowServers, rawServer, startWithServers } from '../base/product.js';
import { openForm } from '../templates/templateSteps.js';

const supportAgentsWindow = 'extensions.supportAgentsWindow';

let server: ChangingServer;
let workbench: Workbench;

beforeAll(async () => {
  server = await ChangingServer.create({ 'slip://box/alpha': 'alpha: one\n', 'slip://box/beta': 'beta: one\n' });
  workbench = await startWithServers(
    { larkspur: server.definition, quiet: rawServer('noSubscribe') },
    { ownWindow: true },
  );
  await workbench.executeCommand('workbench.action.closeSidebar');
  await openChat(workbench.page);
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

const run = (title: string): Promise<void> => runCommand(workbench.page, `MCP Resources: ${title}`);

/** Runs a command that asks for a resource, and chooses the only one that these words find. */
async function runFor(title: string, words: string): Promise<void> {
  const { page } = workbench;
  await run(title);
  await waitFor('the question', async () => (await readQuickInput(page)).placeholder.startsWith('Search resources'));
  await typeIntoQuickInput(page, words);
  await waitFor(words, async () => (await readQuickInput(page)).items.map(({ label }) => label).join() === words);
  await acceptQuickInput(page);
}

/** The search page in an editor, once it has one. */
async function searchPage(): Promise<Frame | undefined> {
  const pages = await Promise.all(
    workbench.page
      .frames()
      .map(async (frame) => ((await frame.locator('#panel.in-editor').count()) > 0 ? frame : undefined)),
  );
  return pages.find((frame) => frame !== undefined);
}

/** Fails where a view of ours was opened, even if it was closed again. */
async function expectNoView(): Promise<void> {
  const { page } = workbench;
  const isShown = await page.locator('.part.sidebar').isVisible();
  const views = await page
    .locator('.pane-header[aria-label^="Resources"], .pane-header[aria-label^="Servers"]')
    .count();
  expect([isShown, views]).toEqual([false, 0]);
}

const tab = (name: string | RegExp) => workbench.page.locator('.part.editor').getByRole('tab', { name });

describe('with all views closed', () => {
  it('each job is done by commands alone, and none opens a view', async () => {
    const { page } = workbench;
    await reviewsTheServers();
    await expectNoView();
    await finds();
    await expectNoView();
    await hasTheContext();
    await expectNoView();
    await seesChanges();
    await expectNoView();
    await fillsInTemplates();
    await expectNoView();
    await mindsTheServers();
    await expectNoView();
    expect(await page.locator('.notification-list-item-icon.codicon-error').count()).toBe(0);
  });

  it('a command allows the Agents window after a question, and leaves what the user wrote', async () => {
    const { page } = workbench;
    await writeSetting({ 'other.one': false });
    await run('Use in Agents Window…');
    expect((await readDialog(page)).text).toContain('Allow MCP Resource Picker to run in the Agents window?');
    await pressDialogButton(page, 'Cancel');
    expect(await userSetting()).toEqual({ 'other.one': false });
    await run('Use in Agents Window…');
    await pressDialogButton(page, 'Allow');
    await waitForNotification(page, 'Open or reload the Agents window to use MCP Resource Picker there.');
    const allowed = { 'other.one': false, 'mcp-resource-picker.mcp-resource-picker': true };
    await waitFor('the setting', async () => JSON.stringify(await userSetting()) === JSON.stringify(allowed));
    const declined = { 'mcp-resource-picker.mcp-resource-picker': false };
    await writeSetting(declined);
    await run('Use in Agents Window…');
    await waitForNotification(page, 'MCP Resource Picker is turned off for the Agents window');
    expect(await userSetting()).toEqual(declined);
    await clearNotifications(page);
  });
});

/** Writes the setting as the user does, and waits until VS Code applies it. */
async function writeSetting(value: Readonly<Record<string, boolean>>): Promise<void> {
  const settings = { [supportAgentsWindow]: value };
  await workbench.changeSettings(settings);
  await waitFor('the setting', async () => {
    const pending = await workbench.executeCommand('probe.pendingSettings', settings, []);
    return JSON.stringify(pending) === '[]';
  });
}

async function userSetting(): Promise<unknown> {
  const text = await readFile(path.join(workbench.userDataDir, 'User/settings.json'), 'utf8');
  return (JSON.parse(text) as Readonly<Record<string, unknown>>)[supportAgentsWindow];
}

async function reviewsTheServers(): Promise<void> {
  const { page } = workbench;
  await run('Review Servers…');
  await waitFor('the review', async () => (await quickInputTitle(page)).startsWith('Select MCP Servers to Start'));
  await cancelQuickInput(page);
  await allowServers(page);
  await clearNotifications(page);
}

/** Attaches and opens what it finds. */
async function finds(): Promise<void> {
  const { page } = workbench;
  await runFor('Attach to Chat', 'alpha');
  await waitForChips(page, ['alpha.txt']);
  await runFor('Open in New Tab', 'beta');
  await tab(/beta/u).waitFor();
}

async function hasTheContext(): Promise<void> {
  const { page } = workbench;
  await runFor('Add to Context', 'beta');
  await run('Check or Uncheck Resources…');
  await waitFor('both', async () => (await readQuickInput(page)).items.length === 2);
  await pickQuickItem(page, 'alpha');
  await acceptQuickInput(page);
  await removeChip(page, 'alpha.txt');
  await waitForChips(page, []);
  await run('Attach Context');
  await waitForChips(page, ['beta.txt']);
  await run('Remove from Context');
  await waitFor('both', async () => (await readQuickInput(page)).items.length === 2);
  await pickQuickItem(page, 'alpha');
  await acceptQuickInput(page);
  await sendMessage(page, 'What is beta?');
}

async function seesChanges(): Promise<void> {
  const { page } = workbench;
  await server.change({ 'slip://box/beta': 'beta: two\n' });
  await waitFor('the change to be known', async () => {
    await clearNotifications(page);
    await run('Show Changes');
    return tab(/beta.*↔/u).isVisible();
  });
  await run('Attach Updated Resources');
  await waitForChips(page, ['beta.txt']);
}

async function fillsInTemplates(): Promise<void> {
  const { page } = workbench;
  await openForm(page, 'Support ticket by number', 3);
  await waitFor(
    'the form',
    async () => ((await (await searchPage())?.locator('.template-form input:focus').count()) ?? 0) > 0,
  );
  await page.keyboard.type('950');
  const form = (await searchPage())!;
  await form.getByRole('button', { name: 'Save to List' }).click();
  await form.locator('.outcome', { hasText: 'Resource saved to the Resources view' }).waitFor();
  await form.getByRole('button', { name: 'Attach to Chat' }).press('Enter');
  await waitFor('the ticket', async () => (await chatChips(page)).some((chip) => chip.includes('950')));
  await clearNotifications(page);
}

async function mindsTheServers(): Promise<void> {
  const { page } = workbench;
  await run('Stop Server');
  await pickQuickItem(page, 'quiet');
  await waitFor('a stopped server', async () => {
    await run('Start Server');
    const { items } = await readQuickInput(page);
    const isStopped = items.some(({ label, description }) => label === 'quiet' && description.startsWith('stopped'));
    if (!isStopped) await cancelQuickInput(page);
    return isStopped;
  });
  await pickQuickItem(page, 'quiet');
}
