// A code-server and a Chromium that workbenches use one after the other, because starting both takes longer than most tests.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { freePort } from '../../../scripts/lib/processes.mjs';
import { launchVsCodeServer, type ServerProcess, type VsCodeServer } from '../../../scripts/lib/vscodeServer.mjs';
import { launchChromium } from '../chromium.js';
import { waitFor } from './waiting.js';
import { installExtensions, makeWorkbenchFolder, removeFolder, type WorkbenchOptions } from './workbenchFolder.js';

/** A workbench's own files; the rest (extensions, caches, logs) serves the next one, too. */
const storedState = ['user/User', 'home', 'chat.jsonl', 'probe-port'];

/**
 * Where an extension host has its temporary files: the worker's folder, in which the check at the end of a file finds what our extension and its
 * servers left, so the built-in extensions that leave something of their own are not loaded. Copilot Chat is one of them.
 */
const hostEnvironment = (folder: string, hasCopilot: boolean): Readonly<Record<string, string>> =>
  hasCopilot
    ? { TMPDIR: path.join(folder, 'run') }
    : { VSCODE_SKIP_BUILTIN_EXTENSIONS: 'GitHub.copilot-chat,vscode.typescript-language-features' };

/** True for processes of code-server that serve every window. */
const isOwn = (command: string): boolean =>
  command.includes('code-server') && !command.includes('--type=extensionHost');

export class WarmVsCode {
  #workspaces = 0;

  private constructor(
    /** The temporary folder with all its files. */
    readonly folder: string,
    readonly port: number,
    private readonly options: WorkbenchOptions,
    readonly browser: Browser,
    private server: VsCodeServer,
  ) {}

  static async start(options: WorkbenchOptions): Promise<WarmVsCode> {
    const folder = await makeWorkbenchFolder();
    const cleanup: (() => Promise<unknown>)[] = [() => removeFolder(folder)];
    try {
      await installExtensions(folder, options);
      const { port, server } = await launchOnFreePort(folder, options);
      cleanup.push(server.stop);
      const browser = await launchChromium(path.join(folder, 'browser'));
      return new WarmVsCode(folder, port, options, browser, server);
    } catch (error) {
      for (const undo of cleanup.reverse()) await undo();
      throw error;
    }
  }

  get url(): string {
    return this.server.url;
  }

  output(): string {
    return this.server.output();
  }

  /** Returns every running process except the browser: code-server, extension hosts, and the MCP servers they started. */
  processes(): Promise<readonly ServerProcess[]> {
    return this.server.processes();
  }

  /** Removes these of a workbench's own files, by default all of them. */
  async forget(names: readonly string[] = storedState): Promise<void> {
    for (const name of names) await rm(path.join(this.folder, name), { recursive: true, force: true });
    await mkdir(path.join(this.folder, 'home'), { recursive: true });
  }

  /** Removes the files of the previous workbench, and returns a new workspace folder. */
  async makeWorkspace(): Promise<string> {
    await this.forget();
    this.#workspaces += 1;
    const folder = path.join(this.folder, String(this.#workspaces), 'workspace');
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Returns the size of every file in which extension hosts have logged so far, in bytes. */
  async hostLogs(): Promise<ReadonlyMap<string, number>> {
    const logs = path.join(this.folder, 'user/logs');
    const names = await readdir(logs, { recursive: true }).catch(() => []);
    const files = names.filter((name) => /(^|\/)exthost\d+\/.*\.log$/.test(name)).map((name) => path.join(logs, name));
    return new Map(await Promise.all(files.map(async (file) => [file, (await stat(file)).size] as const)));
  }

  /**
   * Waits until only code-server itself is running, and the extension hosts of so many open windows.
   * @throws with the names of processes that stay: a window must end its servers, and one that closes its extension host
   */
  async waitUntilIdle(windows = 0): Promise<void> {
    let left: readonly ServerProcess[] = [];
    const isIdle = async (): Promise<boolean> => {
      left = (await this.processes()).filter(({ command }) => !isOwn(command));
      const hosts = left.filter(({ command }) => command.includes('--type=extensionHost'));
      return left.length === hosts.length && hosts.length <= windows;
    };
    await waitFor('the processes of a closed window to end', isIdle, 20_000).catch((cause: unknown) => {
      throw new Error(`Left behind: ${left.map(({ pid, command }) => `${pid} ${command}`).join('\n')}`, { cause });
    });
  }

  /** Restarts the server on the same port, so that the browser's stored data is found again. */
  async restart(): Promise<void> {
    await this.server.stop();
    this.server = await launch(this.folder, this.port, this.options);
  }

  /** Ends every process and removes every file. May be called again. */
  async dispose(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
    await removeFolder(this.folder);
  }
}

/** Tries again, because another program may take the port before code-server listens on it. */
async function launchOnFreePort(
  folder: string,
  options: WorkbenchOptions,
  attemptsLeft = 3,
): Promise<{ readonly port: number; readonly server: VsCodeServer }> {
  const port = await freePort();
  try {
    return { port, server: await launch(folder, port, options) };
  } catch (error) {
    if (attemptsLeft === 0 || !String(error).includes('EADDRINUSE')) throw error;
    return await launchOnFreePort(folder, options, attemptsLeft - 1);
  }
}

function launch(
  folder: string,
  port: number,
  { language, args = [], copilot, env }: WorkbenchOptions,
): Promise<VsCodeServer> {
  return launchVsCodeServer({
    folder,
    port,
    workspace: path.join(folder, 'none'),
    hasOwnHome: true,
    // End the extension host soon after its page is gone.
    graceTime: 3,
    args: [...(language === undefined ? [] : ['--locale', language]), ...args],
    env: {
      CHAT_PROBE_LOG: path.join(folder, 'chat.jsonl'),
      COMMAND_PROBE_PORT_FILE: path.join(folder, 'probe-port'),
      ...hostEnvironment(folder, copilot !== undefined),
      ...env,
    },
  });
}

/** Unused servers of this process, by their start options. */
const idle = new Map<string, WarmVsCode>();

/** Options of which each VS Code has its own. */
export const keyOf = ({ language, args, copilot, env, extensions, ownVsCode }: WorkbenchOptions): string =>
  JSON.stringify({ language, args, hasCopilot: copilot !== undefined, env, extensions, ownVsCode });

/** Returns an unused server, or a new one. */
export async function takeVsCode(options: WorkbenchOptions): Promise<WarmVsCode> {
  const key = keyOf(options);
  const vsCode = idle.get(key);
  idle.delete(key);
  return vsCode ?? (await WarmVsCode.start(options));
}

/** True for options with which one VS Code serves many workbenches. */
export const isUsual = (options: WorkbenchOptions): boolean =>
  [keyOf({}), keyOf({ copilot: [] })].includes(keyOf(options));

/** Keeps one of each usual kind for the next workbench. Other options are rarely used again, so their server ends. */
export async function returnVsCode(vsCode: WarmVsCode, options: WorkbenchOptions): Promise<void> {
  const key = keyOf(options);
  if (isUsual(options) && !idle.has(key)) idle.set(key, vsCode);
  else await vsCode.dispose();
}
