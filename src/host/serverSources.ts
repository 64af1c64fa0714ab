import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { RelativePattern, Uri, workspace, type ExtensionContext, type WorkspaceFolder } from 'vscode';
import { Coalescer } from '../core/base/coalescer';
import type { Clock } from '../core/base/clock';
import { DisposableStore, type Disposable } from '../core/base/disposable';
import { Emitter } from '../core/base/event';
import type { Logger } from '../core/base/ports';
import { findSyntaxProblem, withLines } from '../core/servers/configurationText';
import { parsePortable } from '../core/servers/parsePortable';
import { parseServers, type ParsedServers } from '../core/servers/parseServers';
import type { ConfigurationProblem, ServerDefinition, ServerSource } from '../core/servers/serverDefinition';
import { exists, readTextFile } from '../node/files';
import { sha256 } from '../node/sha256';
import { describeError } from './tell';

/** Milliseconds for which edits are gathered before the configuration is read again. */
const readDelay = 200;
const largestFile = 4 * 1024 * 1024;

interface Inspected {
  readonly globalLocalValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** The servers that are configured, wherever that is, followed as it changes. */
export class ServerSources implements Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new Emitter<void>();
  readonly #reread: Coalescer;
  #folderWatchers = new DisposableStore();
  #definitions: readonly ServerDefinition[] = [];
  #problems: readonly ConfigurationProblem[] = [];

  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly context: ExtensionContext,
    clock: Clock,
    private readonly log: Logger,
  ) {
    const store = this.#store;
    this.#reread = store.add(new Coalescer(clock, readDelay, () => this.read()));
    store.add(this.#didChange);
    store.add(
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mcp')) this.#reread.trigger();
      }),
    );
    store.add(workspace.onDidChangeWorkspaceFolders(() => this.#foldersChanged()));
    this.#watchFolders();
  }

  get definitions(): readonly ServerDefinition[] {
    return this.#definitions;
  }

  get problems(): readonly ConfigurationProblem[] {
    return this.#problems;
  }

  /** Reads everything again. Rejects never: what cannot be read is a problem in {@link problems}. */
  async read(): Promise<void> {
    const parts = [await this.#user(), ...this.#workspaceFile()];
    for (const folder of workspace.workspaceFolders ?? [])
      parts.push(await this.#folder(folder), await this.#portable(folder));
    this.#definitions = parts.flatMap(({ definitions }) => definitions);
    this.#problems = parts.flatMap(({ problems }) => problems);
    this.log.info(`Configured: ${this.#definitions.length} servers, ${this.#problems.length} problems`);
    this.#didChange.fire();
  }

  dispose(): void {
    this.#folderWatchers.dispose();
    this.#store.dispose();
  }

  async #user(): Promise<ParsedServers> {
    const file = Uri.joinPath(this.context.globalStorageUri, '..', '..', 'mcp.json').fsPath;
    const source: ServerSource = { kind: 'user', id: '', label: l10n.t('mcp.json (user)'), file, folder: undefined };
    const pick = (value: Inspected): unknown => value.globalLocalValue ?? value.globalValue;
    return this.#fromSetting(source, undefined, pick);
  }

  /** In a window with one folder `workspaceValue` is the folder's own mcp.json; a .code-workspace file has its own only beside several. */
  #workspaceFile(): ParsedServers[] {
    const file = workspace.workspaceFile;
    if (file?.scheme !== 'file' && file?.scheme !== 'vscode-remote') return [];
    const label = path.basename(file.fsPath);
    const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
    const source: ServerSource = { kind: 'workspace', id: file.toString(), label, file: file.fsPath, folder };
    const { servers, inputs } = inspect(undefined, (value) => value.workspaceValue);
    return [parseServers(source, servers, inputs, sha256)];
  }

  async #folder(folder: WorkspaceFolder): Promise<ParsedServers> {
    const file = Uri.joinPath(folder.uri, '.vscode', 'mcp.json').fsPath;
    const source = folderSource('folder', folder, '.vscode/mcp.json', file);
    const isOnly = workspace.workspaceFile === undefined;
    return this.#fromSetting(source, folder.uri, (value) =>
      isOnly ? (value.workspaceFolderValue ?? value.workspaceValue) : value.workspaceFolderValue,
    );
  }

  async #fromSetting(
    source: ServerSource,
    scope: Uri | undefined,
    pick: (value: Inspected) => unknown,
  ): Promise<ParsedServers> {
    const { servers, inputs } = inspect(scope, pick);
    const parsed = parseServers(source, servers, inputs, sha256);
    const { text, problems } = await this.#textOf(source);
    if (text === undefined) return { definitions: parsed.definitions, problems: [...problems, ...parsed.problems] };
    // VS Code drops what it cannot parse without a word.
    const syntax = findSyntaxProblem(source, text);
    return {
      definitions: parsed.definitions,
      problems: [...(syntax ? [syntax] : []), ...withLines(parsed.problems, text)],
    };
  }

  async #portable(folder: WorkspaceFolder): Promise<ParsedServers> {
    const file = Uri.joinPath(folder.uri, '.mcp.json').fsPath;
    const source = folderSource('portable', folder, '.mcp.json', file);
    const { text, problems } = await this.#textOf(source);
    return text === undefined ? { definitions: [], problems } : parsePortable(source, text, sha256);
  }

  async #textOf(source: ServerSource): Promise<{ text: string | undefined; problems: ConfigurationProblem[] }> {
    if (source.file === undefined || !(await exists(source.file))) return { text: undefined, problems: [] };
    try {
      return { text: await readTextFile(source.file, largestFile), problems: [] };
    } catch (error) {
      const message = describeError(error, this.log);
      return { text: undefined, problems: [{ source, serverName: undefined, message, line: undefined }] };
    }
  }

  #foldersChanged(): void {
    this.#watchFolders();
    this.#reread.trigger();
  }

  #watchFolders(): void {
    this.#folderWatchers.dispose();
    this.#folderWatchers = new DisposableStore();
    for (const folder of workspace.workspaceFolders ?? []) {
      const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, '{.mcp.json,.vscode/mcp.json}'));
      this.#folderWatchers.add(watcher);
      for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
        this.#folderWatchers.add(event(() => this.#reread.trigger()));
    }
  }
}

function folderSource(
  kind: 'folder' | 'portable',
  { name, uri }: WorkspaceFolder,
  shown: string,
  file: string,
): ServerSource {
  const label = (workspace.workspaceFolders?.length ?? 0) > 1 ? `${shown} (${name})` : shown;
  return { kind, id: uri.toString(), label, file, folder: uri.fsPath };
}

function inspect(scope: Uri | undefined, pick: (value: Inspected) => unknown): { servers: unknown; inputs: unknown } {
  const configuration = workspace.getConfiguration('mcp', scope ?? null);
  const [servers, inputs] = ['servers', 'inputs'].map((key) => {
    const value: Inspected | undefined = configuration.inspect(key);
    return value && pick(value);
  });
  return { servers, inputs };
}
