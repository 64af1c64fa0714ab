// Compares the search panel in a real VS Code with VS Code's own "MCP: Browse Resources...", with the same server in the same run. The floor
// is a client outside of VS Code that does nothing but parse what the server sends.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';
import { formatCount } from '../src/core/base/format';
import { openResources, Panel } from '../test/e2e/base/product';
import { activeEditor } from '../test/support/workbench/editors';
import { offerCommand } from '../test/support/workbench/commands';
import { readQuickInput } from '../test/support/workbench/prompts';
import { waitFor } from '../test/support/workbench/waiting';
import { startWorkbench, type Workbench } from '../test/support/workbench/workbench';
import { Floor } from './floor';
import { bigServer } from './measure';
import { median } from './median';

const sizes = (process.env['BENCH_SIZES'] ?? '1000,10000,100000').split(',').map(Number);
const pageSize = 1000;
/** VS Code's own list takes minutes for so many, and grows with their square. */
const mostOfBuiltIn = 100_000;
/** How often each is measured, alternately and each time in a new window, so that other load on the machine affects both. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** In ms. */
const timeout = 600_000;
/** The pages of the servers. They are made before the clock starts, since it starts with the server's process. */
const pagesFolder = mkdtempSync(path.join(tmpdir(), 'bench-pages-'));
process.on('exit', () => rmSync(pagesFolder, { recursive: true, force: true }));
/** Milliseconds that a message takes each way in the measurement of a distant host. */
const distance = 150;
/** Milliseconds between two keys of a user who types. */
const betweenKeys = 200;
/** After the last key only rows with `found` in their names are left; VS Code's own search allows gaps. */
const typed = { before: 'number 98', key: '7', found: '9.*8.*7' };

interface Figures {
  /** From Enter to the first painted row, in ms. */
  readonly firstRow: number;
  /** From Enter until all rows can be searched, in ms. */
  readonly complete: number;
  /** From the last typed key to the painted rows, in ms: the median of several runs. */
  readonly key: number;
  /** The same while page and host are {@link distance} apart, in ms; `undefined` for VS Code's own, which asks no host. */
  readonly distantKey: number | undefined;
  /** The longest task of the page and its frames, in ms; 0 where none took more than 50 ms. */
  readonly longestTask: number;
  /** Growth of the page's heap, in MB. */
  readonly memory: number;
  /** Time for which the extension host was blocked, in ms. */
  readonly hostBlock: number;
}

/** The rows of one of the two interfaces. */
interface Rows {
  readonly page: Page;
  readonly frame: Frame;
  /** Selector of the elements that hold the rows' names. */
  readonly names: string;
}

declare global {
  /** Set in the page and its frames. */
  var benchWatcher: { lastKey: number; longestTask: number };
  /** In ms. */
  var benchDelay: number | undefined;
}

async function watch(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    const watcher = { lastKey: 0, longestTask: 0 };
    globalThis.benchWatcher = watcher;
    const onKey = (): void => void (watcher.lastKey = performance.timeOrigin + performance.now());
    document.addEventListener('keydown', onKey, { capture: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watcher.longestTask = Math.max(watcher.longestTask, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
}

/** Returns when the first frame was painted in which there are rows and every name matches `text`, in ms since 1970. */
function painted({ frame, names }: Rows, text: string): Promise<number> {
  return frame.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`No rows with ${wanted.text}`)), wanted.timeout);
        const afterPaint = (): void => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            clearTimeout(timer);
            resolve(performance.timeOrigin + performance.now());
          };
          port2.postMessage(null);
        };
        // Sizes are observed after all other callbacks of a frame, so what is in the document then is painted with that very frame.
        const probe = document.body.appendChild(document.createElement('div'));
        Object.assign(probe.style, { position: 'fixed', height: '1px', visibility: 'hidden', contain: 'strict' });
        let frames = 0;
        const nextFrame = (): void => void (probe.style.width = `${(frames += 1) % 2}px`);
        const observer = new ResizeObserver(() => {
          const shownNames = [...document.querySelectorAll(wanted.names)].map((element) =>
            element.textContent.replaceAll('\u00a0', ' '),
          );
          const isThere = shownNames.length > 0 && shownNames.every((name) => new RegExp(wanted.text).test(name));
          if (!isThere) {
            requestAnimationFrame(nextFrame);
            return;
          }
          observer.disconnect();
          probe.remove();
          afterPaint();
        });
        observer.observe(probe);
      }),
    { names, text, timeout: 60_000 },
  );
}

const lastKey = (frame: Frame): Promise<number> => frame.evaluate(() => globalThis.benchWatcher.lastKey);

/** Types the last key of the query and deletes it again, several times. @returns the median in ms */
async function timeKey(rows: Rows): Promise<number> {
  const { page, frame } = rows;
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    await waitFor('the rows before', async () =>
      (await namesOf(rows)).some((name) => !new RegExp(typed.found).test(name)),
    );
    await delay(betweenKeys);
    const done = painted(rows, typed.found);
    await page.keyboard.press(typed.key);
    times.push((await done) - (await lastKey(frame)));
    await page.keyboard.press('Backspace');
  }
  return median(times);
}

/**
 * Runs in each frame before its own scripts: every listener of the host's messages gets them later by `benchDelay`. VS Code writes the page
 * into its frame, which removes listeners that were added before.
 */
function holdMessages(): void {
  if (window === window.top) return;
  const add = window.addEventListener.bind(window) as (...args: readonly unknown[]) => void;
  window.addEventListener = ((type: string, listener: (event: Event) => void, options?: boolean) => {
    const late = (event: Event): void => {
      const by = globalThis.benchDelay ?? 0;
      if (by === 0) listener(event);
      else setTimeout(() => listener(event), by);
    };
    add(type, type === 'message' ? late : listener, options);
  }) as typeof window.addEventListener;
}

/** Puts the host so far away from the page: each answer comes as late as if its question had taken its time as well. */
const moveHostAway = (frame: Frame): Promise<void> =>
  frame.evaluate((later) => void (globalThis.benchDelay = later), 2 * distance);

async function namesOf({ frame, names }: Rows): Promise<readonly string[]> {
  const texts = await frame.locator(names).allTextContents();
  return texts.map((text) => text.replaceAll('\u00a0', ' '));
}

/** Returns the bytes of the page's heap after a garbage collection. */
async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

const takeLongestBlock = async (workbench: Workbench): Promise<number> =>
  (await workbench.executeCommand('probe.takeLongestBlock')) as number;

function argsOf(items: number): string[] {
  const folder = path.join(pagesFolder, String(items));
  mkdirSync(folder, { recursive: true });
  return [bigServer, '--items', String(items), '--page', String(pageSize), '--folder', folder];
}

const serverOf = (items: number): object => ({
  servers: { big: { command: process.execPath, args: argsOf(items) } },
});

/** Returns the time from starting the server's process until its last page is parsed, in ms. */
async function timeFloor(items: number): Promise<number> {
  const start = performance.now();
  const floor = new Floor(process.execPath, argsOf(items));
  await floor.list();
  floor.end();
  return performance.now() - start;
}

async function inWorkbench(items: number, measure: (workbench: Workbench) => Promise<Figures>): Promise<Figures> {
  const settings = { 'mcpResources.list.maxResources': items };
  const workbench = await startWorkbench({ userMcp: serverOf(items), settings, ownVsCode: true });
  try {
    return await measure(workbench);
  } catch (error) {
    await workbench.page.screenshot({ path: path.join('test/output/screenshots', `bench-ui-failed.png`) });
    throw error;
  } finally {
    await workbench.dispose();
  }
}

/** Measures from allowing the server to start, so the start of its process is included. */
async function measurePanel(workbench: Workbench, items: number): Promise<Figures> {
  const { page } = workbench;
  await page.context().addInitScript(holdMessages);
  await openResources(page);
  const { frame } = await Panel.open(page);
  for (const watched of [page.mainFrame(), frame]) await watch(watched);
  // Runs until the question is answered.
  const started = workbench.executeCommand('mcpResources.startServer', { serverId: 'user//big' });
  // What fails before it has ended is the error to show.
  started.catch(() => undefined);
  await activeEditor(page).getByText('Don’t Allow').waitFor();
  // The answers above the text, for the keyboard.
  workbench.executeCommand('codelens.showLensesInCurrentLine').catch(() => undefined);
  const { items: answers } = await readQuickInput(page);
  for (const { label } of answers) {
    if (label === 'Allow') break;
    await page.keyboard.press('ArrowDown');
  }
  const before = await heap(page);
  await forgetTasks(page.mainFrame(), frame);
  await takeLongestBlock(workbench);
  const rows: Rows = { page, frame, names: '.row:not(.pending) .title' };
  const first = painted(rows, '');
  const all = frame.waitForFunction(
    (count) =>
      document.querySelector('.summary')?.textContent.includes(count) === true &&
      performance.timeOrigin + performance.now(),
    formatCount(items),
    { timeout, polling: 'raf' },
  );
  await page.keyboard.press('Enter');
  const start = await lastKey(page.mainFrame());
  await started;
  const firstRow = (await first) - start;
  const complete = Number(await (await all).jsonValue()) - start;
  const hostBlock = await takeLongestBlock(workbench);
  await frame.locator('vscode-text-field').first().click();
  await page.keyboard.type(typed.before, { delay: betweenKeys });
  const key = await timeKey(rows);
  await moveHostAway(frame);
  const distantKey = await timeKey(rows);
  return {
    firstRow,
    complete,
    key,
    distantKey,
    hostBlock,
    longestTask: await longestOf(page.mainFrame(), frame),
    memory: (await heap(page)) - before,
  };
}

/** Measures from choosing the command, so the start of the server's process is included. */
async function measureBuiltIn(workbench: Workbench, items: number): Promise<Figures> {
  const { page } = workbench;
  const frame = page.mainFrame();
  const rows: Rows = {
    page,
    frame,
    names: '.quick-input-list .quick-input-list-rows > .quick-input-list-row:first-child .label-name',
  };
  const title = 'MCP: Browse Resources...';
  await watch(frame);
  // VS Code offers the command once it has found the servers.
  await offerCommand(page, title, 60_000);
  const before = await heap(page);
  await forgetTasks(frame);
  await takeLongestBlock(workbench);
  const first = painted(rows, 'number');
  await page.keyboard.press('Enter');
  const start = await lastKey(frame);
  const firstRow = (await first) - start;
  const all = await frame.waitForFunction(
    (count) =>
      document.querySelector('.quick-input-visible-count')?.textContent.startsWith(count) === true &&
      document.querySelector('.quick-input-progress.done') !== null &&
      performance.timeOrigin + performance.now(),
    String(items),
    { timeout, polling: 'raf' },
  );
  const complete = Number(await all.jsonValue()) - start;
  const hostBlock = await takeLongestBlock(workbench);
  await page.keyboard.type(typed.before, { delay: betweenKeys });
  const key = await timeKey(rows);
  return {
    firstRow,
    complete,
    key,
    distantKey: undefined,
    hostBlock,
    longestTask: await longestOf(frame),
    memory: (await heap(page)) - before,
  };
}

/** Discards earlier tasks, such as those of the Command Palette. */
async function forgetTasks(...frames: readonly Frame[]): Promise<void> {
  for (const frame of frames) await frame.evaluate(() => void (globalThis.benchWatcher.longestTask = 0));
}

async function longestOf(...frames: readonly Frame[]): Promise<number> {
  const all = await Promise.all(frames.map((frame) => frame.evaluate(() => globalThis.benchWatcher.longestTask)));
  return Math.max(...all);
}

const columns: readonly (readonly [keyof Figures, string, (value: number) => string])[] = [
  ['firstRow', 'first row', ms],
  ['complete', 'all searchable', ms],
  ['key', 'typed key to rows', ms],
  ['distantKey', `host ${distance} ms away`, ms],
  ['longestTask', 'longest task', (value) => (value === 0 ? '< 50 ms' : ms(value))],
  ['memory', 'page heap', (value) => `${(value / 1e6).toFixed(1)} MB`],
  ['hostBlock', 'host block', ms],
];

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

function textOf(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? '' : format(value);
}

/** `undefined` where it was not measured. */
function medianOf(all: readonly Figures[], key: keyof Figures): number | undefined {
  const values = all.map((figures) => figures[key]).filter((value) => value !== undefined);
  return values.length > 0 ? median(values) : undefined;
}

function timesSooner(ours = 0, builtIn = 0): string {
  return ours > 0 && builtIn > 0 ? (builtIn / ours).toFixed(1) : '';
}

function print(name: string, cells: readonly string[]): void {
  console.log(name.padEnd(22) + cells.map((cell) => cell.padStart(19)).join(''));
}

/** Prints the medians of what was measured. */
function printFigures(name: string, all: readonly Figures[]): void {
  print(
    name,
    columns.map(([key, , format]) => textOf(medianOf(all, key), format)),
  );
}

for (const items of sizes) {
  console.log(`\n${formatCount(items)} resources in pages of ${formatCount(pageSize)}`);
  print(
    '',
    columns.map(([, title]) => title),
  );
  // The first run makes the pages.
  await timeFloor(items);
  const floors: number[] = [];
  for (let round = 0; round < rounds; round += 1) floors.push(await timeFloor(items));
  print('floor, median', ['', ms(median(floors))]);
  const ours: Figures[] = [];
  const builtIn: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await inWorkbench(items, (workbench) => measurePanel(workbench, items)));
    printFigures('the panel', ours.slice(round));
    if (items > mostOfBuiltIn) continue;
    builtIn.push(await inWorkbench(items, (workbench) => measureBuiltIn(workbench, items)));
    printFigures("VS Code's own", builtIn.slice(round));
  }
  printFigures('the panel, median', ours);
  if (builtIn.length === 0) continue;
  printFigures("VS Code's own, median", builtIn);
  print(
    'times sooner',
    columns.map(([key]) => timesSooner(medianOf(ours, key), medianOf(builtIn, key))),
  );
}
