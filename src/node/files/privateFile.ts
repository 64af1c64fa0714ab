import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes or replaces a file that only this user can read, in a folder that is made for this user alone where there is none. Who reads it meanwhile
 * gets all of the old content or all of the new.
 *
 * @param content text, or pieces of it; where these end with an error, the old file stays
 */
export async function writePrivately(file: string, content: string | AsyncIterable<string>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(unfinished, content, { mode: 0o600, flag: 'wx' });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}
