// What the rows of Context say where the chat changes without a word to extensions: a new chat, an edited message, a second chat, a reload.
import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { arrived, CopilotChat, nameOf } from '../../support/copilot/copilotChat.js';
import type { ModelRequest } from '../../support/copilot/modelServer.js';
import { takeScreenshot } from '../../support/workbench/appearance.js';
import { chatChips } from '../../support/workbench/chat.js';
import { runCommand, viewDescription } from '../../support/workbench/commands.js';
import { clearNotifications } from '../../support/workbench/prompts.js';
import { runContextAction } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import { openResources } from '../base/product.js';
import { ContextRows } from '../context/contextRows.js';

const [plan, rules] = ['desk://shop/plan.txt', 'desk://shop/rules.txt'] as const;

let chat: CopilotChat;
const context = new ContextRows(() => chat.workbench);
beforeAll(async () => {
  chat = await CopilotChat.start({ [plan]: 'plan: one\n', [rules]: 'rules: one\n' });
});
afterAll(() => chat.dispose());
void expect;
void runCommand;
const step = async (name: string, request?: ModelRequest): Promise<void> => {
  const { page } = chat.workbench;
  await page.waitForTimeout(2_500);
  const rows = (await context.all()).map(({ label, description, ariaLabel }) => `${label}: ${description} [${ariaLabel}]`);
  appendFileSync('/tmp/steps.log', `${name}\n  message: ${request ? arrived(request).map(({ id }) => id).join() : '-'}\n  chips: ${(await chatChips(page)).join()}\n  title: ${await viewDescription(page, 'Context')}\n  ${rows.join('\n  ')}\n`);
  await takeScreenshot(page, `step-${name.replaceAll(/\W+/gu, '-')}`);
};

it('walk', async () => {
  const { workbench } = chat;
  await chat.begin('agent');
  await clearNotifications(workbench.page);
  await chat.attach(plan, rules);
  await runContextAction(workbench.page, 'Context', nameOf(rules), 'Toggle In Every Message');
  await waitFor('the switch', async () => (await context.all()).some(({ description }) => description.includes('every')));
  await step('1 attached');
  await step('2 sent', await chat.send('One?'));
  await chat.newChat('agent');
  await step('3 new chat');
  await step('4 message in the new chat', await chat.send('Two?'));
  await runCommand(workbench.page, 'MCP Resources: Attach Context');
  await step('5 attach context');
  await step('6 sent', await chat.send('Three?'));
  const { page } = workbench;
  await chat.attach(plan);
  await step('7 plan attached again');
  await page.locator('.interactive-session .interactive-request .rendered-markdown').last().click();
  await page.locator('.interactive-request .interactive-input-editor .view-line').first().waitFor();
  await page.keyboard.press('End');
  await page.keyboard.type(' Again.');
  const before = chat.requests.length;
  await page.keyboard.press('Enter');
  await waitFor('a request', () => Promise.resolve(chat.requests.length > before));
  await step('8 edited message sent', chat.requests[before]);
  await workbench.executeCommand('workbench.action.openChat');
  await page.locator('.part.editor .interactive-input-part .monaco-editor').first().click();
  await step('9 second chat in an editor');
  const count = chat.requests.length;
  await page.keyboard.type('In the editor?');
  await page.keyboard.press('Enter');
  await waitFor('a request', () => Promise.resolve(chat.requests.length > count));
  await step('10 sent from the second chat', chat.requests[count]);
  await step('10b sent from the view', await chat.send('From the view?'));
  await workbench.executeCommand('workbench.action.closeAllEditors');
  await runCommand(workbench.page, 'MCP Resources: Attach Context');
  await step('11 attach context');
  await workbench.reload();
  await openResources(workbench.page);
  await context.waitFor([plan, rules].map(nameOf));
  await step('12 reloaded');
  await step('13 message', await chat.send('After?'));
});
