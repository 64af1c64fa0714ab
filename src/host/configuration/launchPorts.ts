import os from 'node:os';
import path from 'node:path';
import { workspace } from 'vscode';
import type { LaunchPorts } from '../../core/configuration/launch/resolveLaunch';
import type { ResolvingPorts } from '../../core/configuration/launch/resolvedParts';
import type { VariablePorts } from '../../core/configuration/launch/variables';
import { readTextFile, readTextFileNow, realPath } from '../../node/files/files';
import { sha256 } from '../../node/base/sha256';
import type { Late } from '../../core/base/onFirstUse';
import type { Inputs } from './inputs';

/** In bytes. */
const largestEnvFile = 1024 * 1024;

/** Current sources of the variables in a server's configuration, and of values that the user is asked for. */
export function launchPorts(inputs: Late<Inputs>, askedEnvFiles: Map<string, string>): LaunchPorts {
  return {
    ...variablePorts(askedEnvFiles),
    readFile: (file) => readTextFile(file, largestEnvFile),
    askInput: async (input, definition) => (await inputs.get()).ask(input, definition),
  };
}

/** Sources of variables, without those that ask the user. */
export function resolvingPorts(askedEnvFiles: Map<string, string>): ResolvingPorts {
  const readFileNow = (file: string): string | undefined => readTextFileNow(file, largestEnvFile);
  return { ...variablePorts(askedEnvFiles), readFileNow, realPath, sha256 };
}

/** Sources of variables that need no question. */
export function variablePorts(askedEnvFiles?: Map<string, string>): VariablePorts {
  return {
    askedEnvFiles,
    platform: process.platform,
    path,
    env: processEnvironment(),
    userHome: os.homedir(),
    workspaceFolders: (workspace.workspaceFolders ?? []).map(({ name, uri }) => ({ name, path: uri.fsPath })),
    getSetting: (key) => workspace.getConfiguration().get(key),
  };
}

/**
 * Without the variables that VS Code sets for its own processes: with them, a Node or Electron that a server starts would behave like the
 * editor's. https://github.com/microsoft/vscode/blob/1.139.1/src/vs/base/common/processes.ts (sanitizeProcessEnvironment)
 */
function processEnvironment(): Record<string, string | undefined> {
  const own = /^(VSCODE_|ELECTRON_RUN_AS_NODE$|ELECTRON_NO_ATTACH_CONSOLE$)/u;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
