import { html, type TemplateResult } from 'lit/html.js';
import { visibleText } from './visibleText';
import { Gradual, type DrawParts, type Piece } from './gradual';

/** Longer lines are broken: a browser takes long to measure a line of 200,000 characters. */
const maxLineLength = 2_000;
/** Characters of a piece; each line counts for some more. */
const pieceSize = 8_000;
const lineOverhead = 20;

interface TextPiece extends Piece {
  readonly text: string;
}

/** Text as it is, in the editor's font. */
export class TextView {
  readonly #pieces: Gradual<TextPiece>;

  constructor(
    text: string,
    private readonly label: string,
    parts: DrawParts,
    /** Its lines may be wrapped whether or not those of code are. */
    private readonly isProse: boolean,
  ) {
    this.#pieces = new Gradual(textPieces(text), parts, (piece) => html`<div>${piece.text}</div>`);
  }

  content(isWrapped: boolean): TemplateResult {
    return html`<div
      class="preview-text ${isWrapped || this.isProse ? 'wrapped' : ''}"
      role="group"
      dir="auto"
      aria-label=${this.label}
    >
      ${this.#pieces.content()}
    </div>`;
  }

  dispose(): void {
    this.#pieces.dispose();
  }
}

/** Runs of whole lines. */
export function textPieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let lines: string[] = [];
  let size = 0;
  const flush = (): void => {
    if (lines.length > 0) pieces.push({ text: visibleText(lines.join('\n')), size });
    [lines, size] = [[], 0];
  };
  for (const line of text.replace(/\n$/u, '').split('\n'))
    for (let offset = 0; offset === 0 || offset < line.length; offset += maxLineLength) {
      const part = line.slice(offset, offset + maxLineLength);
      lines.push(part);
      size += part.length + lineOverhead;
      if (size >= pieceSize) flush();
    }
  flush();
  return pieces;
}
