import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pictureFailures, setSideBarWidth, setTheme, takeScreenshot } from '../support/workbench/appearance.js';
import { chatChips, dragIntoChat, openChat, sendMessage, waitForChips } from '../support/workbench/chat.js';
import {
  menuItems,
  runCommand,
  runViewAction,
  setSectionExpanded,
  viewDescription,
  viewPane,
} from '../support/workbench/commands.js';
import { clearNotifications, pressNotificationButton } from '../support/workbench/prompts.js';
import {
  badgeOf,
  clickRow,
  findRow,
  openContextMenu,
  runContextAction,
  runInlineAction,
  setExpanded,
  visibleRows,
  waitForRow,
  type TreeRow,
} from '../support/workbench/trees.js';
import { waitFor } from '../support/workbench/waiting.js';
import type { Workbench } from '../support/workbench/workbench.js';
import { ChangingServer } from './changingServer.js';
import { activityBadge, openAndAgree, openResources, Panel, startWithServers } from './product.js';

const names = ['alpha', 'beta', 'gamma', 'delta'];
let server: ChangingServer;
let workbench: Workbench;

function rows(): Promise<readonly TreeRow[]> {
  return visibleRows(workbench.page, 'Context');
}

/** Waits until the view has exactly these rows, in this order. */
async function waitForRows(labels: readonly string[]): Promise<void> {
  let last: readonly string[] = [];
  const isSame = async (): Promise<boolean> =>
    (last = (await rows()).map(({ label }) => label)).join() === labels.join();
  await waitFor('rows', isSame).catch((cause: unknown) => {
    throw new Error(`The context has [${last.join(', ')}] and not [${labels.join(', ')}].`, { cause });
  });
}

/** Waits until exactly these rows are checked. */
async function waitForChecked(labels: readonly string[]): Promise<void> {
  let last: readonly string[] = [];
  const isSame = async (): Promise<boolean> => {
    last = (await rows()).filter(({ checked }) => checked).map(({ label }) => label);
    return last.join() === labels.join();
  };
  await waitFor('check marks', isSame).catch((cause: unknown) => {
    throw new Error(`Checked are [${last.join(', ')}] and not [${labels.join(', ')}].`, { cause });
  });
}

async function waitForState(label: string, state: string): Promise<void> {
  let last = '';
  const isThere = async (): Promise<boolean> =>
    (last = (await rows()).find((row) => row.label === label)?.description ?? '').startsWith(state);
  await waitFor(`${label} to be ${state}`, isThere).catch((cause: unknown) => {
    throw new Error(`"${label}" is "${last}".`, { cause });
  });
}

/** A message without chips, whatever the test before left there. */
async function newChat(): Promise<void> {
  await workbench.executeCommand('workbench.action.chat.newChat');
  await openChat(workbench.page);
  await waitForChips(workbench.page, []);
}

/** Gives the keyboard to a row, which alone is selected then. */
async function focusRow(label: string): Promise<void> {
  await select('Context', [label]);
  const focused = viewPane(workbench.page, 'Context').locator('.monaco-list:focus .monaco-list-row.focused');
  await waitFor(`the focus on ${label}`, async () => (await focused.innerText()).includes(label));
}

/** Selects exactly these rows, and opens none of them: an editor that opens takes the focus a moment later. */
async function select(view: 'Context' | 'Resources', labels: readonly string[]): Promise<void> {
  const { page } = workbench;
  for (const { label } of (await visibleRows(page, view)).filter(({ selected }) => selected))
    await clickRow(page, view, label, { modifiers: ['ControlOrMeta'] });
  for (const label of labels) await clickRow(page, view, label, { modifiers: ['ControlOrMeta'] });
  const selected = async (): Promise<readonly string[]> =>
    (await visibleRows(page, view)).filter((row) => row.selected).map(({ label }) => label);
  await waitFor('the selection', async () => (await selected()).toSorted().join() === labels.toSorted().join());
}

async function clearSelection(): Promise<void> {
  await workbench.executeCommand('mcpResources.context.focus');
  await workbench.page.keyboard.press('Escape');
  await waitFor('no selection', async () => (await rows()).every(({ selected }) => !selected));
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const target = await to.boundingBox();
  if (target === null) throw new Error('The target is not shown.');
  await from.locator('.monaco-icon-label-container').hover({ position: { x: 4, y: 8 } });
  await page.mouse.down();
  await page.mouse.move(target.x + 90, target.y + target.height / 2, { steps: 8 });
  await page.mouse.move(target.x + 93, target.y + target.height / 2 + 1, { steps: 3 });
  await page.mouse.up();
}

beforeAll(async () => {
  const resources = names.map((name) => [`note://desk/${name}`, `${name}: one\nsecond line\n`] as const);
  server = await ChangingServer.create(Object.fromEntries(resources));
  workbench = await startWithServers({ larkspur: server.definition }, { viewport: { width: 1280, height: 960 } });
  const { page } = workbench;
  await openAndAgree(page);
  await waitForRow(page, 'Resources', 'note');
  await setSectionExpanded(page, 'Search', false);
  await setExpanded(page, 'Resources', 'note');
});

afterAll(async () => {
  await workbench.dispose();
  await server.dispose();
});

pictureFailures(() => workbench.page);

describe('rows of the tree', () => {
  it('are picked where they are dropped', async () => {
    const { page } = workbench;
    await viewPane(page, 'Context').getByText('Nothing is picked yet').first().waitFor();
    await runInlineAction(page, 'Resources', 'alpha', 'Attach to Chat');
    await waitForRows(['alpha']);
    const list = viewPane(page, 'Context').locator('.monaco-list').first();
    await select('Resources', ['beta', 'gamma']);
    await drag(page, await findRow(page, 'Resources', 'beta'), list);
    await waitForRows(['alpha', 'beta', 'gamma']);
    await drag(page, await findRow(page, 'Resources', 'delta'), await findRow(page, 'Context', 'beta'));
    await waitForRows(['alpha', 'delta', 'beta', 'gamma']);
    await drag(page, await findRow(page, 'Context', 'delta'), list);
    await waitForRows(names);
    await waitFor('the title', async () =>
      /^4 · .*~\d+ (of|tokens)/.test(await viewDescription(workbench.page, 'Context')),
    );
  });
});

describe('check boxes', () => {
  beforeEach(newChat);

  it('decide what goes along, also by the keyboard alone', async () => {
    const { page } = workbench;
    await waitForChecked(names);
    await workbench.executeCommand('mcpResources.context.focus');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await waitForChecked(['beta', 'gamma', 'delta']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await waitForChecked(['beta', 'delta']);
    await waitFor('the title', async () =>
      /^2 of 4 · .*~\d+ (of|tokens)/.test(await viewDescription(workbench.page, 'Context')),
    );
    await page.keyboard.press('Control+Shift+Alt+J');
    await waitForChips(page, ['beta.txt', 'delta.txt']);
  });

  it('of several selected rows change together', async () => {
    const { page } = workbench;
    await select('Context', ['alpha', 'gamma', 'delta']);
    await (await findRow(page, 'Context', 'gamma')).locator('.monaco-custom-toggle').click();
    await waitForChecked(names);
    await clearSelection();
    await (await findRow(page, 'Context', 'gamma')).locator('.monaco-custom-toggle').click();
    await waitForChecked(['alpha', 'beta', 'delta']);
    await (await findRow(page, 'Context', 'gamma')).locator('.monaco-custom-toggle').click();
    await waitForChecked(names);
  });
});

describe('the order', () => {
  beforeEach(newChat);

  it('changes by keys, several rows at once, and is the order in the chat', async () => {
    const { page } = workbench;
    await focusRow('gamma');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await waitForRows(['gamma', 'alpha', 'beta', 'delta']);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await waitForRows(['beta', 'gamma', 'alpha', 'delta']);
    await runCommand(page, 'MCP Resources: Attach Context to Chat');
    await waitForChips(page, ['beta.txt', 'gamma.txt', 'alpha.txt', 'delta.txt']);
  });

  it('changes by dragging, both ways, to the end, and is kept', async () => {
    const { page } = workbench;
    await clearSelection();
    await drag(page, await findRow(page, 'Context', 'beta'), await findRow(page, 'Context', 'alpha'));
    await waitForRows(['gamma', 'alpha', 'beta', 'delta']);
    await drag(page, await findRow(page, 'Context', 'delta'), await findRow(page, 'Context', 'gamma'));
    await waitForRows(['delta', 'gamma', 'alpha', 'beta']);
    await select('Context', ['delta', 'gamma']);
    await drag(page, await findRow(page, 'Context', 'delta'), await findRow(page, 'Context', 'beta'));
    await waitForRows(['alpha', 'beta', 'delta', 'gamma']);
    await workbench.reload();
    await openResources(workbench.page);
    await waitForRows(['alpha', 'beta', 'delta', 'gamma']);
    await waitForRow(workbench.page, 'Resources', 'note');
    await setExpanded(workbench.page, 'Resources', 'note');
  });

  it('leaves the rows what the chat takes', async () => {
    const { page } = workbench;
    await dragIntoChat(page, await findRow(page, 'Context', 'beta'));
    await waitForChips(page, ['beta.txt']);
  });
});

describe('what is removed', () => {
  it('leaves the keyboard at the next row, and comes back by a key', async () => {
    const { page } = workbench;
    await focusRow('beta');
    await page.keyboard.press('Delete');
    await waitForRows(['alpha', 'delta', 'gamma']);
    const focused = viewPane(page, 'Context').locator('.monaco-list:focus .monaco-list-row.focused');
    await waitFor('the next row', async () => (await focused.innerText()).includes('delta'));
    await page.keyboard.press('Control+Z');
    await waitForRows(['alpha', 'beta', 'delta', 'gamma']);
  });

  it('comes back by the title, and all of it from the message', async () => {
    const { page } = workbench;
    await runInlineAction(page, 'Context', 'delta', 'Remove from Context');
    await waitForRows(['alpha', 'beta', 'gamma']);
    await runViewAction(page, 'Context', 'Undo Removal');
    await waitForRows(['alpha', 'beta', 'delta', 'gamma']);
    await runViewAction(page, 'Context', 'Remove All from Context');
    await pressNotificationButton(page, /4 resources were removed/, 'Undo');
    await waitForRows(['alpha', 'beta', 'delta', 'gamma']);
  });
});

describe('a change on the server', () => {
  it('shows at once in the row, the badges and the title, and as a difference to what was sent', async () => {
    const { page } = workbench;
    await newChat();
    await runCommand(page, 'MCP Resources: Attach Context to Chat');
    await waitFor('the chips', async () => (await chatChips(page)).length === 4);
    await sendMessage(page, 'What do they say?');
    await clickRow(page, 'Context', 'beta');
    await page.locator('.tab.active').getByText('beta').first().waitFor();
    const color = await tabColor(page, 'beta');
    expect(await activityBadge(workbench.page)).toBe('');
    await server.change({
      'note://desk/alpha': 'alpha: one\nanother line\n',
      'note://desk/beta': 'beta: two\nsecond line\n',
      'note://desk/gamma': null,
    });
    await waitForState('alpha', 'updated');
    await waitForState('beta', 'updated');
    await waitForState('gamma', 'gone');
    await waitFor('the number', async () => (await activityBadge(workbench.page)) === '2');
    for (const view of ['Context', 'Resources'])
      await waitFor(`the mark in ${view}`, async () => (await badgeOf(workbench.page, view, 'beta')) === 'U');
    await waitFor('the colour of the tab', async () => (await tabColor(page, 'beta')) !== color);
    await runInlineAction(page, 'Context', 'alpha', 'Show Changes');
    await page
      .locator('.tab.active')
      .getByText(/^alpha: sent .* ↔ now$/)
      .waitFor();
    const editor = page.locator('.monaco-diff-editor');
    await editor.locator('.original .view-lines').getByText('second line').waitFor();
    await editor.locator('.modified .view-lines').getByText('another line').waitFor();
  });

  it('is all that Attach Updated attaches', async () => {
    const { page } = workbench;
    await newChat();
    await runViewAction(page, 'Context', 'Attach Updated to Chat');
    await waitForChips(page, ['alpha.txt', 'beta.txt']);
    await waitFor('no number', async () => (await activityBadge(workbench.page)) === '');
    await sendMessage(page, 'And now?');
    const requests = await workbench.chatRequests();
    expect(requests.at(-1)?.references.map(({ text }) => text)).toEqual([
      'alpha: one\nanother line\n',
      'beta: two\nsecond line\n',
    ]);
  });

  it('that took a resource away leaves a way to look for it', async () => {
    const { page } = workbench;
    await runInlineAction(page, 'Context', 'gamma', 'Search Again');
    await waitFor('the text', async () => {
      const panel = await Panel.open(page);
      return (await panel.box.locator('input').inputValue()) === 'gamma';
    });
    await setSectionExpanded(page, 'Search', false);
  });
});

describe('what is sent once', () => {
  it('says so, can be kept after all, and leaves with the message', async () => {
    const { page } = workbench;
    await newChat();
    await runInlineAction(page, 'Context', 'alpha', 'Send Once');
    await waitForState('alpha', 'once');
    await runInlineAction(page, 'Context', 'alpha', 'Keep After Sending');
    await waitFor('the row', async () => !(await rows())[0]?.description.includes('once'));
    await runContextAction(page, 'Context', 'alpha', 'Send Once');
    await waitForState('alpha', 'once');
    await runInlineAction(page, 'Context', 'alpha', 'Attach to Chat');
    await waitForChips(page, ['alpha.txt']);
    await sendMessage(page, 'Once more.');
    await waitForRows(['beta', 'delta', 'gamma']);
  });
});

describe('more than fits', () => {
  it('is said before anything is sent, and unchecked by one action', async () => {
    const { page } = workbench;
    await server.change({ 'note://desk/beta': 'a line of beta\n'.repeat(200), 'note://desk/delta': 'delta: two\n' });
    await waitForState('beta', 'updated');
    await waitForState('delta', 'updated');
    await workbench.changeSettings({ 'mcpResources.context.budget': 100 });
    const message = viewPane(page, 'Context').getByText('Too much: the chat');
    await message.waitFor();
    await setSideBarWidth(page, 300);
    await takeScreenshot(page, 'context-over-budget');
    await runViewAction(page, 'Context', 'Uncheck What Does Not Fit');
    await waitForChecked(['delta', 'gamma']);
    await message.waitFor({ state: 'hidden' });
    expect(await viewDescription(workbench.page, 'Context')).toMatch(/^2 of 3 · ▰▱▱▱▱ ~\d+ of ~100 tokens$/);
    await workbench.changeSettings({ 'mcpResources.context.budget': 0 });
  });
});

describe('pictures', () => {
  it('of rows in every state, in three themes', async () => {
    const { page } = workbench;
    await setExpanded(page, 'Resources', 'ticket');
    const long = (await visibleRows(page, 'Resources')).find(({ label }) => label.startsWith('#'))?.label ?? '';
    await drag(page, await findRow(page, 'Resources', long), viewPane(page, 'Context').locator('.monaco-list').first());
    await waitForRow(page, 'Context', long);
    await setExpanded(page, 'Resources', 'ticket', false);
    await runInlineAction(page, 'Context', 'delta', 'Send Once');
    await waitForState('delta', 'updated · once');
    await runCommand(page, 'View: Close All Editors');
    await clearNotifications(page);
    await openContextMenu(page, 'Context', 'beta');
    expect((await menuItems(page)).slice(0, 8)).toEqual([
      'Attach to Chat',
      'Open',
      'Show Changes',
      'Toggle Check Mark',
      'Send Once',
      'Move Up',
      'Move Down',
      'Remove from Context',
    ]);
    await page.keyboard.press('Escape');
    await clearSelection();
    await openChat(page);
    for (const theme of ['dark', 'light', 'highContrast'] as const) {
      await setTheme(workbench, theme);
      await takeScreenshot(page, `context-${theme}`);
    }
  });
});

/** The colour of a tab's label: of badges VS Code draws none there beside its lock. */
async function tabColor(page: Page, label: string): Promise<string> {
  const name = page.locator('.tab', { hasText: label }).locator('.label-name').first();
  return name.evaluate((element) => getComputedStyle(element).color);
}
