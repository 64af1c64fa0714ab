import {
  window,
  type QuickPickItem,
  type Range,
  type TextDocumentShowOptions,
  type TextEditor,
  type Uri,
} from 'vscode';

/** A range of a file, as an item of a quick pick. */
export interface Place extends QuickPickItem {
  readonly uri: Uri;
  readonly range: Range;
}

/** Shows each place while its item has the focus. Opens the chosen one, or returns to the previous editor. */
export async function choosePlace(
  places: readonly Place[],
  texts: { readonly title: string; readonly placeholder: string },
): Promise<void> {
  const back = returnTo(window.activeTextEditor);
  const picker = window.createQuickPick<Place>();
  Object.assign(picker, texts, { matchOnDetail: true, items: places });
  let active: Place | undefined;
  // One after the other: an editor that is opened while another one is opening is refused, or comes up behind it.
  // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostTextEditors.ts (showTextDocument)
  let shown = Promise.resolve();
  picker.onDidChangeActive(([place]) => {
    active = place;
    shown = shown.then(() => (place && place === active ? preview(place) : undefined));
  });
  const chosen = await new Promise<Place | undefined>((resolve) => {
    picker.onDidAccept(() => resolve(picker.activeItems[0]));
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  picker.dispose();
  active = undefined;
  await shown;
  if (chosen) await window.showTextDocument(chosen.uri, { selection: chosen.range, preview: false });
  else await back();
}

async function preview({ uri, range }: Place): Promise<void> {
  try {
    await window.showTextDocument(uri, { selection: range, preview: true, preserveFocus: true });
  } catch {
    // A failure is reported when the place is chosen.
  }
}

function returnTo(editor: TextEditor | undefined): () => Promise<void> {
  if (!editor) return () => Promise.resolve();
  const { document, selection, viewColumn } = editor;
  const options: TextDocumentShowOptions = {
    selection,
    preview: false,
    ...(viewColumn !== undefined && { viewColumn }),
  };
  return async () => {
    if (!document.isClosed) await window.showTextDocument(document, options);
  };
}
