import { commands, type TreeView } from 'vscode';
import type { Target } from './commandMap';

/**
 * The rows that a key pressed in a tree applies to: the selection, if the row with the focus is part of it, otherwise that row alone. VS
 * Code reports the selection but not the focus, so the row with the focus is added to the selection, or removed from it, and put back.
 * `TreeView.activeItem`, still a proposed API, could replace this: https://github.com/microsoft/vscode/issues/170248
 */
export async function rowsForKey<T>(view: TreeView<T>): Promise<readonly T[]> {
  const previousSelection = view.selection;
  await commands.executeCommand('list.toggleSelection');
  const focused = view.selection.filter((row) => !previousSelection.includes(row));
  await commands.executeCommand('list.toggleSelection');
  return focused.length > 0 ? focused : previousSelection;
}

/** The rows that a key pressed in a view applies to, for commands of every room. */
export class KeyRows {
  readonly #views = new Map<string, () => Promise<readonly Target[]>>();

  /** @param view its id */
  add(view: string, rows: () => Promise<readonly Target[]>): void {
    this.#views.set(view, rows);
  }

  /** None for a view that has no such rows. */
  async of(view: string | undefined): Promise<readonly Target[]> {
    return (await this.#views.get(view ?? '')?.()) ?? [];
  }
}
