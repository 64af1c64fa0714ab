/** Lines and columns of a text in an editor, the first of each is 1: the shape of VS Code's `IRange`. */
export interface Excerpt {
  readonly startLineNumber: number;
  readonly startColumn: number;
  readonly endLineNumber: number;
  readonly endColumn: number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Lines by which a text may grow and still be attached as an excerpt: at least so many, and a half of what it has. */
const leastGrowth = 200;
/** The number of lines is in the chip of an attachment. */
const step = 100;

/**
 * The range of a text that is {@link filled} to this number of lines. Copilot Chat sends an attached range as it is, where it cuts the file of
 * the same text to its share; a range that is not exactly the whole text is followed by as much of the file as fits.
 * https://github.com/microsoft/vscode/blob/1.139.1/extensions/copilot/src/extension/prompts/node/panel/fileVariable.tsx
 */
export function excerptOf(lines: number): Excerpt {
  return { startLineNumber: 1, startColumn: 1, endLineNumber: lines, endColumn: 1 };
}

/** Number of lines for the excerpt of a text that can grow. */
export function linesForExcerpt(text: Uint8Array): number {
  const lines = countLines(text);
  return Math.ceil((lines + Math.max(leastGrowth, lines / 2)) / step) * step;
}

/** True if a text has so few lines that it can be {@link filled}: its excerpt is the whole text. */
export function isWithin(text: Uint8Array, lines: number): boolean {
  return countLines(text) < lines;
}

/**
 * The text with empty lines at its end, up to a number of lines, so that the range of {@link excerptOf} stays exactly the whole text while it
 * grows. Copilot Chat trims an excerpt, so no model gets the empty lines.
 * https://github.com/microsoft/vscode/blob/1.139.1/extensions/copilot/src/util/common/markdown.ts (createFencedCodeBlock)
 *
 * @param text in UTF-8
 */
export function filled(text: Uint8Array, lines: number): Uint8Array {
  if (!isWithin(text, lines)) return text;
  // A first line feed would only complete the end of a line that is there.
  const completing = text.at(-1) === carriageReturn ? 1 : 0;
  const result = new Uint8Array(text.length + completing + lines - countLines(text)).fill(lineFeed);
  result.set(text);
  return result;
}

/** As an editor counts them: the end of a line begins a further one. */
function countLines(text: Uint8Array): number {
  let lines = 1;
  for (let index = 0; index < text.length; index += 1) {
    const isEnd = text[index] === lineFeed || (text[index] === carriageReturn && text[index + 1] !== lineFeed);
    if (isEnd) lines += 1;
  }
  return lines;
}
