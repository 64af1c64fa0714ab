import path from 'node:path';
import { RelativePattern, Uri, workspace } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable';
import type { ConfiguredFolder } from '../../core/configuration/configurationSources';
import { followFiles } from '../../node/files/followFiles';

/** Calls `onDidChange` when one of the files is created, deleted or written. @param files absolute paths */
export function watchFiles(
  folders: readonly ConfiguredFolder[],
  files: readonly string[],
  onDidChange: () => void,
): Disposable {
  const store = new DisposableStore();
  const isInWorkspace = (file: string): boolean =>
    folders.some(({ directory }) => directory !== undefined && file.startsWith(path.join(directory, path.sep)));
  store.add(
    followFiles(
      files.filter((file) => !isInWorkspace(file)),
      onDidChange,
    ),
  );
  for (const file of files.filter(isInWorkspace)) {
    // The base is the file's own directory: VS Code watches everything below the base of a pattern with a slash.
    // https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/api/common/extHostFileSystemEventService.ts
    const pattern = new RelativePattern(Uri.file(path.dirname(file)), path.basename(file));
    const watcher = workspace.createFileSystemWatcher(pattern);
    store.add(watcher);
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) store.add(event(onDidChange));
  }
  return store;
}
