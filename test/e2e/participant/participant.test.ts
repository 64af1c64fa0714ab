import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sendMessage, waitForChips } from '../../support/workbench/chat.js';
import { activeEditor } from '../../support/workbench/editors.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { freshStart } from '../base/freshStart.js';
import { openAndAgree, Panel, startWithServers } from '../base/product.js';

let server: ChangingServer;
let workbench: Workbench;

beforeAll(async () => {
  server = await ChangingServer.create({
    'note://desk/alpha': 'alpha: one',
    'note://desk/beta': 'beta: one',
    'plan://wall/gamma': 'gamma: one',
  });
  workbench = await startWithServers({ larkspur: server.definition });
  await openAndAgree(workbench.page);
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

beforeEach(() => freshStart(workbench));

function lastAnswer(): Locator {
  return workbench.page.locator('.part.auxiliarybar .interactive-response').last();
}

it('lists what fits, with links that open resources, and attaches all of it', async () => {
  const { page } = workbench;
  const answer = await sendMessage(page, '@resources desk scheme:note');
  expect(answer).toContain('Found 2 of 189 resources:');
  expect(answer).toContain('alpha.txt — larkspur · text/plain · 10 B');
  expect(await lastAnswer().locator('.chat-command-button .monaco-button').allInnerTexts()).toEqual([
    'Attach All',
    'Show in Search',
  ]);
  await lastAnswer().getByText('alpha.txt').click();
  await activeEditor(page).getByText('alpha: one').waitFor();
  await lastAnswer().getByRole('button', { name: 'Attach All' }).click();
  await waitForChips(page, ['alpha.txt', 'beta.txt']);
});

it('finds what a question is about, says who answers it, and shows it in the search', async () => {
  const { page } = workbench;
  const answer = await sendMessage(page, '@resources tell me about gamma');
  expect(answer).toContain('Best matches for your question. To get an answer, attach them and send your question');
  expect(answer).toContain('gamma.txt — larkspur');
  await lastAnswer().getByRole('button', { name: 'Show in Search' }).click();
  const panel = await Panel.open(page);
  await waitFor('the result', async () => (await panel.titles()).join() === 'gamma');
});
