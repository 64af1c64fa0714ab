import { unwatchFile, watchFile, type StatsListener } from 'node:fs';
import { toDisposable, type Disposable } from '../../core/base/disposable';

/** Polling interval, in ms. */
const interval = 1_000;

/**
 * Calls `onDidChange` when one of the files is created, deleted, or written. Polling works for files and folders that do not exist yet,
 * for links, for editors that replace a file when they save it, and on every file system. VS Code's watchers give up where the folder is
 * missing. https://github.com/microsoft/vscode/blob/1.139.1/src/vs/platform/files/node/watcher/baseWatcher.ts
 */
export function followFiles(files: readonly string[], onDidChange: () => void): Disposable {
  // Node also calls it for a file that is not there at first: then all times are 0.
  const listener: StatsListener = (current, previous) => {
    if (current.mtimeMs !== 0 || previous.mtimeMs !== 0) onDidChange();
  };
  for (const file of files) watchFile(file, { interval, persistent: false }, listener);
  return toDisposable(() => files.forEach((file) => unwatchFile(file, listener)));
}

/** A set of followed files that changes over time. */
export class FollowedFiles implements Disposable {
  readonly #following = new Map<string, Disposable>();
  #isDisposed = false;

  /** @param follow begins to follow one file */
  constructor(private readonly follow: (file: string) => Disposable) {}

  /**
   * Follows these files and no others. Those that were followed before still are, without a gap in which a change would be missed.
   *
   * @returns whether there are files that were not followed before: what was read of them may be out of date
   */
  set(files: readonly string[]): boolean {
    const wanted = new Set(this.#isDisposed ? [] : files);
    for (const file of this.#following.keys()) if (!wanted.has(file)) this.#end(file);
    const added = [...wanted].filter((file) => !this.#following.has(file));
    for (const file of added) this.#following.set(file, this.follow(file));
    return added.length > 0;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.set([]);
  }

  #end(file: string): void {
    this.#following.get(file)?.dispose();
    this.#following.delete(file);
  }
}
