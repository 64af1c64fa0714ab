import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { CancelledError } from '../../base/errors';
import type { Slice } from '../../base/scheduler';
import { LineText, type ReplacedLines } from '../text/lineText';
import type { Mention } from '../text/mention';
import { textKind, type TextKind } from '../text/textKind';
import { afterPlainLine, isSameState, markdownStart, scanMarkdown, type MarkdownState } from '../text/markdownLexer';
import { indexOf, MentionFinder, type LineMention, type Names, type Part } from '../text/mentionsInLine';

/** Scanned length of a line, in UTF-16 code units: longer lines are not read as text. */
const maxLineLength = 100_000;
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
  #text: LineText;
  readonly #kind: TextKind;
  /** A line that is `undefined` has to be scanned. */
  #lines: (ScannedLine | undefined)[] = [];
  #finder: MentionFinder;
  #edits = 0;

  /** @param names returns the same object until they change: mentions found with other names are dropped */
  constructor(
    readonly uri: string,
    languageId: string,
    private currentVersion: number,
    text: string,
    private readonly names: () => Names,
  ) {
    this.#text = new LineText(text);
    this.#kind = textKind(languageId);
    this.#finder = new MentionFinder(names(), this.isProse);
  }

  get version(): number {
    return this.currentVersion;
  }

  get lineCount(): number {
    return this.#text.starts.length;
  }

  /** False in code, where much else begins with an `@`. */
  get isProse(): boolean {
    return this.#kind !== 'code';
  }

  /** Applies an edit, at the cost of the lines that it touches. */
  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    this.#edits += 1;
    for (const change of changes)
      if ('range' in change) this.#forget(this.#text.replace(change.range, change.text));
      else {
        this.#text = new LineText(change.text);
        this.#lines = [];
      }
    this.currentVersion = version;
  }

  /** Text of a line without its end of line. */
  line(line: number): string {
    return this.#text.line(line);
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
    const { whole, starts } = this.#text;
    const end = Math.min(to, starts.length);
    let colon = -1;
    for (let line = 0, work = 0, state = markdownStart; line < end; line += 1) {
      let scanned = this.#lines[line];
      if (!scanned || !isSameState(scanned.begin, state)) {
        const begin = starts[line] ?? 0;
        const next = starts[line + 1] ?? whole.length;
        // Every mention has a colon, and most lines have none.
        if (colon < begin) colon = indexOf(whole, ':', begin);
        const plain = colon >= next ? this.#plain(whole.charCodeAt(begin), state) : undefined;
        scanned = this.#lines[line] = plain ?? this.#scan(this.#text.line(line, maxLineLength), state);
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

  #scan(text: string, begin: MarkdownState): ScannedLine {
    const isMarkdown = this.#kind === 'markdown';
    const parts: Part[] = isMarkdown ? [] : [{ from: 0, to: text.length, isExample: false }];
    const end = isMarkdown ? scanMarkdown(text, begin, parts) : begin;
    const mentions: LineMention[] = [];
    for (const part of parts) this.#finder.find(text, part, mentions);
    return isMarkdown || mentions.length > 0 ? { begin, end, mentions } : nothing;
  }

  /** Forgets the scanned lines after an edit. */
  #forget({ first, removed, added }: ReplacedLines): void {
    const lines = this.#lines;
    if (lines.length <= first) return;
    const unscanned = new Array<undefined>(added).fill(undefined);
    this.#lines = lines.slice(0, first).concat(unscanned, lines.slice(first + removed));
  }
}
