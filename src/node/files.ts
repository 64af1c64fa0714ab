import { readFileSync, statSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { HumanError } from '../core/base/errors';

/** True where there is a file (and not a folder) at a path. */
export async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/**
 * The text of a file in UTF-8, or in UTF-16 with a byte order mark, which is what PowerShell writes.
 * @param maxBytes of the file; more is not read
 * @throws {HumanError} `notFound` when there is no such file or it cannot be opened, `tooLarge`, `badContent` when it is no text
 */
export async function readTextFile(path: string, maxBytes: number): Promise<string> {
  const bytes = await readBytes(path, maxBytes);
  try {
    return decode(bytes);
  } catch (cause) {
    throw new HumanError('badContent', l10n.t('The file {0} isn’t UTF-8 text. Save it with UTF-8 encoding.', path), {
      cause,
    });
  }
}

/** The same at once, for small files; `undefined` where it cannot be read, or is no text. */
export function readTextFileNow(path: string, maxBytes: number): string | undefined {
  try {
    const file = statSync(path);
    return file.isFile() && file.size <= maxBytes ? decode(readFileSync(path)) : undefined;
  } catch {
    return undefined;
  }
}

/** @throws {TypeError} when it is no text */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
}

/** In bytes. */
const largestConfiguration = 4 * 1024 * 1024;

/** Returns the text of a configuration file, or `undefined` where there is none; throws as {@link readTextFile} does. */
export async function readConfigurationFile(path: string): Promise<string | undefined> {
  return (await exists(path)) ? readTextFile(path, largestConfiguration) : undefined;
}

/** Names of the directories in a directory; none where it cannot be read. */
export async function listFolders(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function readBytes(path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    // Checked before it is opened: opening a pipe would wait for its other end.
    if (!(await stat(path)).isFile()) throw new Error('Not a file');
    const handle = await open(path, 'r');
    try {
      // The size from `stat` is not trusted: files in /proc say 0, and files grow.
      const buffer = Buffer.alloc(maxBytes + 1);
      let length = 0;
      for (let bytesRead = -1; bytesRead !== 0 && length <= maxBytes; length += bytesRead)
        bytesRead = (await handle.read(buffer, length, buffer.length - length)).bytesRead;
      if (length <= maxBytes) return buffer.subarray(0, length);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw new HumanError(
      'notFound',
      l10n.t('Couldn’t read the file {0}. Check that it exists and that you have permission to read it.', path),
      {
        cause,
      },
    );
  }
  throw new HumanError('tooLarge', l10n.t('The file {0} is larger than {1} bytes. Reduce its size.', path, maxBytes));
}
