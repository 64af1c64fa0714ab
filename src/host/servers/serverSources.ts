import os from 'node:os';
import path from 'node:path';
import { RelativePattern, Uri, workspace, type ExtensionContext, type WorkspaceFolder } from 'vscode';
import { Coalescer } from '../../core/base/coalescer';
import type { Clock } from '../../core/base/clock';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { Emitter } from '../../core/base/event';
import type { Logger } from '../../core/base/ports';
import type { ConfiguredFolder, ConfiguredWindow } from '../../core/servers/configurationSources';
import { allSources, readSources, sourceFiles } from '../../core/servers/readSources';
import type { ConfigurationProblem, ServerDefinition, ServerSource } from '../../core/servers/serverDefinition';
import { readConfigurationFile } from '../../node/files';
import { sha256 } from '../../node/sha256';
import { describeError } from '../base/tell';

/** Debounce of edits before the configuration is read again, in ms. */
const readDelay = 200;

/** The configured servers of all sources, updated when these change. */
export class ServerSources implements Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = new Emitter<void>();
  readonly #reread: Coalescer;
  #fileWatchers = new DisposableStore();
  #definitions: readonly ServerDefinition[] = [];
  #problems: readonly ConfigurationProblem[] = [];
  /** Reads run one after the other: of two at a time the one that began first could end last and overwrite newer servers. */
  #reading: Promise<void> = Promise.resolve();

  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly context: Pick<ExtensionContext, 'globalStorageUri'>,
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
    this.#watchFiles();
  }

  get definitions(): readonly ServerDefinition[] {
    return this.#definitions;
  }

  get problems(): readonly ConfigurationProblem[] {
    return this.#problems;
  }

  /** All places of this window that may configure servers. */
  get all(): readonly ServerSource[] {
    return allSources(this.#window(), path);
  }

  /** Reads everything again. Never rejects: a file that cannot be read becomes an entry of {@link problems}. */
  read(): Promise<void> {
    return (this.#reading = this.#reading.catch(() => undefined).then(() => this.#read()));
  }

  dispose(): void {
    this.#fileWatchers.dispose();
    this.#store.dispose();
  }

  async #read(): Promise<void> {
    const { definitions, problems } = await readSources(this.#window(), {
      inspect: (folder, key) =>
        workspace.getConfiguration('mcp', folder === undefined ? null : Uri.parse(folder)).inspect(key),
      join: (directory, file) => path.join(directory, file),
      readText: readConfigurationFile,
      describeError: (error) => describeError(error, this.log),
      sha256,
    });
    this.#definitions = definitions;
    this.#problems = problems;
    this.log.info(`Configured: ${definitions.length} servers, ${problems.length} problems`);
    this.#didChange.fire();
  }

  #window(): ConfiguredWindow {
    return {
      directories: { profile: Uri.joinPath(this.context.globalStorageUri, '..', '..').fsPath, home: os.homedir() },
      workspaceFile: workspaceFile(),
      folders: (workspace.workspaceFolders ?? []).map(configuredFolder),
    };
  }

  #foldersChanged(): void {
    this.#watchFiles();
    this.#reread.trigger();
  }

  #watchFiles(): void {
    this.#fileWatchers.dispose();
    this.#fileWatchers = new DisposableStore();
    for (const file of sourceFiles(this.#window(), path)) {
      // The base is the file's own directory: VS Code watches everything below the base of a pattern with a slash.
      // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostFileSystemEventService.ts
      const pattern = new RelativePattern(Uri.file(path.dirname(file)), path.basename(file));
      const watcher = workspace.createFileSystemWatcher(pattern);
      this.#fileWatchers.add(watcher);
      for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
        this.#fileWatchers.add(event(() => this.#reread.trigger()));
    }
  }
}

function workspaceFile(): ConfiguredWindow['workspaceFile'] {
  const file = workspace.workspaceFile;
  if (!file) return undefined;
  if (file.scheme !== 'file' && file.scheme !== 'vscode-remote') return 'unsaved';
  return { uri: file.toString(), path: file.fsPath, name: path.basename(file.fsPath) };
}

/**
 * A folder of another file system has no path here: `fsPath` still makes one of its authority, which on Windows names another machine
 * (`vscode-vfs://github/…` becomes `\\github\…`), and looking for a file there would connect to it.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/common/uri.ts (uriToFsPath)
 */
function configuredFolder({ name, uri }: WorkspaceFolder): ConfiguredFolder {
  return { name, uri: uri.toString(), path: uri.fsPath, directory: uri.scheme === 'file' ? uri.fsPath : undefined };
}
