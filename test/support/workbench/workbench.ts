// A real VS Code in a real Chromium, with a home of its own and a chat model that says what it was given.
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { ensureChromium } from '../../../scripts/lib/chromium.mjs';
import { freePort } from '../../../scripts/lib/processes.mjs';
import { launchVsCodeServer, type ServerProcess, type VsCodeServer } from '../../../scripts/lib/vscodeServer.mjs';
import { readChatRequests, readModelRequests, type ChatRequest, type ModelRequest } from './chatRequests.js';
import { makeWorkbenchFolder, removeFolder, writeFiles, type WorkbenchOptions } from './workbenchFolder.js';

export type { WorkbenchOptions } from './workbenchFolder.js';

const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Containers often give too little shared memory to Chromium.
  '--disable-dev-shm-usage',
];

interface Launched {
  readonly port: number;
  readonly server: VsCodeServer;
}

export class Workbench {
  private constructor(
    /** The temporary folder that holds everything of this workbench. */
    private readonly folder: string,
    private readonly options: WorkbenchOptions,
    private readonly port: number,
    private readonly browser: Browser,
    private readonly context: BrowserContext,
    private server: VsCodeServer,
    private currentPage: Page,
  ) {}

  /** Starts everything and waits until the workbench and the test model are ready. */
  static async start(options: WorkbenchOptions): Promise<Workbench> {
    const folder = await makeWorkbenchFolder(options);
    const cleanup: (() => Promise<unknown>)[] = [() => removeFolder(folder)];
    try {
      const { port, server } = await Workbench.launchOnFreePort(folder, options);
      cleanup.push(server.stop);
      const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumFlags });
      cleanup.push(() => browser.close());
      const viewport = options.viewport ?? { width: 1280, height: 800 };
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = await context.newPage();
      const workbench = new Workbench(folder, options, port, browser, context, server, page);
      await workbench.open();
      return workbench;
    } catch (error) {
      for (const undo of cleanup.reverse()) await undo();
      throw error;
    }
  }

  /** Somebody else may take the port between our asking and code-server's listening. */
  private static async launchOnFreePort(
    folder: string,
    options: WorkbenchOptions,
    attemptsLeft = 3,
  ): Promise<Launched> {
    const port = await freePort();
    try {
      return { port, server: await Workbench.launch(folder, port, options) };
    } catch (error) {
      if (attemptsLeft === 0 || !String(error).includes('EADDRINUSE')) throw error;
      return await Workbench.launchOnFreePort(folder, options, attemptsLeft - 1);
    }
  }

  private static launch(folder: string, port: number, options: WorkbenchOptions): Promise<VsCodeServer> {
    return launchVsCodeServer({
      folder,
      port,
      workspace: path.join(folder, 'workspace'),
      hasOwnHome: true,
      // A page that is gone should take its extension host with it soon.
      args: [
        ...['--reconnection-grace-time', '3'],
        ...(options.language === undefined ? [] : ['--locale', options.language]),
        ...(options.args ?? []),
      ],
      env: {
        CHAT_PROBE_LOG: path.join(folder, 'chat.jsonl'),
        CHAT_PROBE_PORT_FILE: path.join(folder, 'probe-port'),
        ...(options.copilot === true ? {} : { VSCODE_SKIP_BUILTIN_EXTENSIONS: 'GitHub.copilot-chat' }),
        ...options.env,
      },
    });
  }

  /** The page that shows the workbench; another one after `restart`. */
  get page(): Page {
    return this.currentPage;
  }

  get url(): string {
    const { opens } = this.options;
    if (opens === 'nothing') return `${this.server.url}/?ew=true`;
    const what = opens === undefined ? `folder=${this.workspaceFolder}` : `workspace=${this.workspaceFolder}/${opens}`;
    return `${this.server.url}/?${what}`;
  }

  get workspaceFolder(): string {
    return path.join(this.folder, 'workspace');
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
    await this.page.goto(this.url);
    await this.page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor({ timeout: 60_000 });
    await this.waitForProbe();
  }

  /** The probe writes its port when the extension host is up and the model is there to be picked. */
  private async waitForProbe(): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (!existsSync(this.portFile)) {
      if (Date.now() > deadline) throw new Error(`The extension host did not start.\n${this.server.output()}`);
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

  /** What the model was asked directly, oldest first. */
  modelRequests(): Promise<readonly ModelRequest[]> {
    return readModelRequests(path.join(this.folder, 'chat.jsonl'));
  }

  /** The text of every log file whose path has `name` in it; by default of this extension's own output channels. */
  async logs(name = 'mcp-resource-picker'): Promise<string> {
    const folder = path.join(this.userDataDir, 'logs');
    const files = existsSync(folder) ? await readdir(folder, { recursive: true }) : [];
    const wanted = files.filter((file) => file.endsWith('.log') && file.toLowerCase().includes(name.toLowerCase()));
    const texts = await Promise.all(wanted.sort().map((file) => readFile(path.join(folder, file), 'utf8')));
    return texts.join('');
  }

  /** What code-server printed. */
  serverOutput(): string {
    return this.server.output();
  }

  /** Every living process of this workbench but the browser: extension hosts and the MCP servers they started, too. */
  processes(): Promise<readonly ServerProcess[]> {
    return this.server.processes();
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
    await this.server.stop();
    this.server = await Workbench.launch(this.folder, this.port, this.options);
    this.currentPage = await this.context.newPage();
    await this.open();
  }

  /** Leaves the workbench the way a person does, so that it stores its state. */
  private async leave(): Promise<void> {
    // VS Code writes its state a tenth of a second after a change, and does not wait for that when its page goes.
    await delay(500);
    await this.page.goto('about:blank');
  }

  /** Ends every process and removes every file. May be called again. */
  async dispose(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
    await removeFolder(this.folder);
  }
}

/** Starts a VS Code for a test; `dispose` it in `afterAll`. Should the test run die, nothing stays behind either. */
export function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  return Workbench.start(options);
}
