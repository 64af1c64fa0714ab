import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from '../../core/base/disposable';

/**
 * Files for other programs on this machine, each alone in a folder of its own. Only this user can read them, their paths cannot be guessed,
 * and none outlives this process for long: files of a process that crashed are removed at the next start.
 */
export class TempFiles implements Disposable {
  readonly #ownFolder: string;

  /** @param mode of the files; without the right to write they are read-only, and can still be replaced */
  constructor(
    private readonly root: string,
    private readonly mode = 0o600,
  ) {
    this.#ownFolder = path.join(root, `${process.pid}-${randomUUID()}`);
  }

  /** @param name a safe file name, which the folder gets as well; resolves with the path of the file, below that folder */
  async create(name: string, bytes: Uint8Array): Promise<string> {
    const folder = path.join(this.#ownFolder, randomUUID(), name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, name);
    await this.replace(file, bytes);
    return file;
  }

  /** A program that reads the file meanwhile gets all of the old content or all of the new. */
  async replace(file: string, bytes: Uint8Array): Promise<void> {
    const unfinished = path.join(this.#ownFolder, randomUUID());
    await writeFile(unfinished, bytes, { mode: this.mode, flag: 'wx' });
    await rename(unfinished, file);
  }

  /**
   * True once after another program has read a file that {@link create} made. False forever where the system keeps no times of access. Most
   * systems note a read only where the last one was before the last change, so that is made true again.
   */
  async wasRead(file: string): Promise<boolean> {
    const { atimeMs, mtimeMs, mtime } = await stat(file);
    if (atimeMs <= mtimeMs) return false;
    await utimes(file, mtime, mtime);
    return true;
  }

  /** Removes a file that {@link create} made, with its folders. */
  async remove(file: string): Promise<void> {
    await rm(path.dirname(path.dirname(file)), { recursive: true, force: true });
  }

  /** Removes files of processes that have ended, unless their ids are in use again. */
  async sweep(): Promise<void> {
    const names = await readdir(this.root).catch(() => []);
    const abandoned = names.filter((name) => !isRunning(Number.parseInt(name, 10)));
    await Promise.all(abandoned.map((name) => rm(path.join(this.root, name), { recursive: true, force: true })));
  }

  dispose(): void {
    rmSync(this.#ownFolder, { recursive: true, force: true });
  }
}

/** An id can be reused in time: then it is another process. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
