import { realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { HumanError } from '../../core/base/errors';
import { IrregularFileError, isMissing, isOfSystem, readRegularFile, readRegularFileNow } from './regularFile';
import { formatSize } from '../../core/base/format';

/** Maximum size of a configuration file, in bytes. */
const largestConfiguration = 4 * 1024 * 1024;

/**
 * The text of a regular file in UTF-8, or in UTF-16 with a byte order mark, which is what PowerShell writes.
 * @param maxBytes of the file; more is not read
 * @throws {HumanError} `notFound` when there is no such file or it cannot be opened, `tooLarge`, `badContent` when it isn't text
 */
export async function readTextFile(path: string, maxBytes: number): Promise<string> {
  const bytes = await readRegularFile(path, maxBytes).catch((cause: unknown) => {
    throw new HumanError('notFound', unread(path, cause), { cause });
  });
  if (!bytes) throw fileTooLarge(path, maxBytes);
  try {
    return decode(bytes);
  } catch (cause) {
    throw notText(path, cause);
  }
}

/** Reads a small text file synchronously; `undefined` if it cannot be read, or isn't text. */
export function readTextFileNow(path: string, maxBytes: number): string | undefined {
  try {
    const bytes = readRegularFileNow(path, maxBytes);
    return bytes && decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the text of a configuration file, or `undefined` if there is none; throws as {@link readTextFile} does. */
export async function readConfigurationFile(path: string): Promise<string | undefined> {
  try {
    return await readTextFile(path, largestConfiguration);
  } catch (error) {
    if (error instanceof HumanError && isMissing(error.cause)) return undefined;
    throw error;
  }
}

/** @throws {HumanError} `notFound` where a path leads to a file that the system makes while it is read */
export function checkNotOfSystem(path: string): void {
  const cause = new IrregularFileError();
  if (isOfSystem(realPath(path) ?? '')) throw new HumanError('notFound', unread(path, cause), { cause });
}

/** A path without links; `undefined` if it leads nowhere. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Names of the directories in a directory; none if it cannot be read. */
export async function listFolders(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** @param maxBytes what was allowed */
export function fileTooLarge(name: string, maxBytes: number): HumanError {
  return new HumanError(
    'tooLarge',
    l10n.t('The file {0} is larger than {1}. Reduce its size.', name, formatSize(maxBytes)),
  );
}

/** For a file whose bytes are no text. */
export function notText(name: string, cause: unknown): HumanError {
  return new HumanError('badContent', l10n.t('The file {0} isn’t UTF-8 text. Save it with UTF-8 encoding.', name), {
    cause,
  });
}

/** Why a file could not be read. */
export function unread(path: string, cause: unknown): string {
  return cause instanceof IrregularFileError
    ? l10n.t('The file {0} isn’t a regular file. Replace it with one.', path)
    : l10n.t('Couldn’t read the file {0}. Check that it exists and that you have permission to read it.', path);
}

/** @throws {TypeError} when it isn't text */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
}
