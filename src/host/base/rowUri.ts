import type { Uri } from 'vscode';

const contextFragment = 'L1,1';

/**
 * A resource's file as the `resourceUri` of a row. VS Code marks every row whose file is open and read-only with a lock, and draws no other
 * badge beside it: https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/services/textfile/browser/textFileService.ts
 * The row's URI differs from the file's by a line, which no open file has, and which VS Code removes again where a row is dragged.
 */
export function rowUri(file: Uri): Uri {
  return file.with({ fragment: 'L1' });
}

/** As {@link rowUri}, for a row of the view *Context*, where every row is in the context. */
export function contextRowUri(file: Uri): Uri {
  return file.with({ fragment: contextFragment });
}

export function isContextRow({ fragment }: Uri): boolean {
  return fragment === contextFragment;
}
