// What the rows of Context say where the chat changes and nobody tells extensions: a new chat, an edited message, a second chat, a reload.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { arrived, CopilotChat, nameOf } from '../../support/copilot/copilotChat.js';
import type { ModelRequest } from '../../support/copilot/modelServer.js';
import { setSideBarWidth, takeScreenshot } from '../../support/workbench/appearance.js';
import { waitForChips } from '../../support/workbench/chat.js';
import { viewPane } from '../../support/workbench/commands.js';
import { clearNotifications } from '../../support/workbench/prompts.js';
import { runContextAction } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { openResources } from '../base/product.js';
import { ContextRows } from '../context/contextRows.js';

/** One is attached by the user, the other is in every message. */
const [plan, rules] = ['desk://shop/plan.txt', 'desk://shop/rules.txt'] as const;
const names = [plan, rules].map(nameOf);

interface Step {
  readonly name: string;
  /** Sends where it returns a message. */
  readonly act: () => Promise<ModelRequest | undefined>;
  /** Names of what the message has, where one is sent. */
  readonly sent?: readonly string[];
  /** Of the next message. */
  readonly chips: readonly string[];
  /** The rows of both, with `…` for a time. */
  readonly says: readonly [plan: string, rules: string];
}

let chat: CopilotChat;
const context = new ContextRows(() => chat.workbench);
beforeAll(async () => {
  chat = await CopilotChat.start({ [plan]: 'plan: one\n', [rules]: 'rules: one\n' });
});
afterAll(() => chat.dispose());

const run = async (command: string): Promise<undefined> => {
  await chat.workbench.executeCommand(command);
};

async function attach(): Promise<undefined> {
  const { page } = chat.workbench;
  await clearNotifications(page);
  await chat.attach(plan, rules);
  await runContextAction(page, 'Context', nameOf(rules), 'Toggle In Every Message');
  await waitFor('the switch', async () => (await said()).join().includes('in every message'));
  // A selected row shows its buttons, which would hide its words in the picture.
  await context.clearSelection();
}

/** Attaches what is missing, in the chat that was used last. */
const attachContext = (): Promise<undefined> => run('mcpResources.attachContext');

async function sendEdited(): Promise<ModelRequest | undefined> {
  const { page } = chat.workbench;
  await chat.attach(plan);
  await page.locator('.interactive-session .interactive-request .rendered-markdown').last().click();
  await page.locator('.interactive-request .interactive-input-editor .view-line').first().waitFor();
  await page.keyboard.press('End');
  await page.keyboard.type(' Again.');
  return sendTyped();
}

async function sendFromEditor(): Promise<ModelRequest | undefined> {
  const { page } = chat.workbench;
  await run('workbench.action.openChat');
  await page.locator('.part.editor .interactive-input-part .monaco-editor').first().click();
  await attachContext();
  const chips = page.locator('.part.editor .interactive-input-part .chat-attached-context-attachment:not(.implicit)');
  await waitFor('the chips', async () => (await chips.count()) === 2);
  await page.keyboard.type('From the editor?');
  return sendTyped();
}

async function sendTyped(): Promise<ModelRequest | undefined> {
  const before = chat.requests.length;
  await chat.workbench.page.keyboard.press('Enter');
  await waitFor('a request', () => Promise.resolve(chat.requests.length > before));
  return chat.requests[before];
}

async function reload(): Promise<undefined> {
  await run('workbench.action.closeAllEditors');
  await chat.workbench.reload();
  await openResources(chat.workbench.page);
  await context.waitFor(names);
}

const [attached, sent] = ['attached … · 94 tokens', 'sent … · 94 tokens'];
const again = 'attached … · in every message (94 tokens)';

const steps: readonly Step[] = [
  { name: 'Both were attached, and rules.txt is in every message', act: attach, chips: names, says: [attached, again] },
  { name: 'A message was sent', act: () => chat.send('One?'), sent: names, chips: ['rules.txt'], says: [sent, again] },
  {
    name: 'A new chat was begun',
    act: () => run('workbench.action.chat.newChat'),
    chips: [],
    says: [sent, again],
  },
  { name: 'Attach Context', act: attachContext, chips: names, says: [attached, again] },
  {
    name: 'A message was sent, plan.txt attached again, and then the message was edited and sent again',
    act: async () => {
      await chat.send('Two?');
      await waitForChips(chat.workbench.page, ['rules.txt']);
      return sendEdited();
    },
    sent: names,
    chips: ['rules.txt'],
    says: [sent, again],
  },
  {
    name: 'Both were attached to a second chat, in an editor, and sent from there',
    act: sendFromEditor,
    sent: names,
    chips: ['rules.txt'],
    says: [sent, 'not attached again · sent … · in every message (94 tokens)'],
  },
  {
    name: 'The window was reloaded',
    act: reload,
    chips: [],
    says: [sent, 'not attached again · sent … · in every message (94 tokens)'],
  },
];

/** What the rows say, with `…` for times. */
async function said(): Promise<readonly string[]> {
  const rows = await context.all();
  return names.map((name) =>
    (rows.find(({ label }) => label === name)?.description ?? '').replaceAll(/\d+:\d\d( [AP]M)?/gu, '…'),
  );
}

/** Saves how a step looks: the top of the view *Context* beside the chat's input. docs/context.md has these pictures. */
async function savePicture(name: string): Promise<void> {
  const { page } = chat.workbench;
  await clearNotifications(page);
  await page.mouse.move(640, 400);
  const parts = [viewPane(page, 'Context'), page.locator('.part.auxiliarybar .interactive-input-part').last()];
  const images = await Promise.all(
    parts.map(async (part) => {
      const box = await part.boundingBox();
      if (!box) throw new Error('Nothing to see.');
      const clip = { ...box, height: Math.min(box.height, 100) };
      return (await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })).toString('base64');
    }),
  );
  const both = await page.context().newPage();
  await both.setViewportSize({ width: 650, height: 100 });
  const tags = images.map((image) => `<img style="vertical-align: top" src="data:image/png;base64,${image}">`);
  await both.setContent(`<body style="margin: 0; background: #181818">${tags.join('')}`);
  await takeScreenshot(both, name);
  await both.close();
}

/** Closes what VS Code suggests above the chat's input. */
async function closeSuggestion(): Promise<void> {
  const suggestion = chat.workbench.page.locator('.chat-input-notification-dismiss').first();
  await suggestion.waitFor();
  await suggestion.click();
}

it('the rows say what can be known', async () => {
  const { page } = chat.workbench;
  await setSideBarWidth(page, 360);
  await chat.begin('agent');
  await closeSuggestion();
  for (const [index, { name, act, sent: wanted, chips, says }] of steps.entries()) {
    const message = await act();
    if (wanted && message) expect([name, arrived(message).map(({ id }) => id)]).toEqual([name, wanted]);
    await waitForChips(page, chips);
    await expect.poll(async () => [name, await said()]).toEqual([name, says]);
    await savePicture(`chat-step-${index + 1}`);
  }
});
