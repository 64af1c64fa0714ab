import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position, TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import type { Slice } from '../base/scheduler';
import type { Mention } from './mention';

/** An open document, and the mentions in it, kept up to date as it is edited. */
export class MentionDocument {
  #text: TextDocument;

  constructor(uri: string, languageId: string, version: number, text: string) {
    this.#text = TextDocument.create(uri, languageId, version, text);
  }

  get uri(): string {
    return this.#text.uri;
  }

  get version(): number {
    return this.#text.version;
  }

  get lineCount(): number {
    return this.#text.lineCount;
  }

  /** Takes an edit; its cost is that of the lines that it touches. */
  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    this.#text = TextDocument.update(this.#text, [...changes], version);
  }

  /** Without its end of line. */
  line(line: number): string {
    const range = { start: { line, character: 0 }, end: { line: line + 1, character: 0 } };
    return this.#text.getText(range).replace(/[\r\n]+$/u, '');
  }

  /**
   * Those on the lines from `from` to before `to`, in order. Looks at no line after `to`.
   * Rejects with `CancelledError`, also when the document changes meanwhile.
   */
  mentions(_slice: Slice, _signal: AbortSignal, _from = 0, _to = Infinity): Promise<readonly Mention[]> {
    return Promise.resolve([]);
  }

  /** False in code, outside of comments and strings. */
  canHoldMention(_at: Position, _slice: Slice, _signal: AbortSignal): Promise<boolean> {
    return Promise.resolve(true);
  }
}
