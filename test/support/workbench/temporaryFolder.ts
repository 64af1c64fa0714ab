// Gives the end-to-end tests a folder for temporary files of their own, so that what they leave there is seen and removed.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export async function setup(): Promise<() => Promise<void>> {
  // Short: the sockets that VS Code makes below it have names of at most about 100 characters.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mcprp-'));
  process.env['MCPRP_TEMPORARY'] = folder;
  // Whatever still writes there ends with the worker that started it.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
}
