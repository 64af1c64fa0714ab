import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendMessage, waitForChips } from '../../support/workbench/chat.js';
import { runInlineAction, setExpanded, visibleRows } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { freshStart } from '../base/freshStart.js';
import { openAndAgree, startWithServers } from '../base/product.js';

let server: ChangingServer;
let workbench: Workbench;

beforeAll(async () => {
  server = await ChangingServer.create({
    'note://desk/alpha': 'alpha: one\nsecond line\n',
    'note://desk/beta': 'beta: one',
    'plan://wall/gamma': 'gamma: one\nsecond line\n',
    'plan://wall/zeta': 'zeta: one',
  });
  workbench = await startWithServers({ larkspur: server.definition });
  await openAndAgree(workbench.page);
  for (const group of ['note', 'plan']) await setExpanded(workbench.page, 'Resources', group);
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

/** What the model was asked with this in it, each message in one text. The chat asks it for titles as well. */
async function asked(question: string): Promise<readonly string[]> {
  const requests = await workbench.modelRequests();
  const texts = requests.map(({ messages }) => messages.map(({ content }) => content.map(({ text }) => text).join('')));
  return texts.findLast((messages) => messages.at(-1)?.endsWith(`The question: ${question}`)) ?? [];
}

/** A button of the last answer. */
function button(label: string): Locator {
  const answer = workbench.page.locator('.part.auxiliarybar .interactive-response').last();
  return answer.getByRole('button', { name: label, exact: true });
}

beforeEach(() => freshStart(workbench));

/** Puts it into the context, and not into the message. */
async function pick(...labels: readonly string[]): Promise<void> {
  const { page } = workbench;
  for (const label of labels) await runInlineAction(page, 'Resources', label, 'Attach to Chat');
  await waitForChips(
    page,
    labels.map((label) => `${label}.txt`),
  );
  await workbench.executeCommand('workbench.action.chat.newChat');
  await waitForChips(page, []);
}

describe('the chat participant @resources', () => {
  it('finds resources without a model, and attaches them with a button', async () => {
    const { page } = workbench;
    const answer = await sendMessage(page, '@resources /find desk scheme:note');
    expect(answer).toContain('2 of 182 resources match:');
    expect(answer).toContain('alpha.txt — larkspur · text/plain · 23 B');
    await button('Attach “beta”').click();
    await waitForChips(page, ['beta.txt']);
    await button('Attach All 2').click();
    await waitForChips(page, ['beta.txt', 'alpha.txt']);
    expect(await asked('desk scheme:note')).toEqual([]);
  });

  it('answers from what is picked, in its order, and names it', async () => {
    const { page } = workbench;
    await pick('beta', 'alpha');
    const answer = await sendMessage(page, '@resources what now?');
    const [instruction, question] = await asked('what now?');
    expect(instruction).toContain('You are the chat participant "@resources"');
    expect(question).toMatch(
      /^Title: "beta"[^]*```\nbeta: one\n```\n\nTitle: "alpha"[^]*```\nalpha: one\nsecond line\n```\n\nThe question: what now\?$/u,
    );
    expect(answer).toMatch(/Used: beta\.txt alpha\.txt/u);
  });

  it('says what has changed since, shows it and has the model sum it up', async () => {
    const { page } = workbench;
    await pick('gamma', 'zeta');
    await sendMessage(page, '@resources what is planned?');
    await server.change({ 'plan://wall/gamma': 'gamma: two\nsecond line\nthird line\n' });
    await waitFor('the update', async () => {
      const rows = await visibleRows(page, 'Context');
      return rows.some(({ label, description }) => label === 'gamma' && description.startsWith('updated'));
    });
    const answer = await sendMessage(page, '@resources /changed what is it?');
    expect(answer).toMatch(/1 resource has changed:\s+gamma\.txt — 23 B, .* → 34 B, .* · \+2 −1 lines/u);
    expect((await asked('what is it?')).at(-1)).toMatch(
      /State: as it was last sent to a chat\n```\ngamma: one\nsecond line\n```[^]*State: as it is now\n```\ngamma: two\nsecond line\nthird line\n```/u,
    );
    await button('Show Changes of “gamma”').click();
    await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'third' }).waitFor();
    await button('Attach Updated').click();
    await waitForChips(page, ['gamma.txt']);
  });
});
