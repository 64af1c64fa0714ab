// Windows that a file has left and the next one moves into, because opening one takes longer than most tests.
import { isDeepStrictEqual } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { isUsual, keyOf, returnVsCode, type WarmVsCode } from './warmVsCode.js';
import { ownOptions, type WorkbenchOptions } from './workbenchFolder.js';

interface KeptWindow {
  readonly vsCode: WarmVsCode;
  readonly workspaceFolder: string;
  readonly context: BrowserContext;
  readonly page: Page;
}

/** The windows that nobody uses, by the key of their VS Code, which they keep from others. */
const kept = new Map<string, KeptWindow & { readonly models: WorkbenchOptions['copilot'] }>();

/** True for options with which files share a window. */
export function canMoveInto(options: WorkbenchOptions): boolean {
  return isUsual(options) && ownOptions.every((name) => options[name] === undefined);
}

/** Returns a window that was left and that these options can do with, which is the caller's then. Models stay as they are. */
export function takeWindow(options: WorkbenchOptions): KeptWindow | undefined {
  const hasModels = isDeepStrictEqual(kept.get(keyOf(options))?.models, options.copilot);
  return hasModels && canMoveInto(options) ? take(options) : undefined;
}

/** Returns the VS Code of a window that was left, once that is closed. */
export async function takeKeptVsCode(options: WorkbenchOptions): Promise<WarmVsCode | undefined> {
  const window = take(options);
  if (window) await close(window);
  return window?.vsCode;
}

function take(options: WorkbenchOptions): KeptWindow | undefined {
  const key = keyOf(options);
  const window = kept.get(key);
  kept.delete(key);
  return window;
}

/** Keeps a window that is as it was when it opened; of several with the same key the first. */
export async function keepWindow(window: KeptWindow, options: WorkbenchOptions): Promise<void> {
  const key = keyOf(options);
  if (!kept.has(key)) {
    kept.set(key, { ...window, models: options.copilot });
    return;
  }
  await close(window);
  await returnVsCode(window.vsCode, options);
}

/** Closes all windows that were kept. */
export async function closeKeptWindows(): Promise<void> {
  for (const [key, window] of kept) {
    kept.delete(key);
    await window.vsCode.dispose();
  }
}

/** Closes a window as a user does. */
async function close({ vsCode, context, page }: KeptWindow): Promise<void> {
  await page.goto('about:blank');
  await context.close();
  await vsCode.waitUntilIdle();
}
