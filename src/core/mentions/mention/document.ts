import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { CancelledError } from '../../base/errors';
import type { Slice } from '../../base/scheduler';
import { isSameState, markdownStart, scanMarkdown, type MarkdownState } from '../text/markdownLexer';
import type { Mention } from '../text/mention';
import { MentionFinder, mentionColon, type LineMention, type Names, type Part } from '../text/mentionsInLine';
import { TextBlocks, type Block } from '../text/textBlocks';
import { textKind, type TextKind } from '../text/textKind';

/** Scanned length of a line, in UTF-16 code units: longer lines are not read as text. */
const maxLineLength = 100_000;
/** Number of blocks, characters and mentions between checks of the clock: a fraction of a millisecond. */
const workBetweenLooks = 10_000;

interface ScannedBlock {
  /** State before and after the block; always the same outside Markdown. */
  readonly begin: MarkdownState;
  readonly end: MarkdownState;
  /** Their lines are counted from the first one of the block. */
  readonly mentions: readonly Mention[];
}

/**
 * An open document and its mentions, kept up to date as it is edited. Nothing is scanned before the first request. An edit scans its blocks of
 * lines again and, in Markdown, those that follow until what is open before a block is what it was.
 */
export class MentionDocument {
  #text: TextBlocks;
  readonly #kind: TextKind;
  /** A block that is not in it has to be scanned. */
  #scanned = new WeakMap<Block, ScannedBlock>();
  #finder: MentionFinder;
  #version: number;
  #edits = 0;

  /**
   * @param names returns the same object until they change: mentions found with other names are dropped
   * @param blockLength length of the blocks that are scanned at once; tests make them short
   */
  constructor(
    readonly uri: string,
    languageId: string,
    version: number,
    text: string,
    private readonly names: () => Names,
    private readonly blockLength?: number,
  ) {
    this.#text = new TextBlocks(text, blockLength);
    this.#version = version;
    this.#kind = textKind(languageId);
    this.#finder = new MentionFinder(names(), this.isProse);
  }

  get version(): number {
    return this.#version;
  }

  get lineCount(): number {
    return this.#text.lineCount;
  }

  /** False in code, where much else begins with an `@`. */
  get isProse(): boolean {
    return this.#kind !== 'code';
  }

  /** Applies an edit, at the cost of the blocks that it touches. */
  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    this.#edits += 1;
    for (const change of changes)
      if ('range' in change) this.#text.replace(change.range, change.text);
      else this.#text = new TextBlocks(change.text, this.blockLength);
    this.#version = version;
  }

  /** Text of a line without its end of line. */
  line(line: number): string {
    return this.#text.line(line);
  }

  /**
   * The mentions on the lines from `from` to before `to`, in order. Scans no block after `to`.
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
    let [first, work, state] = [0, 0, markdownStart];
    for (const block of this.#text.blocks) {
      if (first >= to) break;
      if (work >= workBetweenLooks) {
        work = 0;
        if (slice.isOver()) await slice.next();
        check();
      }
      let scanned = this.#scanned.get(block);
      if (!scanned || !isSameState(scanned.begin, state)) {
        scanned = this.#scan(block, state);
        this.#scanned.set(block, scanned);
        work += block.text.length;
      }
      for (const mention of scanned.mentions) {
        const line = first + mention.line;
        if (line >= from && line < to) mentions.push({ ...mention, line });
      }
      state = scanned.end;
      first += block.lineEnds;
      work += 1 + scanned.mentions.length;
    }
    return mentions;
  }

  #useNames(names: Names): void {
    if (this.#finder.names === names) return;
    this.#finder = new MentionFinder(names, this.isProse);
    this.#scanned = new WeakMap();
  }

  #scan(block: Block, begin: MarkdownState): ScannedBlock {
    const { text, starts } = block;
    const isMarkdown = this.#kind === 'markdown';
    const mentions: Mention[] = [];
    let [colon, state] = [-1, begin];
    for (let line = 0, from = 0; from < text.length; line += 1) {
      const next = starts[line + 1] ?? text.length;
      // Every mention has a colon, and most lines have none.
      if (colon < from) colon = mentionColon(text, from);
      const mayMention = colon < next;
      if (mayMention || isMarkdown) {
        const lineText = text.slice(from, Math.min(from + maxLineLength, block.endOf(line)));
        const parts: Part[] | undefined = mayMention ? [] : undefined;
        if (isMarkdown) state = scanMarkdown(lineText, state, parts);
        else parts?.push({ from: 0, to: lineText.length, isExample: false });
        const lineMentions: LineMention[] = [];
        for (const part of parts ?? []) this.#finder.find(lineText, part, lineMentions);
        for (const mention of lineMentions) mentions.push({ line, ...mention });
      }
      from = next;
    }
    return { begin, end: state, mentions };
  }
}
