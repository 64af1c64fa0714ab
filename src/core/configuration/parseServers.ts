import * as l10n from '@vscode/l10n';
import { HumanError } from '../base/errors';
import type { Sha256 } from '../base/ports';
import { showable } from '../base/showable';
import { problemOf } from './configurationText';
import { isGiven } from './launch/fields';
import { misconfigured } from './launch/misconfigured';
import { allKinds, launchKindOf, type LaunchDefinition } from './launch/kinds';
import { referencesOf } from './launch/variableReferences';
import { parseInputs } from './parseInputs';
import { isFields, toText } from '../base/values';
import { definitionHash, serverId } from './sameServer';
import type { ConfigurationProblem, InputDefinition, ServerPlace, ServerSource } from './configuration';
import type { ServerDefinition } from './serverDefinition';

/** Maximum number of servers read from one file. */
const maxServers = 1000;

export interface ParsedServers {
  readonly definitions: readonly ServerDefinition[];
  readonly problems: readonly ConfigurationProblem[];
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
  if (!isFields(servers)) {
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
      const warning = launchKindOf(launch).warning?.({ name, source }, launch);
      if (warning !== undefined) report(name, warning);
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
  throw misconfigured(
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

function parseLaunch(place: ServerPlace, value: unknown): LaunchDefinition {
  const { name, source } = place;
  const notAServer = (): HumanError =>
    misconfigured(
      l10n.t(
        'The server “{0}” in {1} must be an object with a “command” or a “url”. Correct the entry.',
        name,
        source.label,
      ),
    );
  if (!isFields(value)) throw notAServer();
  const raw = fieldsOf(value);
  const type = toText(raw['type']) ?? toText(raw['transport']) ?? '';
  if (type === 'ws' || type === 'websocket')
    throw misconfigured(
      l10n.t(
        'The server “{0}” in {1} uses WebSocket (“{2}”), which isn’t supported. Use “http” if the server supports it.',
        name,
        source.label,
        type,
      ),
    );
  const given = allKinds.find(({ field }) => isGiven(raw[field]));
  if (!given) throw notAServer();
  const kind = allKinds.find((candidate) => candidate.hasType(type)) ?? given;
  if (!isGiven(raw[kind.field]))
    throw misconfigured(
      l10n.t(
        'The server “{0}” in {1} has the type “{2}” but no “{3}”. Add “{3}”, or correct the “type”.',
        name,
        source.label,
        type,
        kind.field,
      ),
    );
  return kind.parse(place, raw, type);
}

/** The fields of a server at one level, under their usual names. */
function fieldsOf(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = isFields(value['config']) ? { ...value, ...value['config'] } : value;
  return isGiven(fields['url']) ? fields : { ...fields, url: fields['serverUrl'] };
}
