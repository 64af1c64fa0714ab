import * as l10n from '@vscode/l10n';
import { commands, EventEmitter, Uri, window, workspace, type TextDocumentContentProvider } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { legible } from '../../core/base/legible';
import { describeForConsent, hidesSecrets, launchText } from '../../core/servers/describeLaunch';
import type { ServerDefinition } from '../../core/servers/serverDefinition';
import type { VariablePorts } from '../../core/servers/variables';

/** Scheme of the texts to read before a server is allowed. */
const scheme = 'mcpres-review';
const before = 'before';
/** Width of a row of a quick pick, in characters of the Latin script. A longer text would be cut. */
const rowWidth = 80;
/** Scripts whose characters are twice as wide. */
const wide = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\uff60]|[^\0-\uffff]/u;

interface OpenedText {
  readonly definition: ServerDefinition;
  /** The text that was allowed last. */
  readonly former: string | undefined;
}

/** Shows what servers would start: in one line where that fits, else in a document, compared with what was allowed last. */
export class ShownLaunches implements TextDocumentContentProvider, Disposable {
  readonly #store = new DisposableStore();
  readonly #didChange = this.#store.add(new EventEmitter<Uri>());
  /** By hash of the definition. */
  readonly #opened = new Map<string, OpenedText>();
  /** Hashes of the definitions whose hidden values are shown. */
  readonly #revealed = new Set<string>();

  readonly onDidChange = this.#didChange.event;

  /** @param ports current sources of the variables */
  constructor(private readonly ports: () => VariablePorts) {
    this.#store.add(workspace.registerTextDocumentContentProvider(scheme, this));
  }

  line(definition: ServerDefinition): string {
    return describeForConsent(definition, { ports: this.ports(), showsSecrets: this.areSecretsShown(definition) });
  }

  fitsLine(definition: ServerDefinition): boolean {
    const width = [...this.line(definition)].reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0);
    return width <= rowWidth;
  }

  /** The text to read and to keep: without secrets. */
  text(definition: ServerDefinition): string {
    return launchText(definition, { ports: this.ports() });
  }

  hasSecrets(definition: ServerDefinition): boolean {
    return hidesSecrets(definition, this.ports());
  }

  areSecretsShown({ hash }: ServerDefinition): boolean {
    return this.#revealed.has(hash);
  }

  toggleSecrets(definition: ServerDefinition): void {
    if (!this.#revealed.delete(definition.hash)) this.#revealed.add(definition.hash);
    if (this.#opened.has(definition.hash)) this.#didChange.fire(uriOf(definition));
  }

  hideSecrets(): void {
    for (const { definition } of this.#opened.values())
      if (this.areSecretsShown(definition)) this.toggleSecrets(definition);
    this.#revealed.clear();
  }

  /** Opens the text, or its difference to `former`. The focus stays in the question about it. */
  async open(definition: ServerDefinition, former: string | undefined): Promise<void> {
    this.#opened.set(definition.hash, { definition, former });
    const now = uriOf(definition);
    const options = { preview: true, preserveFocus: true };
    if (former === undefined) await window.showTextDocument(now, options);
    else {
      const title = l10n.t('{0}: allowed before ↔ now', legible(definition.name));
      await commands.executeCommand('vscode.diff', now.with({ query: before }), now, title, options);
    }
  }

  provideTextDocumentContent({ fragment: hash, query }: Uri): string {
    const opened = this.#opened.get(hash);
    if (!opened)
      throw new Error(l10n.t('This text is no longer kept. Close this editor and review the servers again.'));
    const { definition, former = '' } = opened;
    if (query === before) return former;
    return launchText(definition, { ports: this.ports(), showsSecrets: this.areSecretsShown(definition) });
  }

  dispose(): void {
    this.#store.dispose();
  }
}

/** The fragment identifies the definition: a restored editor must not show another one. */
function uriOf({ name, hash }: ServerDefinition): Uri {
  return Uri.from({ scheme, path: `/${legible(name).replace(/[/\\]/g, '_')}`, fragment: hash });
}
