// What the real chat client gets of a context that lasts: after a reload, by a set that is kept, from a set that is opened, and through @resources.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { arrived, CopilotChat, lastMessage, nameOf } from '../../support/copilot/copilotChat.js';
import type { ModelRequest } from '../../support/copilot/modelServer.js';
import { sendMessage, waitForChips } from '../../support/workbench/chat.js';
import { runCommand } from '../../support/workbench/commands.js';
import { clearNotifications, pickQuickItem } from '../../support/workbench/prompts.js';
import { acceptShown, openResources } from '../base/product.js';
import { ContextRows } from '../context/contextRows.js';
import { addSet, showSets } from '../context/setPicking.js';

const texts: Readonly<Record<string, string>> = {
  'box://desk/alpha.txt': 'alpha: one\n',
  'box://desk/beta.txt': 'beta: one\n',
  'rule://desk/gamma.txt': 'gamma: one\n',
  'rule://desk/delta.txt': 'delta: one\n',
};
const [alpha, beta, gamma, delta] = Object.keys(texts) as [string, string, string, string];

let chat: CopilotChat;
const context = new ContextRows(() => chat.workbench);
beforeAll(async () => {
  chat = await CopilotChat.start(texts);
});
afterAll(() => chat.dispose());
afterEach(() => clearNotifications(chat.workbench.page));

/** Attaches what is in *Context*, in its order. */
async function attachContext(...uris: readonly string[]): Promise<void> {
  await runCommand(chat.workbench.page, 'MCP Resources: Attach Context');
  await waitForChips(chat.workbench.page, uris.map(nameOf));
}

const textsOf = (request: ModelRequest): readonly string[] => arrived(request).map(({ text }) => text.trimEnd());

it('what is attached and not sent yet is there after a reload of the window, and arrives whole', async () => {
  await chat.begin('agent');
  await chat.attach(alpha, beta);
  await chat.workbench.reload();
  const { page } = chat.workbench;
  await openResources(page);
  await context.waitFor([alpha, beta].map(nameOf));
  await waitForChips(page, [alpha, beta].map(nameOf));
  await chat.server.change({ [beta]: 'beta: after the reload\n' });
  expect(textsOf(await chat.send('After the reload?'))).toEqual(['alpha: one', 'beta: after the reload']);
  await expect
    .poll(async () => (await context.all()).map(({ ariaLabel }) => ariaLabel))
    .toEqual(Array(2).fill(expect.stringMatching(/, sent \d\d:\d\d/u)));
  await chat.server.change({ [beta]: texts[beta] ?? '' });
});

it('what a set keeps in the context is attached with it, once the user has seen it', async () => {
  await chat.begin('agent');
  await addSet(chat.workbench.page, 'Resources that match a glob', 'Rules', 'rule://desk/*');
  await context.waitFor([delta, gamma].map(nameOf));
  const attached = attachContext(delta, gamma);
  await acceptShown(chat.workbench.page, 'Attach Context');
  await attached;
  expect(textsOf(await chat.send('By the set?'))).toEqual(['delta: one', 'gamma: one']);
});

it('a set of the workspace is opened and attached, in its order', async () => {
  const { workbench } = chat;
  await chat.begin('agent');
  const sets = { Both: { resources: [beta, alpha] } };
  await workbench.writeFile('.vscode/mcp-context.json', { sets });
  await showSets(workbench.page, 'Both');
  await pickQuickItem(workbench.page, 'Both');
  await acceptShown(workbench.page, 'Open “Both”');
  await context.waitFor([beta, alpha].map(nameOf));
  await attachContext(beta, alpha);
  expect(textsOf(await chat.send('From the set?'))).toEqual(['beta: one', 'alpha: one']);
});

it('@resources finds, and its button attaches to the next message', async () => {
  const { page } = chat.workbench;
  await chat.begin('ask');
  const answer = await sendMessage(page, '@resources gamma scheme:rule');
  expect(answer).toContain('1 of ');
  await page
    .locator('.part.auxiliarybar .interactive-response')
    .last()
    .getByRole('button', { name: 'Attach All', exact: true })
    .click();
  await waitForChips(page, ['gamma.txt']);
  expect(lastMessage(await chat.send('With it?'))).toContain('gamma: one');
});
