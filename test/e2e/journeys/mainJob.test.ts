import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatDraft, dragIntoChat, sendMessage, waitForChips } from '../../support/workbench/chat.js';
import { pickFromMenu, runCommand, runViewAction, viewPane } from '../../support/workbench/commands.js';
import {
  acceptQuickInput,
  clearNotifications,
  readQuickInput,
  typeIntoQuickInput,
  waitForNotification,
} from '../../support/workbench/prompts.js';
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
} from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { collapseTree, emptySearch, freshStart } from '../base/freshStart.js';
import { openAndAgree, Panel, startWithServers } from '../base/product.js';

/** No test changes these. */
const notes = {
  'note://desk/alpha': 'alpha: one',
  'note://desk/beta': 'beta: one',
  'note://desk/gamma': 'gamma: one',
};
/** Each is changed by one test only; `null` means that it exists only during a part of its test. */
const papers = {
  'paper://desk/changed': 'paper: one',
  'paper://desk/opened': 'paper: one',
  'paper://desk/added': null,
  'paper://desk/removed': null,
};

let server: ChangingServer;
let workbench: Workbench;

async function lastRequestTexts(): Promise<readonly (string | undefined)[]> {
  const requests = await workbench.chatRequests();
  return requests.at(-1)?.references.map(({ text }) => text) ?? [];
}

/** Waits until the row of an added resource begins with this state. */
async function waitForContext(label: string, state: RegExp): Promise<void> {
  await waitFor(`${label} to be ${state.source}`, async () => {
    const rows = await visibleRows(workbench.page, 'Context');
    return rows.some((row) => row.label === label && state.test(row.description.trim()));
  });
}

async function waitForEnd(view: string, label: string): Promise<void> {
  const isGone = async (): Promise<boolean> =>
    (await allRows(workbench.page, view)).every((row) => row.label !== label);
  await waitFor(`the end of ${label}`, isGone);
}

const openEditorText = (): Promise<string> => workbench.page.locator('.editor-instance .view-lines').innerText();

beforeAll(async () => {
  server = await ChangingServer.create({ ...notes, ...papers });
  workbench = await startWithServers({ larkspur: server.definition });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'note');
});

beforeEach(async () => {
  await freshStart(workbench);
  await collapseTree(workbench);
});

afterAll(async () => {
  await workbench.dispose();
  await server.dispose();
});

describe('the tree', () => {
  it('has a group for every URI scheme, the most important first, with its count', async () => {
    const groups = async (): Promise<string[]> =>
      (await allRows(workbench.page, 'Resources')).map(({ label, description }) => `${label} ${description}`);
    await expect
      .poll(async () => (await groups()).sort())
      .toEqual([
        'Skills 2',
        'db 26',
        'depot 1',
        'log 6',
        'media 11',
        'memo 11',
        'note 3',
        'paper 2',
        'repo 41',
        'ticket 61',
        'wiki 25',
      ]);
    expect((await groups())[0]).toBe('ticket 61');
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
  it('puts a resource into the chat from its row; each message carries what the server says by then', async () => {
    const { page } = workbench;
    await setExpanded(page, 'Resources', 'paper');
    await runInlineAction(page, 'Resources', 'changed', 'Attach to Chat');
    await waitForChips(page, ['changed.txt']);
    await sendMessage(page, 'first');
    expect(await lastRequestTexts(), 'what it says').toEqual(['paper: one']);
    await server.change({ 'paper://desk/changed': 'paper: two' });
    await waitForContext('changed', /^updated/);
    await runContextAction(page, 'Context', 'changed', 'Attach to Chat');
    await waitForChips(page, ['changed.txt']);
    await waitForContext('changed', /^updated · attached \d\d:\d\d · /);
    // The row says nothing new of it. The row of a new resource does: its server says so after the change.
    await server.change({ 'paper://desk/changed': 'paper: six', 'paper://desk/news': 'news' });
    await waitForRow(page, 'Resources', 'news');
    await sendMessage(page, 'second');
    expect(await lastRequestTexts(), 'a change that leaves the length the same').toEqual(['paper: six']);
    await server.change({ 'paper://desk/news': null });
  });

  it('takes several rows at once, leaves the draft in the chat alone, and takes the whole context again', async () => {
    const { page } = workbench;
    await page.keyboard.insertText('my draft ');
    await setExpanded(page, 'Resources', 'note');
    await selectRows(page, 'Resources', ['alpha', 'beta', 'gamma']);
    await runContextAction(page, 'Resources', 'gamma', 'Attach to Chat');
    await waitForChips(page, ['alpha.txt', 'beta.txt', 'gamma.txt']);
    expect(await chatDraft(page)).toBe('my draft');
    await sendMessage(page, 'third');
    const texts = ['alpha: one', 'beta: one', 'gamma: one'];
    expect(await lastRequestTexts(), 'several rows').toEqual(texts);
    await waitForChips(page, []);
    await runViewAction(page, 'Context', 'Attach Context');
    await waitForChips(page, ['alpha.txt', 'beta.txt', 'gamma.txt']);
    await sendMessage(page, 'fourth');
    expect(await lastRequestTexts(), 'the whole context').toEqual(texts);
  });

  it('attaches by drag and drop from the tree', async () => {
    const { page } = workbench;
    await setExpanded(page, 'Resources', 'note');
    await clickRow(page, 'Resources', 'beta');
    await dragIntoChat(page, await findRow(page, 'Resources', 'beta'));
    await waitForChips(page, ['beta.txt']);
    await sendMessage(page, 'fifth');
    expect(await lastRequestTexts()).toEqual(['beta: one']);
    await waitForRow(page, 'Context', 'beta');
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
  beforeEach(async () => emptySearch(await Panel.open(workbench.page)));

  it('finds words in any order, in any script, and says how many', async () => {
    const panel = await Panel.open(workbench.page);
    await panel.search('peony chinese');
    await panel.waitForSummary(/^\d+ of 194$/);
    await waitFor(
      'the rows',
      async () =>
        (await panel.titles()).length > 0 && (await panel.titles()).every((title) => /chinese peony/i.test(title)),
    );
    await panel.search('订单');
    await panel.waitForSummary(/^[1-9]\d* of 194$/);
    await waitFor(
      'the rows',
      async () => (await panel.titles()).length > 0 && (await panel.titles()).every((title) => title.includes('订单')),
    );
  });

  it('filters by audience, and shows what is for everybody to everyone', async () => {
    const panel = await Panel.open(workbench.page);
    await panel.search('');
    await panel.waitForSummary('194 total');
    await panel.setAudience('User');
    await panel.waitForSummary(/^\d+ of 194$/);
    const forUser = Number.parseInt(await panel.summary(), 10);
    await panel.setAudience('Assistant');
    await waitFor('another count', async () => Number.parseInt(await panel.summary(), 10) !== forUser);
    await panel.search('beta desk');
    await panel.waitForSummary('1 of 194');
    await panel.setAudience('All');
  });

  it('attaches a selection made with the keyboard alone', async () => {
    const { page } = workbench;
    const panel = await Panel.open(page);
    await panel.search('note://desk');
    await panel.waitForSummary('3 of 194');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    const [first, second] = await panel.titles();
    await waitForChips(page, [`${first}.txt`, `${second}.txt`]);
    await sendMessage(page, 'seventh');
    const texts: Readonly<Record<string, string>> = { alpha: 'alpha: one', beta: 'beta: one', gamma: 'gamma: one' };
    expect(await lastRequestTexts()).toEqual([texts[first ?? ''], texts[second ?? '']]);
  });

  it('opens a resource from its context menu in a read-only editor, which follows the server', async () => {
    const { page } = workbench;
    const panel = await Panel.open(page);
    await panel.search('paper://desk/opened');
    await panel.waitForSummary('1 of 194');
    await panel.row('opened').click({ button: 'right' });
    await pickFromMenu(page, 'Open in New Tab');
    await page.locator('.tab[aria-label*="opened.txt"]').waitFor();
    await waitFor('the text', async () => (await openEditorText()).includes('one'));
    await server.change({ 'paper://desk/opened': 'paper: new' });
    await waitFor('the new text', async () => (await openEditorText()).includes('new'));
  });
});

describe('what is live', () => {
  beforeEach(() => setExpanded(workbench.page, 'Resources', 'paper'));

  it('lists what the server adds and drops what it removes, without being asked', async () => {
    await server.change({ 'paper://desk/added': 'added: one' });
    await findRow(workbench.page, 'Resources', 'added');
    await server.change({ 'paper://desk/added': null });
    await waitForEnd('Resources', 'added');
  });

  it('says of a picked resource that it is gone, and lets go of rows by menu and by key', async () => {
    const { page } = workbench;
    await server.change({ 'paper://desk/removed': 'removed: one' });
    await findRow(page, 'Resources', 'removed');
    await selectRows(page, 'Resources', ['changed', 'removed']);
    await runContextAction(page, 'Resources', 'removed', 'Attach to Chat');
    await waitForRow(page, 'Context', 'removed');
    await server.change({ 'paper://desk/removed': null });
    await waitForContext('removed', /^gone/);
    await runContextAction(page, 'Context', 'removed', 'Attach to Chat');
    const { message } = await waitForNotification(page, /Couldn’t read “removed”/);
    expect(message).toMatch(/no longer|not found|gone|does not exist|no such/i);
    await clearNotifications(page);
    await runContextAction(page, 'Context', 'changed', 'Remove from Context');
    await waitForEnd('Context', 'changed');
    // Selects the row without opening it.
    await clickRow(page, 'Context', 'removed', { modifiers: ['ControlOrMeta'] });
    await page.keyboard.press('Delete');
    await viewPane(page, 'Context').getByText('Resources you attach appear here').first().waitFor();
  });
});
