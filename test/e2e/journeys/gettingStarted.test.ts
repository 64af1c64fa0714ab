import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/terminal.mjs';
import {
  clashes,
  holdsInLists,
  isExpectedInLists,
  isInOurLists,
  isTyping,
  type Keybinding,
} from '../../support/keys.js';
import { setTheme, takeScreenshot, themes } from '../../support/workbench/appearance.js';
import { chatChips, removeChip, waitForChips } from '../../support/workbench/chat.js';
import { runCommand, viewPane } from '../../support/workbench/commands.js';
import { clickRow, runInlineAction, setExpanded, waitForRow } from '../../support/workbench/trees.js';
import { waitFor } from '../../support/workbench/waiting.js';
import type { Workbench } from '../../support/workbench/workbench.js';
import { demoServer, openAndAgree, openResources, Panel, startWithServers } from '../base/product.js';

let workbench: Workbench;

/** Returns the ids of the completed steps. */
async function ticked(page: Page): Promise<readonly string[]> {
  const ticks = page.locator('.gettingStartedContainer [data-done-step-id][aria-checked="true"]');
  const ids = await ticks.evaluateAll((all) => all.map((one) => one.getAttribute('data-done-step-id') ?? ''));
  return ids.map((id) => id.split('#').at(-1) ?? '');
}

async function waitForTicks(page: Page, steps: readonly string[]): Promise<void> {
  await waitFor(`ticks at ${steps.join(', ')}`, async () => (await ticked(page)).join() === steps.join());
}

async function clickStep(page: Page, step: string): Promise<void> {
  await page.locator(`.getting-started-step[data-step-id$="#${step}"] .step-title`).click();
}

async function pressButton(page: Page, name: string): Promise<void> {
  await page.locator('.gettingStartedContainer .monaco-button', { hasText: name }).first().click();
}

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** Follows the welcome text to the walkthrough, which has a picture in every theme. */
async function isLedThere(page: Page): Promise<void> {
  await openResources(page);
  await page.locator('.part.sidebar a', { hasText: 'get started' }).click();
  await page.getByText('Get Started with MCP Resources').first().waitFor();
  expect(await ticked(page)).toEqual([]);
  for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
    await setTheme(workbench, theme);
    await clickStep(page, 'search');
    await takeScreenshot(page, `walkthrough-${theme}`);
    await clickStep(page, 'addServer');
  }
  await setTheme(workbench, 'dark');
}

/** Starts a server, which completes the first steps. */
async function startsAServer(page: Page): Promise<void> {
  await workbench.writeFile('.vscode/mcp.json', { servers: { larkspur: demoServer() } });
  await waitForTicks(page, ['addServer']);
  await openAndAgree(page);
  await waitForRow(page, 'Resources', 'ticket');
  await waitForTicks(page, ['addServer', 'start']);
  await setExpanded(page, 'Resources', 'ticket');
  await waitForTicks(page, ['addServer', 'start', 'browse']);
  await setExpanded(page, 'Resources', 'ticket', false);
}

/** Goes to the search box from anywhere. */
async function goesToTheSearch(page: Page): Promise<void> {
  await clickStep(page, 'search');
  await page.keyboard.press('Control+Alt+J');
  const panel = await Panel.open(page);
  await waitFor('the focus', async () => panel.box.evaluate((box) => box === document.activeElement));
  await page.keyboard.type('ticket');
  await waitForTicks(page, ['addServer', 'start', 'browse', 'search']);
  await panel.search('');
}

/** Copies and attaches the selected rows of the tree. */
async function attachesFromTheTree(page: Page): Promise<void> {
  // The focus is not on the row clicked last.
  await clickRow(page, 'Resources', 'memo');
  await setExpanded(page, 'Resources', 'ticket');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const focused = viewPane(page, 'Resources').locator('.monaco-list-row.focused .label-name');
  await waitFor('the first ticket', async () => (await focused.innerText()).startsWith('#'));
  const label = (await focused.innerText()).replaceAll('\u00a0', ' ');
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.keyboard.press('Control+C');
  await waitFor('the URI', async () => (await clipboard(page)).startsWith('ticket://'));
  await page.keyboard.press('Shift+Enter');
  await waitForRow(page, 'Context', label);
  await workbench.executeCommand('mcpResources.getStarted');
  await waitForTicks(page, ['addServer', 'start', 'browse', 'search', 'attach']);
}

/** Attaches the context again, and clears it. */
async function attachesTheContext(page: Page): Promise<void> {
  await waitFor('the attachment', async () => (await chatChips(page)).length === 1);
  const [chip = ''] = await chatChips(page);
  await removeChip(page, chip);
  await waitForChips(page, []);
  await page.keyboard.press('Control+Shift+Alt+J');
  await waitForChips(page, [chip]);
  await workbench.executeCommand('mcpResources.context.focus');
  await page.keyboard.press('Home');
  await viewPane(page, 'Context').locator('.monaco-list:focus .monaco-list-row.focused').waitFor();
  await page.keyboard.press('Delete');
  await viewPane(page, 'Context').getByText('Resources you attach appear here').first().waitFor();
}

/** Finds all keyboard shortcuts. */
async function findsAllKeys(page: Page): Promise<void> {
  await workbench.executeCommand('mcpResources.getStarted');
  await clickStep(page, 'keyboard');
  await pressButton(page, 'Show All Shortcuts');
  const rows = page.locator('.keybindings-editor .monaco-list-row');
  await waitFor('the shortcuts', async () =>
    (await rows.allInnerTexts()).some((text) => text.includes('Search Resources')),
  );
  await workbench.executeCommand('mcpResources.getStarted');
  await waitForTicks(page, ['addServer', 'start', 'browse', 'search', 'attach', 'keyboard']);
}

describe('somebody new', () => {
  beforeAll(async () => {
    workbench = await startWithServers(
      {},
      {
        ownWindow: true,
        viewport: { width: 1600, height: 900 },
        settings: { 'workbench.secondarySideBar.defaultVisibility': 'hidden' },
      },
    );
  });

  beforeEach(() => workbench.executeCommand('workbench.action.closeAllEditors'));

  afterAll(() => workbench.dispose());

  it('does every step of the walkthrough, and sees each ticked', async () => {
    const { page } = workbench;
    await isLedThere(page);
    await startsAServer(page);
    await goesToTheSearch(page);
    await attachesFromTheTree(page);
    await attachesTheContext(page);
    await findsAllKeys(page);
  });

  it('has keys that clash with none of the VS Code that they are tested in', async () => {
    const { page } = workbench;
    await runCommand(page, 'Preferences: Open Default Keyboard Shortcuts (JSON)');
    await page.locator('.editor-instance .view-line').first().waitFor();
    await page.locator('.editor-instance .view-lines').first().click();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    await waitFor('the default keys', async () => (await clipboard(page)).includes('"key"'));
    const defaults = parse(await clipboard(page)) as readonly Keybinding[];
    const theirs = defaults.filter((one) => !JSON.stringify(one).includes('mcpResources.'));
    expect(theirs.length).toBeGreaterThan(500);
    const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
      contributes: { keybindings: readonly Keybinding[] };
    };
    const ours = manifest.contributes.keybindings.filter((one) => !isTyping(one));
    const everywhere = theirs.map(({ key }) => key);
    const inLists = theirs.filter(({ when }) => holdsInLists(when)).map(({ key }) => key);
    const keyOf = ({ key }: Keybinding): string => key;
    expect(
      clashes(
        ours.filter((one) => !isInOurLists(one)),
        everywhere,
        keyOf,
      ),
    ).toEqual([]);
    const ofLists = clashes(ours.filter(isInOurLists), inLists, keyOf);
    expect(ofLists.filter((key) => !isExpectedInLists(key))).toEqual([]);
  });
});

it('somebody who opens the walkthrough last finds ticked what was done before', async () => {
  const late = await startWithServers({ larkspur: demoServer() }, { ownWindow: true });
  try {
    const { page } = late;
    await openAndAgree(page);
    await setExpanded(page, 'Resources', 'ticket');
    await (await Panel.open(page)).search('weather hold');
    await clickRow(page, 'Resources', 'memo');
    await setExpanded(page, 'Resources', 'memo');
    await runInlineAction(page, 'Resources', 'memo 0d6f2b35', 'Attach to Chat');
    await waitForRow(page, 'Context', 'memo 0d6f2b35');
    await runCommand(page, 'MCP Resources: Get Started');
    await waitForTicks(page, ['addServer', 'start', 'browse', 'search', 'attach']);
  } finally {
    await late.dispose();
  }
});
