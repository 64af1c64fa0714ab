import { closeSync, constants, fstatSync, openSync, readSync, realpath, realpathSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Folders of files that the system makes while they are read: they have no size and may have no end. */
const systemFolder = /^\/(?:proc|sys)(?:\/|$)/u;

/** Thrown for a folder, a device, a pipe, and a file that the system makes. */
export class IrregularFileError extends Error {}

/**
 * The bytes of a file, also through links; `undefined` for a file that is larger. Only regular files are read, and none in `/proc` and `/sys`.
 * @throws {IrregularFileError} for anything else, and the error of the system if there is no such file, or it cannot be opened
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const handle = await open(checkPath(await promisify(realpath.native)(path)), flags());
  try {
    const buffer = bufferFor(await handle.stat(), maxBytes);
    let bytesRead = 0;
    for (let count = -1; count !== 0; bytesRead += count)
      count = (await handle.read(buffer, bytesRead, buffer.length - bytesRead, null)).bytesRead;
    return bytesRead > maxBytes ? undefined : buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Reads a small file synchronously, as {@link readRegularFile} does. */
export function readRegularFileNow(path: string, maxBytes: number): Uint8Array | undefined {
  const file = openSync(checkPath(realpathSync.native(path)), flags());
  try {
    const buffer = bufferFor(fstatSync(file), maxBytes);
    let bytesRead = 0;
    for (let count = -1; count !== 0; bytesRead += count)
      count = readSync(file, buffer, bytesRead, buffer.length - bytesRead, null);
    return bytesRead > maxBytes ? undefined : buffer.subarray(0, bytesRead);
  } finally {
    closeSync(file);
  }
}

/** True for the error of a file that doesn't exist, or whose name no file can have. */
export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ERR_INVALID_ARG_VALUE';
}

/** True for a path without links to a file that the system makes while it is read. */
export function isOfSystem(resolved: string): boolean {
  return systemFolder.test(resolved);
}

function checkPath(resolved: string): string {
  if (isOfSystem(resolved)) throw new IrregularFileError();
  return resolved;
}

/** A resolved path may lead to a pipe or a link by now: does not wait for its other end, and does not follow it. Windows has no such flags. */
function flags(): number {
  return constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
}

/** The size is not trusted: files grow. */
function bufferFor(stats: Stats, maxBytes: number): Buffer {
  if (!stats.isFile()) throw new IrregularFileError();
  return Buffer.allocUnsafe(maxBytes + 1);
}
