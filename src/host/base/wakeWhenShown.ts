import type { TreeView } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import { layOutWhenShown } from './layOutWhenShown';

/** Calls `wake` now, where a tree is in sight, and each time it comes into sight. */
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
