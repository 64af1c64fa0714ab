import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/terminal.mjs';
import { takeScreenshot } from '../../support/workbench/appearance.js';
import { chatChips, chatDraft, waitForModel } from '../../support/workbench/chat.js';
import { viewPane } from '../../support/workbench/commands.js';
import { readQuickInput } from '../../support/workbench/prompts.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { Panel, startWithServers } from '../base/product.js';

/** At most, beyond VS Code's own question whether to trust the folder. */
const maxClicks = 3;
/** At most, of all that the extension says before the first answer: no names of views and switches, and no definition of a server. */
const maxWords = 40;

const launcher = `process.argv.push('--log-interval', '0', '--ticket-interval', '0');
await import(${JSON.stringify(path.join(root, 'dist/demo-server.js'))});
`;

let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWithServers(
    { larkspur: { command: 'node', args: ['server.mjs'] } },
    { ownWindow: true, viewport: { width: 1440, height: 900 }, files: { 'server.mjs': launcher } },
  );
});

afterAll(() => workbench.dispose());

/** The clicks of a user, and the sentences and buttons of the extension that came into sight. */
class Walk {
  readonly #read = new Set<string>();
  clicks = 0;

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }

  read(texts: readonly string[]): void {
    for (const text of texts.map((one) => one.replace(/\s+/gu, ' ').trim())) if (text !== '') this.#read.add(text);
  }

  get texts(): readonly string[] {
    return [...this.#read];
  }

  get words(): number {
    return this.texts.join(' ').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  }
}

/** What the views and messages say while there are no resources: then every row is a sentence of ours. */
async function saidAtFirst(page: Page, panel: Panel): Promise<readonly string[]> {
  const inSideBar = page.locator('.part.sidebar .welcome-view-content, .part.sidebar .monaco-list-row');
  const messages = page.locator('.notifications-toasts .notification-list-item');
  const inPanel = panel.frame.locator('.empty, .notice');
  return [
    ...(await inPanel.allInnerTexts()),
    ...(await inSideBar.filter({ visible: true }).allInnerTexts()),
    ...(await messages.filter({ visible: true }).allInnerTexts()),
  ];
}

it('a new user has the first answer after three clicks and forty words', async () => {
  const { page } = workbench;
  const walk = new Walk();
  await waitForModel(page);

  await walk.click(page.locator('.part.activitybar').getByRole('tab', { name: 'MCP Resources' }));
  const panel = await Panel.open(page);
  const review = panel.frame.getByRole('button', { name: 'Review and Start…' });
  await review.waitFor();
  await viewPane(page, 'Context').locator('.welcome-view-content').waitFor();
  await takeScreenshot(page, 'sixty-seconds-1');
  walk.read(await saidAtFirst(page, panel));

  await walk.click(review);
  const allow = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'Allow' }).first();
  await allow.waitFor();
  await takeScreenshot(page, 'sixty-seconds-2');
  const { title, placeholder, items } = await readQuickInput(page);
  // The definition, which is the detail of a row, does not count.
  walk.read([title, placeholder, ...items.flatMap(({ label, description }) => [label, description])]);

  await walk.click(allow);
  await panel.rows.first().waitFor();
  await page.keyboard.type('weather hold');
  await waitFor('what was typed', async () => (await panel.box.locator('input').inputValue()) === 'weather hold');
  await waitFor('the results', async () => /weather/i.test((await panel.titles())[0] ?? ''));
  await page.keyboard.press('Enter');
  await waitFor('the attachment', async () => (await chatChips(page)).length === 1);
  await takeScreenshot(page, 'sixty-seconds-3');
  await page.keyboard.type('When do we ship?');
  await waitFor('the question', async () => (await chatDraft(page)).includes('When do we ship?'));
  await page.keyboard.press('Enter');
  await waitFor('the answer', async () => (await workbench.chatRequests()).length === 1, 30_000);

  const [request] = await workbench.chatRequests();
  expect(request?.references.map(({ text }) => /weather/i.test(text ?? ''))).toEqual([true]);
  expect(walk.clicks).toBeLessThanOrEqual(maxClicks);
  expect(walk.words, walk.texts.join(' | ')).toBeLessThanOrEqual(maxWords);
});
