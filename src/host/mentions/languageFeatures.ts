import { commands, languages, window, workspace, type TextDocument } from 'vscode';
import { toDisposable } from '../../core/base/disposable';
import { causes } from '../../core/base/errors';
import { Owner } from '../../core/base/owner';
import type { HostPorts, LanguageOptions, RunningLanguage } from './languageClient';
import type { MentionsNeeds } from './open';

/**
 * Schemes of documents that users write in; the folders of a workspace may have another one. Resources are not among them: their text was
 * not written here.
 */
const schemes = ['file', 'untitled', 'vscode-userdata', 'vscode-remote', 'vscode-notebook-cell'] as const;

/** Delay in ms after which VS Code knows the registered providers, and this process the text that was typed until then. */
const settled = 300;

interface Needs {
  readonly base: Pick<MentionsNeeds['base'], 'channel'>;
  readonly configuration: {
    readonly sources: Pick<MentionsNeeds['configuration']['sources'], 'definitions' | 'onDidChange'>;
  };
  readonly core: { readonly connections: Pick<MentionsNeeds['core']['connections'], 'restoreAll'> };
}

/**
 * Links, completion and other language features for resources mentioned in documents of any language. Loaded when a server is configured
 * and the first document that can mention a resource is shown; restarted when the workspace gets folders of another scheme.
 */
export class LanguageFeatures extends Owner {
  #selector = newSelector();
  #running: Promise<RunningLanguage> | undefined;
  /** Resolves when the previous language server has stopped. */
  #stopped: Promise<void> = Promise.resolve();

  constructor(
    private readonly needs: Needs,
    private readonly ports: HostPorts,
    /** Loads the bundle on the first call. */
    private readonly startLanguage = async (options: LanguageOptions): Promise<RunningLanguage> =>
      (await import('./languageClient')).startLanguage(options),
  ) {
    super();
    this.owned.add(toDisposable(() => this.#stop()));
    this.owned.add(workspace.onDidChangeWorkspaceFolders(() => this.#changed()));
    this.owned.add(window.onDidChangeVisibleTextEditors(() => this.#look()));
    this.owned.add(needs.configuration.sources.onDidChange(() => this.#look()));
  }

  /** False for a document that users do not write in. */
  canMention(document: TextDocument): boolean {
    return languages.match(this.#selector, document) > 0;
  }

  /** The running server, started if need be. */
  get(): Promise<RunningLanguage> {
    if (this.#running) return this.#running;
    const started = this.#stopped.then(() => this.#start());
    this.#running = started;
    started.catch((error: unknown) => {
      this.ports.log.error(`The language server did not start: ${causes(error)}`);
      if (this.#running === started) this.#running = undefined;
    });
    return started;
  }

  /**
   * Starts the language server once a visible document can mention resources. Others don't count: VS Code itself opens files such as
   * settings in the background.
   */
  #look(): void {
    if (this.#running || this.needs.configuration.sources.definitions.length === 0) return;
    if (window.visibleTextEditors.some(({ document }) => this.canMention(document)))
      void this.get().catch(() => undefined);
  }

  async #start(): Promise<RunningLanguage> {
    const { ports } = this;
    const { channel } = this.needs.base;
    const running = await this.startLanguage({ ports, channel, selector: this.#selector });
    // Lists of earlier windows.
    this.needs.core.connections.restoreAll();
    this.owned.add(ports.clock.after(settled, () => this.#suggest()));
    return running;
  }

  /**
   * Completion requests made before registration were dropped, so trigger it again.
   * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/editor/contrib/suggest/browser/suggestModel.ts (_updateTriggerCharacters)
   */
  #suggest(): void {
    const { document, selection } = window.activeTextEditor ?? {};
    const isTyped = document && document.version > 1 && this.canMention(document);
    if (!isTyped || !selection?.isEmpty) return;
    const { line, character } = selection.active;
    if (/@\S*$/u.test(document.lineAt(line).text.slice(0, character)))
      void commands.executeCommand('editor.action.triggerSuggest');
  }

  #changed(): void {
    const selector = newSelector();
    if (JSON.stringify(selector) === JSON.stringify(this.#selector)) return;
    this.#selector = selector;
    this.#stop();
    this.#look();
  }

  #stop(): void {
    const running = this.#running;
    this.#running = undefined;
    if (!running) return;
    this.#stopped = running.then(
      (client) => client.stop(),
      () => undefined,
    );
  }
}

function newSelector(): LanguageOptions['selector'] {
  const folderSchemes = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  return [...new Set<string>([...schemes, ...folderSchemes])].map((scheme) => ({ scheme }));
}
