// A real VS Code in a real Chromium, with a home of its own and a chat model that says what it was given.
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { ServerProcess } from '../../../scripts/lib/vscodeServer.mjs';
import { readChatRequests, type ChatRequest } from './chatRequests.js';
import { returnVsCode, takeVsCode, type WarmVsCode } from './warmVsCode.js';
import { fillWorkspace, writeFiles, type WorkbenchOptions } from './workbenchFolder.js';

export type { WorkbenchOptions } from './workbenchFolder.js';

/** Those whose window is open. */
const open = new Set<Workbench>();

/** Those whose windows are open, oldest first. */
export const openWorkbenches = (): readonly Workbench[] => [...open];

export class Workbench {
  private constructor(
    private readonly options: WorkbenchOptions,
    private readonly vsCode: WarmVsCode,
    readonly workspaceFolder: string,
    private readonly context: BrowserContext,
    private currentPage: Page,
    /** The folders of logs that are not ours. */
    private readonly olderLogs: ReadonlySet<string>,
  ) {}

  /** Starts everything and waits until the workbench and the test model are ready. */
  static async start(options: WorkbenchOptions): Promise<Workbench> {
    const vsCode = await takeVsCode(options);
    try {
      const workspace = await vsCode.makeWorkspace();
      await fillWorkspace(vsCode.folder, workspace, options);
      const viewport = options.viewport ?? { width: 1280, height: 800 };
      // What the browser stores ends with its context.
      const context = await vsCode.browser.newContext({ viewport, reducedMotion: 'reduce' });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = await context.newPage();
      const logs = new Set(await vsCode.hostLogs());
      const workbench = new Workbench(options, vsCode, workspace, context, page, logs);
      await workbench.open();
      await workbench.waitForFolders();
      open.add(workbench);
      return workbench;
    } catch (error) {
      await vsCode.dispose();
      throw error;
    }
  }

  /** The page that shows the workbench; another one after `restart`. */
  get page(): Page {
    return this.currentPage;
  }

  get url(): string {
    const { opens } = this.options;
    if (opens === 'nothing') return `${this.vsCode.url}/?ew=true`;
    const what = opens === undefined ? `folder=${this.workspaceFolder}` : `workspace=${this.workspaceFolder}/${opens}`;
    return `${this.vsCode.url}/?${what}`;
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
    // When the page counts as loaded says nothing about the workbench in it.
    await this.page.goto(this.url, { waitUntil: 'commit', timeout: 60_000 });
    await this.page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor({ timeout: 60_000 });
    await this.waitForProbe();
  }

  /**
   * Opens the window of a .code-workspace again where VS Code opened it without its folders, which happens now and then in a browser, and
   * stays so as long as the window is open. Nothing was tested by then.
   */
  private async waitForFolders(attemptsLeft = 3): Promise<void> {
    const { opens } = this.options;
    if (opens === undefined || opens === 'nothing') return;
    const folders = (await this.executeCommand('test-model.folders')) as readonly string[];
    if (folders.length > 0) return;
    if (attemptsLeft === 0) throw new Error(`${opens} was opened without its folders.`);
    console.warn(`${opens} was opened without its folders.`);
    await this.reload();
    await this.waitForFolders(attemptsLeft - 1);
  }

  /** The probe writes its port when the extension host is up and the model is there to be picked. */
  private async waitForProbe(): Promise<void> {
    const deadline = Date.now() + 120_000;
    while (!existsSync(this.portFile)) {
      if (Date.now() > deadline) throw new Error(`The extension host did not start.\n${this.vsCode.output()}`);
      await delay(50);
    }
  }

  /**
   * Runs a command with arguments inside the extension host, for what the Command Palette cannot pass.
   * `{ $uri: '…' }` in an argument arrives as a `vscode.Uri`.
   */
  async executeCommand(command: string, ...args: readonly unknown[]): Promise<unknown> {
    const port = await readFile(this.portFile, 'utf8');
    const body = JSON.stringify({ command, args });
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
    const { result, error } = (await response.json()) as { result?: unknown; error?: string };
    if (error !== undefined) throw new Error(`${command}: ${error}`);
    return result;
  }

  /** What every chat message so far carried, oldest first. */
  chatRequests(): Promise<readonly ChatRequest[]> {
    return readChatRequests(path.join(this.folder, 'chat.jsonl'));
  }

  /** The text of every log file whose path has `name` in it; by default of this extension's own output channels. */
  async logs(name = 'mcp-resource-picker'): Promise<string> {
    const folders = (await this.vsCode.hostLogs()).filter((folder) => !this.olderLogs.has(folder));
    const files = await Promise.all(
      folders.map(async (folder) =>
        (await readdir(folder, { recursive: true })).map((file) => path.join(folder, file)),
      ),
    );
    const wanted = files
      .flat()
      .filter((file) => file.endsWith('.log') && file.toLowerCase().includes(name.toLowerCase()));
    const texts = await Promise.all(wanted.sort().map((file) => readFile(file, 'utf8')));
    return texts.join('');
  }

  /** What code-server printed. */
  serverOutput(): string {
    return this.vsCode.output();
  }

  /** Every living process of this workbench but the browser: extension hosts and the MCP servers they started, too. */
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
   * Writes a file of the user's profile, such as `mcp.json`, through VS Code itself: code-server does not notice what
   * other programs write there.
   */
  async writeUserFile(name: string, content: object): Promise<void> {
    const file = path.join(this.userDataDir, 'User', name);
    await this.executeCommand('test-model.writeUserFile', file, JSON.stringify(content, undefined, 2));
  }

  /** Loads the page again: a new extension host, the same stored state. */
  async reload(): Promise<void> {
    await this.leave();
    await this.open();
  }

  /** Ends the server and starts it anew on the same port, so that what the browser stores is found again. */
  async restart(): Promise<void> {
    await this.leave();
    await this.currentPage.close();
    await this.vsCode.restart();
    this.currentPage = await this.context.newPage();
    await this.open();
  }

  /** Leaves the workbench the way a user does, so that it stores its state. */
  private async leave(): Promise<void> {
    // VS Code writes its state a tenth of a second after a change, and does not wait for that when its page goes.
    await delay(500);
    await this.page.goto('about:blank');
  }

  /** Closes the window, as a user does, and sees that all that ran for it ends. May be called again. */
  async dispose(): Promise<void> {
    if (!open.delete(this)) return;
    try {
      await this.page.goto('about:blank');
      await this.context.close();
      await this.vsCode.waitUntilIdle();
    } catch (error) {
      await this.vsCode.dispose();
      throw error;
    }
    await returnVsCode(this.vsCode, this.options);
  }
}

/** Starts a VS Code for a test; `dispose` it in `afterAll`. Should the test run die, nothing stays behind either. */
export function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  return Workbench.start(options);
}
