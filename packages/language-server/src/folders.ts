import { realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { storedVersion } from '../../../src/shared/storedVersion';
import { appData, xdg, type UserEnvironment } from '../../../src/node/files/userDirectories';

export const commandName = 'mcp-resources-ls';

/** A folder whose configuration counts. */
export interface RootFolder {
  /** Absolute, without symbolic links: what the user allowed is stored by it. */
  readonly path: string;
  /** The path as the editor names it, and the documents in the folder. */
  readonly opened: string;
  readonly name: string;
  readonly uri: string;
}

export function rootFolder(folder: string): RootFolder {
  const opened = path.resolve(folder);
  const resolved = realPath(opened);
  return { path: resolved, opened, name: path.basename(resolved), uri: pathToFileURL(resolved).href };
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

export function userPlace(): UserEnvironment {
  return { env: process.env, platform: process.platform, home: os.homedir() };
}

/** Folder that stores what the user allowed, shared by all editors. */
export function consentFolder(user: UserEnvironment): string {
  return path.join(appData(user), commandName, storedVersion, 'consent');
}

/** Folder of files that can be fetched again. */
export function cachePath({ env, platform, home }: UserEnvironment): string {
  const base =
    platform === 'win32'
      ? (env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'))
      : platform === 'darwin'
        ? path.join(home, 'Library', 'Caches')
        : xdg(env['XDG_CACHE_HOME'], path.join(home, '.cache'));
  return path.join(base, commandName, storedVersion);
}
