import * as l10n from '@vscode/l10n';
import { HumanError } from '../../base/errors';
import { misconfigured } from './misconfigured';
import { isFields, toText } from '../../base/values';
import { sourceFormats } from '../sourceFormats';
import { isNested, referencesIn, substitute, type Reference } from './variableReferences';
import type { ServerPlace } from '../configuration';

/** The required part of Node's `path`; `node:path` fits. */
interface PathPort {
  readonly sep: string;
  readonly delimiter: string;
  isAbsolute(path: string): boolean;
  join(...parts: string[]): string;
  basename(path: string): string;
}

/** The sources of a configuration's variables. */
export interface VariablePorts {
  /** As in `process.platform`. */
  readonly platform: string;
  readonly path: PathPort;
  /** The environment that processes inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path. */
  readonly userHome: string;
  readonly workspaceFolders: readonly { readonly name: string; readonly path: string }[];
  /** The effective value of a setting of VS Code, `undefined` if there is none. */
  getSetting(key: string): unknown;
  /** The last path of each `envFile` that was asked for, by the hash of its definition. */
  readonly askedEnvFiles?: Map<string, string> | undefined;
}

/** Settings may contain variables themselves; deeper nesting than this counts as a cycle. */
const MAX_SETTING_DEPTH = 4;

/** Characters that the variables of one launch may still add to it: settings that name each other several times multiply. */
export interface Budget {
  left: number;
}

export function newBudget(): Budget {
  return { left: 65_536 };
}

/** Valid names of environment variables. */
const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** Folder of a plugin's own data: each client has another, so it is known to none but that client. */
const PLUGIN_DATA = /^(CLAUDE_)?PLUGIN_DATA$/;

/** The default working directory of a server's process. */
export function startFolder(server: ServerPlace, ports: Pick<VariablePorts, 'userHome'>): string {
  const { plugin, folder } = server.source;
  return plugin ?? folder ?? ports.userHome;
}

/** `~` at the beginning is the home folder. */
export function expandHome(text: string, { userHome }: Pick<VariablePorts, 'userHome'>): string {
  return /^~(?=$|[/\\])/.test(text) ? userHome + text.slice(1) : text;
}

/** A path of a definition whose variables are resolved. */
export function absolutePath(text: string, server: ServerPlace, ports: VariablePorts): string {
  const path = expandHome(text, ports);
  return ports.path.isAbsolute(path) ? path : ports.path.join(startFolder(server, ports), path);
}

/**
 * The value that a reference has by the format of its file alone: the folder of the plugin, or itself where `${` is plain text. `undefined`
 * for any other.
 */
export function valueByFormat(
  { name, argument, text }: Reference,
  { source }: Pick<ServerPlace, 'source'>,
): string | undefined {
  const { pluginRoots, variables } = sourceFormats[source.format];
  if (argument === undefined && pluginRoots?.includes(name)) return source.plugin;
  return variables === 'none' && !(pluginRoots && PLUGIN_DATA.test(name)) ? text : undefined;
}

/**
 * The value of a variable that needs no question. `${input:…}` and `${command:…}` are not among them.
 * An unset environment variable is empty, as in VS Code; in an .mcp.json it is an error, as in the clients that share the file.
 * @param budget one for all variables of a launch; what is added to it is counted for each place
 * @throws {HumanError} `configuration`, naming the variable, the server and its place
 */
export function variableValue(
  reference: Reference,
  place: string,
  server: ServerPlace,
  ports: VariablePorts,
  budget = newBudget(),
): string {
  return new Evaluation(place, server, ports, budget).evaluate(reference, 0);
}

/** {@link variableValue}, `undefined` if there is none now. */
export function valueNow(
  reference: Reference,
  place: string,
  server: ServerPlace,
  ports: VariablePorts,
  budget?: Budget,
): string | undefined {
  try {
    return variableValue(reference, place, server, ports, budget);
  } catch (error) {
    if (error instanceof HumanError) return undefined;
    throw error;
  }
}

class Evaluation {
  constructor(
    private readonly place: string,
    private readonly server: ServerPlace,
    private readonly ports: VariablePorts,
    private readonly budget: Budget,
  ) {}

  /** By name; returns `undefined` if a required argument is missing. */
  readonly #variables = new Map<string, (reference: Reference, depth: number) => string | undefined>([
    ['workspaceFolder', (reference) => this.#folder(reference)],
    ['workspaceRoot', (reference) => this.#folder(reference)],
    ['workspaceFolderBasename', (reference) => this.ports.path.basename(this.#folder(reference))],
    ['workspaceRootFolderName', (reference) => this.ports.path.basename(this.#folder(reference))],
    ['cwd', (reference) => (reference.argument ? this.#folder(reference) : startFolder(this.server, this.ports))],
    ['userHome', () => this.ports.userHome],
    ['pathSeparator', () => this.ports.path.sep],
    ['/', () => this.ports.path.sep],
    ['env', ({ argument }) => (argument ? (this.#environment(argument) ?? '') : undefined)],
    ['config', (reference, depth) => this.#setting(reference, depth)],
  ]);

  evaluate(reference: Reference, depth: number): string {
    this.#spend(reference, reference.text);
    const value = this.#value(reference, depth);
    this.#spend(reference, value);
    return value;
  }

  #spend(reference: Reference, { length }: string): void {
    if ((this.budget.left -= length) >= 0) return;
    throw misconfigured(
      l10n.t(
        'With the variable {2} in “{3}”, the server “{0}” in {1} gets more than 64 kB from variables. Use shorter values.',
        ...this.#placeOf(reference.text),
      ),
    );
  }

  #value(reference: Reference, depth: number): string {
    const own = valueByFormat(reference, this.server);
    if (own !== undefined) return own;
    if (sourceFormats[this.server.source.format].pluginRoots && PLUGIN_DATA.test(reference.name))
      throw misconfigured(
        l10n.t(
          'The server “{0}” in {1} uses the variable {2} in “{3}”, but only the plugin’s intended client can resolve it. To use the server here, configure it in mcp.json.',
          ...this.#placeOf(reference.text),
        ),
      );
    if (isNested(reference)) throw this.#unknownVariable(reference);
    if (this.#isPlainEnvironment(reference)) return this.#portable(reference);
    const value = this.#variables.get(reference.name)?.(reference, depth);
    if (value === undefined) throw this.#unknownVariable(reference);
    return value;
  }

  /** True for `${VAR}` or `${VAR:-default}` of an .mcp.json or its like, unless VS Code has a variable of that name. */
  #isPlainEnvironment({ name, argument }: Reference): boolean {
    const { variables } = sourceFormats[this.server.source.format];
    if (variables !== 'environment' || this.#variables.has(name)) return false;
    return IDENTIFIER.test(name) && (argument === undefined || argument.startsWith('-'));
  }

  #environment(name: string): string | undefined {
    const { env, platform } = this.ports;
    if (platform !== 'win32') return Object.hasOwn(env, name) ? env[name] : undefined;
    return Object.entries(env).find(([key]) => key.toUpperCase() === name.toUpperCase())?.[1];
  }

  #portable(reference: Reference): string {
    const value = this.#environment(reference.name) ?? reference.argument?.slice(1);
    if (value !== undefined) return value;
    throw misconfigured(
      l10n.t(
        'The server “{0}” in {1} uses the environment variable “{2}” in “{3}”, but that variable isn’t set. Set it and restart the editor, or add a default value, such as {4}.',
        ...this.#placeOf(reference.name),
        `\${${reference.name}:-value}`,
      ),
    );
  }

  #folder(reference: Reference): string {
    const { workspaceFolders } = this.ports;
    const { name, argument, text } = reference;
    if (argument) {
      const folder = workspaceFolders.find((candidate) => candidate.name === argument);
      if (folder) return folder.path;
      throw misconfigured(
        l10n.t(
          'In “{3}” of the server “{0}” in {1}, the variable {2} names a folder that isn’t in the workspace. Correct the name.',
          ...this.#placeOf(text),
        ),
      );
    }
    if (this.server.source.folder !== undefined) return this.server.source.folder;
    const [only] = workspaceFolders;
    if (only && workspaceFolders.length === 1) return only.path;
    throw misconfigured(
      only
        ? l10n.t(
            'The server “{0}” in {1} uses the variable {2} in “{3}”, but several folders are open. Specify one of them, for example {4}.',
            ...this.#placeOf(text),
            `\${${name}:${only.name}}`,
          )
        : l10n.t(
            'The server “{0}” in {1} uses the variable {2} in “{3}”, but no folder is open. Open a folder.',
            ...this.#placeOf(text),
          ),
    );
  }

  #setting({ text, argument: key }: Reference, depth: number): string | undefined {
    if (!key) return undefined;
    const value = this.ports.getSetting(key);
    const settingText = isFields(value) ? undefined : toText(value);
    if (settingText === undefined || depth >= MAX_SETTING_DEPTH)
      throw misconfigured(
        l10n.t(
          'The server “{0}” in {1} uses the variable {2} in “{3}”, but VS Code has no such setting whose value is text. Correct the name, or enter the value.',
          ...this.#placeOf(text),
        ),
      );
    return substitute(
      settingText,
      new Map(referencesIn(settingText).map((inner) => [inner.text, this.evaluate(inner, depth + 1)] as const)),
    );
  }

  #unknownVariable({ text, name, argument }: Reference): HumanError {
    return misconfigured(
      l10n.t(
        'The server “{0}” in {1} uses the unsupported variable {2} in “{3}”. Use {4} for an environment variable, or enter the value.',
        ...this.#placeOf(text),
        `\${env:${IDENTIFIER.test(name) && !argument ? name : 'NAME'}}`,
      ),
    );
  }

  #placeOf(reference: string): [string, string, string, string] {
    const { name, source } = this.server;
    return [name, source.label, reference, this.place];
  }
}
