import { Range, Uri, window, workspace, type TextDocument } from 'vscode';
import { isFields } from '../../core/base/values';

/** Where a command looks for mentions: in all of a document without `ranges`. */
export interface Place {
  readonly document: TextDocument;
  readonly ranges: readonly Range[];
}

/** The document and range that a code lens names, or the file of an editor's menu; else what the person looks at. */
export async function placeOf(document: unknown, range: unknown): Promise<Place | undefined> {
  const uri = typeof document === 'string' ? Uri.parse(document) : document instanceof Uri ? document : undefined;
  const editor = window.activeTextEditor;
  const isActive = editor && (uri === undefined || editor.document.uri.toString() === uri.toString());
  if (typeof document !== 'string' && isActive)
    return { document: editor.document, ranges: editor.selections.filter(({ isEmpty }) => !isEmpty) };
  if (!uri) return undefined;
  return { document: await workspace.openTextDocument(uri), ranges: isRange(range) ? [asRange(range)] : [] };
}

interface PlainRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

function isRange(value: unknown): value is PlainRange {
  return isFields(value) && isFields(value['start']) && isFields(value['end']);
}

function asRange({ start, end }: PlainRange): Range {
  return new Range(start.line, start.character, end.line, end.character);
}
