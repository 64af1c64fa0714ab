import type { Disposable, TreeView } from 'vscode';

/**
 * VS Code does not lay out a tree that is made when its section is opened for the first time: it stays blank for two seconds. A message, an
 * empty one too, makes VS Code lay it out.
 */
export function layOutWhenShown(view: TreeView<unknown>): Disposable {
  const shown = view.onDidChangeVisibility(({ visible }) => {
    if (!visible) return;
    view.message = '';
    shown.dispose();
  });
  return shown;
}
