import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatDraft, dragIntoChat, openChat, sendMessage, waitForChips } from '../support/workbench/chat.js';
import { pickFromMenu, runCommand, runViewAction } from '../support/workbench/commands.js';
import {
  acceptQuickInput,
  clearNotifications,
  readQuickInput,
  typeIntoQuickInput,
  waitForNotification,
} from '../support/workbench/prompts.js';
import {
  allRows,
  clickRow,
  findRow,
  runContextAction,
  runInlineAction,
  selectRows,
  setExpanded,
  visibleRows,
  waitForRow,
} from '../support/workbench/trees.js';
import { waitFor } from '../support/workbench/waiting.js';
import type { Workbench } from '../support/workbench/workbench.js';
import { ChangingServer } from './changingServer.js';
import { openAndAgree, Panel, startWithServers } from './product.js';

let server: ChangingServer;
let workbench: Workbench;

async function lastRequestTexts(): Promise<readonly (string | undefined)[]> {
  const requests = await workbench.chatRequests();
  return requests.at(-1)?.references.map(({ text }) => text) ?? [];
}

/** Waits until the row of a picked resource begins with this state. */
async function waitForContext(label: string, state: string): Promise<void> {
  await waitFor(`${label} to be ${state}`, async () => {
    const rows = await visibleRows(workbench.page, 'Context');
    return rows.some((row) => row.label === label && row.description.startsWith(state));
  });
}

beforeAll(async () => {
  server = await ChangingServer.create({
    'note://desk/alpha': 'alpha: one',
    'note://desk/beta': 'beta: one',
    'note://desk/gamma': 'gamma: one',
  });
  workbench = await startWithServers({ larkspur: server.definition });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'note');
});

afterAll(async () => {
  await workbench.dispose();
  await server.dispose();
});

/** A message without chips and without a draft, whatever the test before left there. */
async function newChat(): Promise<void> {
  await workbench.page.keyboard.press('Escape');
  await workbench.executeCommand('workbench.action.chat.newChat');
  await openChat(workbench.page);
  await waitForChips(workbench.page, []);
}

describe('the tree', () => {
  it('has a group for every URI scheme, the most important first, with its count', async () => {
    const rows = await allRows(workbench.page, 'Resources');
    expect(rows.map(({ label, description }) => `${label} ${description}`).sort()).toEqual([
      'db 25',
      'log 6',
      'media 11',
      'memo 11',
      'note 3',
      'repo 41',
      'ticket 60',
      'wiki 24',
    ]);
    expect(rows[0]?.label).toBe('ticket');
  });

  it('orders resources by priority, then by the last change, and folds the path into folders', async () => {
    const { page } = workbench;
    await setExpanded(page, 'Resources', 'repo');
    const rows = await allRows(page, 'Resources');
    const inside = rows.filter(({ level }) => level === 2).map(({ label }) => label);
    expect(inside.length).toBeGreaterThan(3);
    const firstFile = inside.indexOf('README.md');
    expect(
      rows.filter(({ level, expanded }) => level === 2 && expanded !== undefined).map(({ label }) => label),
    ).toEqual(inside.slice(0, firstFile));
    await setExpanded(page, 'Resources', 'repo', false);
  });
});

describe('attaching', () => {
  beforeEach(newChat);

  it('puts a resource into the chat from its row, and the message carries what the server says', async () => {
    const { page } = workbench;
    await setExpanded(page, 'Resources', 'note');
    await runInlineAction(page, 'Resources', 'alpha', 'Attach to Chat');
    await waitForChips(page, ['alpha.txt']);
    await sendMessage(page, 'first');
    expect(await lastRequestTexts()).toEqual(['alpha: one']);
  });

  it('carries in the next message what the server changed, also where the length stays the same', async () => {
    const { page } = workbench;
    await server.change({ 'note://desk/alpha': 'alpha: two' });
    await waitForContext('alpha', 'updated');
    await runInlineAction(page, 'Context', 'alpha', 'Attach to Chat');
    await waitForChips(page, ['alpha.txt']);
    // Live, which is not said.
    await waitForContext('alpha', '~');
    await server.change({ 'note://desk/alpha': 'alpha: six' });
    await waitForContext('alpha', 'updated');
    await sendMessage(page, 'second');
    expect(await lastRequestTexts()).toEqual(['alpha: six']);
  });

  it('takes several rows at once, and leaves the draft in the chat alone', async () => {
    const { page } = workbench;
    await openChat(page);
    await page.keyboard.insertText('my draft ');
    await selectRows(page, 'Resources', ['beta', 'gamma']);
    await runContextAction(page, 'Resources', 'gamma', 'Attach to Chat');
    await waitForChips(page, ['beta.txt', 'gamma.txt']);
    expect(await chatDraft(page)).toBe('my draft');
    await sendMessage(page, 'third');
    expect(await lastRequestTexts()).toEqual(['beta: one', 'gamma: one']);
  });

  it('attaches the whole context with one action', async () => {
    const { page } = workbench;
    await runViewAction(page, 'Context', 'Attach Context to Chat');
    await waitForChips(page, ['alpha.txt', 'beta.txt', 'gamma.txt']);
    await sendMessage(page, 'fourth');
    expect(await lastRequestTexts()).toEqual(['alpha: six', 'beta: one', 'gamma: one']);
  });

  it('attaches by drag and drop from the tree', async () => {
    const { page } = workbench;
    await clickRow(page, 'Resources', 'beta');
    await dragIntoChat(page, await findRow(page, 'Resources', 'beta'));
    await waitForChips(page, ['beta.txt']);
    await sendMessage(page, 'fifth');
    expect(await lastRequestTexts()).toEqual(['beta: one']);
  });

  it('finds and attaches from the Command Palette', async () => {
    const { page } = workbench;
    await runCommand(page, 'MCP Resources: Attach to Chat');
    await typeIntoQuickInput(page, 'desk gam');
    await waitFor(
      'one match',
      async () => (await readQuickInput(page)).items.map(({ label }) => label).join() === 'gamma',
    );
    await acceptQuickInput(page);
    await waitForChips(page, ['gamma.txt']);
    await sendMessage(page, 'sixth');
    expect(await lastRequestTexts()).toEqual(['gamma: one']);
  });
});

describe('the search panel', () => {
  it('finds words in any order, in any script, and says how many', async () => {
    const panel = await Panel.open(workbench.page);
    await panel.search('peony chinese');
    await panel.waitForSummary(/^\d+ of 184$/);
    await waitFor(
      'the rows',
      async () =>
        (await panel.titles()).length > 0 && (await panel.titles()).every((title) => /chinese peony/i.test(title)),
    );
    await panel.search('订单');
    await panel.waitForSummary(/^[1-9]\d* of 184$/);
    await waitFor(
      'the rows',
      async () => (await panel.titles()).length > 0 && (await panel.titles()).every((title) => title.includes('订单')),
    );
  });

  it('filters by audience, and shows what is for everybody to everyone', async () => {
    const panel = await Panel.open(workbench.page);
    await panel.search('');
    await panel.waitForSummary('181 resources, 3 templates');
    await panel.setAudience('User');
    await panel.waitForSummary(/^\d+ of 184$/);
    const forUser = Number.parseInt(await panel.summary(), 10);
    await panel.setAudience('Assistant');
    await waitFor('another count', async () => Number.parseInt(await panel.summary(), 10) !== forUser);
    await panel.search('beta desk');
    await panel.waitForSummary('1 of 184');
    await panel.setAudience('All');
  });

  it('attaches a selection made with the keyboard alone', async () => {
    const { page } = workbench;
    await newChat();
    const panel = await Panel.open(page);
    await panel.search('note://desk');
    await panel.waitForSummary('3 of 184');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    const [first, second] = await panel.titles();
    await waitForChips(page, [`${first}.txt`, `${second}.txt`]);
    await sendMessage(page, 'seventh');
    const texts: Readonly<Record<string, string>> = { alpha: 'alpha: six', beta: 'beta: one', gamma: 'gamma: one' };
    expect(await lastRequestTexts()).toEqual([texts[first ?? ''], texts[second ?? '']]);
  });

  it('opens a resource from its context menu in a read-only editor', async () => {
    const { page } = workbench;
    const panel = await Panel.open(page);
    await panel.search('note://desk/beta');
    await panel.waitForSummary('1 of 184');
    await panel.row('beta').click({ button: 'right' });
    await pickFromMenu(page, 'Open');
    await page.locator('.tab[aria-label*="beta.txt"]').waitFor();
    await waitFor('the text', async () =>
      (await page.locator('.editor-instance .view-lines').innerText()).includes('one'),
    );
  });
});

describe('what is live', () => {
  it('refreshes an open editor when the server changes the resource', async () => {
    const { page } = workbench;
    await server.change({ 'note://desk/beta': 'beta: new' });
    await waitFor('the new text', async () =>
      (await page.locator('.editor-instance .view-lines').innerText()).includes('new'),
    );
  });

  it('lists what the server adds and drops what it removes, without being asked', async () => {
    const { page } = workbench;
    await server.change({ 'note://desk/delta': 'delta: one' });
    await waitForRow(page, 'Resources', 'delta');
    await server.change({ 'note://desk/delta': null });
    await waitFor('its end', async () => !(await allRows(page, 'Resources')).some(({ label }) => label === 'delta'));
  });

  it('says of a picked resource that it is gone', async () => {
    const { page } = workbench;
    await server.change({ 'note://desk/gamma': null });
    await waitForContext('gamma', 'gone');
    await runInlineAction(page, 'Context', 'gamma', 'Attach to Chat');
    const { message } = await waitForNotification(page, /“gamma” could not be read/);
    expect(message).toMatch(/no longer|not found|gone|does not exist|no such/i);
    await clearNotifications(page);
  });

  it('lets go of what is removed from the context, by menu and by key', async () => {
    const { page } = workbench;
    await runContextAction(page, 'Context', 'beta', 'Remove from Context');
    await waitFor('its end', async () => (await visibleRows(page, 'Context')).every(({ label }) => label !== 'beta'));
    // Selects the row without opening it.
    await clickRow(page, 'Context', 'gamma', { modifiers: ['ControlOrMeta'] });
    await page.keyboard.press('Delete');
    await waitFor('its end', async () => (await visibleRows(page, 'Context')).every(({ label }) => label !== 'gamma'));
  });
});
