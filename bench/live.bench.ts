// Measures, in a real VS Code, when a change of a server is painted: from its notification on the wire, and above its own answer to the request
// that follows it, which it could not be painted before.
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { freePort } from '../scripts/lib/processes.mjs';
import { allowServers, openResources, Panel } from '../test/e2e/base/product';
import { setSectionExpanded } from '../test/support/workbench/commands';
import { clickRow, runInlineAction, setExpanded, waitForRow } from '../test/support/workbench/trees';
import { startWorkbench } from '../test/support/workbench/workbench';
import { median } from './median';

const items = 300;
const rounds = 9;
/** Time in ms without any change, after which the next one begins a burst for us and for VS Code. */
const quiet = 1_500;
const timeout = 30_000;
/** In ms. */
const floodTime = 4_000;

/** Something in a page that a change of the server changes. */
interface Place {
  readonly frame: Frame;
  readonly rows: string;
  /** Text of the row. */
  readonly name: string;
  /** Selector below the row of the element to look at. */
  readonly part: string;
  /** What of the element changes; `row` for whether the row is there. */
  readonly look: 'badge' | 'class' | 'color' | 'row';
}

interface Change {
  /** When the server wrote the notification and its answer to the request after it, in ms since 1970. */
  readonly notified: number;
  readonly answered: number;
  /** When it was painted, by place, in the same time. */
  readonly painted: Readonly<Record<string, number>>;
}

/** Looks at a place, and resolves then; `done` is when the first frame was painted in which it is another, in ms since 1970. */
async function watch({ frame, ...place }: Place): Promise<{ readonly done: () => Promise<number> }> {
  const watching = await frame.evaluateHandle(
    ({ rows, name, part, look, timeout }) => {
      const state = (): string => {
        const row = [...document.querySelectorAll(rows)].find(({ textContent }) => textContent.includes(name));
        const element = row?.querySelector(part);
        if (look === 'row' || !element) return `${row !== undefined}`;
        if (look === 'class') return element.className;
        return look === 'badge' ? getComputedStyle(element, '::after').content : getComputedStyle(element).color;
      };
      const before = state();
      const done = new Promise<number>((resolve, reject) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        const check = (): void => {
          // What is there before a frame is drawn is on screen after it.
          if (state() !== before) port2.postMessage(null);
          else requestAnimationFrame(check);
        };
        requestAnimationFrame(check);
        setTimeout(() => reject(new Error(`${name} stays ${before} in ${rows}`)), timeout);
      });
      return { done };
    },
    { ...place, timeout },
  );
  return { done: () => watching.evaluate(({ done }) => done) };
}

const pane = (title: string): string => `.pane:has(> .pane-header[aria-label^="${title} "]) .monaco-list-row`;

/** Has the server make the change, and waits until all places show it. */
async function measure(control: string, places: Readonly<Record<string, Place>>): Promise<Change> {
  const names = Object.keys(places);
  const watching = await Promise.all(Object.values(places).map(watch));
  const response = await fetch(control, { method: 'POST' });
  const times = (await response.json()) as { readonly notified: number; readonly answered: number };
  const painted = await Promise.all(watching.map(({ done }) => done()));
  return { ...times, painted: Object.fromEntries(painted.map((time, index) => [names[index] ?? '', time])) };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function repeat(name: string, once: (round: number) => Promise<Change>): Promise<void> {
  const changes: Change[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await pause(quiet);
    changes.push(await once(round));
  }
  const ms = (times: readonly number[]): string =>
    `${median(times).toFixed(0)} (${Math.max(...times).toFixed(0)}) ms`.padStart(20);
  console.log(`\n${name}: median (and longest) of ${rounds}`);
  console.log(`${'server’s answer'.padEnd(16)}${ms(changes.map(({ notified, answered }) => answered - notified))}`);
  for (const place of Object.keys(changes[0]?.painted ?? {})) {
    const painted = (since: (change: Change) => number): string =>
      ms(changes.map((change) => (change.painted[place] ?? 0) - since(change)));
    console.log(
      `${place.padEnd(16)}${painted(({ notified }) => notified)}${painted(({ answered }) => answered)} above the answer`,
    );
  }
}

/** Counts how often the panel is told to draw its rows again while the server changes a resource and its list every 5 ms. */
async function countRedraws(frame: Frame, control: string): Promise<number> {
  await frame.evaluate(() => {
    globalThis.benchRedraws = 0;
    addEventListener('message', ({ data }: MessageEvent<{ readonly name?: string }>) => {
      if (data.name === 'repeated') globalThis.benchRedraws += 1;
    });
  });
  await fetch(`${control}/flood?ms=${floodTime}`, { method: 'POST' });
  return frame.evaluate(() => globalThis.benchRedraws);
}

declare global {
  /** Set in the panel's page. */
  var benchRedraws: number;
}

async function run(page: Page, control: string): Promise<void> {
  const { frame } = await Panel.open(page);
  await allowServers(page);
  await waitForRow(page, 'Resources', 'live');
  await setExpanded(page, 'Resources', 'live');
  await runInlineAction(page, 'Resources', 'counter', 'Attach to Chat');
  await waitForRow(page, 'Context', 'counter');
  await clickRow(page, 'Context', 'counter');
  await page.locator('.tab.active', { hasText: 'counter' }).waitFor();
  await setSectionExpanded(page, 'Servers', false);
  await page.mouse.move(640, 400);
  const main = page.mainFrame();
  const name = 'counter';
  const row = '.row:not(.pending)';
  await repeat('A mark, from notifications/resources/updated', () =>
    measure(`${control}/update`, {
      tree: { frame: main, rows: pane('Resources'), name, part: '.monaco-icon-label', look: 'badge' },
      panel: { frame, rows: row, name, part: '.state', look: 'class' },
      Context: { frame: main, rows: pane('Context'), name, part: '.custom-view-tree-node-item-icon', look: 'class' },
      tab: { frame: main, rows: '.tab', name, part: '.label-name', look: 'color' },
    }),
  );
  await repeat('A new row, from notifications/resources/list_changed', (round) =>
    measure(`${control}/list`, {
      tree: { frame: main, rows: pane('Resources'), name: `new ${round}`, part: '.label-name', look: 'row' },
      panel: { frame, rows: row, name: `new ${round}`, part: '.title', look: 'row' },
    }),
  );
  await pause(quiet);
  const redraws = await countRedraws(frame, control);
  console.log(`\nA flood: the panel is drawn ${((redraws * 1_000) / floodTime).toFixed(1)} times a second`);
}

const port = await freePort();
const server = path.resolve('bench/liveServer.mjs');
const args = [server, '--items', String(items), '--control', String(port)];
const workbench = await startWorkbench({
  userMcp: { servers: { live: { command: process.execPath, args } } },
  ownVsCode: true,
});
try {
  await openResources(workbench.page);
  await run(workbench.page, `http://127.0.0.1:${port}`);
} catch (error) {
  await workbench.page.screenshot({ path: path.join('test/output/screenshots', 'bench-live-failed.png') });
  throw error;
} finally {
  await workbench.dispose();
}
