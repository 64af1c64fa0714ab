import { HumanError } from '../base/errors';
import { isOfWorkspace } from './configurationSources';
import { canonicalJson } from './definitionHash';
import { isElsewhere } from './elsewhere';
import { kindOf } from './launch/kinds';
import { mapTexts, referencesIn, referencesOf, substitute } from './launch/variableReferences';
import { newBudget, valueByFormat, variableValue, type VariablePorts } from './launch/variables';
import type { ServerDefinition } from './serverDefinition';
import { sourceFormats } from './sourceFormats';

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
    const key = mayResolve ? keyOf(definition, ports) : definition.hash;
    groups.set(key, [...(groups.get(key) ?? []), definition]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const copies = others.filter(({ source }) => isTrusted || isOfWorkspace(first.source) || !isOfWorkspace(source));
    return copies.length === 0 ? [first] : [{ ...first, copies }];
  });
}

/**
 * True where a yes to one of two equal servers is one to the other, too: that one has no variables, or both are written alike. Otherwise it
 * may run later what the user has not seen, such as with another value of an environment variable.
 */
export function isSameYes(allowed: ServerDefinition, other: ServerDefinition): boolean {
  const variablesOf = ({ source }: ServerDefinition): string => sourceFormats[source.format].variables;
  return (
    referencesOf(other.launch).every(({ reference }) => valueByFormat(reference, other) !== undefined) ||
    (variablesOf(allowed) === variablesOf(other) && canonicalJson(allowed.launch) === canonicalJson(other.launch))
  );
}

/** The same for servers that are the same. May hold secrets: never stored, never logged. */
function keyOf(definition: ServerDefinition, ports: VariablePorts): string {
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
  return canonicalJson([...same, kindOf(resolved).identity(resolved, definition, ports)]);
}
