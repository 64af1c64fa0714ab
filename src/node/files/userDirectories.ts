import path from 'node:path';
import type { OwnDirectory } from '../../core/configuration/configurationSources';

/** Everything that a user's directories depend on. */
export interface UserEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

/**
 * Directories in which products keep the servers of a user.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/mcp/common/discovery/nativeMcpDiscoveryAdapters.ts
 */
export function userDirectories(user: UserEnvironment): Record<Exclude<OwnDirectory, 'profile'>, string> {
  const copilot = user.env['COPILOT_HOME'];
  return {
    home: user.home,
    copilot: copilot ? path.resolve(copilot) : path.join(user.home, '.copilot'),
    appData: appData(user),
  };
}

/** Folder in which desktop applications keep a user's settings. */
export function appData({ env, platform, home }: UserEnvironment): string {
  if (platform === 'win32') return env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  return xdg(env['XDG_CONFIG_HOME'], path.join(home, '.config'));
}

/** The specification wants relative paths ignored: https://specifications.freedesktop.org/basedir-spec/latest/ */
export function xdg(value: string | undefined, fallback: string): string {
  return value !== undefined && path.isAbsolute(value) ? value : fallback;
}
