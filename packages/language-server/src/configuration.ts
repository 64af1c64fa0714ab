import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { causes, HumanError } from '../../../src/core/base/errors';
import type { ConfiguredWindow } from '../../../src/core/configuration/configurationSources';
import { filesToFollow } from '../../../src/core/configuration/locateSources';
import { readSources, type ReadServers } from '../../../src/core/configuration/readSources';
import { listFolders, readConfigurationFile } from '../../../src/node/files/files';
import { sha256 } from '../../../src/node/base/sha256';
import { userDirectories, type UserEnvironment } from '../../../src/node/files/userDirectories';
import type { RootFolder } from './folders';
import { variablePorts } from './launchPorts';

/** Names the products whose servers are taken over, as VS Code's setting `chat.mcp.discovery.enabled` does, with commas between them. */
const discoveryVariable = 'MCP_DISCOVERY';

/** Files to watch, see {@link filesToFollow}. */
export function configurationFiles(roots: readonly RootFolder[], user: UserEnvironment): readonly string[] {
  return filesToFollow(windowOf(roots, user), path);
}

/** Reads the servers of some folders and of the user, see {@link readSources}. Of VS Code's profile nothing is known here. */
export function readConfiguration(roots: readonly RootFolder[], user: UserEnvironment): Promise<ReadServers> {
  return readSources(windowOf(roots, user), {
    join: (directory, file) => path.join(directory, file),
    readText: readConfigurationFile,
    describeError: (error) => (error instanceof HumanError ? error.message : causes(error)),
    listFolders,
    pathOf: (uri) => (uri.startsWith('file:///') && URL.canParse(uri) ? fileURLToPath(uri) : undefined),
    variables: variablePorts(user, roots),
    sha256,
  });
}

function windowOf(roots: readonly RootFolder[], user: UserEnvironment): ConfiguredWindow {
  const products = (user.env[discoveryVariable] ?? '').split(',').map((product) => product.trim());
  return {
    directories: userDirectories(user),
    workspaceFile: undefined,
    folders: roots.map((root) => ({ name: root.name, uri: root.uri, path: root.path, directory: root.path })),
    discovers: (product) => products.includes(product),
    plugins: { installed: [path.join(user.home, '.vscode', 'agent-plugins')], locations: [] },
  };
}
