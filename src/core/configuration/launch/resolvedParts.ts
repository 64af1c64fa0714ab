import * as l10n from '@vscode/l10n';
import { joined } from '../../base/format';
import type { Sha256 } from '../../base/ports';
import { showable } from '../../base/showable';
import { envFilePath } from './envFilePath';
import type { LaunchMembers } from './kinds';
import { outsideLinks, type LinkPorts } from './outsideLinks';
import { parseEnvFile } from './parseEnvFile';
import type { ServerDefinition } from '../serverDefinition';
import { isRotating, SECRET_NAME } from './valueNames';
import { mapTexts, referencesIn, referencesOf, type Reference } from './variableReferences';
import { newBudget, valueByFormat, valueNow } from './variables';

/**
 * Everything besides its text that decides what a definition runs: the values of its variables, by their references as written, the variables
 * of its `envFile`, and where links of the repository lead out of it. A part without a value cannot be resolved now, nor can the server start
 * then. Values that may be secret are hashes.
 */
export type ResolvedParts = Readonly<Record<string, string | undefined>>;

export interface ResolvingPorts extends LinkPorts {
  /** The text of a file; `undefined` when it cannot be read. */
  readFileNow(path: string): string | undefined;
  readonly sha256: Sha256;
}

const ENV_FILE = 'envFile';
const LINK = 'link ';
const HASHED = 'sha256:';

/** Resolves without a question, and starts nothing. */
export function resolvedParts(definition: ServerDefinition, ports: ResolvingPorts): ResolvedParts {
  const parts: Record<string, string | undefined> = {};
  const secrets = new Set<string>();
  const budget = newBudget();
  // A setting may name a variable of the environment, where secrets are.
  const isFromEnvironment = (reference: Reference, value: string | undefined): boolean =>
    value !== undefined && valueNow(reference, '', definition, { ...ports, env: {} }) !== value;
  mapTexts(definition.launch, (text, place) => {
    for (const reference of referencesIn(text).filter((candidate) => mayDiffer(candidate, definition))) {
      const value = (parts[reference.text] ??= valueNow(reference, place, definition, ports, budget));
      if (SECRET_NAME.test(reference.text + place) || isFromEnvironment(reference, value)) secrets.add(reference.text);
    }
    return text;
  });
  for (const name of secrets) parts[name] &&= hashed(parts[name], definition, ports);
  const { envFile }: LaunchMembers = definition.launch;
  const path = envFile ? envFilePath(envFile, definition, ports) : undefined;
  if (envFile) parts[ENV_FILE] = describeEnvFile(path, definition, ports);
  for (const [file, target] of outsideLinks(definition, path, ports)) parts[LINK + file] = target;
  return parts;
}

/** Keys of the settings that a definition names. */
export function settingsOf({ launch }: ServerDefinition): readonly string[] {
  const keys = referencesOf(launch).flatMap(({ reference: { name, argument } }) =>
    name === 'config' && argument ? [argument] : [],
  );
  return [...new Set(keys)];
}

/** @param allowed what was allowed */
export function isAsAllowed(now: ResolvedParts, allowed: ResolvedParts): boolean {
  return changedNames(now, allowed).length === 0;
}

/** Says what is not as it was allowed, a phrase for each change. */
export function describeChanges(now: ResolvedParts, previous: ResolvedParts): readonly string[] {
  return changedNames(now, previous).map((name) =>
    showable(describeChange(name, now[name] ?? '', previous[name]), ' '),
  );
}

function describeChange(name: string, value: string, former: string | undefined): string {
  const isHidden = name === ENV_FILE || value.startsWith(HASHED);
  if (former === undefined)
    return isHidden
      ? l10n.t('you haven’t reviewed {0} before', name)
      : l10n.t('{0} is “{1}”, which you haven’t reviewed before', name, value);
  if (name === ENV_FILE) return l10n.t('variables in “envFile” changed ({0})', joined(changedVariables(value, former)));
  return isHidden ? l10n.t('{0} changed', name) : l10n.t('{0} changed from “{2}” to “{1}”', name, value, former);
}

function changedNames(now: ResolvedParts, previous: ResolvedParts): readonly string[] {
  return Object.keys(now).filter((name) => now[name] !== undefined && previous[name] !== now[name]);
}

/** Names of the variables that only one of two descriptions has, or that have another value in them. */
function changedVariables(now: string, previous: string): readonly string[] {
  const [lines, formerLines] = [new Set(now.split('\n')), new Set(previous.split('\n'))];
  const different = [
    ...[...lines].filter((line) => !formerLines.has(line)),
    ...[...formerLines].filter((line) => !lines.has(line)),
  ];
  return [...new Set(different.map((line) => line.split('=', 1)[0] ?? '').filter(Boolean))];
}

/** True if the variable's value can differ between windows or over time. Inputs and environment variables are not checked. */
function mayDiffer(reference: Reference, { source }: ServerDefinition): boolean {
  const { name, argument } = reference;
  // The source, with the plugin's folder, is part of the definition's hash.
  if (valueByFormat(reference, { source }) !== undefined) return false;
  switch (name) {
    case 'config':
    case 'userHome':
      return true;
    case 'workspaceFolder':
    case 'workspaceRoot':
    case 'workspaceFolderBasename':
    case 'workspaceRootFolderName':
    case 'cwd':
      // A folder's own server always has that folder, which is part of the definition's hash.
      return Boolean(argument) || source.folder === undefined;
    default:
      return false;
  }
}

/** A line for each variable of the file: its name, and a hash of its value unless that may change unasked. */
function describeEnvFile(
  path: string | undefined,
  definition: ServerDefinition,
  ports: ResolvingPorts,
): string | undefined {
  const text = path === undefined ? undefined : ports.readFileNow(path);
  if (text === undefined) return undefined;
  return [...parseEnvFile(text)]
    .map(([name, value]) => (isRotating(name) ? name : `${name}=${hashed(value, definition, ports)}`))
    .sort()
    .join('\n');
}

/** Differs between definitions, so that equal secrets do not look equal. */
function hashed(value: string, { hash }: ServerDefinition, { sha256 }: ResolvingPorts): string {
  return HASHED + sha256(`${hash}\n${value}`);
}
