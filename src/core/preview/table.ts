import * as l10n from '@vscode/l10n';
import type { PreviewBody } from '../../shared/previewProtocol';
import type { ParseCsv } from './parserPorts';

/** Enough for a preview, and drawn by the page without delay. */
const [maxRows, maxColumns, maxCells] = [500, 50, 4_000];
const maxCellLength = 500;
/** Characters that are divided: a hundred thousand take tens of milliseconds. */
const maxTextLength = 100_000;

const delimiters = [',', ';', '\t', '|'] as const;

/** The shown part of a text, and a sentence where that is not all of it. */
export interface Shown {
  readonly body: PreviewBody;
  readonly cut: string | undefined;
}

/**
 * A table whose first row names the columns; `undefined` if the text is no table.
 *
 * @param isTruncated the text ends early, perhaps within a row
 */
export function tableOf(
  fullText: string,
  extension: string,
  isTruncated: boolean,
  parseCsv: ParseCsv,
): Shown | undefined {
  const text = fullText.slice(0, maxTextLength);
  const isCut = isTruncated || text.length < fullText.length;
  const delimiter = extension === 'tsv' ? '\t' : delimiterOf(text);
  // One record for the names of the columns, and one to detect that there are more rows.
  const { records, isBroken } = parseCsv(text, delimiter, maxRows + 2);
  if (isBroken && !isCut) return undefined;
  const [names, ...all] = isCut && !isBroken && records.length < maxRows + 2 ? records.slice(0, -1) : records;
  if (!names) return undefined;
  const width = [names, ...all].reduce((widest, { length }) => Math.max(widest, length), 0);
  const columns = Math.min(width, maxColumns);
  const rows = all.slice(0, Math.min(maxRows, Math.floor(maxCells / columns)));
  const cells = (record: readonly string[]): string[] =>
    Array.from({ length: columns }, (_, index) => shorten(record[index]));
  return {
    body: { kind: 'table', columns: cells(names), rows: rows.map(cells) },
    cut: rows.length < all.length || isCut || columns < width ? beginningOnly() : undefined,
  };
}

export function beginningOnly(): string {
  return l10n.t('Only the beginning is shown. Open the resource to see the rest.');
}

function shorten(cell = ''): string {
  return cell.length > maxCellLength ? `${cell.slice(0, maxCellLength)}…` : cell;
}

/** The delimiter that occurs most often in the first line: many programs write semicolons where the comma is the decimal sign. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/u);
  const line = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/gu, '');
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
