import type { TextRange } from './toolInputs';
import { ToolError } from './toolError';

/** A piece of a text. Offsets in UTF-16 units, `end` is exclusive; lines are 1-based. */
export interface TextPiece {
  readonly start: number;
  readonly end: number;
}

/** The piece that a model requested. Throws for a range that begins behind the end. */
export function pieceOf(text: string, range: TextRange | undefined): TextPiece {
  if (!range) return { start: 0, end: text.length };
  const { startLine, endLine, offset, length } = range;
  if (offset !== undefined || length !== undefined) {
    const start = offset ?? 0;
    if (start > 0 && start >= text.length)
      throw new ToolError(`The text has ${text.length} characters. Use a lower "offset".`);
    return { start, end: Math.min(text.length, start + (length ?? text.length)) };
  }
  const firstLine = startLine ?? 1;
  if (endLine !== undefined && endLine < firstLine) throw new ToolError('"endLine" must not come before "startLine".');
  const start = startOfLine(text, firstLine);
  if (start === undefined) throw new ToolError(`The text has ${countLines(text)} lines. Use a lower "startLine".`);
  return { start, end: endLine === undefined ? text.length : (startOfLine(text, endLine + 1) ?? text.length) };
}

/** Offset of a line; `undefined` if the text has fewer. */
function startOfLine(text: string, line: number): number | undefined {
  let offset = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf('\n', offset);
    if (end < 0) return undefined;
    offset = end + 1;
  }
  // Nothing after the last line break counts as a line.
  return offset === text.length && line > 1 ? undefined : offset;
}

/** Number of lines of a text; a line break at its end begins no further one. */
export function countLines(text: string): number {
  return lineAt(text, text.length) - (text.endsWith('\n') ? 1 : 0);
}

/** The line of a character. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let index = text.indexOf('\n'); index >= 0 && index < offset; index = text.indexOf('\n', index + 1)) line += 1;
  return line;
}

/**
 * The arguments that request a piece of a text: lines where it begins with one.
 *
 * @param isBounded false leaves its end open
 */
export function argumentsFor(text: string, { start, end }: TextPiece, isBounded: boolean): Partial<TextRange> {
  const beginsLine = start === 0 || text[start - 1] === '\n';
  const endsLine = end === text.length || text[end - 1] === '\n';
  if (!beginsLine || (isBounded && !endsLine)) return { offset: start, ...(isBounded && { length: end - start }) };
  return { startLine: lineAt(text, start), ...(isBounded && { endLine: lineAt(text, end - 1) }) };
}
