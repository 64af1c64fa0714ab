import * as l10n from '@vscode/l10n';
import { HumanError } from '../../base/errors';
import { misconfigured } from './misconfigured';
import type { InputDefinition } from '../configuration';
import type { ServerDefinition } from '../serverDefinition';
import type { FilePorts } from './kind';
import { launchKindOf, type Launch } from './kinds';
import { isNested, mapTexts, referencesIn, substitute, type Reference } from './variableReferences';
import { newBudget, valueByFormat, variableValue } from './variables';

export interface LaunchPorts extends FilePorts {
  /**
   * Asks the user for the value of an input, or returns a saved one; `undefined` when the user cancels. Everything that runs a command of
   * VS Code comes here too, as an input of kind `command`: this decides if it may. `${command:x}` has the id `command:x`.
   */
  askInput(input: InputDefinition, definition: ServerDefinition): Promise<string | undefined>;
}

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
  return launchKindOf(launch).resolve(launch, definition.launch, definition, ports);
}

/** The input to ask for; `undefined` for a variable that needs no question. */
function inputOf(reference: Reference, place: string, definition: ServerDefinition): InputDefinition | undefined {
  const { name, argument, text } = reference;
  if (!argument || isNested(reference) || valueByFormat(reference, definition) !== undefined) return undefined;
  if (name === 'command') return { kind: 'command', id: `command:${argument}`, command: argument, args: undefined };
  if (name !== 'input') return undefined;
  const input = definition.inputs.find(({ id }) => id === argument);
  if (input) return input;
  throw misconfigured(
    l10n.t(
      'The server “{0}” in {1} uses {2} in “{3}”, but “inputs” has no valid entry with that ID. Add one, or correct the ID.',
      definition.name,
      definition.source.label,
      text,
      place,
    ),
  );
}
