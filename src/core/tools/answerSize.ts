import { lengthWithin, utf8Length } from '../base/utf8';
import type { TextRange } from './toolInputs';

/** Limits of the text of one answer to a model. Images and PDFs have a limit of their own. */
export interface AnswerSize {
  /** In UTF-8, of all text: heads, labels, notes and contents. */
  readonly bytes: number;
  /** Maximum for the contents, or for the rows of a list; less if the caller gives less. */
  readonly tokens: number;
}

/** Sizes of one answer that a session takes. */
export interface Room {
  /** Nobody asked for more: an agent calls many tools, and can go on reading. */
  readonly usual: AnswerSize;
  /** The model said where the range ends. */
  readonly range: AnswerSize;
}

/** VS Code's own chat limits each part of an answer, see {@link partsOf}. */
export const roomInParts: Room = {
  usual: { bytes: 32_000, tokens: 16_000 },
  range: { bytes: 128_000, tokens: 64_000 },
};

const smallSize: AnswerSize = { bytes: 7_500, tokens: 16_000 };
/**
 * If an answer has over 8,192 bytes, all parts together, the Copilot harness gives its model 500 characters and the name of a file.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/agentHost/node/copilot/copilotAgent.ts (largeOutput)
 */
export const smallRoom: Room = { usual: smallSize, range: smallSize };

export function sizeFor({ usual, range: largest }: Room, range: TextRange | undefined): AnswerSize {
  return range?.endLine === undefined && range?.length === undefined ? usual : largest;
}

/**
 * Maximum number of bytes of one part. Copilot Chat writes a text part of over 8,192 bytes (`chat.agent.largeToolResultsToDisk.thresholdBytes`)
 * to a file, and has the model read that instead. It puts parts together without anything between them.
 * https://github.com/microsoft/vscode/blob/1.139.1/extensions/copilot/src/extension/prompts/node/panel/toolCalling.tsx
 */
const maxPartBytes = 8_191;

/** Bytes of lines, with their line breaks. */
export function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + utf8Length(line) + 1, 0);
}

/** Number of lines from the first that fit, with their line breaks. */
export function countWithin(lines: readonly string[], bytes: number): number {
  let remaining = bytes;
  const end = lines.findIndex((line) => (remaining -= bytesOf([line])) < 0);
  return end < 0 ? lines.length : end;
}

/** Cuts a text into parts that a chat client leaves in its message: at ends of lines where there are any, and never within a character. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    // No character takes less than a byte.
    const window = text.slice(start, start + maxPartBytes);
    const length = lengthWithin(window, maxPartBytes);
    const isLast = start + length === text.length;
    const line = isLast ? 0 : window.lastIndexOf('\n', length - 1) + 1;
    const part = window.slice(0, line || length);
    parts.push(part);
    start += part.length;
  }
  return parts;
}
