import path from 'node:path';
import { Uri, workspace } from 'vscode';
import type { ConfiguredWindow, InspectedValue } from '../../core/configuration/configurationSources';
import { sourceFiles } from '../../core/configuration/locateSources';
import { stateFiles } from '../../core/configuration/plugins/stateFiles';
import { isFields } from '../../core/base/values';
import { listFolders } from '../../node/files/files';
import { isMissing, readRegularFile } from '../../node/files/regularFile';

/** Maximum size of a file to check, in bytes. */
const largestFile = 4 * 1024 * 1024;

/**
 * True if a server may be configured. It looks at little, and in doubt says yes: the part that it makes VS Code load reads all of it
 * properly, and shows what is wrong in it.
 */
export async function mayHaveServers(window: ConfiguredWindow): Promise<boolean> {
  const { directories, folders, plugins } = window;
  if ([undefined, ...folders].some((folder) => isSet(folder?.uri)) || plugins?.locations.length) return true;
  const looks = [
    ...sourceFiles(window, path).map((file) => hasEntries(file, () => true)),
    ...stateFiles(window, path)
      .flat()
      .map((file) => hasEntries(file, (key) => key.startsWith('installed'))),
    hasInstalled(plugins && directories.copilot),
  ];
  return (await Promise.all(looks)).includes(true);
}

/** True if VS Code's settings have servers. @param folder its URI */
function isSet(folder: string | undefined): boolean {
  const scope = folder === undefined ? null : Uri.parse(folder);
  const value: InspectedValue = workspace.getConfiguration('mcp', scope).inspect('servers') ?? {};
  // The default is an example.
  const { globalLocalValue, globalRemoteValue, globalValue, workspaceValue, workspaceFolderValue } = value;
  return [globalLocalValue, globalRemoteValue, globalValue, workspaceValue, workspaceFolderValue].some(
    (file) => file !== undefined && !isEmpty(file),
  );
}

/** True for a Copilot CLI that has installed plugins: its older versions keep no list of them. */
async function hasInstalled(copilot: string | undefined): Promise<boolean> {
  return copilot !== undefined && (await listFolders(path.join(copilot, 'installed-plugins'))).length > 0;
}

/** True for a file with an entry of such a key at its top, and for one that is no plain JSON or cannot be read. */
async function hasEntries(file: string, isKey: (key: string) => boolean): Promise<boolean> {
  try {
    const bytes = await readRegularFile(file, largestFile);
    const text = new TextDecoder().decode(bytes);
    if (bytes && text.trim() === '') return false;
    const value: unknown = JSON.parse(text);
    return !isFields(value) || Object.entries(value).some(([key, entry]) => isKey(key) && !isEmpty(entry));
  } catch (error) {
    return !isMissing(error);
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
