import type {
  Diagnostic,
  PublishDiagnosticsParams,
  TextDocumentContentChangeEvent,
  TextDocumentItem,
} from 'vscode-languageserver-protocol';
import type { Clock } from '../../base/clock';
import { Pace } from '../../base/pace';
import type { Disposable } from '../../base/disposable';
import { CancelledError, causes, isCancelled } from '../../base/errors';
import type { Logger } from '../../base/ports';
import { MentionDocument } from '../mention/document';
import type { Names } from '../text/mentionsInLine';

/** Debounce of typing and other changes before documents are checked, in ms. */
const checkDelay = 300;

export interface DocumentParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** The names that decide where a mention begins and ends. */
  readonly names: () => Names;
  readonly diagnose: (document: MentionDocument, signal: AbortSignal) => Promise<readonly Diagnostic[]>;
  readonly publish: (params: PublishDiagnosticsParams) => void;
}

interface Open {
  readonly document: MentionDocument;
  isDue: boolean;
  /** Cancels the check that is under way. */
  abort: AbortController;
  published: { readonly version: number; readonly text: string; readonly count: number } | undefined;
}

/** The documents that a client has open. They are checked one after another, and the same diagnostics are not published twice. */
export class OpenDocuments implements Disposable {
  readonly #open = new Map<string, Open>();
  readonly #check: Pace;

  constructor(private readonly parts: DocumentParts) {
    this.#check = new Pace(parts.clock, checkDelay, () => this.#checkDue(), { gathersFirst: true });
  }

  get(uri: string): MentionDocument | undefined {
    return this.#open.get(uri)?.document;
  }

  get size(): number {
    return this.#open.size;
  }

  /** The open documents, by URI. */
  all(): ReadonlyMap<string, MentionDocument> {
    return new Map([...this.#open].map(([uri, { document }]) => [uri, document]));
  }

  /** Replaces one that the client opened before and did not close. */
  open({ uri, languageId, version, text }: TextDocumentItem): void {
    const document = new MentionDocument(uri, languageId, version, text, this.parts.names);
    const published = this.#remove(uri)?.published;
    this.#open.set(uri, { document, isDue: true, abort: new AbortController(), published });
    this.#check.runNow();
  }

  /** Changes apply in their order, whatever versions a client gives them. A change of a document that is not open is dropped. */
  change(uri: string, version: number | null, changes: readonly TextDocumentContentChangeEvent[]): void {
    const entry = this.#open.get(uri);
    if (!entry) {
      this.parts.log.warn('A document was changed that is not open');
      return;
    }
    entry.document.change(changes, version ?? entry.document.version + 1);
    entry.abort.abort(new CancelledError());
    entry.isDue = true;
    this.#check.trigger();
  }

  close(uri: string): void {
    const closed = this.#remove(uri);
    if (closed?.published?.count) this.parts.publish({ uri, diagnostics: [] });
  }

  /** Checks all documents again, after a change of servers, lists or settings. */
  recheck(): void {
    for (const entry of this.#open.values()) entry.isDue = true;
    if (this.#open.size > 0) this.#check.runNow();
  }

  dispose(): void {
    this.#check.dispose();
    for (const uri of [...this.#open.keys()]) this.#remove(uri);
  }

  #remove(uri: string): Open | undefined {
    const entry = this.#open.get(uri);
    entry?.abort.abort(new CancelledError());
    this.#open.delete(uri);
    return entry;
  }

  async #checkDue(): Promise<void> {
    for (const entry of [...this.#open.values()].filter(({ isDue }) => isDue)) {
      if (this.#open.get(entry.document.uri) !== entry) continue;
      entry.isDue = false;
      entry.abort = new AbortController();
      await this.#checkOne(entry);
    }
  }

  async #checkOne(entry: Open): Promise<void> {
    const { document, abort } = entry;
    const { version } = document;
    try {
      const diagnostics = await this.parts.diagnose(document, abort.signal);
      if (!abort.signal.aborted && document.version === version) this.#publish(entry, version, diagnostics);
    } catch (error) {
      if (!isCancelled(error)) this.parts.log.error(`Checking a document failed: ${causes(error)}`);
    }
  }

  #publish(entry: Open, version: number, diagnostics: readonly Diagnostic[]): void {
    const text = JSON.stringify(diagnostics);
    if (entry.published?.version === version && entry.published.text === text) return;
    entry.published = { version, text, count: diagnostics.length };
    this.parts.publish({ uri: entry.document.uri, version, diagnostics: [...diagnostics] });
  }
}
