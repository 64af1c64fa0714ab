import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChat, sendMessage, waitForChips } from '../support/workbench/chat.js';
import { visibleRows, waitForRow } from '../support/workbench/trees.js';
import { waitFor } from '../support/workbench/waiting.js';
import type { Workbench } from '../support/workbench/workbench.js';
import { ChangingServer } from './changingServer.js';
import { openAndAgree, startWithServers } from './product.js';

let server: ChangingServer;
let workbench: Workbench;

beforeAll(async () => {
  server = await ChangingServer.create({
    'note://desk/alpha': 'alpha: one\nsecond line\n',
    'note://desk/beta': 'beta: one',
  });
  workbench = await startWithServers({ larkspur: server.definition });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'note');
});

afterAll(async () => {
  await workbench.dispose();
  await server.dispose();
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

beforeEach(async () => {
  await workbench.executeCommand('workbench.action.chat.newChat');
  await openChat(workbench.page);
  await waitForChips(workbench.page, []);
});

describe('the chat participant @resources', () => {
  it('finds resources without a model, and attaches them with a button', async () => {
    const { page } = workbench;
    const answer = await sendMessage(page, '@resources /find desk scheme:note');
    expect(answer).toContain('2 of 180 resources match:');
    expect(answer).toContain('alpha.txt — larkspur · text/plain · 23 B');
    await button('Attach “beta”').click();
    await waitForChips(page, ['beta.txt']);
    await button('Attach All 2').click();
    await waitForChips(page, ['beta.txt', 'alpha.txt']);
    expect(await asked('desk scheme:note')).toEqual([]);
  });

  it('answers from what is picked, in its order, and names it', async () => {
    const { page } = workbench;
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
    await server.change({ 'note://desk/alpha': 'alpha: two\nsecond line\nthird line\n' });
    await waitFor('the update', async () => {
      const rows = await visibleRows(page, 'Context');
      return rows.some(({ label, description }) => label === 'alpha' && description.startsWith('updated'));
    });
    const answer = await sendMessage(page, '@resources /changed what is it?');
    expect(answer).toMatch(/1 resource has changed:\s+alpha\.txt — 23 B, .* → 34 B, .* · \+2 −1 lines/u);
    expect((await asked('what is it?')).at(-1)).toMatch(
      /State: as it was last sent to a chat\n```\nalpha: one\nsecond line\n```[^]*State: as it is now\n```\nalpha: two\nsecond line\nthird line\n```/u,
    );
    await button('Show Changes of “alpha”').click();
    await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'third' }).waitFor();
    await button('Attach Updated').click();
    await waitForChips(page, ['alpha.txt']);
  });
});
