import path from 'node:path';
import { causes, HumanError } from '../../core/base/errors';
import type { ConfiguredWindow } from '../../core/servers/configurationSources';
import type { ParsedServers } from '../../core/servers/parseServers';
import { readSources, sourceFiles } from '../../core/servers/readSources';
import { readConfigurationFile } from '../files';
import { sha256 } from '../sha256';
import { userPlace, type RootFolder } from './folders';

/** Files to watch, see {@link sourceFiles}. */
export function configurationFiles(roots: readonly RootFolder[]): readonly string[] {
  return sourceFiles(windowOf(roots), path);
}

/** Reads the servers of some folders, see {@link readSources}. Editors other than VS Code have no profile with an mcp.json. */
export function readConfiguration(roots: readonly RootFolder[]): Promise<ParsedServers> {
  return readSources(windowOf(roots), {
    join: (directory, file) => path.join(directory, file),
    readText: readConfigurationFile,
    describeError: (error) => (error instanceof HumanError ? error.message : causes(error)),
    sha256,
  });
}

function windowOf(roots: readonly RootFolder[]): ConfiguredWindow {
  const folders = roots.map((root) => ({ name: root.name, uri: root.uri, path: root.path, directory: root.path }));
  return { directories: { profile: undefined, home: userPlace().home }, workspaceFile: undefined, folders };
}
