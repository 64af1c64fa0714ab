import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { HumanError } from '../../core/base/errors';
import type { Logger } from '../../core/base/ports';
import type { WorkspaceFile } from '../../core/mentions/mention/languagePorts';
import { readTextFile } from './files';

/** Folders of version control, of packages, and of build results. */
const skipped = new Set(['.git', '.hg', '.svn', '.jj', 'CVS', 'node_modules', 'dist', 'out', 'build']);
/** Maximum size of a file that is taken for hand-written, in bytes. */
const maxBytes = 2_000_000;

/**
 * The files under some folders, each once. Symbolic links are not followed: their targets are either among the files or elsewhere. Files
 * that cannot be read are left out, and counted in the log.
 */
export async function* workspaceFiles(
  roots: readonly string[],
  signal: AbortSignal,
  log: Logger,
): AsyncGenerator<WorkspaceFile, void, undefined> {
  const folders = new Set(roots);
  let failures = 0;
  const fail = (): void => void (failures += 1);
  try {
    // Iterating over a set includes items added meanwhile.
    for (const folder of folders)
      for (const entry of await readFolder(folder, fail)) {
        signal.throwIfAborted();
        const entryPath = path.join(folder, entry.name);
        if (entry.isDirectory() && !skipped.has(entry.name)) folders.add(entryPath);
        if (entry.isFile()) yield { uri: pathToFileURL(entryPath).href, text: () => readText(entryPath, fail) };
      }
  } finally {
    if (failures > 0) log.warn(`${failures} files or folders of the workspace could not be read`);
  }
}

async function readFolder(folder: string, fail: () => void) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    fail();
    return [];
  }
}

async function readText(file: string, fail: () => void): Promise<string | undefined> {
  try {
    const { size } = await stat(file);
    const text = size > maxBytes ? undefined : await readTextFile(file, size);
    return text?.includes('\0') === true ? undefined : text;
  } catch (error) {
    if (!(error instanceof HumanError) || error.reason === 'notFound') fail();
    return undefined;
  }
}
