import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position, Range, TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { CancelledError } from '../../base/errors';
import type { Slice } from '../../base/scheduler';
import type { Mention } from '../text/mention';
import { lexerOf } from '../text/languages';
import type { Lexer } from '../text/lexer';
import type { LineMention } from '../text/mentionsInLine';
import { ScannedLines } from '../text/scannedLines';

/** UTF-16 code units of a line that are looked at: nobody reads longer ones. */
const mostOfLine = 100_000;
const endOfLine = 2 ** 31 - 1;
/** Lines, characters and mentions after which the clock is looked at: a fraction of a millisecond. */
const workBetweenLooks = 10_000;

/** An open document, and the mentions in it, kept up to date as it is edited. Nothing is scanned until somebody asks. */
export class MentionDocument {
  readonly #text: TextDocument;
  readonly #lexer: Lexer;
  #lines: ScannedLines;
  #edits = 0;

  /** @param serverNames of what is configured at the moment: other names are recognised by what follows them */
  constructor(
    uri: string,
    languageId: string,
    version: number,
    text: string,
    private readonly serverNames: () => readonly string[] = () => [],
  ) {
    this.#text = TextDocument.create(uri, languageId, version, text);
    this.#lexer = lexerOf(languageId);
    this.#lines = new ScannedLines(this.#lexer);
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

  /** False in code, where much else begins with an `@`. */
  get isProse(): boolean {
    return this.#lexer.isProse;
  }

  /** Takes an edit; its cost is that of the lines that it touches. */
  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    this.#edits += 1;
    for (const change of changes)
      if ('range' in change) this.#replace(change.range, change.text);
      else {
        TextDocument.update(this.#text, [{ text: change.text }], version);
        this.#lines = new ScannedLines(this.#lexer);
      }
    TextDocument.update(this.#text, [], version);
  }

  /** Without its end of line. */
  line(line: number): string {
    return this.#beginOf(line, endOfLine);
  }

  /**
   * Those on the lines from `from` to before `to`, in order. Looks at no line after `to`.
   * Rejects with `CancelledError`, also when the document changes meanwhile.
   */
  async mentions(slice: Slice, signal: AbortSignal, from = 0, to = Infinity): Promise<readonly Mention[]> {
    const mentions: Mention[] = [];
    await this.#scan(slice, signal, to, (line, found) => {
      if (line >= from) for (const mention of found) mentions.push({ line, ...mention });
    });
    return mentions;
  }

  /** False in code, outside of comments and strings. Rejects as {@link mentions}. */
  async canHoldMention(at: Position, slice: Slice, signal: AbortSignal): Promise<boolean> {
    if (this.isProse) return true;
    const edits = this.#edits;
    const line = Math.min(at.line, this.lineCount - 1);
    await this.#scan(slice, signal, line);
    if (edits !== this.#edits) throw new CancelledError();
    return this.#lines.isText(line, this.#beginOf(line, mostOfLine), at.character);
  }

  async #scan(
    slice: Slice,
    signal: AbortSignal,
    to: number,
    visit?: (line: number, found: readonly LineMention[]) => void,
  ): Promise<void> {
    const edits = this.#edits;
    const check = (): void => {
      if (signal.aborted || edits !== this.#edits) throw new CancelledError();
    };
    check();
    this.#lines.useNames(this.serverNames());
    const end = Math.min(to, this.lineCount);
    for (let line = 0, work = 0; line < end; line += 1) {
      let found = this.#lines.at(line);
      if (!found) {
        const text = this.#beginOf(line, mostOfLine);
        found = this.#lines.scan(line, text, text.length === mostOfLine);
        work += text.length;
      }
      visit?.(line, found);
      work += 1 + found.length;
      if (work < workBetweenLooks) continue;
      work = 0;
      if (slice.isOver()) await slice.next();
      check();
    }
  }

  #beginOf(line: number, character: number): string {
    return this.#text.getText({ start: { line, character: 0 }, end: { line, character } });
  }

  /** Clients may name places that are not there, such as the line after the last one. */
  #replace(range: Range, text: string): void {
    const places = [range.start, range.end]
      .map((place) => this.#text.offsetAt(place))
      .sort((one, other) => one - other);
    const [start, end] = [this.#text.positionAt(places[0] ?? 0), this.#text.positionAt(places[1] ?? 0)];
    const before = this.lineCount;
    TextDocument.update(this.#text, [{ range: { start, end }, text }], this.version);
    const removed = end.line - start.line + 1;
    const added = removed + this.lineCount - before;
    // What stood between a carriage return and a line feed was removed: they are one end of line now, that of the line before.
    if (added < 1) this.#lines.replace(start.line - 1, removed + 1, added + 1);
    else this.#lines.replace(start.line, removed, added);
  }
}
