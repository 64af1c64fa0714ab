import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { serveChromium } from '../chromium';
import { PanelServer } from './panelServer';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Addresses of the browser, for Playwright, and of the server that serves the panel. */
    readonly panelRun: { readonly browser: string; readonly origin: string };
  }
}

/** Time limit for the processes of a closed browser to end, in ms. */
const goneAfter = 10_000;

/** Builds the panel and starts a browser, once for all files of a run. The returned clean-up rejects when processes of it are left. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'panel-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // An interrupted run never reaches the clean-up.
  process.once('exit', remove);
  const [browser, server] = await Promise.all([serveChromium(folder), PanelServer.start()]);
  provide('panelRun', { browser: browser.wsEndpoint(), origin: server.origin });
  return async () => {
    await browser.close();
    await server.stop();
    await processesGone(browser);
    remove();
  };
}

/** Waits until the browser's process group has ended. Windows has no process groups. */
async function processesGone(browser: BrowserServer): Promise<void> {
  const { pid } = browser.process();
  if (pid === undefined || process.platform === 'win32') return;
  const deadline = Date.now() + goneAfter;
  while (isGroupThere(pid)) {
    if (Date.now() > deadline) throw new Error(`Processes of the browser are still there, in the group ${pid}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function isGroupThere(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}
