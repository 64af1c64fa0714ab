import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendMessage, waitForChips } from '../../support/workbench/chat.js';
import { clearNotifications, waitForNotification } from '../../support/workbench/prompts.js';
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
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

/** Finds a button of the last answer. */
function button(label: string): Locator {
  const answer = workbench.page.locator('.part.auxiliarybar .interactive-response').last();
  return answer.getByRole('button', { name: label, exact: true });
}

beforeEach(async () => {
  await freshStart(workbench);
  for (const group of ['note', 'plan']) await setExpanded(workbench.page, 'Resources', group);
});

/** Adds resources to the context, but not to the message. */
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
  it('finds resources, and attaches them with a button', async () => {
    const { page } = workbench;
    const answer = await sendMessage(page, '@resources /find desk scheme:note');
    expect(answer).toContain('Found 2 of 182 resources:');
    expect(answer).toContain('alpha.txt — larkspur · text/plain · 23 B');
    await button('Attach “beta”').click();
    await waitForChips(page, ['beta.txt']);
    await button('Attach All 2').click();
    await waitForChips(page, ['beta.txt', 'alpha.txt']);
  });

  it('finds what a message without a command is about, and says who answers questions', async () => {
    const { page } = workbench;
    const hint = 'To ask about resources, attach them and send your question without @resources.';
    const answer = await sendMessage(page, '@resources tell me about beta');
    for (const part of [hint, 'Best matches for your question:', 'beta.txt — larkspur']) expect(answer).toContain(part);
    expect(await sendMessage(page, '@resources beta')).not.toContain(hint);
    expect(await sendMessage(page, '@resources /explain beta')).toContain(hint);
    await button('Attach “beta”').click();
    await waitForChips(page, ['beta.txt']);
  });

  it('says what has changed since the chat got it, and opens the difference', async () => {
    const { page } = workbench;
    await pick('gamma', 'zeta');
    await server.change({ 'plan://wall/gamma': 'gamma: two\nsecond line\nthird line\n' });
    await waitFor('the update', async () => {
      const rows = await visibleRows(page, 'Context');
      return rows.some(({ label, description }) => label === 'gamma' && description.startsWith('updated'));
    });
    const answer = await sendMessage(page, '@resources /changed');
    expect(answer).toMatch(/1 resource has changed:\s+gamma\.txt — 23 B, .* → 34 B, .* · \+2 −1 lines/u);
    await button('Show Changes in “gamma”').click();
    await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'third' }).waitFor();
    await button('Attach Updated Resources').click();
    await waitForChips(page, ['gamma.txt']);
  });

  it('says what has changed of the attached resources after the context was emptied, and attaches them again', async () => {
    const { page } = workbench;
    await runInlineAction(page, 'Resources', 'zeta', 'Attach to Chat');
    await waitForChips(page, ['zeta.txt']);
    await workbench.executeCommand('mcpResources.clearContext');
    await waitForNotification(page, '“zeta” is still attached to the chat');
    await clearNotifications(page);
    await server.change({ 'plan://wall/zeta': 'zeta: two\nsecond line\n' });
    const answer = await sendMessage(page, '@resources /changed');
    expect(answer).toMatch(/1 resource has changed:\s+zeta\.txt — 9 B, .* → 22 B, .* · \+2 −1 lines/u);
    await waitForChips(page, []);
    await button('Attach Again').click();
    await waitForChips(page, ['zeta.txt']);
    await server.change({ 'plan://wall/zeta': 'zeta: one' });
  });
});
