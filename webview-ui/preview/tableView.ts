import { html, type TemplateResult } from 'lit/html.js';
import type { PreviewBody } from '../../src/shared/previewProtocol';
import type { PanelStrings } from '../../src/shared/panelStrings';
import { fill } from '../../src/shared/strings';
import type { PaneParts } from '../base/pane';
import { Gradual, type DrawParts, type Piece } from './gradual';
import { visibleText } from './visibleText';

type TableBody = Extract<PreviewBody, { kind: 'table' }>;

interface TablePiece extends Piece {
  readonly rows: TableBody['rows'];
}

const cellsInPiece = 300;
/** The work of drawing a cell, in characters. */
const cellSize = 30;

/** A table of texts, whose head stays in view. */
export class TableView {
  readonly #rows: Gradual<TablePiece>;

  constructor(
    private readonly body: TableBody,
    private readonly label: string,
    private readonly parts: DrawParts & Pick<PaneParts, 'strings' | 'formatNumber'>,
  ) {
    this.#rows = new Gradual(
      pieces(body),
      parts,
      ({ rows }) =>
        html`<tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${cells.map((cell) => html`<td dir="auto">${visibleText(cell)}</td>`)}
              </tr>`,
          )}
        </tbody>`,
    );
  }

  content(): TemplateResult {
    const { strings, formatNumber } = this.parts;
    const { columns, rows } = this.body;
    return html`<p class="preview-note">${countOf(rows.length, strings, formatNumber)}</p>
      <div class="preview-table" role="group" aria-label=${this.label}>
        <table>
          <thead>
            <tr>
              ${columns.map((name) => html`<th scope="col" dir="auto">${visibleText(name)}</th>`)}
            </tr>
          </thead>
          ${this.#rows.content()}
        </table>
      </div>`;
  }

  dispose(): void {
    this.#rows.dispose();
  }
}

function countOf(count: number, strings: PanelStrings, formatNumber: (value: number) => string): string {
  return count === 1 ? strings.content.oneRow : fill(strings.content.rows, formatNumber(count));
}

function pieces({ columns, rows }: TableBody): readonly TablePiece[] {
  const count = Math.max(1, Math.floor(cellsInPiece / columns.length));
  const size = count * columns.length * cellSize;
  return Array.from({ length: Math.ceil(rows.length / count) }, (_, index) => ({
    rows: rows.slice(index * count, (index + 1) * count),
    size,
  }));
}
