import * as l10n from '@vscode/l10n';
import {
  commands,
  EventEmitter,
  TabInputText,
  TabInputTextDiff,
  Uri,
  window,
  workspace,
  type Tab,
  type TextDocumentContentProvider,
} from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { legible } from '../../core/base/legible';
import {
  describeForConsent,
  hidesSecrets,
  launchText,
  type LaunchView,
} from '../../core/servers/launch/describeLaunch';
import type { ServerDefinition } from '../../core/servers/serverDefinition';
import type { ShownPorts } from '../../core/servers/launch/launchWords';

/** Scheme of the texts to read before a server is allowed. */
const scheme = 'mcpres-review';
const before = 'before';
/** Above the text, where VS Code's quick pick, which asks about it, covers the editor. */
const margin = '\n'.repeat(5);
/** The focus stays in the question about the text, which takes no editor's place: it is closed after the answer. */
const options = { preview: false, preserveFocus: true };
/** Width of a row of a quick pick beside three buttons, in narrow characters. A longer text could be cut. */
const rowWidth = 56;
/** Characters that can be twice as wide as most: capitals, and all that are not of the Latin script. */
const wide = /[A-Z@%mw]|[^ -~]/u;

interface OpenedText {
  readonly uri: Uri;
  readonly text: () => string;
  /** The text that was allowed last. */
  readonly former?: string | undefined;
}

/** Shows what servers would start: in one line where that fits, else in a document, compared with what was allowed last. */
export class ShownLaunches implements TextDocumentContentProvider, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = this.#store.add(new EventEmitter<Uri>());
  /** By the fragment of their URIs. */
  readonly #opened = new Map<string, OpenedText>();
  /** Hashes of the definitions whose hidden values are shown. */
  readonly #revealed = new Set<string>();

  readonly onDidChange = this.#didChange.event;

  /** @param ports current sources of the variables */
  constructor(private readonly ports: () => ShownPorts) {
    this.#store.add(workspace.registerTextDocumentContentProvider(scheme, this));
  }

  line(definition: ServerDefinition): string {
    return describeForConsent(definition, this.#view(definition));
  }

  fitsLine(definition: ServerDefinition): boolean {
    const width = Array.from(this.line(definition)).reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0);
    return width <= rowWidth;
  }

  /** The text to keep: without secrets. */
  readonly text = (definition: ServerDefinition): string =>
    launchText(definition, { ports: this.ports(), hiding: 'byName' });

  hasSecrets(definition: ServerDefinition): boolean {
    return hidesSecrets(definition, this.ports());
  }

  areSecretsShown({ hash }: ServerDefinition): boolean {
    return this.#revealed.has(hash);
  }

  toggleSecrets(definition: ServerDefinition): void {
    if (!this.#revealed.delete(definition.hash)) this.#revealed.add(definition.hash);
    const opened = this.#opened.get(definition.hash);
    if (opened) this.#didChange.fire(opened.uri);
  }

  hideSecrets(): void {
    const opened = [...this.#revealed].flatMap((hash) => this.#opened.get(hash) ?? []);
    this.#revealed.clear();
    for (const { uri } of opened) this.#didChange.fire(uri);
  }

  /** Opens the text, or its difference to `former`. */
  async open(definition: ServerDefinition, former: string | undefined): Promise<void> {
    const now = uriOf(definition.name, definition.hash);
    const text = (): string => launchText(definition, this.#view(definition));
    this.#opened.set(now.fragment, { uri: now, text, former });
    if (former === undefined) await window.showTextDocument(now, options);
    else {
      const title = l10n.t('{0}: allowed version ↔ current version', legible(definition.name));
      await commands.executeCommand('vscode.diff', now.with({ query: before }), now, title, options);
    }
  }

  /** Closes what {@link open} showed: it was opened for one answer. */
  async close({ name, hash }: ServerDefinition): Promise<void> {
    const text = uriOf(name, hash).toString();
    const shows = ({ input }: Tab): boolean =>
      (input instanceof TabInputText && input.uri.toString() === text) ||
      (input instanceof TabInputTextDiff && input.modified.toString() === text);
    await window.tabGroups.close(window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(shows)));
  }

  /** Opens a text as it was kept with an answer. */
  async openText(serverName: string, hash: string, text: string): Promise<void> {
    const uri = uriOf(serverName, `${hash}/kept`);
    this.#opened.set(uri.fragment, { uri, text: () => text });
    await window.showTextDocument(uri, { ...options, preview: true });
  }

  provideTextDocumentContent({ fragment, query }: Uri): string {
    const opened = this.#opened.get(fragment);
    if (!opened) throw new Error(l10n.t('This text is no longer available. Close this editor and open it again.'));
    return margin + (query === before ? (opened.former ?? '') : opened.text());
  }

  dispose(): void {
    this.#store.dispose();
  }

  #view(definition: ServerDefinition): LaunchView {
    return { ports: this.ports(), hiding: this.areSecretsShown(definition) ? 'none' : 'byPlace' };
  }
}

/** The fragment identifies the text: a restored editor must not show another one. */
function uriOf(serverName: string, fragment: string): Uri {
  return Uri.from({ scheme, path: `/${legible(serverName).replace(/[/\\]/g, '_')}`, fragment });
}
