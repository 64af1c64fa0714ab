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
import { median } from './median';

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

/**
 * Runs in each frame before its own scripts. The main frame looks only after the click: looking all the time slowed down what is measured.
 *
 * @param count of the resources, as the tree shows it
 */
function watch(count: string): void {
  const seen: Seen = { click: 0, tree: 0, box: 0, rows: 0, own: 0 };
  globalThis.benchSeen = seen;
  const now = (): number => performance.timeOrigin + performance.now();
  const hasTree = (): boolean => {
    const pane = document.querySelector('.pane-header[aria-label^="Resources "]')?.parentElement;
    return [...(pane?.querySelectorAll('.monaco-list-row') ?? [])].some((row) => row.textContent.includes(count));
  };
  const looks: Readonly<Partial<Record<keyof Seen, () => boolean>>> =
    window === window.top
      ? { tree: hasTree, own: () => document.querySelector('.search-view .search-widget textarea') !== null }
      : {
          box: () =>
            document.querySelector('vscode-text-field')?.shadowRoot?.querySelector('input') instanceof HTMLElement,
          rows: () => document.querySelector('.row:not(.pending) .title') !== null,
        };
  const look = (): void => {
    for (const [key, isThere] of Object.entries(looks) as [keyof Seen, () => boolean][])
      if (seen[key] === 0 && isThere()) seen[key] = now();
  };
  const lookOften = (): void => void setInterval(look, 8);
  window.addEventListener(
    'mousedown',
    () => {
      if (seen.click === 0) lookOften();
      seen.click ||= now();
    },
    true,
  );
  if (window !== window.top) lookOften();
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
    const times = samples.map((sample) => sample[key]);
    const [middle, worst] = [median(times), Math.max(...times)].map((time) => time.toFixed(0).padStart(6));
    console.log(`${title.padEnd(38)} ${middle} ms   at most ${worst} ms`);
  }
} catch (error) {
  await workbench.page.screenshot({ path: 'test/output/screenshots/bench-firstView-failed.png' });
  throw error;
} finally {
  await workbench.dispose();
}
