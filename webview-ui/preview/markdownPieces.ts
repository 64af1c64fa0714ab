import type { Piece } from './gradual';
import { textPieces } from './textView';
import { visibleText } from './visibleText';

/** A run of Markdown that can be parsed by itself, or of a code block, which is shown as it is. */
export interface MarkdownPiece extends Piece {
  readonly kind: 'markdown' | 'code';
  readonly text: string;
}

/** Characters from which on a piece ends where a block begins. */
const softLimit = 2_000;
/** Characters at which a piece ends in any case: parsing some texts takes the square of their length. */
const hardLimit = 8_000;

const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/u;
/** Source: CommonMark 0.31, 4.5: what is indented further is code. */
const endOfFence = /^ {0,3}(`{3,}|~{3,})[ \t]*$/u;

/** The pieces of a document, in their order. Front matter, as many tools write it, is code. */
export function markdownPieces(source: string): readonly MarkdownPiece[] {
  const head = /^---\n(?:[^\n]*\n){0,100}?---(?:\n|$)/u.exec(source)?.[0] ?? '';
  const pieces: MarkdownPiece[] = head ? [code(visibleText(head.slice(4, head.lastIndexOf('---') - 1)))] : [];
  let lines: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (lines.length > 0) pieces.push({ kind: 'markdown', text: lines.join('\n'), size: 2 * length });
    [lines, length] = [[], 0];
  };
  const all = source.slice(head.length).split('\n');
  for (let index = 0; index < all.length; index += 1) {
    const line = all[index] ?? '';
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined && isBlockStart(lines)) {
      flush();
      const end = endOfCode(all, index, mark);
      pieces.push(...textPieces(all.slice(index + 1, end).join('\n')).map(({ text }) => code(text)));
      index = end;
      continue;
    }
    if (length + line.length > hardLimit || (length > softLimit && isBoundary(lines.at(-1), line))) flush();
    for (const [segmentIndex, segment] of segmentsOf(line).entries()) {
      if (segmentIndex > 0) flush();
      lines.push(segment);
      length += segment.length + 1;
    }
  }
  flush();
  return pieces;
}

function segmentsOf(line: string): readonly string[] {
  const count = Math.max(1, Math.ceil(line.length / hardLimit));
  return Array.from({ length: count }, (_, index) => line.slice(index * hardLimit, (index + 1) * hardLimit));
}

function code(text: string): MarkdownPiece {
  return { kind: 'code', text, size: text.length };
}

/** The line where the fence closes; the end of the document where it does not. */
function endOfCode(lines: readonly string[], start: number, mark: string): number {
  const isEnd = (line: string): boolean => endOfFence.exec(line)?.[1]?.startsWith(mark) === true;
  const end = lines.findIndex((line, index) => index > start && isEnd(line));
  return end < 0 ? lines.length : end;
}

/** A fence in a list belongs to it. */
function isBlockStart(precedingLines: readonly string[]): boolean {
  const last = precedingLines.findLast((line) => line.trim() !== '');
  return last === undefined || !/^(\s|[-*+>]\s|\d+[.)]\s)/u.test(last);
}

/** An indented line, or one that looks like a list item, may continue the block before. */
function isBoundary(preceding: string | undefined, line: string): boolean {
  if (/^#{1,6}\s/u.test(line)) return true;
  return preceding?.trim() === '' && /^[^\s\-*+>\d|]/u.test(line);
}
