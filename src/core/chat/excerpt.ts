/** Lines and columns of a text in an editor, the first of each is 1: the shape of VS Code's `IRange`. */
export interface Excerpt {
  readonly startLineNumber: number;
  readonly startColumn: number;
  readonly endLineNumber: number;
  readonly endColumn: number;
}

/**
 * The range of a whole text, as an editor counts its lines. Copilot Chat sends an attached range as it is, where it cuts the file of the
 * same text to its share; a range that is not exactly the whole text is followed by as much of the file as fits.
 * https://github.com/microsoft/vscode/blob/1.139.1/extensions/copilot/src/extension/prompts/node/panel/fileVariable.tsx
 */
export function wholeText(text: string): Excerpt {
  const lines = text.split(/\r\n|\r|\n/u);
  return {
    startLineNumber: 1,
    startColumn: 1,
    endLineNumber: lines.length,
    endColumn: (lines.at(-1)?.length ?? 0) + 1,
  };
}
