// npm run pictures: every view at 300 pixels and wider, in each theme, for people to look at. What a picture has to show is waited for first.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../scripts/lib/terminal.mjs';
import { setSideBarWidth, setTheme, takeScreenshot, themes } from '../support/workbench/appearance.js';
import { runCommand, runViewAction, setSectionExpanded } from '../support/workbench/commands.js';
import {
  cancelQuickInput,
  clearNotifications,
  readQuickInput,
  typeIntoQuickInput,
} from '../support/workbench/prompts.js';
import {
  clickRow,
  findRow,
  runContextAction,
  runInlineAction,
  setExpanded,
  visibleRows,
  waitForRow,
} from '../support/workbench/trees.js';
import { sendMessage } from '../support/workbench/chat.js';
import { waitFor } from '../support/workbench/waiting.js';
import type { Workbench } from '../support/workbench/workbench.js';
import { ChangingServer } from '../e2e/base/changingServer.js';
import { openAndAgree, openResources, Panel, rawServer, startWithServers } from '../e2e/base/product.js';

/** The wiki's page on heating after a change. */
const newPlan = `# Greenhouses A/B: who heats when

| Night | A (1 and 2) | B (3 and 4) |
| --- | --- | --- |
| Mon to Thu | 8 °C | 4 °C |
| Fri to Sun | 9 °C | 5 °C |

The pump of B is quiet again. Heat at any hour.
`;

const names = Object.keys(themes) as (keyof typeof themes)[];
let server: ChangingServer;
let workbench: Workbench;

beforeAll(async () => {
  server = await ChangingServer.create();
  workbench = await startWithServers(
    { larkspur: server.definition },
    { ownWindow: true, viewport: { width: 1280, height: 960 } },
  );
});

afterAll(async () => {
  await workbench.dispose();
  await server.dispose();
});

/** Finds the resource with this title, which is the first result, and attaches it. */
async function attach(text: string, title: string): Promise<void> {
  const { page } = workbench;
  const panel = await Panel.open(page);
  await panel.search(text);
  await waitFor(`"${title}" to be found`, async () => (await panel.titles())[0] === title);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await waitForRow(page, 'Context', title);
}

/** Returns the exact URI of an added resource. */
async function uriOf(label: string): Promise<string> {
  const { page } = workbench;
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await runContextAction(page, 'Context', label, 'Copy URI');
  let uri = '';
  await waitFor(
    'the URI on the clipboard',
    async () => (uri = await page.evaluate(() => navigator.clipboard.readText())) !== '',
  );
  return uri;
}

/** Shows the first start and the consent question. */
async function firstLook(page: Page): Promise<void> {
  await openResources(page);
  const panel = await Panel.open(page);
  await panel.frame.getByText('needs your permission').first().waitFor();
  await setSideBarWidth(page, 300);
  await takeScreenshot(page, 'first-look');
  await runCommand(page, 'MCP Resources: Review Servers…');
  await waitFor('the question', async () => (await readQuickInput(page)).items.length === 1);
  await takeInThemes('review');
  await cancelQuickInput(page);
}

async function takeInThemes(name: string): Promise<void> {
  for (const theme of names) {
    await setTheme(workbench, theme);
    await takeScreenshot(workbench.page, `${name}-${theme}`);
  }
  await setTheme(workbench, 'dark');
}

/** Shows what was allowed. */
async function permissions(page: Page): Promise<void> {
  await runCommand(page, 'MCP Resources: Manage Permissions…');
  await waitFor('the permissions', async () => (await readQuickInput(page)).items.length === 1);
  await takeInThemes('permissions');
  await cancelQuickInput(page);
}

/** Shows all views with content, in every theme. */
async function allViews(page: Page): Promise<void> {
  await openAndAgree(page);
  await waitForRow(page, 'Resources', 'ticket');
  await setSectionExpanded(page, 'Servers', true);
  await waitFor('the row of the server', async () => {
    const [larkspur] = await visibleRows(page, 'Servers');
    return larkspur?.description.trim() === '186 resources, 3 templates, more in folders';
  });
  await setExpanded(page, 'Resources', 'repo');
  await permissions(page);
  await attach('uri:wiki://** greenhouse', 'Greenhouses A/B: who heats when');
  await attach('uri:repo://** README', 'README.md');
  await sendMessage(page, 'What is new in the shop?');
  const [first] = await visibleRows(page, 'Context');
  await server.change({ [await uriOf(first?.label ?? '')]: newPlan });
  await waitFor(
    'the mark',
    async () => (await visibleRows(page, 'Context'))[0]?.description.startsWith('updated') ?? false,
  );
  await clearNotifications(page);
  const panel = await Panel.open(page);
  await panel.search('order');
  await panel.waitForSummary(/^\d+ of /);
  for (const theme of names) {
    await setTheme(workbench, theme);
    for (const width of [300, 520]) {
      await setSideBarWidth(page, width);
      await takeScreenshot(page, `views-${theme}-${width}`);
    }
  }
  expect((await visibleRows(page, 'Context')).length).toBe(2);
  await setTheme(workbench, 'dark');
  await setSectionExpanded(page, 'Servers', false);
  await setSideBarWidth(page, 400);
  await takeScreenshot(page, 'readme-overview');
  const search = { x: 48, y: 36, width: 400, height: 400 };
  await page.screenshot({ path: path.join(root, 'test/output/screenshots/readme-search.png'), clip: search });
  await setSectionExpanded(page, 'Search', false);
  await runInlineAction(page, 'Context', 'Greenhouses A/B: who heats when', 'Show Changes');
  await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'quiet again' }).waitFor();
  // VS Code draws rows without their color for a moment, whenever colors may have changed.
  const colorOf = async (label: string) =>
    (await findRow(page, 'Context', label)).locator('.label-name').evaluate((name) => getComputedStyle(name).color);
  await expect.poll(() => colorOf('Greenhouses A/B: who heats when')).not.toBe(await colorOf('README.md'));
  await takeScreenshot(page, 'readme-context');
  await workbench.executeCommand('workbench.action.closeAllEditors');
}

/** Shows the tree by server and name, and a server's details, in three themes. */
async function treeAndServer(page: Page): Promise<void> {
  await setSectionExpanded(page, 'Search', false);
  await setSectionExpanded(page, 'Context', false);
  await runViewAction(page, 'Resources', 'Arrange > Group by Server');
  await runViewAction(page, 'Resources', 'Arrange > Sort by Name');
  await setExpanded(page, 'Resources', 'larkspur');
  await setExpanded(page, 'Resources', 'repo');
  await setSectionExpanded(page, 'Servers', true);
  await setExpanded(page, 'Servers', 'larkspur');
  await setSideBarWidth(page, 300);
  for (const theme of ['dark', 'light', 'highContrast'] as const) {
    await setTheme(workbench, theme);
    await takeScreenshot(page, `tree-${theme}`);
  }
  await setTheme(workbench, 'dark');
  await runContextAction(page, 'Servers', 'larkspur', 'Stop Server');
  await waitFor('the mark of stale resources', async () =>
    (await visibleRows(page, 'Resources')).some((row) => row.description.includes('server stopped')),
  );
  await takeScreenshot(page, 'tree-stopped');
  await runContextAction(page, 'Servers', 'larkspur', 'Start Server');
  await setExpanded(page, 'Servers', 'larkspur', false);
  // A title that changes is drawn anew, with its menu.
  await waitFor('what the server has now', async () =>
    (await visibleRows(page, 'Resources')).every((row) => !row.description.includes('server stopped')),
  );
  await waitFor('the row of the server', async () =>
    (await visibleRows(page, 'Servers')).some(
      (row) => row.description.trim() === '186 resources, 3 templates, more in folders',
    ),
  );
  await runViewAction(page, 'Resources', 'Arrange > ✓ Group by Server');
  await runViewAction(page, 'Resources', 'Arrange > Sort by Priority and Recency');
  await setSectionExpanded(page, 'Context', true);
  await setSectionExpanded(page, 'Search', true);
}

/** Shows a failed server and the quick pick. */
async function failedServer(page: Page): Promise<void> {
  await workbench.writeFile('.vscode/mcp.json', {
    servers: { larkspur: server.definition, billing: rawServer('exitAtStart') },
  });
  await waitForRow(page, 'Resources', 'The server “billing” needs your permission to start.');
  await openAndAgree(page);
  await setSideBarWidth(page, 300);
  await waitFor(
    'the failure',
    async () => (await visibleRows(page, 'Resources')).some(({ label }) => label === 'billing: failed'),
    40_000,
  );
  await clickRow(page, 'Resources', 'billing: failed');
  await takeScreenshot(page, 'failed-server');
  await runCommand(page, 'MCP Resources: Attach to Chat');
  await typeIntoQuickInput(page, 'peony');
  await waitFor('matches', async () => (await readQuickInput(page)).items.some(({ label }) => label.includes('peony')));
  await takeScreenshot(page, 'quick-attach');
  await cancelQuickInput(page);
}

/** Shows templates among the resources, in three themes, and the choice of one. */
async function templates(page: Page): Promise<void> {
  await setSideBarWidth(page, 300);
  await setExpanded(page, 'Resources', 'wiki');
  for (const theme of ['dark', 'light', 'highContrast'] as const) {
    await setTheme(workbench, theme);
    await findRow(page, 'Resources', 'Search the wiki');
    await takeScreenshot(page, `template-tree-${theme}-300`);
  }
  await setTheme(workbench, 'dark');
  await runCommand(page, 'MCP Resources: Open Resource from Template…');
  await waitFor('the templates', async () => (await readQuickInput(page)).items.length > 0);
  await takeScreenshot(page, 'template-choice');
  await cancelQuickInput(page);
  await setExpanded(page, 'Resources', 'wiki', false);
}

it('the first look, all views in every theme, the tree, templates, and a failed server have their pictures', async () => {
  const { page } = workbench;
  await firstLook(page);
  await allViews(page);
  await treeAndServer(page);
  await templates(page);
  await failedServer(page);
}, 240_000);
