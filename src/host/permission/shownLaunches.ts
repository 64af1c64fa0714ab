import * as l10n from '@vscode/l10n';
import {
  CodeLens,
  commands,
  EventEmitter,
  languages,
  Range,
  TabInputText,
  TabInputTextDiff,
  Uri,
  window,
  workspace,
  type CodeLensProvider,
  type Tab,
  type TextDocument,
  type TextDocumentContentProvider,
} from 'vscode';
import { Owner } from '../../core/base/owner';
import { legible } from '../../core/base/legible';
import {
  describeForConsent,
  hidesSecrets,
  launchText,
  type LaunchView,
} from '../../core/configuration/launch/describeLaunch';
import type { ServerDefinition } from '../../core/configuration/serverDefinition';
import type { ShownPorts } from '../../core/configuration/launch/launchWords';
import { takeProof, withProof } from '../base/proofs';

/** Scheme of the texts to read before a server is allowed. */
const scheme = 'mcpres-review';
/** The folder of these texts, which makes them documents of a language of ours: its defaults in package.json wrap lines and show lenses. */
const folder = '/MCP Servers/';
const before = 'before';
/** No contributed command: its lenses alone can run it, with their proof. Other extensions and models can run a button of an editor's title. */
const answerCommand = '_mcpResources.answerReview';
/** Width of a row of a quick pick, in narrow characters. A longer text could be cut. */
const rowWidth = 80;
/** Characters that can be twice as wide as most: capitals, and all that are not of the Latin script. */
const wide = /[A-Z@%mw]|[^ -~]/u;

interface OpenedText {
  readonly uri: Uri;
  readonly text: () => string;
  /** The text that was allowed last. */
  readonly former?: string | undefined;
}

export type ReviewAnswer = 'allow' | 'decline';

/** A question about a text; its definition is the one that was shown. */
interface Question {
  readonly definition: ServerDefinition;
  readonly resolve: (answer: ReviewAnswer | undefined) => void;
}

/** Shows what servers would start: in one line where that fits, else in a document, compared with what was allowed last. */
export class ShownLaunches extends Owner implements TextDocumentContentProvider, CodeLensProvider {
  readonly #didChange = this.owned.add(new EventEmitter<Uri>());
  readonly #didChangeLenses = this.owned.add(new EventEmitter<void>());
  /** By the fragment of the texts' URIs. */
  readonly #questions = new Map<string, Question>();
  /** By the fragment of their URIs. */
  readonly #opened = new Map<string, OpenedText>();
  /** Hashes of the definitions whose hidden values are shown. */
  readonly #hashesWithShownSecrets = new Set<string>();

  readonly onDidChange = this.#didChange.event;
  readonly onDidChangeCodeLenses = this.#didChangeLenses.event;

  /** @param ports current sources of the variables */
  constructor(private readonly ports: () => ShownPorts) {
    super();
    this.owned.add(workspace.registerTextDocumentContentProvider(scheme, this));
    this.owned.add(languages.registerCodeLensProvider({ scheme }, this));
    this.owned.add(commands.registerCommand(answerCommand, (...args: unknown[]) => this.#press(args)));
    this.owned.add(window.tabGroups.onDidChangeTabs(({ closed }) => this.#leave(closed)));
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
    return this.#hashesWithShownSecrets.has(hash);
  }

  toggleSecrets(definition: ServerDefinition): void {
    if (!this.#hashesWithShownSecrets.delete(definition.hash)) this.#hashesWithShownSecrets.add(definition.hash);
    const opened = this.#opened.get(definition.hash);
    if (opened) this.#didChange.fire(opened.uri);
    this.#didChangeLenses.fire();
  }

  hideSecrets(): void {
    const opened = [...this.#hashesWithShownSecrets].flatMap((hash) => this.#opened.get(hash) ?? []);
    this.#hashesWithShownSecrets.clear();
    for (const { uri } of opened) this.#didChange.fire(uri);
  }

  /**
   * Opens the text, or its difference to `former`, beside the question about it.
   * @param note stands above the text
   */
  async open(definition: ServerDefinition, former: string | undefined, note = '', preserveFocus = true): Promise<void> {
    const now = uriOf(definition.name, definition.hash);
    const text = (): string => note + launchText(definition, this.#view(definition));
    this.#opened.set(now.fragment, { uri: now, text, former });
    // An editor that is still open shows what the variables resolved to then.
    this.#didChange.fire(now);
    const options = { preview: false, preserveFocus };
    if (former === undefined) await window.showTextDocument(now, options);
    else {
      const title = l10n.t('{0}: allowed version ↔ current version', legible(definition.name));
      await commands.executeCommand('vscode.diff', now.with({ query: before }), now, title, options);
    }
  }

  /** As {@link open}, with the answers as lenses above the text. `undefined` if the user closes it, to decide later. */
  async ask(definition: ServerDefinition, former: string | undefined, note: string): Promise<ReviewAnswer | undefined> {
    await this.open(definition, former, note, false);
    this.#questions.get(definition.hash)?.resolve(undefined);
    const answer = new Promise<ReviewAnswer | undefined>((resolve) =>
      this.#questions.set(definition.hash, { definition, resolve }),
    );
    this.#didChangeLenses.fire();
    return await answer;
  }

  provideCodeLenses({ uri }: TextDocument): CodeLens[] {
    const { definition } = this.#questions.get(uri.fragment) ?? {};
    if (!definition || uri.query === before) return [];
    const lens = (title: string, press: ReviewAnswer | 'toggle'): CodeLens =>
      new CodeLens(
        new Range(0, 0, 0, 0),
        withProof({ title, command: answerCommand, arguments: [definition.hash, press] }),
      );
    const secrets = this.areSecretsShown(definition) ? l10n.t('Hide Values') : l10n.t('Show Hidden Values');
    return [
      lens(l10n.t('Allow'), 'allow'),
      lens(l10n.t('Don’t Allow'), 'decline'),
      ...(this.hasSecrets(definition) ? [lens(secrets, 'toggle')] : []),
    ];
  }

  #press(args: readonly unknown[]): void {
    const [hash, press] = args;
    const question = typeof hash === 'string' && takeProof(answerCommand, args) ? this.#questions.get(hash) : undefined;
    if (!question) return;
    if (press === 'toggle') this.toggleSecrets(question.definition);
    else this.#end(question, press === 'allow' ? 'allow' : 'decline');
  }

  /** Ends questions whose text is closed. A tab that moves to another group is closed where it was. */
  #leave(closed: readonly Tab[]): void {
    for (const question of this.#questions.values()) {
      const { definition } = question;
      if (tabsOf(definition, closed).length > 0 && tabsOf(definition).length === 0) this.#end(question, undefined);
    }
  }

  #end({ definition, resolve }: Question, answer: ReviewAnswer | undefined): void {
    this.#questions.delete(definition.hash);
    this.#didChangeLenses.fire();
    resolve(answer);
  }

  /** Closes what {@link open} showed: it was opened for one answer. */
  async close(definition: ServerDefinition): Promise<void> {
    await window.tabGroups.close(tabsOf(definition));
  }

  /** Opens a text as it was kept with an answer. */
  async openText(serverName: string, hash: string, text: string): Promise<void> {
    const uri = uriOf(serverName, `${hash}/kept`);
    this.#opened.set(uri.fragment, { uri, text: () => text });
    await window.showTextDocument(uri, { preserveFocus: true });
  }

  provideTextDocumentContent({ fragment, query }: Uri): string {
    const opened = this.#opened.get(fragment);
    if (!opened) throw new Error(l10n.t('This text is no longer available. Close this editor and open it again.'));
    return query === before ? (opened.former ?? '') : opened.text();
  }

  #view(definition: ServerDefinition): LaunchView {
    return { ports: this.ports(), hiding: this.areSecretsShown(definition) ? 'none' : 'byPlace' };
  }
}

function tabsOf(
  { name, hash }: ServerDefinition,
  tabs: readonly Tab[] = window.tabGroups.all.flatMap((group) => group.tabs),
): readonly Tab[] {
  const text = uriOf(name, hash).toString();
  return tabs.filter(
    ({ input }) =>
      (input instanceof TabInputText && input.uri.toString() === text) ||
      (input instanceof TabInputTextDiff && input.modified.toString() === text),
  );
}

/** The fragment identifies the text: a restored editor must not show another one. */
function uriOf(serverName: string, fragment: string): Uri {
  return Uri.from({ scheme, path: `${folder}${legible(serverName).replace(/[/\\]/g, '_')}`, fragment });
}
