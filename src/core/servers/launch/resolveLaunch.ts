import * as l10n from '@vscode/l10n';
import { HumanError } from '../../base/errors';
import type { ConfiguredClient, Launch } from '../../session/session';
import { checkHttpUrl } from '../checkHttpUrl';
import { checkEncryption } from '../unencrypted';
import { parseEnvFile } from './parseEnvFile';
import { isNested, mapTexts, referencesIn, substitute, type Reference } from './variableReferences';
import type { InputDefinition, LaunchDefinition, ServerDefinition, SourceFormat } from '../serverDefinition';
import { newBudget, startFolder, valueByFormat, variableValue, type VariablePorts } from './variables';

export interface LaunchPorts extends VariablePorts {
  /** The text of a file; rejects when it cannot be read. */
  readFile(path: string): Promise<string>;
  /**
   * Asks the user for the value of an input, or returns a saved one; `undefined` when the user cancels. Everything that runs a command of
   * VS Code comes here too, as an input of kind `command`: this decides if it may. `${command:x}` has the id `command:x`.
   */
  askInput(input: InputDefinition, definition: ServerDefinition): Promise<string | undefined>;
}

type StdioDefinition = Extract<LaunchDefinition, { kind: 'stdio' }>;
type HttpDefinition = Extract<LaunchDefinition, { kind: 'http' }>;

/**
 * Resolves a written launch, by the rules of VS Code. Everything that can be checked without asking is checked before the first question,
 * and each input is asked for once.
 * The result does not say if the server must run in a sandbox: that stays in the definition, and the caller has to respect it.
 * @throws {HumanError} `configuration` when something cannot be resolved, `input` when a value was not given
 */
export async function resolveLaunch(definition: ServerDefinition, ports: LaunchPorts): Promise<Launch> {
  const values = new Map<string, string>();
  const questions = new Map<string, InputDefinition>();
  const budget = newBudget();
  mapTexts(definition.launch, (text, place) => {
    for (const reference of referencesIn(text)) {
      const input = inputOf(reference, place, definition);
      if (input) questions.set(reference.text, input);
      else values.set(reference.text, variableValue(reference, place, definition, ports, budget));
    }
    return text;
  });
  for (const [text, input] of questions) {
    const value = await ports.askInput(input, definition);
    if (value === undefined)
      throw new HumanError(
        'input',
        l10n.t(
          'The server “{0}” needs a value for “{1}”. Start the server again to enter it.',
          definition.name,
          input.kind === 'command' ? input.command : input.id,
        ),
      );
    values.set(text, value);
  }
  const launch = mapTexts(definition.launch, (text) => substitute(text, values));
  return launch.kind === 'stdio' ? stdioLaunch(definition, launch, ports) : httpLaunch(definition, launch);
}

/** The input to ask for; `undefined` for a variable that needs no question. */
function inputOf(reference: Reference, place: string, definition: ServerDefinition): InputDefinition | undefined {
  const { name, argument, text } = reference;
  if (!argument || isNested(reference) || valueByFormat(reference, definition) !== undefined) return undefined;
  if (name === 'command') return { kind: 'command', id: `command:${argument}`, command: argument, args: undefined };
  if (name !== 'input') return undefined;
  const input = definition.inputs.find(({ id }) => id === argument);
  if (input) return input;
  throw new HumanError(
    'configuration',
    l10n.t(
      'The server “{0}” in {1} uses {2} in “{3}”, but “inputs” has no valid entry with that ID. Add one, or correct the ID.',
      definition.name,
      definition.source.label,
      text,
      place,
    ),
  );
}

async function stdioLaunch(definition: ServerDefinition, launch: StdioDefinition, ports: LaunchPorts): Promise<Launch> {
  const command = expandHome(launch.command, ports);
  if (command.trim() === '')
    throw new HumanError(
      'configuration',
      l10n.t(
        'The “command” of the server “{0}” in {1} is empty, because its variables have no value. Correct the command.',
        definition.name,
        definition.source.label,
      ),
    );
  return {
    kind: 'stdio',
    command,
    args: launch.args.map((argument) => expandHome(argument, ports)),
    cwd: launch.cwd ? absolutePath(launch.cwd, definition, ports) : startFolder(definition, ports),
    env: await environment(definition, launch, ports),
  };
}

/** The inherited environment, then the file, then the definition. */
async function environment(
  definition: ServerDefinition,
  launch: StdioDefinition,
  ports: LaunchPorts,
): Promise<Record<string, string>> {
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
  if (launch.envFile)
    for (const [name, value] of await readEnvFile(launch.envFile, definition, ports)) result.set(nameFor(name), value);
  for (const [configuredName, value] of Object.entries(launch.env)) {
    const name = nameFor(configuredName);
    const inherited = (isWindows ? name.toUpperCase() : name) === 'PATH' ? result.get(name) : undefined;
    if (value === null) result.delete(name);
    else result.set(name, inherited ? `${inherited}${ports.path.delimiter}${value}` : value);
  }
  return Object.fromEntries(result);
}

async function readEnvFile(
  envFile: string,
  definition: ServerDefinition,
  ports: LaunchPorts,
): Promise<ReadonlyMap<string, string>> {
  const path = absolutePath(envFile, definition, ports);
  ports.askedEnvFiles?.set(definition.hash, path);
  try {
    return parseEnvFile(await ports.readFile(path));
  } catch (cause) {
    throw new HumanError(
      'configuration',
      l10n.t(
        'Couldn’t read the “envFile” {2} of the server “{0}” in {1}. Create the file, or correct the path.',
        definition.name,
        definition.source.label,
        path,
      ),
      { cause, ...(cause instanceof HumanError ? { detail: cause.message } : {}) },
    );
  }
}

/** `~` at the beginning is the home folder. */
export function expandHome(text: string, { userHome }: Pick<VariablePorts, 'userHome'>): string {
  return /^~(?=$|[/\\])/.test(text) ? userHome + text.slice(1) : text;
}

/** A path of a definition whose variables are resolved. */
export function absolutePath(text: string, definition: ServerDefinition, ports: VariablePorts): string {
  const path = expandHome(text, ports);
  return ports.path.isAbsolute(path) ? path : ports.path.join(startFolder(definition, ports), path);
}

function httpLaunch(definition: ServerDefinition, launch: HttpDefinition): Launch {
  const url = launch.url.trim();
  checkHttpUrl(definition, url);
  if (definition.launch.kind === 'http') checkEncryption(definition, definition.launch.url, url, launch.headers);
  const headers = Object.entries(launch.headers).map(([name, value]) => {
    const trimmed = sendable(value);
    if (trimmed !== undefined) return [name, trimmed] as const;
    throw new HumanError(
      'configuration',
      l10n.t(
        'The header “{2}” of the server “{0}” in {1} contains characters that can’t be sent. Remove these characters.',
        definition.name,
        definition.source.label,
        name,
      ),
    );
  });
  const { type } = launch;
  return { kind: 'http', url, headers: Object.fromEntries(headers), type, client: clientOf(definition, launch) };
}

/** The text that is sent; `undefined` where that is not possible. Typed or pasted values often end with a line break. */
function sendable(value: string): string | undefined {
  const trimmed = value.trim();
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(trimmed) ? trimmed : undefined;
}

/** Formats of programs that have a redirect address of their own. */
const otherClients: ReadonlySet<SourceFormat> = new Set(['copilot', 'claude', 'cursor']);

/** The client for the sign-in. One whose variables are empty counts as absent. */
function clientOf({ name, source }: ServerDefinition, { oauth }: HttpDefinition): ConfiguredClient | undefined {
  if (!oauth) return undefined;
  const [id, secret] = [sendable(oauth.clientId), sendable(oauth.clientSecret ?? '')];
  if (id === undefined || secret === undefined)
    throw new HumanError(
      'configuration',
      l10n.t(
        'The client ID or client secret of the server “{0}” in {1} contains characters that can’t be sent. Remove these characters.',
        name,
        source.label,
      ),
    );
  if (id === '') return undefined;
  const isForVsCode = !otherClients.has(source.format);
  return { id, secret: secret === '' ? undefined : secret, isForVsCode, place: source.label };
}
