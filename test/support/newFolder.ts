import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder on disk, which is removed after the test. */
export async function newFolder(name = 'test-'): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), name));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
