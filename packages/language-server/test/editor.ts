import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import {
  ConfigurationRequest,
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShowMessageNotification,
  StreamMessageReader,
  StreamMessageWriter,
  type ConfigurationItem,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import { afterEveryTest } from '../../../test/support/cleanUp';
import { installCommand, type InstalledCommand } from './installedCommand';

const projectRoot = path.resolve(import.meta.dirname, '../../..');

/** Returns the mcp.json entry of a test's server. */
export function server(file: string, ...args: readonly string[]): { command: string; args: string[] } {
  return { command: process.execPath, args: [path.join(projectRoot, file), ...args] };
}

let installed: InstalledCommand | undefined;

/** Installs the command once for a test file. */
export function useCommand(): void {
  beforeAll(async () => {
    installed = await installCommand();
  });
  afterAll(() => installed?.remove());
}

function command(): InstalledCommand {
  if (!installed) throw new Error('useCommand() comes first');
  return installed;
}

/** Returns the folder to put on the path. */
export function commandFolder(): string {
  return command().folder;
}

const left: (() => Promise<unknown>)[] = [];

afterEveryTest(async () => {
  for (const end of left.splice(0).reverse()) await end();
});

/** A user's working directory, with a home folder next to it. */
export class Workspace {
  private constructor(
    readonly root: string,
    readonly env: Readonly<Record<string, string>>,
  ) {}

  /** @param files texts, or values to be written as JSON, by their paths in the folder */
  static async make(files: Readonly<Record<string, unknown>>): Promise<Workspace> {
    const folder = await mkdtemp(path.join(tmpdir(), 'workspace-'));
    left.push(() => rm(folder, { recursive: true, force: true }));
    const home = path.join(folder, 'home');
    const root = path.join(folder, 'work');
    await mkdir(home);
    await mkdir(root);
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      XDG_CONFIG_HOME: path.join(home, 'config'),
      XDG_CACHE_HOME: path.join(home, 'cache'),
    };
    const workspace = new Workspace(root, env);
    for (const [name, content] of Object.entries(files)) await workspace.write(name, content);
    return workspace;
  }

  async write(name: string, content: unknown): Promise<void> {
    const file = path.join(this.root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }

  uri(name: string): string {
    return pathToFileURL(path.join(this.root, name)).href;
  }

  /** Runs a sub-command in the folder, and waits for its end. */
  run(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    return this.runIn({}, ...args);
  }

  /** Starts the server in an editor whose environment has more variables. */
  async runIn(
    env: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<{ code: number; stdout: string; stderr: string }> {
    const child = spawn(process.execPath, [command().file, ...args], { cwd: this.root, env: { ...this.env, ...env } });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    const [code] = (await once(child, 'close')) as [number];
    return { code, ...output };
  }

  /** Looks at what servers would run, and runs the commands that allow it. */
  async allow(...names: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const { stderr } = await this.run('allow', ...names.slice(0, 1));
    const shown = [...stderr.matchAll(/-ls allow ('?)(.+?@[\da-f]{16})\1 --root/gu)].map(([, , word = '']) => word);
    const result = await this.run('allow', ...shown);
    return names.length > 1 ? this.allow(...names.slice(1)) : result;
  }

  /** Starts the language server as an editor does. */
  async edit(
    options: {
      env?: Record<string, string>;
      params?: Partial<InitializeParams>;
      /** Answers requests for a section of the editor's settings. */
      settings?: (item: ConfigurationItem) => unknown;
    } = {},
  ): Promise<Editor> {
    const child = spawn(process.execPath, [command().file, '--stdio'], {
      cwd: tmpdir(),
      env: { ...this.env, ...options.env },
    });
    const editor = new Editor(child);
    left.push(() => editor.kill());
    const { settings } = options;
    if (settings) editor.client.onRequest(ConfigurationRequest.type, ({ items }) => items.map(settings));
    await editor.initialize({
      processId: process.pid,
      // oxlint-disable-next-line typescript/no-deprecated -- the protocol still requires it
      rootUri: null,
      workspaceFolders: [{ uri: pathToFileURL(this.root).href, name: 'work' }],
      capabilities: {},
      ...options.params,
    });
    return editor;
  }
}

/** A plain client of the language server. */
export class Editor {
  readonly client: ProtocolConnection;
  /** The messages the user saw. */
  readonly messages: string[] = [];
  readonly diagnostics = new Map<string, readonly Diagnostic[]>();
  readonly ended: Promise<number | null>;
  result: InitializeResult | undefined;

  constructor(readonly process: ChildProcessWithoutNullStreams) {
    this.client = createProtocolConnection(
      new StreamMessageReader(process.stdout),
      new StreamMessageWriter(process.stdin),
    );
    this.client.onNotification(ShowMessageNotification.type, ({ message }) => void this.messages.push(message));
    this.client.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
      this.diagnostics.set(uri, diagnostics);
    });
    this.client.listen();
    process.stderr.resume();
    process.stdin.on('error', () => undefined);
    this.ended = once(process, 'exit').then(([code]) => code as number | null);
  }

  async initialize(params: InitializeParams): Promise<void> {
    this.result = await this.client.sendRequest(InitializeRequest.type, params);
    await this.client.sendNotification(InitializedNotification.type, {});
  }

  async open(uri: string, text: string): Promise<void> {
    await this.client.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: 'markdown', version: 1, text },
    });
  }

  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill('SIGTERM');
    await this.ended;
  }
}
