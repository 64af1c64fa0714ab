import type { TreeView } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';

/** Calls `wake` now if a tree is visible, and each time it becomes visible. */
export function wakeWhenShown(view: TreeView<unknown>, wake: () => void): Disposable {
  const store = new DisposableStore();
  if (view.visible) wake();
  store.add(layOutWhenShown(view));
  store.add(
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) wake();
    }),
  );
  return store;
}

/**
 * VS Code does not lay out a tree that is created when its section is opened for the first time: it stays blank for two seconds. A message,
 * even an empty one, makes VS Code lay it out.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/browser/parts/views/treeView.ts (CustomTreeView.activate, updateMessage)
 */
function layOutWhenShown(view: TreeView<unknown>): Disposable {
  const shown = view.onDidChangeVisibility(({ visible }) => {
    if (!visible) return;
    view.message = '';
    shown.dispose();
  });
  return shown;
}
