import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range, TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { CancelledError } from '../../base/errors';
import type { Slice } from '../../base/scheduler';
import type { Mention } from '../text/mention';
import { textKind, type TextKind } from '../text/textKind';
import { afterPlainLine, isSameState, markdownStart, scanMarkdown, type MarkdownState } from '../text/markdownLexer';
import { indexOf, MentionFinder, type LineMention, type Names, type Part } from '../text/mentionsInLine';

/** Scanned length of a line, in UTF-16 code units: longer lines are not read as text. */
const maxLineLength = 100_000;
const endOfLine = 2 ** 31 - 1;
/** Number of lines, characters and mentions between checks of the clock: a fraction of a millisecond. */
const workBetweenLooks = 10_000;

interface ScannedLine {
  /** State before and after the line; always the same outside Markdown. */
  readonly begin: MarkdownState;
  readonly end: MarkdownState;
  readonly mentions: readonly LineMention[];
}

const nothing: ScannedLine = { begin: markdownStart, end: markdownStart, mentions: [] };

/** An open document and its mentions, kept up to date as it is edited. Nothing is scanned before the first request. */
export class MentionDocument {
  readonly #text: TextDocument;
  readonly #kind: TextKind;
  /** A line that is `undefined` has to be scanned. */
  #lines: (ScannedLine | undefined)[] = [];
  #finder: MentionFinder;
  #edits = 0;

  /** @param names returns the same object until they change: mentions found with other names are dropped */
  constructor(
    uri: string,
    languageId: string,
    version: number,
    text: string,
    private readonly names: () => Names,
  ) {
    this.#text = TextDocument.create(uri, languageId, version, text);
    this.#kind = textKind(languageId);
    this.#finder = new MentionFinder(names(), this.isProse);
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
    return this.#kind !== 'code';
  }

  /** Applies an edit, at the cost of the lines that it touches. */
  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    this.#edits += 1;
    for (const change of changes)
      if ('range' in change) this.#replace(change.range, change.text);
      else {
        TextDocument.update(this.#text, [{ text: change.text }], version);
        this.#lines = [];
      }
    TextDocument.update(this.#text, [], version);
  }

  /** Text of a line without its end of line. */
  line(line: number): string {
    return this.#beginOf(line, endOfLine);
  }

  /**
   * The mentions on the lines from `from` to before `to`, in order. Scans no line after `to`.
   * Rejects with `CancelledError`, also when the document changes meanwhile.
   */
  async mentions(slice: Slice, signal: AbortSignal, from = 0, to = Infinity): Promise<readonly Mention[]> {
    const edits = this.#edits;
    const check = (): void => {
      if (signal.aborted || edits !== this.#edits) throw new CancelledError();
    };
    check();
    this.#useNames(this.names());
    const mentions: Mention[] = [];
    const end = Math.min(to, this.lineCount);
    const text = this.#text.getText();
    let colon = -1;
    for (let line = 0, work = 0, state = markdownStart; line < end; line += 1) {
      let scanned = this.#lines[line];
      if (!scanned || !isSameState(scanned.begin, state)) {
        const begin = this.#offsetOf(line);
        const next = this.#offsetOf(line + 1);
        // Every mention has a colon, and most lines have none.
        if (colon < begin) colon = indexOf(text, ':', begin);
        const plain = colon >= next ? this.#plain(text.charCodeAt(begin), state) : undefined;
        scanned = this.#lines[line] = plain ?? this.#scan(this.#beginOf(line, maxLineLength), state);
        work += next - begin;
      }
      state = scanned.end;
      if (line >= from) for (const mention of scanned.mentions) mentions.push({ line, ...mention });
      work += 1 + scanned.mentions.length;
      if (work < workBetweenLooks) continue;
      work = 0;
      if (slice.isOver()) await slice.next();
      check();
    }
    return mentions;
  }

  #useNames(names: Names): void {
    if (this.#finder.names === names) return;
    this.#finder = new MentionFinder(names, this.isProse);
    this.#lines = [];
  }

  /** A line without a colon, where that is enough to know. */
  #plain(first: number, begin: MarkdownState): ScannedLine | undefined {
    if (this.#kind !== 'markdown') return nothing;
    const end = afterPlainLine(first, begin);
    return end && { begin, end, mentions: nothing.mentions };
  }

  #offsetOf(line: number): number {
    return this.#text.offsetAt({ line, character: 0 });
  }

  #scan(text: string, begin: MarkdownState): ScannedLine {
    const isMarkdown = this.#kind === 'markdown';
    const parts: Part[] = isMarkdown ? [] : [{ from: 0, to: text.length, isExample: false }];
    const end = isMarkdown ? scanMarkdown(text, begin, parts) : begin;
    const mentions: LineMention[] = [];
    for (const part of parts) this.#finder.find(text, part, mentions);
    return isMarkdown || mentions.length > 0 ? { begin, end, mentions } : nothing;
  }

  #beginOf(line: number, character: number): string {
    return this.#text.getText({ start: { line, character: 0 }, end: { line, character } });
  }

  /** Clients may name positions that do not exist, such as the line after the last one. */
  #replace(range: Range, text: string): void {
    const places = [range.start, range.end].map((place) => this.#text.offsetAt(place)).sort((a, b) => a - b);
    const [start, end] = [this.#text.positionAt(places[0] ?? 0), this.#text.positionAt(places[1] ?? 0)];
    const countBefore = this.lineCount;
    TextDocument.update(this.#text, [{ range: { start, end }, text }], this.version);
    const removedCount = end.line - start.line + 1;
    const addedCount = removedCount + this.lineCount - countBefore;
    // The text between a carriage return and a line feed was removed: now they are one end of line, that of the previous line.
    if (addedCount < 1) this.#forget(start.line - 1, removedCount + 1, addedCount + 1);
    else this.#forget(start.line, removedCount, addedCount);
  }

  /** Forgets the scanned lines after an edit; it removed and added at least one line. */
  #forget(first: number, removedCount: number, addedCount: number): void {
    const lines = this.#lines;
    if (lines.length <= first) return;
    const unscanned = new Array<undefined>(addedCount).fill(undefined);
    this.#lines = lines.slice(0, first).concat(unscanned, lines.slice(first + removedCount));
  }
}
