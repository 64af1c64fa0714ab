import { commands, type TreeView } from 'vscode';

/**
 * The rows that a key is about which was pressed in a tree: what is selected, if the row with the focus is part of it, else that row alone.
 * VS Code tells what is selected and not what has the focus, so that row is taken into the selection, or out of it, and back.
 */
export async function rowsForKey<T>(view: TreeView<T>): Promise<readonly T[]> {
  const before = view.selection;
  await commands.executeCommand('list.toggleSelection');
  const focused = view.selection.filter((row) => !before.includes(row));
  await commands.executeCommand('list.toggleSelection');
  return focused.length > 0 ? focused : before;
}
