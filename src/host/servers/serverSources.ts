import os from 'node:os';
import path from 'node:path';
import { env, RelativePattern, UIKind, Uri, workspace, type ExtensionContext, type WorkspaceFolder } from 'vscode';
import { Coalescer } from '../../core/base/coalescer';
import type { Clock } from '../../core/base/clock';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { Emitter } from '../../core/base/event';
import type { Logger } from '../../core/base/ports';
import type {
  ConfiguredFolder,
  ConfiguredWindow,
  DiscoverySource,
  PluginLocation,
} from '../../core/servers/configurationSources';
import { settingsOf } from '../../core/servers/launch/resolvedParts';
import { isRecord } from '../../core/servers/rawValue';
import { allSources, readSources, sourceFiles } from '../../core/servers/readSources';
import {
  withCopies,
  type ConfigurationProblem,
  type ServerDefinition,
  type ServerSource,
} from '../../core/servers/serverDefinition';
import { listFolders, readConfigurationFile } from '../../node/files';
import { followFiles } from '../../node/followFiles';
import { sha256 } from '../../node/sha256';
import { userDirectories } from '../../node/userDirectories';
import { describeError } from '../base/tell';
import { variablePorts } from './launchPorts';

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
  #pluginFiles: readonly string[] = [];
  #watched = '';
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
        const own = ['mcp', 'chat.mcp.discovery', 'chat.pluginLocations', 'chat.plugins.enabled'];
        const keys = [...own, ...withCopies(this.#definitions).flatMap(settingsOf)];
        if (keys.some((key) => event.affectsConfiguration(key))) this.#reread.trigger();
      }),
    );
    store.add(workspace.onDidChangeWorkspaceFolders(() => this.#foldersChanged()));
    store.add(workspace.onDidGrantWorkspaceTrust(() => this.#reread.trigger()));
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
    const { definitions, problems, pluginFiles } = await readSources(this.#window(), {
      inspect: (folder, key) =>
        workspace.getConfiguration('mcp', folder === undefined ? null : Uri.parse(folder)).inspect(key),
      join: (directory, file) => path.join(directory, file),
      readText: readConfigurationFile,
      describeError: (error) => describeError(error, this.log),
      listFolders,
      pathOf: (uri) => (uri.startsWith('file:') ? Uri.parse(uri).fsPath : undefined),
      variables: variablePorts(),
      sha256,
    });
    this.#definitions = definitions;
    this.#problems = problems;
    this.#pluginFiles = pluginFiles;
    this.#watchFiles();
    this.log.info(`Configured: ${definitions.length} servers, ${problems.length} problems`);
    this.#didChange.fire();
  }

  #window(): ConfiguredWindow {
    const folders = (workspace.workspaceFolders ?? []).map(configuredFolder);
    const user = { env: process.env, platform: process.platform, home: os.homedir() };
    const profile = Uri.joinPath(this.context.globalStorageUri, '..', '..').fsPath;
    return {
      directories: { ...userDirectories(user), profile },
      workspaceFile: workspaceFile(),
      folders,
      // In a browser, the user's own files are on the server, too.
      remoteName: env.uiKind === UIKind.Desktop ? env.remoteName : undefined,
      discovers,
      ...(workspace.getConfiguration('chat').get('plugins.enabled') !== false && {
        plugins: {
          installed: [
            path.join(user.home, `.${env.uriScheme}`, 'agent-plugins'),
            path.join(profile, '..', 'agentPlugins'),
          ],
          locations: pluginLocations(folders, user.home),
        },
      }),
      isTrusted: workspace.isTrusted,
    };
  }

  #foldersChanged(): void {
    this.#watchFiles();
    this.#reread.trigger();
  }

  /** Watches the files of all places, if these are others than before. */
  #watchFiles(): void {
    const window = this.#window();
    const files = [...sourceFiles(window, path), ...this.#pluginFiles];
    if (files.join('\n') === this.#watched || this.#store.isDisposed) return;
    this.#watched = files.join('\n');
    this.#fileWatchers.dispose();
    this.#fileWatchers = new DisposableStore();
    const trigger = (): void => this.#reread.trigger();
    const isInWorkspace = (file: string): boolean =>
      window.folders.some(
        ({ directory }) => directory !== undefined && file.startsWith(path.join(directory, path.sep)),
      );
    this.#fileWatchers.add(
      followFiles(
        files.filter((file) => !isInWorkspace(file)),
        trigger,
      ),
    );
    for (const file of files.filter(isInWorkspace)) {
      // The base is the file's own directory: VS Code watches everything below the base of a pattern with a slash.
      // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostFileSystemEventService.ts
      const pattern = new RelativePattern(Uri.file(path.dirname(file)), path.basename(file));
      const watcher = workspace.createFileSystemWatcher(pattern);
      this.#fileWatchers.add(watcher);
      for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
        this.#fileWatchers.add(event(trigger));
    }
  }
}

/** True for a product whose servers VS Code takes over. */
function discovers(product: DiscoverySource): boolean {
  const setting: unknown = workspace.getConfiguration('chat.mcp').get('discovery.enabled');
  return setting === true || (isRecord(setting) && setting[product] === true);
}

/**
 * The setting `chat.pluginLocations`: absolute paths, paths below the home folder, and paths in each folder of the workspace. Only the user
 * sets it, as in VS Code, or a workspace could have any folder read: https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/browser/chat.contribution.ts
 */
function pluginLocations(folders: readonly ConfiguredFolder[], home: string): readonly PluginLocation[] {
  const value: unknown = workspace.getConfiguration('chat').inspect('pluginLocations')?.globalValue;
  const roots = folders.flatMap(({ directory }) => directory ?? []);
  return Object.entries(isRecord(value) ? value : {}).flatMap(([location, isOn]) => {
    if (isOn !== true) return [];
    const text = location.replace(/^~(?=$|[/\\])/u, home);
    const directories = path.isAbsolute(text) ? [path.normalize(text)] : roots.map((root) => path.join(root, text));
    return directories.map((directory) => ({
      directory,
      isOfWorkspace: roots.some((root) => isInside(root, directory)),
    }));
  });
}

function isInside(root: string, directory: string): boolean {
  const relative = path.relative(root, directory);
  // Absolute on another drive of Windows.
  return !/^\.\.(?:[/\\]|$)/u.test(relative) && !path.isAbsolute(relative);
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
