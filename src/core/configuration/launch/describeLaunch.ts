import * as l10n from '@vscode/l10n';
import { joined } from '../../base/format';
import { legible } from '../../base/legible';
import { words } from '../../base/untrusted';
import type { InputDefinition } from '../configuration';
import type { ServerDefinition } from '../serverDefinition';
import { envFilePath } from './envFilePath';
import { launchKindOf, type LaunchMembers } from './kinds';
import { hidden, quoted, type Hiding, type ShownPorts, type ShownWith } from './launchWords';
import { outsideLinks } from './outsideLinks';
import { isNested, referencesOf } from './variableReferences';
import { newBudget, valueByFormat } from './variables';

/** Between lines that stand on one. */
const separator = ' · ';

/** Options for showing a launch. */
export interface LaunchView {
  /** Sources of the variables, to show what they resolve to. */
  readonly ports?: ShownPorts | undefined;
  /** By default `byPlace`. */
  readonly hiding?: Hiding;
}

/**
 * Everything that decides what runs, one line each, as words: the command with its arguments or the address, then all that it gets. Quoted
 * as in a shell and legible, whatever the definition contains.
 */
function launchLines(definition: ServerDefinition, view: LaunchView = {}): readonly string[] {
  const { launch } = definition;
  const { ports, hiding = 'byPlace' } = view;
  const shown: ShownWith = { server: definition, ports, hiding, budget: newBudget() };
  const lines = launchKindOf(launch).lines(launch, shown);
  const commands = commandLines(definition).map((command) => l10n.t('runs the VS Code command {0}', command));
  const inputs = definition.inputs.flatMap((input) => inputLines(input, shown));
  return [...lines, ...commands, ...inputs, ...linkLines(definition, ports)];
}

/** {@link launchLines} on one line. */
export function describeForConsent(definition: ServerDefinition, view?: LaunchView): string {
  return launchLines(definition, view).join(separator);
}

/** Maximum length of the name above what its server runs, in UTF-16 code units: a longer name could pass for a command. */
const longestName = 60;

/** {@link launchLines} as a text to read, below a title. The editor wraps long lines: a break added here would look like part of the command. */
export function launchText(definition: ServerDefinition, view?: LaunchView): string {
  const { name, source, launch } = definition;
  const title = launchKindOf(launch).words.heading(words(legible(name), longestName) ?? '', legible(source.label));
  return [title, ...launchLines(definition, view)].join('\n');
}

/** A {@link launchText} on one line, without its title: what {@link describeForConsent} returned. */
export function lineOfText(text: string): string {
  return text.split('\n').slice(1).join(separator);
}

/** True if {@link describeForConsent} hides a value. */
export function hidesSecrets(definition: ServerDefinition, ports?: ShownPorts): boolean {
  return describeForConsent(definition, { ports }) !== describeForConsent(definition, { ports, hiding: 'none' });
}

/** Values that the user is offered, and one that they entered before: it goes to any server of the file that names it. */
function inputLines(input: InputDefinition, { server, ports, hiding }: ShownWith): string[] {
  if (input.kind === 'command') return [];
  const name = quoted(`\${input:${input.id}}`);
  const options = input.kind === 'pickString' ? input.options : [];
  const choices = options.map(({ label, value }) =>
    label === value ? quoted(value) : `${quoted(value)} (${quoted(label)})`,
  );
  const isHidden = hiding === 'byName' && input.kind === 'promptString' && input.isPassword;
  return [
    ...(choices.length > 0 ? [l10n.t('options for {0}: {1}', name, joined(choices))] : []),
    ...(input.default === undefined
      ? []
      : [l10n.t('default for {0}: {1}', name, isHidden ? hidden : quoted(input.default))]),
    ...(hiding !== 'byName' && ports?.hasSaved?.(input, server) === true
      ? [l10n.t('gets the value saved for {0}', name)]
      : []),
  ];
}

function linkLines(definition: ServerDefinition, ports: ShownPorts | undefined): string[] {
  if (!ports) return [];
  const { envFile }: LaunchMembers = definition.launch;
  const links = outsideLinks(definition, envFile && envFilePath(envFile, definition, ports), ports);
  return [...links].map(([file, target]) =>
    l10n.t('{0} is a link to {1}, outside the workspace', quoted(file), quoted(target)),
  );
}

/** VS Code commands that run before the server starts, with their arguments: those of inputs, and those in a text, as `${command:…}`. */
function commandLines(definition: ServerDefinition): readonly string[] {
  const { launch, inputs } = definition;
  const fromInputs = inputs.flatMap((input) =>
    input.kind === 'command'
      ? [
          input.args === undefined
            ? quoted(input.command)
            : `${quoted(input.command)} ${quoted(JSON.stringify(input.args))}`,
        ]
      : [],
  );
  const fromReferences = referencesOf(launch).flatMap(({ reference }) =>
    reference.name === 'command' &&
    reference.argument &&
    !isNested(reference) &&
    valueByFormat(reference, definition) === undefined
      ? quoted(reference.argument)
      : [],
  );
  return [...new Set([...fromInputs, ...fromReferences])];
}
