import { closeSync, constants, fstatSync, openSync, readSync, realpath, realpathSync, type Stats } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as l10n from '@vscode/l10n';
import { HumanError } from '../core/base/errors';

/** Maximum size of a configuration file, in bytes. */
const largestConfiguration = 4 * 1024 * 1024;
/** Folders of files that the system makes while they are read: they have no size and may have no end. */
const systemFolder = /^\/(?:proc|sys)(?:\/|$)/u;
/** A resolved path may lead to a pipe or a link by now: do not wait for its other end, and do not follow it. Windows has no such flags. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Thrown for a folder, a device, a pipe, and a file that the system makes. */
class IrregularFileError extends Error {}

/**
 * The text of a file in UTF-8, or in UTF-16 with a byte order mark, which is what PowerShell writes. Only regular files are read, also
 * through links, and none in `/proc` and `/sys`.
 * @param maxBytes of the file; more is not read
 * @throws {HumanError} `notFound` when there is no such file or it cannot be opened, `tooLarge`, `badContent` when it is no text
 */
export async function readTextFile(path: string, maxBytes: number): Promise<string> {
  const bytes = await readBytes(path, maxBytes);
  if (!bytes)
    throw new HumanError('tooLarge', l10n.t('The file {0} is larger than {1} bytes. Reduce its size.', path, maxBytes));
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
    const file = openSync(checkPath(realpathSync(path)), flags);
    try {
      const buffer = bufferFor(fstatSync(file), maxBytes);
      let length = 0;
      for (let count = -1; count !== 0; length += count)
        count = readSync(file, buffer, length, buffer.length - length, null);
      return length > maxBytes ? undefined : decode(buffer.subarray(0, length));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** Returns the text of a configuration file, or `undefined` where there is none; throws as {@link readTextFile} does. */
export async function readConfigurationFile(path: string): Promise<string | undefined> {
  try {
    return await readTextFile(path, largestConfiguration);
  } catch (error) {
    if (isMissing(error instanceof HumanError ? error.cause : undefined)) return undefined;
    throw error;
  }
}

/** A path without links; `undefined` where it leads nowhere. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Names of the directories in a directory; none where it cannot be read. */
export async function listFolders(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** `undefined` for a file that is too large. */
async function readBytes(path: string, maxBytes: number): Promise<Uint8Array | undefined> {
  try {
    const handle = await open(checkPath(await promisify(realpath)(path)), flags);
    try {
      const buffer = bufferFor(await handle.stat(), maxBytes);
      let length = 0;
      for (let count = -1; count !== 0; length += count)
        count = (await handle.read(buffer, length, buffer.length - length, null)).bytesRead;
      return length > maxBytes ? undefined : buffer.subarray(0, length);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (cause instanceof IrregularFileError) throw irregular(path);
    throw new HumanError(
      'notFound',
      l10n.t('Couldn’t read the file {0}. Check that it exists and that you have permission to read it.', path),
      { cause },
    );
  }
}

/** The error for what is not read. */
export function irregular(path: string): HumanError {
  return new HumanError('notFound', l10n.t('The file {0} isn’t a regular file. Replace it with one.', path));
}

/** True where a path leads to a file that the system makes while it is read. */
export function isOfSystem(path: string): boolean {
  return systemFolder.test(realPath(path) ?? '');
}

function checkPath(resolved: string): string {
  if (systemFolder.test(resolved)) throw new IrregularFileError();
  return resolved;
}

/** The size is not trusted beyond the maximum: files grow. */
function bufferFor(stats: Stats, maxBytes: number): Buffer {
  if (!stats.isFile()) throw new IrregularFileError();
  return Buffer.allocUnsafe(maxBytes + 1);
}

/** @throws {TypeError} when it is no text */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
}

function isMissing(cause: unknown): boolean {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ERR_INVALID_ARG_VALUE';
}
