import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChat, waitForChips } from '../../support/workbench/chat.js';
import { openContainer, runCommand } from '../../support/workbench/commands.js';
import { activeEditor, followLink, goTo, openFile, suggestions, tabs } from '../../support/workbench/editors.js';
import {
  clearNotifications,
  notifications,
  pressNotificationButton,
  waitForNotification,
} from '../../support/workbench/prompts.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { goToEndOf, linkTexts, prompt, promptFile } from './mentioning.js';
import { acceptShown, allowServer, demoServer, startWithServers, waitForStoredLists } from '../base/product.js';

/** Mentions from the first window, before the user allowed any server, to the windows after it. */
let workbench: Workbench;

beforeAll(async () => {
  const files = { ...promptFile, 'notes.md': '# Notes\n\n', 'server.log': 'x\n' };
  workbench = await startWithServers({ larkspur: demoServer() }, { ownWindow: true, files });
});

afterAll(() => workbench.dispose());

/** Opening a file that may have mentions loads the mention features, but starts no server. */
async function openFirstFiles(): Promise<void> {
  await openContainer(workbench.page, 'MCP Resources');
  await waitFor('the configuration', async () => (await workbench.logs()).includes('Configured: 1 servers'));
  await openFile(workbench.page, prompt);
  await waitFor('the links', async () => (await linkTexts(workbench)).includes('tone-of-voice'));
  expect(await workbench.logs()).not.toContain('Ready after');
  expect(await activeEditor(workbench.page).locator('.squiggly-hint').count()).toBe(0);
}

/** A resource whose server needs permission does not open: a notification says why. */
async function openTooEarly(): Promise<void> {
  const { page } = workbench;
  const before = await tabs(page);
  await waitFor('the links', async () => (await linkTexts(workbench)).includes('tone-of-voice'));
  await goToEndOf(workbench, 'tone-of-voice');
  await page.keyboard.press('F12');
  const { buttons } = await waitForNotification(page, 'needs your permission to start');
  expect(buttons).toEqual(['Review and Start…']);
  await clearNotifications(page);
  await followLink(page, 'tone-of-voice');
  await waitForNotification(
    page,
    'Couldn’t read “tone-of-voice”. The server “larkspur” needs your permission to start.',
  );
  await clearNotifications(page);
  expect(await tabs(page)).toEqual(before);
  expect(await notifications(page)).toEqual([]);
  expect(await workbench.logs()).not.toMatch(/\[error\]/u);
}

/** An attached resource of such a server is added once the user allows the server. */
async function attachAndAgree(): Promise<void> {
  const { page } = workbench;
  await openChat(page);
  await openFile(page, prompt);
  await goToEndOf(workbench, 'Read how orders');
  await page.keyboard.press('Shift+ArrowDown');
  await runCommand(page, 'MCP Resources: Attach Mentioned Resources');
  await waitForNotification(page, 'Skipped 1 of 1 mentioned resources.');
  await pressNotificationButton(page, 'Skipped 1 of 1 mentioned resources', 'Review and Start…');
  await allowServer(page);
  await acceptShown(page, 'Attach Mentioned Resources');
  await waitForChips(page, ['Weather-hold.md']);
}

/** The next window knows the servers' cached lists before any server starts. */
async function findLinksInNextWindow(): Promise<void> {
  const starts = async (): Promise<number> => (await workbench.logs()).split('Ready after').length;
  await openContainer(workbench.page, 'Explorer');
  await waitForStoredLists(workbench);
  await workbench.reload();
  const before = await starts();
  await openFile(workbench.page, prompt);
  await waitFor('the link of the bare URI', async () => (await linkTexts(workbench)).includes('repo://larkspur'));
  expect(await starts()).toBe(before);
  expect(await workbench.logs()).not.toMatch(/\[error\]/u);
}

/** Completion works for text typed before the mention features are loaded. */
async function typeEarly(): Promise<void> {
  await workbench.reload();
  const { page } = workbench;
  await openFile(page, 'notes.md');
  await goTo(page, 2, 1);
  await page.keyboard.type('@');
  await waitFor('the server', async () => (await suggestions(page)).some((text) => text.startsWith('larkspur')));
}

it('mentions are there before a user has agreed to anything, and in the next windows before a server starts', async () => {
  await openFirstFiles();
  await openTooEarly();
  await attachAndAgree();
  await findLinksInNextWindow();
  await typeEarly();
}, 240_000);
