// Of several chats, the one that gets what is attached: VS Code chooses it, and this file holds what is said about its choice.
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatChips, openChat, sendMessage, waitForChips } from '../../support/workbench/chat.js';
import { exactly, openContainer, pickFromMenu, runCommand } from '../../support/workbench/commands.js';
import { activeEditor, goTo } from '../../support/workbench/editors.js';
import {
  acceptQuickInput,
  notifications,
  pressNotificationButton,
  readQuickInput,
  typeIntoQuickInput,
  waitForNotification,
} from '../../support/workbench/prompts.js';
import { clickRow, runInlineAction, setExpanded, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { freshStart } from '../base/freshStart.js';
import { openAndAgree, Panel, startWithServers } from '../base/product.js';

let server: ChangingServer;
let workbench: Workbench;

beforeAll(async () => {
  const names = ['alpha', 'beta', 'gamma'];
  server = await ChangingServer.create(
    Object.fromEntries(names.map((name) => [`slip://box/${name}`, `${name}: one\nline two\nline three\nline four\n`])),
  );
  workbench = await startWithServers({ larkspur: server.definition });
  await openAndAgree(workbench.page);
  await setExpanded(workbench.page, 'Resources', 'slip');
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

beforeEach(async () => {
  await freshStart(workbench);
  await openContainer(workbench.page, 'MCP Resources');
  await waitForRow(workbench.page, 'Resources', 'alpha');
});

afterEach(async () => {
  const { page } = workbench;
  for (const chat of [inEditor(page), inView(page)]) if (await chat.isVisible()) await empty(chat);
});

const inView = (page: Page): Locator => page.locator('.part.auxiliarybar .interactive-session').first();
const inEditor = (page: Page): Locator => page.locator('.part.editor .interactive-session').first();

async function chipsIn(chat: Locator): Promise<readonly string[]> {
  const chips = chat.locator('.interactive-input-part .chat-attached-context-attachment:not(.implicit)');
  return (await chips.allInnerTexts()).map((text) => text.replace(/\s+(?=:)/u, '').trim());
}

/** Removes the chips and the text of a chat's input: VS Code gives those of a chat without messages to the next one. */
async function empty(chat: Locator): Promise<void> {
  await chat.locator('.interactive-input-part .monaco-editor').first().click();
  await chat.page().keyboard.press('Control+A');
  await chat.page().keyboard.press('Delete');
  for (let left = (await chipsIn(chat)).length; left > 0; left -= 1) {
    const chip = chat.locator('.interactive-input-part .chat-attached-context-attachment:not(.implicit)').first();
    await chip.hover();
    await chip.locator('.monaco-button, .codicon-close').first().click();
    await waitFor('one less', async () => (await chipsIn(chat)).length < left);
  }
}

/** Waits until a chat has exactly these chips. */
async function waitForChipsIn(chat: Locator, labels: readonly string[]): Promise<void> {
  let last: readonly string[] = [];
  await waitFor('chips', async () => (last = await chipsIn(chat)).join() === labels.join()).catch((cause: unknown) => {
    throw new Error(`The chat has the chips [${last.join(', ')}] and not [${labels.join(', ')}].`, { cause });
  });
}

/** Opens a chat in the active group, and types into it. */
async function typeInEditor(): Promise<void> {
  await workbench.executeCommand('workbench.action.openChat');
  await inEditor(workbench.page).locator('.interactive-input-part .monaco-editor').first().click();
  await workbench.page.keyboard.type('draft');
}

async function typeInView(): Promise<void> {
  await openChat(workbench.page);
  await workbench.page.keyboard.type('draft');
}

/** The ways to attach one resource. */
async function attachFromTree(label: string): Promise<void> {
  await runInlineAction(workbench.page, 'Resources', label, 'Attach to Chat');
}

async function attachFromPanel(label: string): Promise<void> {
  const panel = await Panel.open(workbench.page);
  await panel.search(label);
  await waitFor(label, async () => (await panel.titles()).join() === label);
  await workbench.page.keyboard.press('Enter');
}

async function attachByCommand(label: string): Promise<void> {
  const { page } = workbench;
  await runCommand(page, 'MCP Resources: Attach to Chat');
  await typeIntoQuickInput(page, label);
  await waitFor(label, async () => (await readQuickInput(page)).items.map((item) => item.label).join() === label);
  await acceptQuickInput(page);
}

async function openAlpha(): Promise<void> {
  const { page } = workbench;
  await clickRow(page, 'Resources', 'alpha');
  await page.locator('.tab.active[data-resource-name="alpha.txt"]').waitFor();
  await activeEditor(page).locator('.view-lines').waitFor();
}

describe('with a chat in an editor and one in the view', () => {
  it('what is attached goes to the one that the user was in last', async () => {
    const { page } = workbench;
    await typeInEditor();
    await attachFromTree('alpha');
    await waitForChipsIn(inEditor(page), ['alpha.txt']);
    await attachFromPanel('beta');
    await waitForChipsIn(inEditor(page), ['alpha.txt', 'beta.txt']);
    await attachByCommand('gamma');
    await waitForChipsIn(inEditor(page), ['alpha.txt', 'beta.txt', 'gamma.txt']);
    expect(await chatChips(page)).toEqual([]);
    await typeInView();
    await attachFromTree('alpha');
    await waitForChips(page, ['alpha.txt']);
    await attachFromPanel('beta');
    await waitForChips(page, ['alpha.txt', 'beta.txt']);
    await attachByCommand('gamma');
    await waitForChips(page, ['alpha.txt', 'beta.txt', 'gamma.txt']);
    expect(await chipsIn(inEditor(page))).toEqual(['alpha.txt', 'beta.txt', 'gamma.txt']);
    expect(await notifications(page)).toEqual([]);
  });

  it('a chat behind another tab does not get it, which is said, and gets it with a click', async () => {
    const { page } = workbench;
    await typeInEditor();
    await openAlpha();
    await attachFromTree('alpha');
    await waitForChips(page, ['alpha.txt']);
    const { buttons } = await waitForNotification(
      page,
      /^Attached to the Chat view instead, because the chat “.+” is hidden behind another tab\.$/u,
    );
    expect(buttons).toEqual(['Attach to That Chat, Too']);
    await pressNotificationButton(page, 'Attached to the Chat view', 'Attach to That Chat, Too');
    await waitForChipsIn(inEditor(page), ['alpha.txt']);
    await attachByCommand('beta');
    await waitForChipsIn(inEditor(page), ['alpha.txt', 'beta.txt']);
    expect(await chatChips(page)).toEqual(['alpha.txt']);
  });
});

describe('the editor of a resource', () => {
  it('attaches it from its title', async () => {
    const { page } = workbench;
    await openAlpha();
    await page.locator('.part.editor .editor-actions').getByLabel('Attach to Chat').first().click();
    await waitForChips(page, ['alpha.txt']);
  });

  it('attaches the selected lines alone, which VS Code does only for files on disk', async () => {
    const { page } = workbench;
    await openAlpha();
    await goTo(page, 2, 1);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+End');
    await workbench.executeCommand('workbench.action.chat.attachSelection');
    expect(await chatChips(page)).toEqual([]);
    await activeEditor(page)
      .locator('.view-line', { hasText: exactly('line two') })
      .click({ button: 'right' });
    await pickFromMenu(page, 'Attach Selection');
    await waitForChips(page, ['alpha.txt:2-3']);
    await sendMessage(page, 'Which lines?');
    const [reference] = (await workbench.chatRequests()).at(-1)?.references ?? [];
    expect(reference).toMatchObject({ kind: 'location', range: { startLine: 1, endLine: 2 } });
  });
});
