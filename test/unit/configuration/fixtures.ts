import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect } from 'vitest';
import { HumanError, type Reason } from '../../../src/core/base/errors';
import type { VariablePorts } from '../../../src/core/configuration/launch/variables';
import { definitionHash, serverId } from '../../../src/core/configuration/sameServer';
import type { ServerPolicy } from '../../../src/core/permission/policy';
import type { InputDefinition, ServerSource } from '../../../src/core/configuration/configuration';
import type { ServerDefinition } from '../../../src/core/configuration/serverDefinition';
import type { LaunchDefinition } from '../../../src/core/configuration/launch/kinds';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const folderSource: ServerSource = {
  kind: 'folder',
  format: 'vscode',
  id: 'file:///home/ada/shop',
  label: '.vscode/mcp.json',
  file: '/home/ada/shop/.vscode/mcp.json',
  folder: '/home/ada/shop',
};
export const userSource: ServerSource = {
  kind: 'user',
  format: 'vscode',
  id: '',
  label: 'mcp.json of the user',
  file: undefined,
  folder: undefined,
};
export const portableSource: ServerSource = {
  ...folderSource,
  kind: 'portable',
  format: 'portable',
  label: '.mcp.json',
  file: '/home/ada/shop/.mcp.json',
};

/** A machine with a home folder and two variables, and no settings. */
export function machine(overrides: Partial<VariablePorts> = {}): VariablePorts {
  return {
    platform: 'linux',
    path: path.posix,
    env: { PATH: '/usr/bin', USER: 'ada' },
    userHome: '/home/ada',
    workspaceFolders: [],
    getSetting: () => undefined,
    ...overrides,
  };
}

/** Settings of 2 kB whose first one resolves to 216 kB. */
export const multiplying: Readonly<Record<string, string>> = {
  'x.a': '${config:x.b}'.repeat(60),
  'x.b': '${config:x.c}'.repeat(60),
  'x.c': '${config:x.d}'.repeat(60),
  'x.d': 'd',
};

/** No organization has set a policy. */
export const noPolicy: ServerPolicy = {
  access: undefined,
  allowedServers: undefined,
  deniedServers: undefined,
  allowManagedServersOnly: undefined,
  managedAllowedServers: undefined,
};

export function stdio(overrides: Partial<Extract<LaunchDefinition, { kind: 'stdio' }>> = {}): LaunchDefinition {
  return {
    kind: 'stdio',
    command: 'node',
    args: [],
    cwd: undefined,
    env: {},
    envFile: undefined,
    isSandboxed: false,
    ...overrides,
  };
}

export function http(
  url = 'https://example.com/mcp',
  headers: Readonly<Record<string, string>> = {},
): LaunchDefinition {
  return { kind: 'http', url, headers };
}

/** Creates a definition of the server “notes”. */
export function define(
  launch: LaunchDefinition,
  source: ServerSource = folderSource,
  inputs: readonly InputDefinition[] = [],
): ServerDefinition {
  const hash = definitionHash(source, launch, inputs, sha256);
  return { id: serverId(source, 'notes'), name: 'notes', source, launch, inputs, hash };
}

/** Expects an error for users that contains everything in `names`. */
export function expectHumanError(error: unknown, reason: Reason, names: readonly string[]): void {
  expect(error).toBeInstanceOf(HumanError);
  const { message, reason: actual } = error as HumanError;
  expect({ reason: actual, message, missing: names.filter((name) => !message.includes(name)) }).toEqual({
    reason,
    message,
    missing: [],
  });
  // A placeholder without a value.
  expect(message).not.toMatch(/(?<!\$)\{\d\}/);
}

/** Returns the error that a promise or a function fails with. */
export async function failureOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error('Expected it to fail');
}
