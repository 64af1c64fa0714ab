import type { Uri } from 'vscode';

/**
 * A resource's file as the `resourceUri` of a row. VS Code marks every row whose file is open and read-only with a lock, and draws no
 * other badge beside it. The row's URI differs from the file's by a line, which no open file has, and which VS Code takes away again where
 * a row is dragged.
 */
export function rowUri(file: Uri): Uri {
  return file.with({ fragment: 'L1' });
}
