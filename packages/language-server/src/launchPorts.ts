import path from 'node:path';
import type { LaunchPorts } from '../../../src/core/configuration/launch/resolveLaunch';
import type { ResolvingPorts } from '../../../src/core/configuration/launch/resolvedParts';
import type { VariablePorts } from '../../../src/core/configuration/launch/variables';
import { readTextFile, readTextFileNow, realPath } from '../../../src/node/files/files';
import { sha256 } from '../../../src/node/base/sha256';
import type { UserEnvironment } from '../../../src/node/files/userDirectories';
import type { RootFolder } from './folders';
import { inputFrom, withoutInputs } from './inputs';

/** In bytes. */
const largestEnvFile = 1024 * 1024;

/** Sources of the variables in a server's configuration, and of the values of its inputs. */
export function launchPorts(environment: UserEnvironment, roots: readonly RootFolder[]): LaunchPorts {
  return {
    ...variablePorts(environment, roots),
    readFile: (file) => readTextFile(file, largestEnvFile),
    // A function that throws would not be a promise that rejects.
    askInput: (input, definition) => Promise.resolve().then(() => inputFrom(environment.env, input, definition)),
  };
}

/** Sources of variables, without the inputs that a user would be asked for. */
export function resolvingPorts(environment: UserEnvironment, roots: readonly RootFolder[]): ResolvingPorts {
  return {
    ...variablePorts(environment, roots),
    readFileNow: (file) => readTextFileNow(file, largestEnvFile),
    realPath,
    sha256,
  };
}

/** Sources of variables that need no question. */
export function variablePorts({ env, platform, home }: UserEnvironment, roots: readonly RootFolder[]): VariablePorts {
  return {
    platform,
    path,
    env: withoutInputs(env),
    userHome: home,
    workspaceFolders: roots,
    getSetting: () => undefined,
  };
}
