import { Uri, window, workspace, type Range, type TextDocument } from 'vscode';

/** The part of a document in which a command looks for mentions: all of it without `ranges`. */
export interface Place {
  readonly document: TextDocument;
  readonly ranges: readonly Range[];
}

/** The whole document that a code lens names, or the file of an editor's menu; otherwise the active editor. */
export async function mentionPlaceOf(document: string | Uri | undefined): Promise<Place | undefined> {
  const uri = typeof document === 'string' ? Uri.parse(document) : document;
  const editor = window.activeTextEditor;
  const isActive = editor && (uri === undefined || editor.document.uri.toString() === uri.toString());
  if (typeof document !== 'string' && isActive)
    return { document: editor.document, ranges: editor.selections.filter(({ isEmpty }) => !isEmpty) };
  if (!uri) return undefined;
  return { document: await workspace.openTextDocument(uri), ranges: [] };
}
