import { commands, RelativePattern, Uri, workspace } from 'vscode';
import type { Disposable } from '../../core/base/disposable';

/**
 * Reloads the pages whenever `npm run watch` has written them. Only in the bundles that it builds.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/webviewPanel/browser/webviewCommands.ts (ReloadWebviewAction)
 */
export function reloadPages(extensionUri: Uri): Disposable {
  const files = new RelativePattern(Uri.joinPath(extensionUri, 'dist'), 'webview*.{js,css}');
  const watcher = workspace.createFileSystemWatcher(files);
  watcher.onDidChange(() => void commands.executeCommand('workbench.action.webview.reloadWebviewAction'));
  return watcher;
}
