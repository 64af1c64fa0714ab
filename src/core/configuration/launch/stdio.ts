import * as l10n from '@vscode/l10n';
import { HumanError } from '../../base/errors';
import { joined } from '../../base/format';
import { toText } from '../../base/values';
import { sourceFormats } from '../sourceFormats';
import type { Configured, ServerPlace } from '../configuration';
import { envFilePath } from './envFilePath';
import { parseMap, parseText, toValue } from './fields';
import { misconfigured } from './misconfigured';
import type { FilePorts, Kind } from './kind';
import { hidden, quoted, shownWord, type ShownWith } from './launchWords';
import { parseEnvFile } from './parseEnvFile';
import { choosesCode } from './valueNames';
import { absolutePath, expandHome, startFolder, type VariablePorts } from './variables';

/** A server that is a process of this machine, as written. */
export interface StdioDefinition {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  /** `null` removes an inherited variable. */
  readonly env: Readonly<Record<string, string | null>>;
  readonly envFile: string | undefined;
  readonly isSandboxed: boolean;
}

/** A stdio launch with every variable resolved. */
export interface StdioLaunch extends Pick<StdioDefinition, 'kind' | 'command' | 'args'> {
  /** Absolute path. */
  readonly cwd: string;
  /** The whole environment of the process; it inherits nothing. */
  readonly env: Readonly<Record<string, string>>;
}

export const stdio: Kind<StdioDefinition, StdioLaunch> = {
  field: 'command',
  hasType: (type) => type === 'stdio',
  parse: (place, raw) =>
    inPlugin(place, {
      kind: 'stdio',
      command: parseText(place, 'command', raw['command']) ?? '',
      args: parseArgs(place, raw['args']),
      cwd: parseText(place, 'cwd', raw['cwd']),
      // Node passes `name=value` to the system: a variable with `=` in its name is another one.
      env: parseMap(place, 'env', /^[^=\0]+$/, raw['env'], (value) => (value === null ? null : toValue(value, place))),
      envFile: parseText(place, 'envFile', raw['envFile']),
      // Anything but a plain false counts, so that an invalid request for a sandbox does not start the server without one.
      isSandboxed: Boolean(raw['sandboxEnabled']),
    }),
  line: ({ command, args }) => [command, ...args].map((part) => (/\s/u.test(part) ? `"${part}"` : part)).join(' '),
  lines: processLines,
  identity: located,
  resolve: async (launch, _written, server, ports) => {
    const { kind, command, args, cwd, env, envFile } = located(launch, server, ports);
    if (command.trim() === '')
      throw misconfigured(
        l10n.t(
          'The “command” of the server “{0}” in {1} is empty, because its variables have no value. Correct the command.',
          server.name,
          server.source.label,
        ),
      );
    const fromFile = envFile === undefined ? new Map<string, string>() : await readEnvFile(envFile, server, ports);
    return { kind, command, args, cwd, env: environment(fromFile, env, ports) };
  },
  words: {
    label: () => l10n.t('Command'),
    heading: (name, place) => l10n.t('The MCP server “{0}” in {1} runs:', name, place),
    question: (...details) =>
      l10n.t(
        'The MCP server “{0}” in {1} needs your permission to start. The server runs: {2} — To allow it, run this command in a terminal: {3}',
        ...details,
      ),
  },
};

function parseArgs({ name, source }: ServerPlace, value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const args = Array.isArray(value) ? value.map(toText) : [undefined];
  if (args.every((argument) => argument !== undefined)) return args;
  throw misconfigured(
    l10n.t('The “args” of the server “{0}” in {1} must be an array of strings. Correct them.', name, source.label),
  );
}

/** A process of a plugin has the plugin's folder in its environment, and a command that begins with `./` is in there. */
function inPlugin({ source: { format } }: ServerPlace, launch: StdioDefinition): StdioDefinition {
  const { pluginRoots } = sourceFormats[format];
  if (!pluginRoots) return launch;
  const command = launch.command.replace(/^\.(?=[/\\])/, '${PLUGIN_ROOT}');
  const roots = Object.fromEntries(pluginRoots.map((name) => [name, `\${${name}}`]));
  return { ...launch, command, env: { ...launch.env, ...roots } };
}

function processLines(launch: StdioDefinition, shown: ShownWith): string[] {
  const { command, args, cwd, env, envFile } = launch;
  const word = (text: string, place: string): string => shownWord(text, place, shown, expandHome);
  const path = (text: string, place: string): string =>
    shownWord(text, place, shown, (resolved, ports) =>
      resolved.includes('${') ? resolved : absolutePath(resolved, shown.server, ports),
    );
  return [
    [word(command, 'command'), ...args.map((argument) => word(argument, 'args'))].join(' '),
    ...(cwd ? [l10n.t('in the folder {0}', path(cwd, 'cwd'))] : []),
    ...Object.entries(env).map(([name, value]) =>
      value === null
        ? l10n.t('removes the variable {0}', quoted(name))
        : l10n.t('sets the variable {0}', `${quoted(name)}=${shownWord(value, `env.${name}`, shown)}`),
    ),
    ...(envFile ? [l10n.t('reads the file {0}', path(envFile, 'envFile')), ...fileLines(envFile, shown)] : []),
  ];
}

/** The variables of an environment file: the names, and the values of those that choose code. */
function fileLines(envFile: string, shown: ShownWith): string[] {
  const { server, ports, hiding } = shown;
  const path = ports && envFilePath(envFile, server, ports);
  const variables = [...parseEnvFile((path === undefined ? undefined : ports?.readFileNow?.(path)) ?? '')];
  const names = variables.flatMap(([name]) => (choosesCode(name) ? [] : quoted(name)));
  const sets = (text: string): string => l10n.t('sets {0} from this file', text);
  return [
    ...variables.flatMap(([name, value]) =>
      choosesCode(name) ? sets(`${quoted(name)}=${hiding === 'byName' ? hidden : quoted(value)}`) : [],
    ),
    ...(names.length > 0 ? [sets(joined(names))] : []),
  ];
}

/** With full paths, and in its folder. */
function located(launch: StdioDefinition, server: Configured, ports: VariablePorts): StdioDefinition & { cwd: string } {
  const { command, args, cwd, envFile } = launch;
  return {
    ...launch,
    command: expandHome(command, ports),
    args: args.map((argument) => expandHome(argument, ports)),
    cwd: cwd ? absolutePath(cwd, server, ports) : startFolder(server, ports),
    envFile: envFile ? absolutePath(envFile, server, ports) : undefined,
  };
}

/** The inherited environment, then the file, then the definition. */
function environment(
  fromFile: ReadonlyMap<string, string>,
  env: StdioDefinition['env'],
  ports: VariablePorts,
): Record<string, string> {
  const result = new Map<string, string>();
  const isWindows = ports.platform === 'win32';
  /**
   * Windows treats `Path` and `PATH` as one variable; of both, Node passes on only the first by the alphabet.
   * https://github.com/nodejs/node/pull/35210
   */
  const nameFor = (name: string): string =>
    (isWindows ? [...result.keys()].find((existing) => existing.toUpperCase() === name.toUpperCase()) : undefined) ??
    name;
  for (const [name, value] of Object.entries(ports.env)) if (value !== undefined) result.set(nameFor(name), value);
  for (const [name, value] of fromFile) result.set(nameFor(name), value);
  for (const [configuredName, value] of Object.entries(env)) {
    const name = nameFor(configuredName);
    const inherited = (isWindows ? name.toUpperCase() : name) === 'PATH' ? result.get(name) : undefined;
    if (value === null) result.delete(name);
    else result.set(name, inherited ? `${inherited}${ports.path.delimiter}${value}` : value);
  }
  return Object.fromEntries(result);
}

async function readEnvFile(path: string, server: Configured, ports: FilePorts): Promise<ReadonlyMap<string, string>> {
  const { name, source, hash } = server;
  ports.askedEnvFiles?.set(hash, path);
  try {
    return parseEnvFile(await ports.readFile(path));
  } catch (cause) {
    throw misconfigured(
      l10n.t(
        'Couldn’t read the “envFile” {2} of the server “{0}” in {1}. Create the file, or correct the path.',
        name,
        source.label,
        path,
      ),
      { cause, ...(cause instanceof HumanError ? { detail: cause.message } : {}) },
    );
  }
}
