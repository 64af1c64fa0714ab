import { window, type QuickPickItem, type QuickPickOptions } from 'vscode';
import type { Clock } from '../../core/base/clock';

/** Time in ms from when a list is shown within which no user has read and dismissed it. */
const tooSoon = 500;

/**
 * Asks for one of several items; for use after something that changes a row of a tree. VS Code gives the keyboard back to a tree when it has drawn
 * it again, which closes a list that opened just before. A list that is gone too soon is therefore shown once more.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/browser/parts/views/treeView.ts (doRefresh)
 *
 * @returns `undefined` if the user dismisses it
 */
export async function pickFirmly<T extends QuickPickItem>(
  items: readonly T[],
  options: QuickPickOptions,
  clock: Clock,
): Promise<T | undefined> {
  let shown: number | undefined;
  // VS Code reports the first item as selected once it shows the list.
  const onDidSelectItem = (): void => void (shown ??= clock.now());
  const picked = await window.showQuickPick(items, { ...options, onDidSelectItem });
  const isGoneTooSoon = picked === undefined && (shown === undefined || clock.now() - shown < tooSoon);
  return isGoneTooSoon ? await window.showQuickPick(items, options) : picked;
}
