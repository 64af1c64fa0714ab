import * as l10n from '@vscode/l10n';
import { HumanError } from '../base/errors';
import type { Sha256 } from '../base/ports';
import type { HttpType } from '../session/session';
import { showable } from '../base/showable';
import { problemOf } from './configurationText';
import { definitionHash } from './definitionHash';
import { checkHttpUrl, type ServerPlace } from './checkHttpUrl';
import { parseInputs } from './parseInputs';
import { isRecord, toText } from './rawValue';
import { sourceFormats } from './sourceFormats';
import { unencryptedHeaders } from './unencrypted';
import { hasReferences, referencesOf } from './launch/variableReferences';
import type {
  ConfigurationProblem,
  InputDefinition,
  LaunchDefinition,
  OAuthDefinition,
  ServerDefinition,
  ServerSource,
} from './serverDefinition';

/** Read of one file. */
const maxServers = 1000;

export interface ParsedServers {
  readonly definitions: readonly ServerDefinition[];
  readonly problems: readonly ConfigurationProblem[];
}

/** {@link ServerDefinition.id}: unambiguous, because only the last part may contain a slash. */
export function serverId(source: ServerSource, name: string): string {
  return `${source.kind}/${encodeURIComponent(source.id)}/${name}`;
}

/**
 * Reads the values of `servers` and `inputs` of an mcp.json. A server that cannot be used becomes a problem; the others stay. Accepted
 * besides the schema: values nested in `config`, a missing or unknown `type` (decided by `command`, as VS Code does), `transport` for
 * `type`, `serverUrl` for `url` (Windsurf), numbers and booleans for texts. `gallery`, `version`, `dev`, `tools` are ignored.
 * @param servers untrusted and not validated
 */
export function parseServers(source: ServerSource, servers: unknown, inputs: unknown, sha256: Sha256): ParsedServers {
  const parsedInputs = parseInputs(source, inputs);
  const definitions: ServerDefinition[] = [];
  const problems = [...parsedInputs.problems];
  const report = (serverName: string | undefined, message: string): void =>
    void problems.push({ source, serverName, message, line: undefined });
  if (servers === undefined || servers === null) return { definitions, problems };
  if (!isRecord(servers)) {
    report(
      undefined,
      l10n.t('The servers in {0} must be an object with one entry for each server. Correct the file.', source.label),
    );
    return { definitions, problems };
  }
  const entries = Object.entries(servers);
  problems.push(...tooMany(source, entries.length, maxServers));
  for (const [name, value] of entries.slice(0, maxServers)) {
    try {
      checkName(name, source);
      const launch = parseLaunch({ name, source }, value);
      const usedInputs = namedInputs(launch, parsedInputs.inputs);
      const hash = definitionHash(source, launch, usedInputs, sha256);
      definitions.push({ id: serverId(source, name), name, source, launch, inputs: usedInputs, hash });
      const warning = launch.kind === 'http' && unencryptedHeaders({ name, source }, launch.url, launch.headers);
      if (warning) report(name, warning);
    } catch (error) {
      if (!(error instanceof HumanError)) throw error;
      report(name, error.message);
    }
  }
  return { definitions, problems };
}

/** Says that not all are read, where that is so. */
export function tooMany(source: ServerSource, count: number, max: number): readonly ConfigurationProblem[] {
  const message = l10n.t('Only the first {1} servers of {0} are read. Remove some.', source.label, max);
  return count > max ? [problemOf(source, message)] : [];
}

/** A name is an identity: two that look the same, or one that holds text which only models see, would mislead. */
function checkName(name: string, source: ServerSource): void {
  if (showable(name, '') === name) return;
  throw broken(
    l10n.t(
      'The name of the server “{0}” in {1} contains invisible characters. Remove them.',
      showable(name, ' '),
      source.label,
    ),
  );
}

function namedInputs(
  launch: LaunchDefinition,
  declared: ReadonlyMap<string, InputDefinition>,
): readonly InputDefinition[] {
  return referencesOf(launch).flatMap(({ reference: { name, argument } }) => {
    const input = name === 'input' && argument !== undefined ? declared.get(argument) : undefined;
    return input ? [input] : [];
  });
}

function broken(message: string): HumanError {
  return new HumanError('configuration', message);
}

function parseLaunch(place: ServerPlace, value: unknown): LaunchDefinition {
  const { name, source } = place;
  if (!isRecord(value))
    throw broken(
      l10n.t(
        'The server “{0}” in {1} must be an object with a “command” or a “url”. Correct the entry.',
        name,
        source.label,
      ),
    );
  const raw = fieldsOf(value);
  const type = toText(raw['type']) ?? toText(raw['transport']);
  if (type === 'ws' || type === 'websocket')
    throw broken(
      l10n.t(
        'The server “{0}” in {1} uses WebSocket (“{2}”), which isn’t supported. Use “http” if the server supports it.',
        name,
        source.label,
        type,
      ),
    );
  const hasCommand = isGiven(raw['command']);
  const hasUrl = isGiven(raw['url']);
  if (!hasCommand && !hasUrl)
    throw broken(l10n.t('The server “{0}” in {1} has no “command” or “url”. Add one of them.', name, source.label));
  const isStdio = type === 'stdio' || (httpTypeOf(type) === undefined && hasCommand);
  if (isStdio ? !hasCommand : !hasUrl)
    throw broken(
      l10n.t(
        'The server “{0}” in {1} has the type “{2}” but no “{3}”. Add “{3}”, or correct the “type”.',
        name,
        source.label,
        type ?? '',
        isStdio ? 'command' : 'url',
      ),
    );
  return isStdio ? inPlugin(parseStdio(place, raw), source) : { ...parseHttp(place, raw), type: httpTypeOf(type) };
}

/** The fields of a server at one level, under their usual names. */
function fieldsOf(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = isRecord(value['config']) ? { ...value, ...value['config'] } : value;
  return isGiven(fields['url']) ? fields : { ...fields, url: fields['serverUrl'] };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');
}

function httpTypeOf(type = ''): HttpType | undefined {
  if (/^sse$/i.test(type)) return 'sse';
  return /^(streamable[-_]?)?http$/i.test(type) ? 'http' : undefined;
}

type StdioLaunch = Extract<LaunchDefinition, { kind: 'stdio' }>;
type HttpLaunch = Extract<LaunchDefinition, { kind: 'http' }>;

function parseStdio(place: ServerPlace, raw: Readonly<Record<string, unknown>>): StdioLaunch {
  return {
    kind: 'stdio',
    command: parseText(place, 'command', raw['command']) ?? '',
    args: parseArgs(place, raw['args']),
    cwd: parseText(place, 'cwd', raw['cwd']),
    env: parseMap(place, 'env', /^[^=\0]+$/, raw['env'], (value) => (value === null ? null : toValue(value, place))),
    envFile: parseText(place, 'envFile', raw['envFile']),
    // Anything but a plain false counts, so that an invalid request for a sandbox does not start the server without one.
    isSandboxed: Boolean(raw['sandboxEnabled']),
  };
}

/** A process of a plugin has the plugin's folder in its environment, and a command that begins with `./` is in there. */
function inPlugin(launch: StdioLaunch, { format }: ServerSource): StdioLaunch {
  const { pluginRoots } = sourceFormats[format];
  if (!pluginRoots) return launch;
  const command = launch.command.replace(/^\.(?=[/\\])/, '${PLUGIN_ROOT}');
  const roots = Object.fromEntries(pluginRoots.map((name) => [name, `\${${name}}`]));
  return { ...launch, command, env: { ...launch.env, ...roots } };
}

/** A text in which `$VAR` is `${VAR}`, where the format has both. */
function toValue(value: unknown, { source }: ServerPlace): string | undefined {
  const text = toText(value);
  return sourceFormats[source.format].hasBareVariables ? text?.replace(/\$(?=[A-Za-z_])(\w+)/g, '${$1}') : text;
}

function parseHttp(place: ServerPlace, raw: Readonly<Record<string, unknown>>): HttpLaunch {
  const url = (parseText(place, 'url', raw['url']) ?? '').trim();
  if (!hasReferences(url)) checkHttpUrl(place, url);
  const headers = parseMap(place, 'headers', /^[\w!#$%&'*+.^`|~-]+$/, raw['headers'], (value) => toValue(value, place));
  return { kind: 'http', url, headers, oauth: parseOAuth(raw) };
}

/**
 * The registered client, under the names that each product has for it. What cannot be used counts as absent, as in VS Code.
 *
 * - `oauth.clientId`: VS Code, https://code.visualstudio.com/docs/agents/reference/mcp-configuration, and Claude Code. Both keep its secret
 *   in a storage of their own; `oauth.clientSecret` is ours.
 * - `oauthClientId`: Copilot CLI, https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-command-reference
 * - `auth.CLIENT_ID`, `auth.CLIENT_SECRET`: Cursor, https://cursor.com/docs/mcp
 */
function parseOAuth(raw: Readonly<Record<string, unknown>>): OAuthDefinition | undefined {
  const oauth = isRecord(raw['oauth']) ? raw['oauth'] : {};
  const auth = isRecord(raw['auth']) ? raw['auth'] : {};
  const clientId = toText([oauth['clientId'], raw['oauthClientId'], auth['CLIENT_ID']].find(isGiven));
  const clientSecret = toText([oauth['clientSecret'], auth['CLIENT_SECRET']].find(isGiven));
  return clientId === undefined ? undefined : { clientId, clientSecret };
}

function parseText({ name, source }: ServerPlace, key: string, value: unknown): string | undefined {
  if (!isGiven(value)) return undefined;
  if (typeof value === 'string') return value;
  throw broken(
    l10n.t('The “{2}” of the server “{0}” in {1} must be a string. Correct the value.', name, source.label, key),
  );
}

function parseArgs({ name, source }: ServerPlace, value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const args = Array.isArray(value) ? value.map(toText) : [undefined];
  if (args.every((argument) => argument !== undefined)) return args;
  throw broken(
    l10n.t('The “args” of the server “{0}” in {1} must be an array of strings. Correct them.', name, source.label),
  );
}

/** Node passes `name=value` to the system: a variable with `=` in its name is another one. @param names that are valid */
function parseMap<T>(
  { name, source }: ServerPlace,
  key: string,
  names: RegExp,
  value: unknown,
  parse: (value: unknown) => T | undefined,
): Record<string, T> {
  if (value === undefined || value === null) return {};
  if (!isRecord(value))
    throw broken(
      l10n.t('The “{2}” of the server “{0}” in {1} must be an object. Correct the value.', name, source.label, key),
    );
  const entries: [string, T][] = [];
  for (const [entryName, entry] of Object.entries(value)) {
    const parsed = names.test(entryName) ? parse(entry) : undefined;
    if (parsed === undefined)
      throw broken(
        l10n.t(
          'In the “{3}” of the server “{0}” in {1}, “{2}” needs a valid name and a string. Correct the entry.',
          name,
          source.label,
          entryName,
          key,
        ),
      );
    entries.push([entryName, parsed]);
  }
  return Object.fromEntries(entries);
}
