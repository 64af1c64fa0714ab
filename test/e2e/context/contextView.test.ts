// The user's actions on rows of the view "Context": add, check, reorder and remove.
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { dragIntoChat, waitForChips } from '../../support/workbench/chat.js';
import {
  runCommand,
  runViewAction,
  setSectionExpanded,
  viewDescription,
  viewPane,
} from '../../support/workbench/commands.js';
import { pressNotificationButton } from '../../support/workbench/prompts.js';
import { clickCheckbox, findRow, runInlineAction, setExpanded, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { ChangingServer } from '../base/changingServer.js';
import { ContextRows, names, textsOf } from './contextRows.js';
import { freshStart } from '../base/freshStart.js';
import { openAndAgree, startWithServers } from '../base/product.js';

let server: ChangingServer;
let workbench: Workbench;
const rows = new ContextRows(() => workbench);

async function waitForTitle(pattern: RegExp): Promise<void> {
  await waitFor('the title', async () => pattern.test(await viewDescription(workbench.page, 'Context')));
}

/** Gives the keyboard to a row and selects only that row. */
async function focusRow(label: string): Promise<void> {
  await rows.select('Context', [label]);
  await rows.waitForFocus(label);
}

beforeAll(async () => {
  server = await ChangingServer.create(textsOf('note'));
  workbench = await startWithServers({ larkspur: server.definition }, { viewport: { width: 1280, height: 960 } });
  const { page } = workbench;
  await openAndAgree(page);
  await waitForRow(page, 'Resources', 'note');
  await setSectionExpanded(page, 'Search', false);
  await setExpanded(page, 'Resources', 'note');
});

afterAll(async () => {
  await server.dispose();
  await workbench.dispose();
});

beforeEach(() => freshStart(workbench));

describe('rows of the tree', () => {
  it('are picked where they are dropped', async () => {
    const { page } = workbench;
    await viewPane(page, 'Context').getByText('Resources you attach appear here').first().waitFor();
    await runInlineAction(page, 'Resources', 'alpha', 'Attach to Chat');
    await rows.waitFor(['alpha']);
    const list = viewPane(page, 'Context').locator('.monaco-list').first();
    await rows.select('Resources', ['beta', 'gamma']);
    await rows.drag(await findRow(page, 'Resources', 'beta'), list);
    await rows.waitFor(['alpha', 'beta', 'gamma']);
    await rows.drag(await findRow(page, 'Resources', 'zeta'), await findRow(page, 'Context', 'beta'));
    await rows.waitFor(['alpha', 'zeta', 'beta', 'gamma']);
    await rows.drag(await findRow(page, 'Context', 'zeta'), list);
    await rows.waitFor(names);
    await waitForTitle(/^1 attached since the last message · \d+ of .* tokens$/u);
  });
});

describe('check boxes', () => {
  beforeEach(() => rows.pickGroup('note'));

  it('decide what is sent, also with the keyboard alone', async () => {
    const { page } = workbench;
    await rows.waitForChecked(names);
    await workbench.executeCommand('mcpResources.context.focus');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await rows.waitForChecked(['beta', 'gamma', 'zeta']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await rows.waitForChecked(['beta', 'zeta']);
    await waitForTitle(/^4 attached since the last message · \d+ of .* tokens$/u);
    await page.keyboard.press('Control+Shift+Alt+J');
    await waitForChips(page, ['beta.txt', 'zeta.txt']);
  });

  it('of several selected rows change together', async () => {
    await clickCheckbox(workbench.page, 'Context', 'alpha');
    await clickCheckbox(workbench.page, 'Context', 'gamma');
    await rows.waitForChecked(['beta', 'zeta']);
    await rows.select('Context', ['alpha', 'gamma', 'zeta']);
    await clickCheckbox(workbench.page, 'Context', 'gamma');
    await rows.waitForChecked(names);
    await rows.clearSelection();
    await clickCheckbox(workbench.page, 'Context', 'gamma');
    await rows.waitForChecked(['alpha', 'beta', 'zeta']);
    await clickCheckbox(workbench.page, 'Context', 'gamma');
    await rows.waitForChecked(names);
  });
});

describe('the order', () => {
  beforeEach(() => rows.pickGroup('note'));

  it('changes by keys, several rows at once, and is the order in the chat', async () => {
    const { page } = workbench;
    await focusRow('gamma');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await rows.waitFor(['gamma', 'alpha', 'beta', 'zeta']);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await rows.waitFor(['beta', 'gamma', 'alpha', 'zeta']);
    await runCommand(page, 'MCP Resources: Attach Context');
    await waitForChips(page, ['beta.txt', 'gamma.txt', 'alpha.txt', 'zeta.txt']);
  });

  it('changes by dragging, both ways and to the end', async () => {
    const { page } = workbench;
    await rows.clearSelection();
    await rows.drag(await findRow(page, 'Context', 'alpha'), await findRow(page, 'Context', 'gamma'));
    await rows.waitFor(['beta', 'gamma', 'alpha', 'zeta']);
    await rows.drag(await findRow(page, 'Context', 'zeta'), await findRow(page, 'Context', 'beta'));
    await rows.waitFor(['zeta', 'beta', 'gamma', 'alpha']);
    await rows.select('Context', ['zeta', 'beta']);
    await rows.drag(await findRow(page, 'Context', 'zeta'), await findRow(page, 'Context', 'alpha'));
    await rows.waitFor(['gamma', 'alpha', 'zeta', 'beta']);
  });

  it('leaves the rows what the chat takes', async () => {
    const { page } = workbench;
    await dragIntoChat(page, await findRow(page, 'Context', 'beta'));
    await waitForChips(page, ['beta.txt']);
  });
});

describe('what is removed', () => {
  beforeEach(() => rows.pickGroup('note'));

  it('leaves the keyboard at the next row, and comes back by a key', async () => {
    const { page } = workbench;
    await focusRow('beta');
    await page.keyboard.press('Delete');
    await rows.waitFor(['alpha', 'gamma', 'zeta']);
    await rows.waitForFocus('gamma');
    await page.keyboard.press('Control+Z');
    await rows.waitFor(names);
  });

  it('comes back by the title, and all of it from the message', async () => {
    const { page } = workbench;
    await runInlineAction(page, 'Context', 'gamma', 'Remove from Context');
    await rows.waitFor(['alpha', 'beta', 'zeta']);
    await runViewAction(page, 'Context', 'Undo Removal');
    await rows.waitFor(names);
    await runViewAction(page, 'Context', 'Clear Context');
    await pressNotificationButton(page, /4 resources removed/, 'Undo');
    await rows.waitFor(names);
  });
});
