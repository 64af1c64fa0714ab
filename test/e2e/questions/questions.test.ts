import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/terminal.mjs';
import { pickFromMenu } from '../../support/workbench/commands.js';
import {
  acceptQuickInput,
  notifications,
  pickQuickItem,
  pressDialogButton,
  readDialog,
  readQuickInput,
  typeIntoQuickInput,
  waitForNotification,
} from '../../support/workbench/prompts.js';
import { sendMessage, waitForChips } from '../../support/workbench/chat.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { freshStart } from '../base/freshStart.js';
import { openAndAgree, Panel, startWithServers } from '../base/product.js';

const server = path.join(root, 'test/servers/askingServer.mjs');
const resources = 9;
let folder: string;
/** The file in which the old server records received messages. */
let record: string;
let workbench: Workbench;
let panel: Panel;

/** Finds a resource's row: of the server that asks as in the 2025 revision (`old`) or in the 2026 one (`new`). */
async function find(resource: string, name: 'old' | 'new'): Promise<Locator> {
  await panel.search(`uri:ask://${resource} ${name}`);
  await panel.waitForSummary(/^1 of /);
  return panel.row(`${name} ${resource}`);
}

async function open(resource: string, name: 'old' | 'new'): Promise<void> {
  await (await find(resource, name)).click({ button: 'right' });
  await pickFromMenu(workbench.page, 'Open in New Tab');
}

async function answer(text: string): Promise<void> {
  await typeIntoQuickInput(workbench.page, text);
  await acceptQuickInput(workbench.page);
}

/** Waits for the input whose title mentions this topic. */
async function waitForInput(topic: string): Promise<void> {
  await waitFor(`the input "${topic}"`, async () => (await readQuickInput(workbench.page)).title.includes(topic));
}

async function editorText(): Promise<string> {
  const editor = workbench.page.locator('.editor-instance .view-lines');
  return (await editor.isVisible()) ? (await editor.innerText()).replaceAll(/\s/gu, ' ') : '';
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'questions-'));
  record = path.join(folder, 'record.jsonl');
  workbench = await startWithServers({
    old: { command: 'node', args: [server, '--record', record] },
    new: { command: 'node', args: [server, '--modern'] },
  });
  await openAndAgree(workbench.page);
  panel = await Panel.open(workbench.page);
  await panel.search('');
  await panel.waitForSummary(`${2 * resources} total`);
});

afterAll(async () => {
  await workbench.dispose();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => freshStart(workbench));

describe('a server that asks outside of any request', () => {
  it('is answered without a word to the user', async () => {
    const answers = async (): Promise<number> => (await readFile(record, 'utf8')).split('"action":"cancel"').length;
    const before = await answers();
    await workbench.executeCommand('mcpResources.refresh');
    await waitFor('the answer', async () => (await answers()) > before);
    await expect.poll(() => workbench.logs()).toContain('[old] The server asked something while nobody waits');
    expect(await workbench.page.locator('.quick-input-widget').isVisible()).toBe(false);
    expect(await notifications(workbench.page)).toEqual([]);
  });
});

describe.each(['old', 'new'] as const)('a resource of the %s server that asks first', (name) => {
  it('is opened with the values that the user gave in inputs, once they are right', async () => {
    const { page } = workbench;
    await open('form', name);
    await waitForInput('Month');
    const month = await readQuickInput(page);
    expect({ title: month.title, placeholder: month.placeholder, message: month.message }).toEqual({
      title: `Request from MCP Server “${name}”: Month (1/3)`,
      placeholder: 'As year-month',
      message: expect.stringContaining('Which report do you want?') as string,
    });
    await typeIntoQuickInput(page, 'March');
    await acceptQuickInput(page);
    await waitFor('what is wrong', async () =>
      (await readQuickInput(page)).message.includes('must match this pattern'),
    );
    await typeIntoQuickInput(page, '2026-03');
    await acceptQuickInput(page);
    await waitForInput('Format');
    expect((await readQuickInput(page)).items.map(({ label }) => label)).toEqual(['Table', 'Markdown', 'Skip']);
    await pickQuickItem(page, 'Markdown');
    await waitFor('the review', async () => (await readQuickInput(page)).title.includes('(3/3)'));
    const review = (await readQuickInput(page)).items.map(({ label, description }) => `${label} ${description}`.trim());
    expect(review).toEqual([`Send to “${name}”`, 'Month 2026-03', 'Format Markdown']);
    await pickQuickItem(page, 'Month');
    await waitForInput('Month');
    expect((await readQuickInput(page)).value).toBe('2026-03');
    await typeIntoQuickInput(page, '2026-04');
    await acceptQuickInput(page);
    await waitFor('the review', async () => (await readQuickInput(page)).title.includes('(3/3)'));
    await pickQuickItem(page, `Send to “${name}”`);
    await waitFor('the text', async () =>
      (await editorText()).includes('{"action":"accept","content":{"month":"2026-04","format":"md"}}'),
    );
    expect(await workbench.logs()).not.toContain('2026-04');
  });

  it('is attached, and what was answered for goes into the chat when the message is sent', async () => {
    const { page } = workbench;
    // A click alone opens it, which asks, too, and the question takes the next key.
    await (await find('form', name)).click({ modifiers: ['ControlOrMeta'] });
    await page.keyboard.press('Enter');
    await waitForInput('Month');
    await answer('2026-05');
    await waitForInput('Format');
    await acceptQuickInput(page);
    await waitFor('the review', async () => (await readQuickInput(page)).title.includes('(3/3)'));
    await acceptQuickInput(page);
    await waitForChips(page, [`${name}-form.json`]);
    await sendMessage(page, 'which month?');
    const sent = (await workbench.chatRequests()).at(-1)?.references[0]?.text;
    expect(sent).toBe('[{"action":"accept","content":{"month":"2026-05","format":"csv"}}]');
    expect(await page.locator('.quick-input-widget').isVisible()).toBe(false);
  });

  it('is not opened when the question is closed, and says why', async () => {
    const { page } = workbench;
    await open('strict', name);
    await waitForInput('Month');
    await page.locator('.quick-input-widget .quick-input-box input').press('Escape');
    const { message } = await waitForNotification(page, /Couldn’t read “/);
    expect(message).toMatch(
      /Couldn’t read “(old|new) strict”\. The server needs an answer .*Open or attach the resource/,
    );
    expect(await page.locator('.tab[aria-label*="strict"]').count()).toBe(0);
  });

  it('is not opened when the user declines', async () => {
    const { page } = workbench;
    await open('strict', name);
    await waitForInput('Month');
    await page.locator('.quick-input-widget').getByRole('button', { name: 'Decline' }).click();
    const { message } = await waitForNotification(page, /Couldn’t read “/);
    expect(message).toMatch(/The server needs an answer/);
  });

  it('shows the whole address of a page that it sends the user to, and does not open it unasked', async () => {
    const { page } = workbench;
    await open('url', name);
    const { text, buttons } = await readDialog(page);
    expect(text).toContain('is asking you to open a page on reports.example in your browser');
    expect(text).toContain('https://reports.example/sign?id=1');
    expect(buttons).toEqual(expect.arrayContaining(['Open in Browser', 'Decline', 'Cancel']));
    await pressDialogButton(page, 'Decline');
    await waitFor('the text', async () => (await editorText()).includes('"action":"decline"'));
  });
});

describe('a form', () => {
  it('has an input for each kind of value, a way back, and what is optional can be left out', async () => {
    const { page } = workbench;
    await open('all', 'new');
    await waitForInput('Count');
    const { message } = await readQuickInput(page);
    expect(message).toContain('One of each [kind]');
    expect(await page.locator('.quick-input-message a').count()).toBe(0);
    await answer('ten');
    await waitFor('the message', async () => (await readQuickInput(page)).message.includes('Enter a number'));
    await answer('10');
    await waitFor('the message', async () => (await readQuickInput(page)).message.includes('at most 9'));
    await answer('7');
    await waitForInput('Deep');
    await pickQuickItem(page, 'Skip');
    await waitForInput('Parts');
    expect((await readQuickInput(page)).items.map(({ label, checked }) => `${label} ${checked}`)).toEqual([
      'head false',
      'body false',
      'tail true',
    ]);
    await pickQuickItem(page, 'tail');
    await acceptQuickInput(page);
    await waitFor('the message', async () => (await readQuickInput(page)).placeholder.includes('Select at least 1'));
    await pickQuickItem(page, 'head');
    await acceptQuickInput(page);
    await waitForInput('Note');
    await page.locator('.quick-input-widget').getByRole('button', { name: 'Back' }).click();
    await waitForInput('Parts');
    await acceptQuickInput(page);
    await waitForInput('Note');
    await acceptQuickInput(page);
    await waitFor('the review', async () => (await readQuickInput(page)).title.includes('(5/5)'));
    const review = (await readQuickInput(page)).items.map(({ description }) => description);
    expect(review).toEqual(['', '7', 'skipped', 'head', 'skipped']);
    await acceptQuickInput(page);
    await waitFor('the text', async () => (await editorText()).includes('"content":{"count":7,"parts":["head"]}'));
  });
});
