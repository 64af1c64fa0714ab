import type { QuickPick, QuickPickItem } from 'vscode';
import type { DisposableStore } from '../../core/base/disposable';

/**
 * Shows a quick pick until the user accepts something, or leaves.
 *
 * @param store everything that ends with it, such as the quick pick itself
 * @param accepted the user's choice at that moment
 * @returns `undefined` if the user leaves
 */
export async function showPicker<Item extends QuickPickItem, T>(
  picker: QuickPick<Item>,
  store: DisposableStore,
  accepted: () => T | undefined,
): Promise<T | undefined> {
  try {
    return await new Promise((resolve) => {
      store.add(picker.onDidAccept(() => resolve(accepted())));
      store.add(picker.onDidHide(() => resolve(undefined)));
      picker.show();
    });
  } finally {
    store.dispose();
  }
}
