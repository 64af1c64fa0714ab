import path from 'node:path';
import { Uri, workspace, type ExtensionContext } from 'vscode';
import { Pace } from '../../core/base/pace';
import type { Clock } from '../../core/base/clock';
import { Owner } from '../../core/base/owner';
import { Emitter } from '../../core/base/event';
import type { Logger } from '../../core/base/ports';
import type { ConfiguredWindow } from '../../core/configuration/configurationSources';
import { settingsOf } from '../../core/configuration/launch/resolvedParts';
import { filesToFollow, locateSources } from '../../core/configuration/locateSources';
import type { ConfigurationProblem, ServerSource } from '../../core/configuration/configuration';
import type { ReadServers } from '../../core/configuration/readSources';
import { withCopies, type ServerDefinition } from '../../core/configuration/serverDefinition';
import { listFolders, readConfigurationFile } from '../../node/files/files';
import { FollowedFiles } from '../../node/files/followFiles';
import { sha256 } from '../../node/base/sha256';
import { describeError } from '../base/tell';
import { configuredFolders, configuredWindow, sourceSettings } from './configuredWindow';
import { variablePorts } from './launchPorts';
import { watchFiles } from './watchFiles';

/** Debounce of edits before the configuration is read again, in ms. */
const readDelay = 200;

/** The configured servers of all sources, updated when these change. */
export class ServerSources extends Owner {
  readonly #didChange = new Emitter<void>();
  readonly #reread: Pace;
  readonly #files = this.owned.add(
    new FollowedFiles((file) => watchFiles(configuredFolders(), [file], () => this.#reread.trigger())),
  );
  #last: ReadServers = { definitions: [], problems: [], pluginFiles: [] };
  /** Reads run one after the other: of two at a time the one that began first could end last and overwrite newer servers. */
  #reading: Promise<void> = Promise.resolve();

  readonly onDidChange = this.#didChange.event;

  constructor(
    private readonly context: Pick<ExtensionContext, 'globalStorageUri'>,
    clock: Clock,
    private readonly log: Logger,
  ) {
    super();
    const store = this.owned;
    this.#reread = store.add(new Pace(clock, readDelay, () => this.read(), { gathersFirst: true }));
    store.add(this.#didChange);
    store.add(
      workspace.onDidChangeConfiguration((event) => {
        const keys = [...sourceSettings, ...withCopies(this.definitions).flatMap(settingsOf)];
        if (keys.some((key) => event.affectsConfiguration(key))) this.#reread.trigger();
      }),
    );
    store.add(workspace.onDidChangeWorkspaceFolders(() => this.#foldersChanged()));
    store.add(workspace.onDidGrantWorkspaceTrust(() => this.#reread.trigger()));
    this.#follow();
  }

  get definitions(): readonly ServerDefinition[] {
    return this.#last.definitions;
  }

  get problems(): readonly ConfigurationProblem[] {
    return this.#last.problems;
  }

  /** All places of this window that may configure servers. */
  get all(): readonly ServerSource[] {
    return locateSources(this.#window(), path).map(({ source }) => source);
  }

  /** Reads everything again. Never rejects: a file that cannot be read becomes an entry of {@link problems}. */
  read(): Promise<void> {
    return (this.#reading = this.#reading.catch(() => undefined).then(() => this.#read()));
  }

  async #read(): Promise<void> {
    // Parsers take time to load, which activation does not wait for.
    const { readSources } = await import('../../core/configuration/readSources');
    this.#last = await readSources(this.#window(), {
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
    if (this.#follow()) this.#reread.trigger();
    this.log.info(`Configured: ${this.definitions.length} servers, ${this.problems.length} problems`);
    this.#didChange.fire();
  }

  #window(): ConfiguredWindow {
    return configuredWindow(this.context);
  }

  #foldersChanged(): void {
    // VS Code watches the files in folders of the workspace, and others are polled: which is which may have changed.
    this.#files.set([]);
    this.#follow();
    this.#reread.trigger();
  }

  /** Watches the files of all places. @returns whether some were not watched before */
  #follow(): boolean {
    return this.#files.set([...filesToFollow(this.#window(), path), ...this.#last.pluginFiles]);
  }
}
