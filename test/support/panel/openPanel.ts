import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { ResultRow } from '../../../src/shared/protocol';
import { HostSide } from './hostSide';
import { heldClock, reducedMotion, vscodeApi } from './pageScripts';
import { focusList, rowsShown } from './reading';
import { makeRows } from './resources';

export interface OpenOptions {
  readonly theme?: string;
  readonly rows?: readonly ResultRow[];
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: boolean;
  /** True to stop the panel's timers until {@link OpenPanel.pass}. */
  readonly isTimeHeld?: boolean;
  /** Runs before the page is loaded. */
  readonly prepare?: (host: HostSide) => void;
}

export interface OpenPanel {
  readonly page: Page;
  readonly host: HostSide;
  /** Content-security violations, console errors and exceptions of the page. */
  readonly complaints: string[];
  /** Reloads the page, as VS Code does when it shows a hidden view: only the `setState` value is left. */
  readonly reload: () => Promise<unknown>;
  /** Lets this many milliseconds pass at once, if `isTimeHeld`. */
  readonly pass: (ms: number) => Promise<void>;
}

interface Workplace {
  readonly context: BrowserContext;
  /** A page that stays open and opens the others, so that they share its process: starting one for each takes longer than most tests. */
  readonly opener: Page;
}

/** The panels of the current test. */
const panels = new Map<Page, OpenPanel>();
/** Shared by all files of a worker. */
let workplace: Promise<Workplace> | undefined;

async function startWorkplace(): Promise<Workplace> {
  const { browser, origin } = inject('panelRun');
  const context = await (await chromium.connect(browser)).newContext();
  await context.exposeBinding('hostReceive', ({ page }, message: unknown) => panels.get(page)?.host.receive(message));
  await context.exposeBinding('hostComplain', ({ page }, text: string) => panels.get(page)?.complaints.push(text));
  await context.addInitScript({ content: vscodeApi });
  const opener = await context.newPage();
  await opener.goto(`${origin}/empty.html`);
  return { context, opener };
}

async function newPage(): Promise<Page> {
  const { opener } = await (workplace ??= startWorkplace());
  const [page] = await Promise.all([opener.waitForEvent('popup'), opener.evaluate(() => void window.open())]);
  return page;
}

/** Opens the panel in its own page, which is closed after the test. */
export async function openPanel(options: OpenOptions = {}): Promise<OpenPanel> {
  const page = await newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const host = new HostSide(options.rows ?? makeRows(1204), (message) => {
    // The page may already be closed, like a view that was closed.
    page.evaluate((data) => window.postMessage(data, '*'), message).catch(() => undefined);
  });
  const url = `${inject('panelRun').origin}/${options.theme ?? 'dark'}.html`;
  const reload = (): Promise<unknown> => page.goto(url);
  const pass = (ms: number): Promise<void> => page.evaluate(`passTime(${ms})`);
  const panel: OpenPanel = { page, host, complaints, reload, pass };
  panels.set(page, panel);
  options.prepare?.(host);
  await page.setViewportSize({ width: options.width ?? 300, height: options.height ?? 600 });
  if (options.reducedMotion === true) await page.addInitScript({ content: reducedMotion });
  if (options.isTimeHeld === true) await page.addInitScript({ content: heldClock });
  await reload();
  return panel;
}

/** Opens the panel, and waits for its first rows. */
export async function openRows(options?: OpenOptions): Promise<OpenPanel> {
  const panel = await openPanel(options);
  await rowsShown(panel.page);
  return panel;
}

/** Opens the panel, with the keyboard in the list. */
export async function openList(options?: OpenOptions): Promise<OpenPanel> {
  const panel = await openPanel(options);
  await focusList(panel.page);
  return panel;
}

/** Rejects where a page shows an icon that the built font does not have. */
export async function closePanels(): Promise<void> {
  const pages = [...panels.keys()];
  panels.clear();
  const missing = await Promise.all(pages.map((page) => missingIcons(page).catch(() => [])));
  await Promise.all(pages.map((page) => page.close()));
  if (missing.flat().length > 0) throw new Error(`Icons without a glyph: ${missing.flat().join(', ')}`);
}

/** Returns the addresses of pages that were not closed. */
export async function pagesLeft(): Promise<string[]> {
  if (!workplace) return [];
  const { context, opener } = await workplace;
  const contexts = context.browser()?.contexts() ?? [];
  return contexts
    .flatMap((each) => each.pages())
    .filter((page) => page !== opener)
    .map((page) => page.url());
}

/** Returns the icon classes without a character in the style sheet. Names that no icon can have, which a hostile host may send, do not count. */
async function missingIcons(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('.codicon')]
    .filter((icon) => getComputedStyle(icon, '::before').content === 'none')
    .map((icon) => icon.getAttribute('class'))
    .filter((names) => names.split(' ').some((name) => /^codicon-[a-z][a-z0-9-]*$/.test(name)))`);
}
