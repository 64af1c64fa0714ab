import * as l10n from '@vscode/l10n';
import { HumanError } from '../base/errors';
import { isFields, toText } from '../base/values';
import type { ConfigurationProblem, InputDefinition, ServerSource } from './configuration';

interface ParsedInputs {
  /** By id. Of several with the same id the last counts, as in VS Code. */
  readonly inputs: ReadonlyMap<string, InputDefinition>;
  readonly problems: readonly ConfigurationProblem[];
}

/** Reads `inputs` of mcp.json. An invalid entry is left out and reported; the others stay. */
export function parseInputs(source: ServerSource, value: unknown): ParsedInputs {
  const inputs = new Map<string, InputDefinition>();
  const problems: ConfigurationProblem[] = [];
  const report = (message: string): void =>
    void problems.push({ source, serverName: undefined, message, line: undefined });
  if (value === undefined || value === null) return { inputs, problems };
  if (!Array.isArray(value)) {
    report(l10n.t('“inputs” in {0} must be an array. Correct the file.', source.label));
    return { inputs, problems };
  }
  for (const [index, entry] of (value as unknown[]).entries()) {
    try {
      const input = parseInput(source, entry, index);
      inputs.set(input.id, input);
    } catch (error) {
      if (!(error instanceof HumanError)) throw error;
      report(error.message);
    }
  }
  return { inputs, problems };
}

function parseInput(source: ServerSource, entry: unknown, index: number): InputDefinition {
  const fail = (message: string): never => {
    throw new HumanError('configuration', message);
  };
  const raw = isFields(entry) ? entry : {};
  const id = raw['id'];
  if (typeof id !== 'string' || id === '')
    return fail(l10n.t('The input “{0}” in {1} has no “{2}”. Add one.', `#${index + 1}`, source.label, 'id'));
  const common = { id, description: toText(raw['description']), default: toText(raw['default']) };
  switch (raw['type']) {
    case 'promptString':
      return { kind: 'promptString', ...common, isPassword: raw['password'] === true };
    case 'pickString': {
      const options = parseOptions(raw['options']);
      if (options.length > 0) return { kind: 'pickString', ...common, options };
      return fail(l10n.t('The input “{0}” in {1} has no “{2}”. Add one.', id, source.label, 'options'));
    }
    case 'command': {
      const command = raw['command'];
      if (typeof command === 'string' && command !== '') return { kind: 'command', id, command, args: raw['args'] };
      return fail(l10n.t('The input “{0}” in {1} has no “{2}”. Add one.', id, source.label, 'command'));
    }
    default:
      return fail(
        l10n.t(
          'The “type” of the input “{0}” in {1} must be “promptString”, “pickString” or “command”. Correct the type.',
          id,
          source.label,
        ),
      );
  }
}

function parseOptions(value: unknown): { label: string; value: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((option: unknown) => {
    const chosen = toText(isFields(option) ? option['value'] : option);
    if (chosen === undefined) return [];
    return [{ label: (isFields(option) ? toText(option['label']) : undefined) ?? chosen, value: chosen }];
  });
}
