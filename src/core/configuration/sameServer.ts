// When two entries of configurations are the same, in each sense that something depends on. For users it stands in docs/servers.md.
import { HumanError } from '../base/errors';
import type { Sha256 } from '../base/ports';
import type { InputDefinition, ServerSource } from './configuration';
import { isOfWorkspace } from './configurationSources';
import { launchKindOf, type LaunchDefinition, type LaunchMembers } from './launch/kinds';
import { mapTexts, referencesIn, referencesOf, substitute } from './launch/variableReferences';
import { newBudget, valueByFormat, variableValue, type VariablePorts } from './launch/variables';
import { isFields } from '../base/values';
import type { ServerDefinition } from './serverDefinition';
import { sourceFormats } from './sourceFormats';
import { isLocalAddress } from './unencrypted';

/** Id of a configured entry, however it is edited: source and name. Unambiguous, because only the last part may contain a slash. */
export function serverId(source: ServerSource, name: string): string {
  return `${source.kind}/${encodeURIComponent(source.id)}/${name}`;
}

/**
 * Hash of what the user allows: equal for the same launch from the same source, whatever the order in the file. It differs as soon as
 * anything changes that decides what runs: command, arguments, folder, environment, sandbox, address, headers, the client that signs in, and
 * what its inputs suggest, offer or run. The source counts too, so that the same text in another folder is asked about again.
 * @param inputs those that the launch names
 */
export function definitionHash(
  source: ServerSource,
  launch: LaunchDefinition,
  inputs: readonly InputDefinition[],
  sha256: Sha256,
): string {
  // The prompt for a value does not change what runs.
  const values = inputs.map((input) => ({ ...input, description: undefined, isPassword: undefined }));
  return sha256(
    canonicalJson({
      source: [source.kind, source.id, source.folder, source.format],
      // Every .code-workspace has the same source id.
      workspaceFile: source.kind === 'workspace' ? source.file : undefined,
      launch: decisive(launch),
      inputs: values.sort((a, b) => (a.id < b.id ? -1 : 1)),
    }),
  );
}

/**
 * Servers that are configured in several places, once: those of one name that do the same once their variables are resolved, in the same
 * folder. The first one counts, with its identity, inputs and permission, and has the others as `copies`. What stands in an untrusted
 * workspace is no copy of the user's, and is left out where the user has it too; with variables it stands alone, since these are not resolved.
 */
export function mergeEqual(
  definitions: readonly ServerDefinition[],
  ports: VariablePorts,
  isTrusted: boolean,
): readonly ServerDefinition[] {
  const groups = new Map<string, ServerDefinition[]>();
  for (const definition of definitions) {
    const mayResolve = isTrusted || !isOfWorkspace(definition.source) || referencesOf(definition.launch).length === 0;
    const key = mayResolve ? equalityKeyOf(definition, ports) : definition.hash;
    groups.set(key, [...(groups.get(key) ?? []), definition]);
  }
  return [...groups.values()].flatMap(([first, ...further]) => {
    if (!first) return [];
    const copies = further.filter(({ source }) => isTrusted || isOfWorkspace(first.source) || !isOfWorkspace(source));
    return copies.length === 0 ? [first] : [{ ...first, copies }];
  });
}

/** A server, and those of its copies to which a yes to it is a yes, too. */
export function coveredByYes(definition: ServerDefinition): readonly ServerDefinition[] {
  return [definition, ...(definition.copies ?? []).filter((copy) => isSameYes(definition, copy))];
}

/**
 * True if a yes to one of two equal servers is one to the other, too: that one has no variables, or both are written alike. Otherwise it
 * may run later what the user has not seen, such as with another value of an environment variable.
 */
export function isSameYes(allowed: ServerDefinition, other: ServerDefinition): boolean {
  const textOf = ({ source, launch }: ServerDefinition): string =>
    canonicalJson([sourceFormats[source.format].variables, decisive(launch)]);
  return (
    referencesOf(other.launch).every(({ reference }) => valueByFormat(reference, other) !== undefined) ||
    textOf(allowed) === textOf(other)
  );
}

/** True for a server of the user's own computer, where this runs on a remote machine: its process and its `localhost` are elsewhere. */
export function isElsewhere({ source }: Pick<ServerDefinition, 'source'>, { url }: LaunchMembers): boolean {
  return source.isElsewhere === true && (url === undefined || isLocalAddress(url));
}

/** A launch without its type: the transport that is tried first does not change what is reached. */
function decisive(launch: LaunchDefinition): object {
  return { ...launch, type: undefined };
}

/** Key that equal servers share. May hold secrets: never stored, never logged. */
function equalityKeyOf(definition: ServerDefinition, ports: VariablePorts): string {
  const { name, launch, inputs } = definition;
  const budget = newBudget();
  const resolved = mapTexts(launch, (text, place) => {
    const values = referencesIn(text).map((reference): [string, string] => {
      try {
        return [reference.text, variableValue(reference, place, definition, ports, budget)];
      } catch (error) {
        // The start says what is wrong with it; a question is asked then, too.
        if (error instanceof HumanError) return [reference.text, reference.text];
        throw error;
      }
    });
    return substitute(text, new Map(values));
  });
  const same = [name, isElsewhere(definition, resolved), inputs];
  return canonicalJson([...same, launchKindOf(resolved).identity(resolved, definition, ports)]);
}

/** JSON whose keys are sorted at every depth. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isFields(value)) return value === undefined ? 'null' : JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${entries.join(',')}}`;
}
