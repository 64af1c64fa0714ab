// A real VS Code in a real Chromium, with its own home folder and a chat model that reports what it received.
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { ServerProcess } from '../../../scripts/lib/vscodeServer.mjs';
import { readChatRequests, type ChatRequest } from './chatRequests.js';
import { canMoveInto, keepWindow, takeKeptVsCode, takeWindow } from './keptWindows.js';
import { moveIn, moveOut } from './moving.js';
import { returnVsCode, takeVsCode, type WarmVsCode } from './warmVsCode.js';
import { fillWorkspace, userFiles, writeFiles, type WorkbenchOptions } from './workbenchFolder.js';

export type { WorkbenchOptions } from './workbenchFolder.js';

/** Workbenches with an open window. */
const open = new Set<Workbench>();

/** Returns the workbenches with an open window, oldest first. */
export const openWorkbenches = (): readonly Workbench[] => [...open];

const usualViewport = { width: 1280, height: 800 };

export class Workbench {
  /** A test failed in it, or it has a second window: it is closed in the end. */
  isSpoiled = false;

  private constructor(
    private readonly options: WorkbenchOptions,
    private readonly vsCode: WarmVsCode,
    readonly workspaceFolder: string,
    private readonly context: BrowserContext,
    private currentPage: Page,
    /** How much earlier workbenches have logged, in bytes. */
    private readonly earlierLogs: ReadonlyMap<string, number>,
  ) {}

  /** Starts everything and waits until the workbench and the test model are ready. */
  static async start(options: WorkbenchOptions): Promise<Workbench> {
    return (await Workbench.moveIn(options)) ?? (await Workbench.open(options));
  }

  /** Moves into the window that an earlier file has left, if there is one with these options. */
  private static async moveIn(options: WorkbenchOptions): Promise<Workbench | undefined> {
    const kept = takeWindow(options);
    if (!kept) return undefined;
    const { vsCode, workspaceFolder, context, page } = kept;
    try {
      await page.setViewportSize(options.viewport ?? usualViewport);
      const workbench = new Workbench(options, vsCode, workspaceFolder, context, page, await vsCode.hostLogs());
      await moveIn(workbench, vsCode, options);
      open.add(workbench);
      return workbench;
    } catch (error) {
      await vsCode.dispose();
      throw error;
    }
  }

  private static async open(options: WorkbenchOptions): Promise<Workbench> {
    const vsCode = (await takeKeptVsCode(options)) ?? (await takeVsCode(options));
    try {
      const workspace = await vsCode.makeWorkspace();
      await fillWorkspace(workspace, options);
      await writeFiles(path.join(vsCode.folder, 'user/User'), userFiles(options));
      const viewport = options.viewport ?? usualViewport;
      // The browser's stored data ends with its context.
      const context = await vsCode.browser.newContext({ viewport, reducedMotion: 'reduce' });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      if (options.hasAgentHost === true) await context.addInitScript(enableSmokeTests);
      const page = await context.newPage();
      if (options.copilot) await keepCopilot(page, vsCode.url);
      const workbench = new Workbench(options, vsCode, workspace, context, page, await vsCode.hostLogs());
      await workbench.open();
      await workbench.waitForFolders();
      open.add(workbench);
      return workbench;
    } catch (error) {
      await vsCode.dispose();
      throw error;
    }
  }

  /** The page that shows the workbench; `restart` replaces it. */
  get page(): Page {
    return this.currentPage;
  }

  get url(): string {
    const { opens, isAgentsWindow } = this.options;
    if (opens === 'nothing') return `${this.vsCode.url}/?ew=true`;
    const what = opens === undefined ? `folder=${this.workspaceFolder}` : `workspace=${this.workspaceFolder}/${opens}`;
    // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/services/environment/browser/environmentService.ts (isSessionsWindow)
    const payload = encodeURIComponent('[["isSessionsWindow","true"]]');
    return `${this.vsCode.url}/?${what}${isAgentsWindow === true ? `&payload=${payload}` : ''}`;
  }

  private get folder(): string {
    return this.vsCode.folder;
  }

  get userDataDir(): string {
    return path.join(this.folder, 'user');
  }

  /** The home folder that extensions and servers see. */
  get home(): string {
    return path.join(this.folder, 'home');
  }

  private get portFile(): string {
    return path.join(this.folder, 'probe-port');
  }

  private async open(): Promise<void> {
    await rm(this.portFile, { force: true });
    // The page's load event says nothing about the workbench, so don't wait for it.
    await this.page.goto(this.url, { waitUntil: 'commit', timeout: 60_000 });
    await this.page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor({ timeout: 60_000 });
    await this.waitForProbe();
  }

  /**
   * Reopens the window of a .code-workspace if VS Code opened it without its folders. This happens now and then in a browser, and lasts as long as
   * the window is open. No test has run by then.
   */
  private async waitForFolders(attemptsLeft = 3): Promise<void> {
    const { opens } = this.options;
    if (opens === undefined || opens === 'nothing') return;
    const folders = (await this.executeCommand('probe.folders')) as readonly string[];
    if (folders.length > 0) return;
    if (attemptsLeft === 0) throw new Error(`${opens} was opened without its folders.`);
    console.warn(`${opens} was opened without its folders.`);
    await this.reload();
    await this.waitForFolders(attemptsLeft - 1);
  }

  /**
   * Opens another window of the same user, which ends with the workbench. Commands that run in the extension host go to the newest window.
   * @param folder path relative to the workspace
   */
  async openSecondWindow(folder: string): Promise<Page> {
    this.isSpoiled = true;
    const page = await this.context.newPage();
    await page.goto(`${this.vsCode.url}/?folder=${this.workspaceFolder}/${folder}`, {
      waitUntil: 'commit',
      timeout: 60_000,
    });
    await page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor({ timeout: 60_000 });
    return page;
  }

  /** The probe writes its port when the extension host is running and the model can be selected. */
  private async waitForProbe(): Promise<void> {
    const deadline = Date.now() + 120_000;
    while (!existsSync(this.portFile)) {
      if (Date.now() > deadline) throw new Error(`The extension host did not start.\n${this.vsCode.output()}`);
      await delay(50);
    }
  }

  /**
   * Runs a command with arguments inside the extension host, which the Command Palette cannot do. `{ $uri: '…' }` in an argument arrives as a
   * `vscode.Uri`.
   */
  async executeCommand(command: string, ...args: readonly unknown[]): Promise<unknown> {
    const port = await readFile(this.portFile, 'utf8');
    const body = JSON.stringify({ command, args });
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
    const { result, error } = (await response.json()) as { result?: unknown; error?: string };
    if (error !== undefined) throw new Error(`${command}: ${error}`);
    return result;
  }

  /** Returns the records of all chat messages so far, oldest first. */
  chatRequests(): Promise<readonly ChatRequest[]> {
    return readChatRequests(path.join(this.folder, 'chat.jsonl'));
  }

  /** Returns the text of every log file whose path contains `name`; by default of this extension's own output channels. */
  async logs(name = 'mcp-resource-picker'): Promise<string> {
    const files = [...(await this.vsCode.hostLogs()).keys()].filter((file) => {
      const inLogs = file.slice(file.lastIndexOf('/exthost'));
      return inLogs.toLowerCase().includes(name.toLowerCase());
    });
    const texts = await Promise.all(
      files.sort().map(async (file) => (await readFile(file)).subarray(this.earlierLogs.get(file) ?? 0).toString()),
    );
    return texts.join('');
  }

  /** Returns every running process of this workbench except the browser: code-server, extension hosts, and the MCP servers they started. */
  processes(): Promise<readonly ServerProcess[]> {
    return this.vsCode.processes();
  }

  /** Writes a file of the workspace, as another program would. */
  writeFile(name: string, content: unknown): Promise<void> {
    return writeFiles(this.workspaceFolder, { [name]: content });
  }

  /** Changes user settings, as if by hand; resolves once they are written. */
  async changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    const file = path.join(this.userDataDir, 'User/settings.json');
    const before = JSON.parse(await readFile(file, 'utf8')) as object;
    await this.writeUserFile('settings.json', { ...before, ...settings });
  }

  /**
   * Writes a file of the user's profile, such as `mcp.json`, through VS Code itself: code-server does not notice when other programs write there.
   * Without content the file is removed, if it is there.
   */
  async writeUserFile(name: string, content?: object): Promise<void> {
    const file = path.join(this.userDataDir, 'User', name);
    await this.executeCommand('probe.writeUserFile', file, content && JSON.stringify(content, undefined, 2));
  }

  /** Loads the page again: a new extension host, the same stored state. */
  async reload(): Promise<void> {
    await this.leave();
    await this.open();
  }

  /** Restarts the server on the same port, so that the browser's stored data is found again. */
  async restart(): Promise<void> {
    const size = this.currentPage.viewportSize() ?? usualViewport;
    await this.leave();
    await this.currentPage.close();
    await this.vsCode.restart();
    this.currentPage = await this.context.newPage();
    // A page of a shared window begins with the size of the file that opened it.
    await this.currentPage.setViewportSize(size);
    await this.open();
  }

  /** Leaves the workbench the way a user does, so that it stores its state. */
  private async leave(): Promise<void> {
    // VS Code writes its state a tenth of a second after a change, and does not wait for that when its page closes.
    await delay(500);
    await this.page.goto('about:blank');
  }

  /**
   * Leaves the window to the next file where it can be kept, or else closes it as a user does, and checks that everything that ran for it ends. May
   * be called again.
   */
  async dispose(): Promise<void> {
    if (!open.delete(this)) return;
    const { vsCode, workspaceFolder, context, page } = this;
    try {
      if (!this.isSpoiled && canMoveInto(this.options)) {
        await moveOut(this, vsCode);
        await keepWindow({ vsCode, workspaceFolder, context, page }, this.options);
        return;
      }
      await this.page.goto('about:blank');
      await this.context.close();
      // The agent host outlives its window, with the servers of `mcp.json` that it started itself.
      if (this.options.hasAgentHost !== true) await this.vsCode.waitUntilIdle();
    } catch (error) {
      await this.vsCode.dispose();
      throw error;
    }
    await returnVsCode(this.vsCode, this.options);
  }
}

/** Stores a note in the browser that keeps VS Code from disabling its built-in chat, which it does once where there is no account. */
async function keepCopilot(page: Page, url: string): Promise<void> {
  // Opens a small page of the same origin.
  await page.goto(`${url}/healthz`);
  await page.evaluate(async () => {
    const opening = indexedDB.open('vscode-web-state-db-global');
    opening.onupgradeneeded = () => opening.result.createObjectStore('ItemTable');
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = reject;
    });
    const change = opening.result.transaction('ItemTable', 'readwrite');
    change.objectStore('ItemTable').put('true', 'builtinChatExtensionEnablementMigration');
    await new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onerror = reject;
    });
    opening.result.close();
  });
}

/**
 * Runs in the page, before the workbench reads the configuration that its page brings.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/code/browser/workbench/workbench.ts
 */
function enableSmokeTests(): void {
  document.addEventListener('readystatechange', () => {
    const element = document.getElementById('vscode-workbench-web-configuration');
    const configuration = JSON.parse(element?.getAttribute('data-settings') ?? '{}') as { developmentOptions?: object };
    const developmentOptions = { ...configuration.developmentOptions, enableSmokeTestDriver: true };
    element?.setAttribute('data-settings', JSON.stringify({ ...configuration, developmentOptions }));
  });
}

/** Starts a VS Code for a test; `dispose` it in `afterAll`. Nothing stays behind even if the test run dies. */
export function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  return Workbench.start(options);
}
