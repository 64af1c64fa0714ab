// Gives the end-to-end tests their own folder for temporary files, so that leftovers are found and removed, and installs what they need before:
// npm and apt have temporary files, too.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensureChromium } from '../../../scripts/lib/chromium.mjs';
import { ensureCodeServer, isOldest } from '../../../scripts/lib/codeServer.mjs';
import { needNewer } from './needNewer.js';

export async function setup(): Promise<() => Promise<void>> {
  if (isOldest())
    for (const [file, reason] of Object.entries(needNewer)) console.warn(`Skipped: ${file}, because ${reason}.`);
  await ensureCodeServer();
  await ensureChromium();
  // Keep it short: the paths of VS Code's sockets in it may have at most about 100 characters.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mcprp-'));
  process.env['MCPRP_TEMPORARY'] = folder;
  // Processes that still write there end with the worker that started them.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
}
