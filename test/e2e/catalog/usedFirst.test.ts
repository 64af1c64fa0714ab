import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChat, sendMessage } from '../../support/workbench/chat.js';
import { openContainer } from '../../support/workbench/commands.js';
import { goTo, openFile, suggestions, tabs } from '../../support/workbench/editors.js';
import { allRows, clickRow, setExpanded, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { waitForFirst } from '../mentions/mentioning.js';
import { openAndAgree, openResources, Panel, rawServer, startWithServers } from '../base/product.js';

/** Lists `live://counter`, `live://other` and `refuse://me`, without annotations. */
const server = rawServer('subscribe');
const [counter, other, refuse] = ['live://counter', 'live://other', 'refuse://me'] as const;

let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWithServers({ larkspur: server }, { files: { 'notes.md': '\n' } });
  await openAndAgree(workbench.page);
});

afterAll(() => workbench.dispose());

/** The rows of the tree with all groups open. */
async function tree(page: Page): Promise<readonly string[]> {
  return (await allRows(page, 'Resources')).map(({ label }) => label);
}

async function openTree(page: Page): Promise<void> {
  await openResources(page);
  for (const scheme of ['live', 'refuse']) {
    await waitForRow(page, 'Resources', scheme);
    await setExpanded(page, 'Resources', scheme);
  }
  await waitForRow(page, 'Resources', refuse);
}

async function listedForModel(page: Page): Promise<readonly unknown[]> {
  await openChat(page);
  await sendMessage(page, 'call mcpResources_list {}');
  const { parts = [] } = (await workbench.chatRequests()).at(-1)?.toolResults[0] ?? {};
  const [, ...lines] = parts
    .map(({ text }) => text ?? '')
    .join('')
    .trim()
    .split('\n');
  return lines.map((line) => (JSON.parse(line) as Record<string, unknown>)['uri']);
}

async function completions(): Promise<readonly string[]> {
  const { page } = workbench;
  await openFile(page, 'notes.md');
  await goTo(page, 1, 1);
  await page.keyboard.type('@larkspur:live');
  await waitForFirst(workbench, 'live://');
  return suggestions(page);
}

it('of resources without annotations those come first that were used, in the next window or once no view shows rows', async () => {
  const { page } = workbench;
  await openTree(page);
  expect(await tree(page)).toEqual(['live', counter, other, 'refuse', refuse]);
  await clickRow(page, 'Resources', other);
  await waitFor('its editor', async () => (await tabs(page)).length === 1);
  const panel = await Panel.open(page);
  await panel.search('live');
  await waitFor('both', async () => (await panel.titles()).join() === [counter, other].join());
  expect(await tree(page)).toEqual(['live', counter, other, 'refuse', refuse]);

  await workbench.reload();
  await openTree(workbench.page);
  await expect.poll(() => tree(workbench.page)).toEqual(['live', other, counter, 'refuse', refuse]);
  const next = await Panel.open(workbench.page);
  await next.search('live');
  await waitFor('the used one first', async () => (await next.titles()).join() === [other, counter].join());
  await next.search('');
  await waitFor('all', async () => (await next.titles()).length === 3);
  // The page finds the rows itself; what else there is to say of them comes after it.
  await expect
    .poll(() => next.rows.first().locator('.content').getAttribute('title'))
    .toMatch(/Sorted higher because you used the resource/u);
  expect(await completions()).toEqual([expect.stringContaining(other), expect.stringContaining(counter)]);
  expect(await listedForModel(workbench.page)).toEqual([other, counter, refuse]);

  const { page: nextPage } = workbench;
  await openTree(nextPage);
  await clickRow(nextPage, 'Resources', refuse);
  await waitFor('its editor', async () => (await tabs(nextPage)).some((tab) => tab.includes('me')));
  await openContainer(nextPage, 'Explorer');
  await openTree(nextPage);
  await waitFor(
    'the order',
    async () => (await tree(nextPage)).join() === ['refuse', refuse, 'live', other, counter].join(),
  );
});
