/**
 * Puts virtual files into a drag as VS Code's own lists do: the editor area and the chat read the first two, other programs the last.
 * The types: https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/browser/dnd.ts
 * Returns true when there is something to drag.
 */
export function putFiles(data: DataTransfer, files: readonly string[]): boolean {
  if (files.length === 0) return false;
  const lines = files.join('\r\n');
  data.effectAllowed = 'copy';
  data.setData('ResourceURLs', JSON.stringify(files));
  data.setData('application/vnd.code.uri-list', lines);
  data.setData('text/uri-list', lines);
  return true;
}
