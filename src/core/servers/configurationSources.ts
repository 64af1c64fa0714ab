import * as l10n from '@vscode/l10n';
import type { SourceFormat } from './serverDefinition';

/** A part of the section `mcp` as VS Code returns it, by its target. Untrusted. */
export interface InspectedValue {
  readonly globalLocalValue?: unknown;
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

/** All places that may contain a configuration: a window of VS Code, or the folders of a language server. */
export interface ConfiguredWindow {
  /** Absolute paths of the user's own directories; `undefined` where there is none. */
  readonly directories: Readonly<Record<'profile' | 'home', string | undefined>>;
  /** The window's .code-workspace; `unsaved` while it has no file of its own. */
  readonly workspaceFile:
    { readonly uri: string; readonly path: string; readonly name: string } | 'unsaved' | undefined;
  readonly folders: readonly ConfiguredFolder[];
}

/** A kind of place where servers are configured. */
export interface ConfigurationSource {
  /** Part of stored ids: never renamed. */
  readonly kind: string;
  /** Read once for the user (`profile`, `home`), once for the window's .code-workspace, or once in every folder. */
  readonly place: 'profile' | 'home' | 'workspaceFile' | 'folder';
  /** Path below that place, which is read and watched; `undefined` where VS Code's settings contain all of it. */
  readonly file: string | undefined;
  /** Shown to the user. @param name of the folder or the .code-workspace; empty where no distinction is needed */
  readonly label: (name: string) => string;
  /** Decides how the file is parsed, and which variables it may use. */
  readonly format: SourceFormat;
  /** For a place that VS Code reads itself: selects the value that was written there, which replaces the file's. */
  readonly setting?: (value: InspectedValue, window: ConfiguredWindow) => unknown;
}

/** All places, in the order in which their servers are shown. A new place is one entry. */
export const configurationSources: readonly ConfigurationSource[] = [
  {
    kind: 'user',
    place: 'profile',
    file: 'mcp.json',
    label: () => l10n.t('mcp.json (user)'),
    format: 'vscode',
    setting: (value) => value.globalLocalValue ?? value.globalValue,
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
];

function inFolder(file: string): (name: string) => string {
  return (name) => (name === '' ? file : `${file} (${name})`);
}
