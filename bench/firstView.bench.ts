// Measures the first view of a window in a real VS Code: from the click on the icon in the activity bar, with a list that an earlier window cached,
// beside VS Code's own view *Search*, and the plainest view that an extension can have.
// The views were shown in the workspace before, so that they are made ready while a window settles.
import type { Frame } from 'playwright-core';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../scripts/lib/terminal.mjs';
import { formatCount } from '../src/core/base/format';
import { openAndAgree, waitForStoredLists } from '../test/e2e/base/product';
import { openContainer } from '../test/support/workbench/commands';
import { waitFor } from '../test/support/workbench/waiting';
import { webviewFrame } from '../test/support/workbench/webviews';
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
    const pane = document.querySelector('.pane-header[aria-label^="Resources"]')?.parentElement;
    return [...(pane?.querySelectorAll('.monaco-list-row') ?? [])].some(
      (row) => row.textContent.includes(count) || row.textContent.includes('Plain'),
    );
  };
  const looks: Readonly<Partial<Record<keyof Seen, () => boolean>>> =
    window === window.top
      ? { tree: hasTree, own: () => document.querySelector('.search-view .search-widget textarea') !== null }
      : {
          box: () =>
            (document.querySelector('vscode-text-field')?.shadowRoot ?? document).querySelector('input') !== null,
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

/** Measures from the click on an icon; a view *Search* that is a webview has its page in a frame. */
async function measure(
  workbench: Workbench,
  title: string,
  ends: readonly (keyof Seen)[],
  hasFrame = true,
): Promise<readonly number[]> {
  const { page } = workbench;
  await openFirst(workbench, title);
  const frame = hasFrame ? await webviewFrame(page, 'Search') : page.mainFrame();
  const read = async (): Promise<Seen> => {
    const { click, tree } = await seenIn(page.mainFrame());
    return { ...(await seenIn(frame)), click, tree };
  };
  let seen = await read();
  await waitFor(
    title,
    async () => {
      seen = await read();
      return ends.every((end) => seen[end] > 0);
    },
    60_000,
  );
  return ends.map((end) => seen[end] - seen.click);
}

const figures = [
  "VS Code's own view Search takes keys",
  'floor: a tree of one row painted',
  'floor: a box without a script is there',
  'tree with the cached list painted',
  'search box takes keys',
  'first rows of the search painted',
  'longest block of the extension host',
];

async function measureAll(workbench: Workbench): Promise<readonly number[]> {
  const own = await measure(workbench, 'Search', ['own'], false);
  const floor = await measure(workbench, 'Plain View', ['tree', 'box']);
  const ours = await measure(workbench, 'MCP Resources', ['tree', 'box', 'rows']);
  const block = (await workbench.executeCommand('probe.takeLongestBlock')) as number;
  return [...own, ...floor, ...ours, block];
}

const args = [bigServer, '--items', String(items), '--page', '1000'];
const workbench = await startWorkbench({
  userMcp: { servers: { big: { command: process.execPath, args } } },
  extensions: [root, `${root}/bench/plainView`],
  ownVsCode: true,
});
try {
  const { page } = workbench;
  await page.context().addInitScript(watch, formatCount(items));
  await openAndAgree(page);
  await waitForStoredLists(workbench);
  const samples: (readonly number[])[] = [];
  for (let run = 0; run < runs; run += 1) samples.push(await measureAll(workbench));
  console.log(`\n${formatCount(items)} cached resources, from the click on the icon, in ${runs} windows`);
  for (const [at, title] of figures.entries()) {
    const times = samples.map((sample) => sample[at] ?? 0);
    const [middle, worst] = [median(times), Math.max(...times)].map((time) => time.toFixed(0).padStart(6));
    console.log(`${title.padEnd(38)} ${middle} ms   at most ${worst} ms`);
  }
} catch (error) {
  await workbench.page.screenshot({ path: 'test/output/screenshots/bench-firstView-failed.png' });
  throw error;
} finally {
  await workbench.dispose();
}
