// Measures the first view of a window in a real VS Code: from the click on the icon in the activity bar, with a list that an earlier window cached,
// beside VS Code's own view *Search*.
import type { Frame } from 'playwright-core';
import { setTimeout as delay } from 'node:timers/promises';
import { formatCount } from '../src/core/base/format';
import { openAndAgree, Panel, waitForStoredLists } from '../test/e2e/base/product';
import { openContainer } from '../test/support/workbench/commands';
import { waitFor } from '../test/support/workbench/waiting';
import { startWorkbench, type Workbench } from '../test/support/workbench/workbench';
import { bigServer } from './measure';

const items = 10_000;
const runs = 5;
/** Time that a window gets to settle after it was loaded, in ms. */
const settle = 8_000;

/** When something was first in the document, at most a frame before it is on screen; in ms since 1970, 0 until then. */
interface Seen {
  click: number;
  tree: number;
  box: number;
  rows: number;
  own: number;
}

declare global {
  /** Set in the page and its frames. */
  var benchSeen: Seen;
}

/** Runs in each frame before its own scripts. @param count of the resources, as the tree shows it */
function watch(count: string): void {
  const seen: Seen = { click: 0, tree: 0, box: 0, rows: 0, own: 0 };
  globalThis.benchSeen = seen;
  const now = (): number => performance.timeOrigin + performance.now();
  const note = (key: keyof Seen, isThere: boolean): void => {
    if (isThere) seen[key] = now();
  };
  const isThere = (selector: string): boolean => document.querySelector(selector) !== null;
  const look = (): void => {
    const tree = [...document.querySelectorAll('.pane:has(> .pane-header[aria-label^="Resources "]) .monaco-list-row')];
    if (seen.tree === 0)
      note(
        'tree',
        tree.some((row) => row.textContent.includes(count)),
      );
    if (seen.box === 0)
      note(
        'box',
        document.querySelector('vscode-text-field')?.shadowRoot?.querySelector('input') instanceof HTMLElement,
      );
    if (seen.rows === 0) note('rows', isThere('.row:not(.pending) .title'));
    if (seen.own === 0) note('own', isThere('.search-view .search-widget textarea'));
  };
  window.addEventListener('mousedown', () => (seen.click ||= now()), true);
  setInterval(look, 5);
}

const seenIn = (frame: Frame): Promise<Seen> => frame.evaluate(() => globalThis.benchSeen);

/** Clicks on an icon of a window that has just been loaded. */
async function openFirst(workbench: Workbench, title: string): Promise<void> {
  const { page } = workbench;
  await openContainer(page, 'Explorer');
  await workbench.reload();
  await delay(settle);
  await workbench.executeCommand('probe.takeLongestBlock');
  await page.evaluate(() => (globalThis.benchSeen.click = 0));
  await page.locator('.part.activitybar').getByRole('tab', { name: title }).click();
}

async function measureOwn(workbench: Workbench): Promise<number> {
  const frame = workbench.page.mainFrame();
  await openFirst(workbench, 'Search');
  await waitFor("VS Code's own view", async () => (await seenIn(frame)).own > 0, 60_000);
  const { click, own } = await seenIn(frame);
  return own - click;
}

async function measure(workbench: Workbench): Promise<Readonly<Record<'tree' | 'box' | 'rows' | 'block', number>>> {
  const { page } = workbench;
  await openFirst(workbench, 'MCP Resources');
  const { frame } = await Panel.open(page);
  await waitFor('the tree', async () => (await seenIn(page.mainFrame())).tree > 0, 60_000);
  await waitFor('the first rows of the panel', async () => (await seenIn(frame)).rows > 0, 60_000);
  const { click, tree } = await seenIn(page.mainFrame());
  const { box, rows } = await seenIn(frame);
  const block = (await workbench.executeCommand('probe.takeLongestBlock')) as number;
  return { tree: tree - click, box: box - click, rows: rows - click, block };
}

const args = [bigServer, '--items', String(items), '--page', '1000'];
const workbench = await startWorkbench({
  userMcp: { servers: { big: { command: process.execPath, args } } },
  ownVsCode: true,
});
try {
  const { page } = workbench;
  await page.context().addInitScript(watch, formatCount(items));
  await openAndAgree(page);
  await waitForStoredLists(workbench);
  const samples = [];
  for (let run = 0; run < runs; run += 1)
    samples.push({ own: await measureOwn(workbench), ...(await measure(workbench)) });
  console.log(
    `\n${formatCount(items)} cached resources, from the click on the icon of MCP Resources, in ${runs} windows`,
  );
  for (const [key, title] of [
    ['own', "VS Code's own view Search takes keys"],
    ['tree', 'tree with the cached list painted'],
    ['box', 'search box takes keys'],
    ['rows', 'first rows of the search painted'],
    ['block', 'longest block of the extension host'],
  ] as const) {
    const sorted = samples.map((sample) => sample[key]).toSorted((a, b) => a - b);
    const [middle = 0, worst = 0] = [sorted[runs >> 1], sorted.at(-1)];
    console.log(`${title.padEnd(38)} ${middle.toFixed(0).padStart(6)} ms   at most ${worst.toFixed(0).padStart(6)} ms`);
  }
} catch (error) {
  await workbench.page.screenshot({ path: 'test/output/screenshots/bench-firstView-failed.png' });
  throw error;
} finally {
  await workbench.dispose();
}
