import type { Position, Range } from 'vscode-languageserver-protocol';
import { indexOf } from './mentionsInLine';

/** Length from which a text is divided, in UTF-16 code units: scanning a block takes a fraction of a millisecond. */
const defaultLength = 10_000;

/** Whole lines of a text. They end as in the protocol: with `\n`, `\r\n` or `\r`. */
export class Block {
  #starts: readonly number[] | undefined;

  constructor(readonly text: string) {}

  /** Offset of the first line, and the offset after each end of line. */
  get starts(): readonly number[] {
    return (this.#starts ??= startsIn(this.text));
  }

  /** Number of ends of lines. */
  get lineEnds(): number {
    return this.starts.length - 1;
  }

  /** Offset of the end of a line, without the characters that end it. */
  endOf(line: number): number {
    const start = this.starts[line] ?? this.text.length;
    let end = this.starts[line + 1] ?? this.text.length;
    while (end > start && isEndOfLine(this.text.charCodeAt(end - 1))) end -= 1;
    return end;
  }
}

interface Place {
  /** Index of the block. */
  readonly index: number;
  readonly block: Block;
  readonly line: number;
  readonly offset: number;
}

/** A text in blocks of lines: an edit copies, counts and scans those that it touches, not the whole text. */
export class TextBlocks {
  /** At least one; each but the last ends with an end of line. */
  #blocks: readonly Block[];

  constructor(
    text: string,
    private readonly blockLength = defaultLength,
  ) {
    this.#blocks = this.#divide(text);
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  get lineCount(): number {
    return this.#blocks.reduce((count, { lineEnds }) => count + lineEnds, 1);
  }

  /** Text of a line without its end; empty if there is no such line. */
  line(line: number): string {
    const { block, line: lineInBlock, offset } = this.#placeOf({ line, character: 0 });
    return block.text.slice(offset, block.endOf(lineInBlock));
  }

  replace(range: Range, text: string): void {
    const blocks = this.#blocks;
    const places = [this.#placeOf(range.start), this.#placeOf(range.end)];
    const [from, to] = places.sort((a, b) => a.index - b.index || a.offset - b.offset) as [Place, Place];
    const blocksBefore = blocks.slice(0, from.index);
    const blocksAfter = blocks.slice(to.index + 1);
    let joined = from.block.text.slice(0, from.offset) + text + to.block.text.slice(to.offset);
    // A carriage return and a line feed that meet are one end of line.
    if (blocksBefore.at(-1)?.text.endsWith('\r')) joined = (blocksBefore.pop()?.text ?? '') + joined;
    if (!joined.endsWith('\n')) joined += blocksAfter.shift()?.text ?? '';
    this.#blocks = [...blocksBefore, ...this.#divide(joined), ...blocksAfter];
  }

  /** Clients may name positions that do not exist, such as the line after the last one. */
  #placeOf({ line, character }: Position): Place {
    let [index, lineInBlock] = [0, Math.max(line, 0)];
    let block = this.#blocks[0] ?? new Block('');
    for (let next = this.#blocks[1]; next && lineInBlock >= block.lineEnds; next = this.#blocks[index + 1]) {
      lineInBlock -= block.lineEnds;
      block = next;
      index += 1;
    }
    const start = block.starts[lineInBlock] ?? block.text.length;
    const offset = Math.min(start + Math.max(character, 0), block.endOf(lineInBlock));
    return { index, block, line: lineInBlock, offset };
  }

  /** A block is divided when it has grown to twice the length, so that typing does not leave many short ones. */
  #divide(text: string): Block[] {
    const blocks: Block[] = [];
    const endOfLine = /\r\n?|\n/gu;
    let start = 0;
    while (text.length - start > 2 * this.blockLength) {
      endOfLine.lastIndex = start + this.blockLength;
      if (!endOfLine.test(text) || endOfLine.lastIndex === text.length) break;
      blocks.push(new Block(text.slice(start, endOfLine.lastIndex)));
      start = endOfLine.lastIndex;
    }
    blocks.push(new Block(text.slice(start)));
    return blocks;
  }
}

/** Searches for ends of lines with `indexOf`, which is several times as fast as looking at each character. */
function startsIn(text: string): number[] {
  const starts = [0];
  let [feed, carriage] = [indexOf(text, '\n', 0), indexOf(text, '\r', 0)];
  while (feed !== carriage) {
    const start = (carriage + 1 === feed ? feed : Math.min(feed, carriage)) + 1;
    starts.push(start);
    if (feed < start) feed = indexOf(text, '\n', start);
    if (carriage < start) carriage = indexOf(text, '\r', start);
  }
  return starts;
}

function isEndOfLine(code: number): boolean {
  return code === 10 || code === 13;
}
