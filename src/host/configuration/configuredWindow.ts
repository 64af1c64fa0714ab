import os from 'node:os';
import path from 'node:path';
import { env, UIKind, Uri, workspace, type ExtensionContext, type WorkspaceFolder } from 'vscode';
import type {
  ConfiguredFolder,
  ConfiguredWindow,
  DiscoverySource,
  PluginLocation,
} from '../../core/configuration/configurationSources';
import { isFields } from '../../core/base/values';
import { userDirectories } from '../../node/files/userDirectories';

/** Settings of VS Code that decide which servers there are. */
export const sourceSettings = ['mcp', 'chat.mcp.discovery', 'chat.pluginLocations', 'chat.plugins.enabled'] as const;

/** All places of this window that may configure servers. */
export function configuredWindow({ globalStorageUri }: Pick<ExtensionContext, 'globalStorageUri'>): ConfiguredWindow {
  const folders = configuredFolders();
  const user = { env: process.env, platform: process.platform, home: os.homedir() };
  const profile = Uri.joinPath(globalStorageUri, '..', '..').fsPath;
  return {
    directories: { ...userDirectories(user), profile },
    workspaceFile: workspaceFile(),
    folders,
    // In a browser, the user's own files are on the server, too.
    remoteName: env.uiKind === UIKind.Desktop ? env.remoteName : undefined,
    discovers,
    ...(workspace.getConfiguration('chat').get('plugins.enabled') !== false && {
      plugins: {
        installed: [
          path.join(user.home, `.${env.uriScheme}`, 'agent-plugins'),
          path.join(profile, '..', 'agentPlugins'),
        ],
        locations: pluginLocations(folders, user.home),
      },
    }),
    isTrusted: workspace.isTrusted,
  };
}

/** The folders of this window. */
export function configuredFolders(): readonly ConfiguredFolder[] {
  return (workspace.workspaceFolders ?? []).map(configuredFolder);
}

/** True for a product whose servers VS Code takes over. */
function discovers(product: DiscoverySource): boolean {
  const setting: unknown = workspace.getConfiguration('chat.mcp').get('discovery.enabled');
  return setting === true || (isFields(setting) && setting[product] === true);
}

/**
 * The setting `chat.pluginLocations`: absolute paths, paths below the home folder, and paths in each folder of the workspace. Only the user
 * sets it, as in VS Code, or a workspace could have any folder read: https://github.com/microsoft/vscode/blob/1.139.1/src/vs/workbench/contrib/chat/browser/chat.contribution.ts
 */
function pluginLocations(folders: readonly ConfiguredFolder[], home: string): readonly PluginLocation[] {
  const value: unknown = workspace.getConfiguration('chat').inspect('pluginLocations')?.globalValue;
  const roots = folders.flatMap(({ directory }) => directory ?? []);
  return Object.entries(isFields(value) ? value : {}).flatMap(([location, isOn]) => {
    if (isOn !== true) return [];
    const text = location.replace(/^~(?=$|[/\\])/u, home);
    const directories = path.isAbsolute(text) ? [path.normalize(text)] : roots.map((root) => path.join(root, text));
    return directories.map((directory) => ({
      directory,
      isOfWorkspace: roots.some((root) => isInside(root, directory)),
    }));
  });
}

function isInside(root: string, directory: string): boolean {
  const relative = path.relative(root, directory);
  // Absolute on another drive of Windows.
  return !/^\.\.(?:[/\\]|$)/u.test(relative) && !path.isAbsolute(relative);
}

function workspaceFile(): ConfiguredWindow['workspaceFile'] {
  const file = workspace.workspaceFile;
  if (!file) return undefined;
  if (file.scheme !== 'file' && file.scheme !== 'vscode-remote') return 'unsaved';
  return { uri: file.toString(), path: file.fsPath, name: path.basename(file.fsPath) };
}

/**
 * A folder of another file system has no path here: `fsPath` still makes one of its authority, which on Windows names another machine
 * (`vscode-vfs://github/…` becomes `\\github\…`), and looking for a file there would connect to it.
 * https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/common/uri.ts (uriToFsPath)
 */
function configuredFolder({ name, uri }: WorkspaceFolder): ConfiguredFolder {
  return { name, uri: uri.toString(), path: uri.fsPath, directory: uri.scheme === 'file' ? uri.fsPath : undefined };
}
