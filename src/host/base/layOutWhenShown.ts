import type { Disposable, TreeView } from 'vscode';

/**
 * VS Code does not lay out a tree that is created when its section is opened for the first time: it stays blank for two seconds. A message,
 * even an empty one, makes VS Code lay it out.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/browser/parts/views/treeView.ts (CustomTreeView.activate, updateMessage)
 */
export function layOutWhenShown(view: TreeView<unknown>): Disposable {
  const shown = view.onDidChangeVisibility(({ visible }) => {
    if (!visible) return;
    view.message = '';
    shown.dispose();
  });
  return shown;
}
