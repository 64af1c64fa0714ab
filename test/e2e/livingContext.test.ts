// The promise of the Context view in one story: what a person picks is theirs, is followed, and goes out as it is now.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pictureFailures, takeScreenshot } from '../support/workbench/appearance.js';
import { openChat, sendMessage, waitForChips } from '../support/workbench/chat.js';
import { runCommand, runViewAction, setSectionExpanded } from '../support/workbench/commands.js';
import { allRows, badgeOf, clickRow, findRow, runInlineAction, waitForRow } from '../support/workbench/trees.js';
import { waitFor } from '../support/workbench/waiting.js';
import type { Workbench } from '../support/workbench/workbench.js';
import { ChangingServer } from './changingServer.js';
import { openAndAgree, openResources, Panel, startWithServers } from './product.js';

const names = Array.from({ length: 30 }, (_, index) => `leaf-${String(index + 1).padStart(2, '0')}`);
const changed = ['leaf-05', 'leaf-15', 'leaf-25'];
let server: ChangingServer;
let workbench: Workbench;
/** What the server has. */
const texts = new Map(names.map((name) => [name, `${name}\ngreen\nsmall\n`]));

async function change(...entries: readonly (readonly [name: string, text: string])[]): Promise<void> {
  for (const [name, text] of entries) texts.set(name, text);
  // The last to come is the newest and so the first in every order.
  const all = [...texts].reverse().map(([name, text]) => [`leaf://garden/${name}`, text] as const);
  await server.replace(Object.fromEntries(all));
}

/** The rows of the view *Context*: `leaf-01 ✓`, with their marks and states; a size or an age does not matter. */
async function context(): Promise<readonly string[]> {
  const rows = await allRows(workbench.page, 'Context');
  return rows.map(({ label, checked, description }) => {
    const said = description.split(' · ').filter((part) => !/^~|^sent |\d/u.test(part) && part !== '');
    return [label, checked ? '✓' : '☐', ...said].join(' ');
  });
}

async function waitForContext(expected: readonly string[]): Promise<void> {
  let last: readonly string[] = [];
  const isSame = async (): Promise<boolean> => (last = await context()).join('\n') === expected.join('\n');
  await waitFor('the context', isSame, 30_000).catch(() => expect(last).toEqual(expected));
}

/** Waits until exactly these rows of the view *Context* are marked as updated. */
async function waitForBadges(updated: readonly string[]): Promise<void> {
  await waitFor(`marks at ${updated.join(', ')}`, async () => {
    for (const name of names)
      if ((await badgeOf(workbench.page, 'Context', name)) !== (updated.includes(name) ? 'U' : '')) return false;
    return true;
  });
}

/** What the last message carried, text by text. */
async function lastTexts(): Promise<readonly (string | undefined)[]> {
  return (await workbench.chatRequests()).at(-1)?.references.map(({ text }) => text) ?? [];
}

function files(of: readonly string[]): readonly string[] {
  return of.map((name) => `${name}.txt`);
}

function contents(of: readonly string[]): readonly (string | undefined)[] {
  return of.map((name) => texts.get(name));
}

/** What a side of the difference shows, from top to bottom. */
async function diffLines(side: string): Promise<string> {
  const lines = await workbench.page
    .locator(`.monaco-diff-editor ${side} .view-line`)
    .evaluateAll((all) => all.map((line) => [line.getBoundingClientRect().top, line.textContent] as const));
  const sorted = lines.sort(([one], [other]) => one - other);
  return sorted.map(([, text]) => text.replaceAll('\u00a0', ' ')).join('\n');
}

async function serverProcess(): Promise<number | undefined> {
  const all = await workbench.processes();
  return all.find(({ command }) => command.includes('demo-server.js'))?.pid;
}

beforeAll(async () => {
  server = await ChangingServer.create();
  await change();
  workbench = await startWithServers({ larkspur: server.definition }, { viewport: { width: 1280, height: 1000 } });
  await openAndAgree(workbench.page);
  await waitForRow(workbench.page, 'Resources', 'leaf');
});

afterAll(async () => {
  await workbench.dispose();
  await server.dispose();
});

pictureFailures(() => workbench.page);

beforeEach(async () => {
  await workbench.executeCommand('workbench.action.chat.newChat');
  await openChat(workbench.page);
  await waitForChips(workbench.page, []);
});

describe('thirty picked resources', () => {
  it('go from a search into the message with one gesture, in order and whole', async () => {
    const { page } = workbench;
    const panel = await Panel.open(page);
    await panel.search('leaf-');
    await panel.waitForSummary(/^30 of \d+$/u);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+a');
    await panel.frame.getByText(/^30 selected/u).waitFor();
    await page.keyboard.press('Enter');
    await waitForChips(page, files(names));
    await sendMessage(page, 'thirty');
    expect(await lastTexts()).toEqual(contents(names));
    await setSectionExpanded(page, 'Search', false);
    await setSectionExpanded(page, 'Resources', false);
    await waitForContext(names.map((name) => `${name} ✓`));
  });

  it('of which three change say so, show how, and go out as they are now', async () => {
    const { page } = workbench;
    await change(
      ['leaf-05', 'leaf-05\nbrown\nsmall\n'],
      ['leaf-15', 'leaf-15\ngreen\nlarge\nwith a caterpillar\n'],
      ['leaf-25', 'leaf-25\n'],
    );
    await waitForContext(names.map((name) => (changed.includes(name) ? `${name} ✓ updated` : `${name} ✓`)));
    await waitForBadges(changed);

    await runInlineAction(page, 'Context', 'leaf-15', 'Show Changes');
    await waitFor('what was sent', async () => (await diffLines('.original')) === 'leaf-15\ngreen\nsmall\n');
    // Where there is little room what is gone stands among what is there.
    const now = '.modified .view-lines:not(.line-delete)';
    await waitFor('what is there now', async () => (await diffLines(now)) === texts.get('leaf-15'));
    await takeScreenshot(page, 'living-context');

    await runViewAction(page, 'Context', 'Attach Updated to Chat');
    await waitForChips(page, files(changed));
    await sendMessage(page, 'three');
    expect(await lastTexts()).toEqual(contents(changed));
    await waitForContext(names.map((name) => `${name} ✓`));
  });

  it('all go out again with one key, as they are now', async () => {
    const { page } = workbench;
    await change(['leaf-01', 'leaf-01\nfallen\n']);
    await waitForContext(names.map((name, index) => (index === 0 ? `${name} ✓ updated` : `${name} ✓`)));
    await page.keyboard.press('Control+Shift+Alt+J');
    await waitForChips(page, files(names));
    await sendMessage(page, 'again');
    expect(await lastTexts()).toEqual(contents(names));
  });
});

describe('a restart', () => {
  /** The second is not checked, the first goes once, and they have changed places; one has changed since it was sent. */
  const arranged = [
    'leaf-02 ☐',
    'leaf-01 ✓ once',
    ...names.slice(2).map((name) => (name === 'leaf-09' ? `${name} ✓ updated` : `${name} ✓`)),
  ];

  it('of the server leaves the set as it was', async () => {
    const { page } = workbench;
    await (await findRow(page, 'Context', 'leaf-02')).locator('.monaco-custom-toggle').click();
    await runInlineAction(page, 'Context', 'leaf-01', 'Send Once');
    await clickRow(page, 'Context', 'leaf-02', { modifiers: ['ControlOrMeta'] });
    await page.keyboard.press('Alt+ArrowUp');
    await change(['leaf-09', 'leaf-09\nyellow\n']);
    await waitForContext(arranged);
    const before = await serverProcess();
    await runCommand(page, 'MCP Resources: Restart Server');
    await waitFor('another server', async () => {
      const now = await serverProcess();
      return now !== undefined && now !== before;
    });
    await waitForContext(arranged);
  });

  it('of the window leaves the set as it was, and what the model saw is known', async () => {
    await workbench.restart();
    const { page } = workbench;
    await openResources(page);
    await waitForContext(arranged);
    await waitForBadges(['leaf-09']);
    await change(['leaf-30', 'leaf-30\nred\n']);
    await waitForContext(arranged.map((row) => (row.startsWith('leaf-30') ? 'leaf-30 ✓ updated' : row)));
    await runCommand(page, 'MCP Resources: Attach Context to Chat');
    const goes = ['leaf-01', ...names.slice(2)];
    await waitForChips(page, files(goes));
    await sendMessage(page, 'as before');
    expect(await lastTexts()).toEqual(contents(goes));
    await waitForContext(['leaf-02 ☐', ...names.slice(2).map((name) => `${name} ✓`)]);
  });
});
