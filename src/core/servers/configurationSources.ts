import * as l10n from '@vscode/l10n';
import type { Sha256 } from '../base/ports';
import { parseConfigurationText, withLines } from './configurationText';
import { parsePortable } from './parsePortable';
import { parseServers, type ParsedServers } from './parseServers';
import type { ConfigurationProblem, ServerSource } from './serverDefinition';

/** A value of the section `mcp` as VS Code hands it out, by where it was written. Untrusted. */
export interface InspectedValue {
  readonly globalLocalValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** A folder of the window. */
export interface ConfiguredFolder {
  readonly name: string;
  readonly uri: string;
  /** Where processes start. */
  readonly path: string;
  /** Absolute paths of `.vscode/mcp.json` and `.mcp.json`; `undefined` for a folder that is not on this machine. */
  readonly files: { readonly vscode: string; readonly portable: string } | undefined;
}

/** Where a window's servers may be written. */
export interface ConfiguredWindow {
  /** Absolute path of the profile's mcp.json. */
  readonly userFile: string;
  /** The window's .code-workspace; `unsaved` while it is in no file of its own. */
  readonly workspaceFile:
    { readonly uri: string; readonly path: string; readonly name: string } | 'unsaved' | undefined;
  readonly folders: readonly ConfiguredFolder[];
}

export interface ConfigurationPorts {
  /** @param folder its URI, or `undefined` for what holds in no folder */
  readonly inspect: (folder: string | undefined, key: 'servers' | 'inputs') => InspectedValue | undefined;
  /** The text of a file; `undefined` where there is none, an error where it cannot be read. */
  readonly readText: (file: string) => Promise<string | undefined>;
  /** A sentence about such an error. */
  readonly describeError: (error: unknown) => string;
  readonly sha256: Sha256;
}

type Pick = (value: InspectedValue) => unknown;

/**
 * The servers of a window: the profile's, then those of its .code-workspace, then each folder's. Rejects never: what cannot be read is among
 * the problems.
 */
export async function readSources(window: ConfiguredWindow, ports: ConfigurationPorts): Promise<ParsedServers> {
  const parts = [await ofUser(window, ports), ofWorkspaceFile(window, ports)];
  for (const folder of window.folders)
    parts.push(await ofFolder(folder, window, ports), await ofPortable(folder, window, ports));
  return {
    definitions: parts.flatMap(({ definitions }) => definitions),
    problems: parts.flatMap(({ problems }) => problems),
  };
}

function ofUser({ userFile: file }: ConfiguredWindow, ports: ConfigurationPorts): Promise<ParsedServers> {
  const source: ServerSource = { kind: 'user', id: '', label: l10n.t('mcp.json (user)'), file, folder: undefined };
  return fromSetting(source, undefined, (value) => value.globalLocalValue ?? value.globalValue, ports);
}

/** In a window with one folder `workspaceValue` is the folder's own mcp.json; a .code-workspace file has its own only beside several. */
function ofWorkspaceFile({ workspaceFile, folders }: ConfiguredWindow, ports: ConfigurationPorts): ParsedServers {
  if (workspaceFile === undefined || workspaceFile === 'unsaved') return { definitions: [], problems: [] };
  const { uri: id, name: label, path: file } = workspaceFile;
  const source: ServerSource = { kind: 'workspace', id, label, file, folder: folders[0]?.path };
  return parseSetting(source, undefined, (value) => value.workspaceValue, ports);
}

function ofFolder(
  folder: ConfiguredFolder,
  window: ConfiguredWindow,
  ports: ConfigurationPorts,
): Promise<ParsedServers> {
  const source = folderSource('folder', folder, '.vscode/mcp.json', folder.files?.vscode, window);
  const isOnly = window.workspaceFile === undefined;
  const pick: Pick = (value) =>
    isOnly ? (value.workspaceFolderValue ?? value.workspaceValue) : value.workspaceFolderValue;
  return fromSetting(source, folder.uri, pick, ports);
}

async function ofPortable(
  folder: ConfiguredFolder,
  window: ConfiguredWindow,
  ports: ConfigurationPorts,
): Promise<ParsedServers> {
  const source = folderSource('portable', folder, '.mcp.json', folder.files?.portable, window);
  const { text, problems } = await textOf(source, ports);
  return text === undefined ? { definitions: [], problems } : parsePortable(source, text, ports.sha256);
}

async function fromSetting(
  source: ServerSource,
  folder: string | undefined,
  pick: Pick,
  ports: ConfigurationPorts,
): Promise<ParsedServers> {
  const { definitions, problems } = parseSetting(source, folder, pick, ports);
  const { text, problems: unread } = await textOf(source, ports);
  if (text === undefined) return { definitions, problems: [...unread, ...problems] };
  // VS Code drops what it cannot parse without a word.
  const { problem: syntax } = parseConfigurationText(source, text);
  return { definitions, problems: [...(syntax ? [syntax] : []), ...withLines(problems, text)] };
}

function parseSetting(
  source: ServerSource,
  folder: string | undefined,
  pick: Pick,
  { inspect, sha256 }: ConfigurationPorts,
): ParsedServers {
  const [servers, inputs] = (['servers', 'inputs'] as const).map((key) => {
    const value = inspect(folder, key);
    return value && pick(value);
  });
  return parseServers(source, servers, inputs, sha256);
}

async function textOf(
  source: ServerSource,
  { readText, describeError }: ConfigurationPorts,
): Promise<{ text: string | undefined; problems: ConfigurationProblem[] }> {
  if (source.file === undefined) return { text: undefined, problems: [] };
  try {
    return { text: await readText(source.file), problems: [] };
  } catch (error) {
    const message = describeError(error);
    return { text: undefined, problems: [{ source, serverName: undefined, message, line: undefined }] };
  }
}

function folderSource(
  kind: 'folder' | 'portable',
  { name, uri, path }: ConfiguredFolder,
  shown: string,
  file: string | undefined,
  { folders }: ConfiguredWindow,
): ServerSource {
  return { kind, id: uri, label: folders.length > 1 ? `${shown} (${name})` : shown, file, folder: path };
}
