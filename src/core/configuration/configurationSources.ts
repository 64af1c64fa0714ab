import * as l10n from '@vscode/l10n';
import type { SourceFormat } from './configuration';

/** A part of the section `mcp` as VS Code returns it, by its target. Untrusted. */
export interface InspectedValue {
  readonly globalLocalValue?: unknown;
  readonly globalRemoteValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** A folder that may contain configuration files. */
export interface ConfiguredFolder {
  readonly name: string;
  readonly uri: string;
  /** Working directory of processes. */
  readonly path: string;
  /** Absolute path under which files are read; `undefined` for a folder that is not on this machine. */
  readonly directory: string | undefined;
}

/**
 * The user's own directories: `profile` of VS Code, `home`, `copilot` (`$COPILOT_HOME`, else `~/.copilot`), `appData` of desktop
 * applications.
 */
export type OwnDirectory = 'profile' | 'home' | 'copilot' | 'appData';

/** A product whose servers VS Code takes over only where its setting `chat.mcp.discovery.enabled` allows that. */
export type DiscoverySource = 'claude-desktop' | 'copilot' | 'windsurf' | 'cursor-global' | 'cursor-workspace';

/** An agent plugin that a setting names. */
export interface PluginLocation {
  /** Absolute path. */
  readonly directory: string;
  /** True if it lies in the workspace. */
  readonly isOfWorkspace: boolean;
}

/** All places that may contain a configuration: a window of VS Code, or the folders of a language server. */
export interface ConfiguredWindow {
  /** Absolute paths; `undefined` if there is none. */
  readonly directories: Readonly<Partial<Record<OwnDirectory, string | undefined>>>;
  /** The window's .code-workspace; `unsaved` while it has no file of its own. */
  readonly workspaceFile:
    { readonly uri: string; readonly path: string; readonly name: string } | 'unsaved' | undefined;
  readonly folders: readonly ConfiguredFolder[];
  /** Name of the remote machine that this runs on, where the user's VS Code runs on another one. */
  readonly remoteName?: string | undefined;
  /** True for products whose files VS Code reads, too. */
  readonly discovers?: (product: DiscoverySource) => boolean;
  readonly plugins?: {
    /** Directories with an `installed.json` of VS Code. */
    readonly installed: readonly string[];
    readonly locations: readonly PluginLocation[];
  };
  readonly isTrusted?: boolean;
}

/** A kind of place where servers are configured. */
export interface ConfigurationSource {
  /** Part of stored ids: never renamed. */
  readonly kind: string;
  /** Read once for the user, once for the window's .code-workspace, or once in every folder. `remote`: the profile on a remote machine. */
  readonly place: OwnDirectory | 'remote' | 'workspaceFile' | 'folder';
  /** Path below that place, which is read and watched; `undefined` if VS Code's settings contain all of it. */
  readonly file: string | undefined;
  /** Shown to the user. @param name of the folder or the .code-workspace; empty if no distinction is needed */
  readonly label: (name: string) => string;
  /** Decides how the file is parsed, and which variables it may use. */
  readonly format: SourceFormat;
  /** For a place that VS Code reads itself: selects the value that was written there, which replaces the file's. */
  readonly setting?: (value: InspectedValue, window: ConfiguredWindow) => unknown;
  /** Read only where VS Code reads it, too. */
  readonly onlyIfDiscovered?: DiscoverySource;
  /** Shown beside the label. */
  readonly note?: (window: ConfiguredWindow) => string | undefined;
}

/**
 * All places but plugins, in the order in which their servers are shown: the user's come first, and of equal servers the first one counts.
 * A new place is one entry.
 */
export const configurationSources: readonly ConfigurationSource[] = [
  {
    kind: 'user',
    place: 'profile',
    file: 'mcp.json',
    label: () => l10n.t('mcp.json (user)'),
    format: 'vscode',
    setting: (value, { remoteName }) =>
      value.globalLocalValue ?? (remoteName === undefined ? value.globalValue : undefined),
  },
  {
    kind: 'remoteUser',
    place: 'remote',
    file: 'mcp.json',
    label: () => l10n.t('mcp.json (remote user)'),
    format: 'vscode',
  },
  {
    kind: 'copilot',
    place: 'copilot',
    file: 'mcp-config.json',
    label: () => 'mcp-config.json (Copilot)',
    format: 'copilot',
    note: ({ directories, discovers }) =>
      directories.profile !== undefined && discovers?.('copilot') !== true
        ? l10n.t('VS Code’s chat reads this file only if “chat.mcp.discovery.enabled” is on')
        : undefined,
  },
  {
    kind: 'claudeDesktop',
    place: 'appData',
    file: 'Claude/claude_desktop_config.json',
    label: () => 'Claude Desktop',
    format: 'claude',
    onlyIfDiscovered: 'claude-desktop',
  },
  {
    kind: 'cursor',
    place: 'home',
    file: '.cursor/mcp.json',
    label: () => 'Cursor',
    format: 'cursor',
    onlyIfDiscovered: 'cursor-global',
  },
  {
    kind: 'windsurf',
    place: 'home',
    file: '.codeium/windsurf/mcp_config.json',
    label: () => 'Windsurf',
    format: 'cursor',
    onlyIfDiscovered: 'windsurf',
  },
  {
    kind: 'workspace',
    place: 'workspaceFile',
    file: undefined,
    label: (name) => name,
    format: 'vscode',
    setting: (value) => value.workspaceValue,
  },
  {
    kind: 'folder',
    place: 'folder',
    file: '.vscode/mcp.json',
    label: inFolder('.vscode/mcp.json'),
    format: 'vscode',
    // In a window with one folder, `workspaceValue` is that folder's mcp.json.
    setting: (value, { workspaceFile }) =>
      workspaceFile === undefined ? (value.workspaceFolderValue ?? value.workspaceValue) : value.workspaceFolderValue,
  },
  {
    kind: 'portable',
    place: 'folder',
    file: '.mcp.json',
    label: inFolder('.mcp.json'),
    format: 'portable',
  },
  {
    kind: 'github',
    place: 'folder',
    file: '.github/mcp.json',
    label: inFolder('.github/mcp.json'),
    format: 'copilot',
    note: ({ directories }) =>
      directories.profile === undefined ? undefined : l10n.t('VS Code’s chat doesn’t read this file'),
  },
  {
    kind: 'cursorFolder',
    place: 'folder',
    file: '.cursor/mcp.json',
    label: inFolder('.cursor/mcp.json'),
    format: 'cursor',
    onlyIfDiscovered: 'cursor-workspace',
  },
];

/** Kinds of the sources of plugins: those of the user, and those in the workspace. */
export const pluginKinds = { user: 'plugin', workspace: 'workspacePlugin' };

/** True for a file that anybody may have written into the workspace: it needs the workspace's trust. */
export function isOfWorkspace({ kind }: { readonly kind: string }): boolean {
  if (kind === pluginKinds.user) return false;
  const place = configurationSources.find((entry) => entry.kind === kind)?.place ?? 'folder';
  return place === 'folder' || place === 'workspaceFile';
}

function inFolder(file: string): (name: string) => string {
  return (name) => (name === '' ? file : `${file} (${name})`);
}
