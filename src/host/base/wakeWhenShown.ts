import type { TreeView } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { layOutWhenShown } from './layOutWhenShown';

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
