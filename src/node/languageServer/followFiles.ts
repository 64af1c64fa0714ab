import { unwatchFile, watchFile } from 'node:fs';
import { toDisposable, type Disposable } from '../../core/base/disposable';

/** Polling interval, in ms. */
const interval = 500;

/**
 * Calls `onDidChange` when one of the files is created, deleted, or written. Polling works for files that do not exist
 * yet, for editors that replace a file when they save it, and on every file system.
 */
export function followFiles(files: readonly string[], onDidChange: () => void): Disposable {
  for (const file of files) watchFile(file, { interval, persistent: false }, onDidChange);
  return toDisposable(() => files.forEach((file) => unwatchFile(file, onDidChange)));
}
