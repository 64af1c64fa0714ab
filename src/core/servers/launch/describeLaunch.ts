import * as l10n from '@vscode/l10n';
import { joined } from '../../base/format';
import { legible } from '../../base/legible';
import {
  hidden,
  quoted,
  shownWord,
  usedPath,
  usedWord,
  type Hiding,
  type ShownPorts,
  type ShownWith,
} from './launchWords';
import { outsideLinks } from './outsideLinks';
import { parseEnvFile } from './parseEnvFile';
import { choosesCode, envFilePath } from './resolvedParts';
import type { InputDefinition, LaunchDefinition, ServerDefinition } from '../serverDefinition';
import { isUnencrypted } from '../unencrypted';
import { isNested, referencesOf } from './variableReferences';
import { newBudget, valueByFormat } from './variables';

/** Width of a line of {@link launchText}, in characters, for an editor between the side bar and the chat. What is longer goes on in the next line. */
const lineWidth = 52;
const indent = '    ';

/** What is shown of a launch. */
export interface LaunchView {
  /** Sources of the variables, to show what they resolve to. */
  readonly ports?: ShownPorts | undefined;
  /** By default `byPlace`. */
  readonly hiding?: Hiding;
}

/** The launch on one line as written: variables stay names, so that no secret is shown. */
export function describeLaunch(launch: LaunchDefinition): string {
  if (launch.kind === 'http') return launch.url;
  return [launch.command, ...launch.args].map((part) => (/\s/u.test(part) ? `"${part}"` : part)).join(' ');
}

/**
 * Everything that decides what runs, one line each, as words: the command with its arguments or the address, then all that it gets. Quoted
 * as in a shell and legible, whatever the definition contains.
 */
export function launchLines(definition: ServerDefinition, view: LaunchView = {}): readonly (readonly string[])[] {
  const { launch } = definition;
  const shown: ShownWith = { definition, ports: view.ports, hiding: view.hiding ?? 'byPlace', budget: newBudget() };
  const lines = launch.kind === 'stdio' ? processLines(launch, shown) : requestLines(launch, shown);
  const commands = commandLines(definition).map((command) => l10n.t('runs the VS Code command {0}', command));
  const inputs = definition.inputs.flatMap((input) => inputLines(input, shown));
  return [...lines, ...[...commands, ...inputs, ...linkLines(shown)].map((line) => [line])];
}

/** {@link launchLines} on one line. */
export function describeForConsent(definition: ServerDefinition, view?: LaunchView): string {
  return launchLines(definition, view)
    .map((words) => words.join(' '))
    .join(' · ');
}

/** {@link launchLines} as a text to read: a line for each argument, none of them long. */
export function launchText(definition: ServerDefinition, view?: LaunchView): string {
  const { name, source, launch } = definition;
  const title =
    launch.kind === 'stdio'
      ? l10n.t('The MCP server “{0}” in {1} runs:', legible(name), legible(source.label))
      : l10n.t('The MCP server “{0}” in {1} connects to:', legible(name), legible(source.label));
  const lines = launchLines(definition, view).flatMap(([first = '', ...words]) => [
    ...broken(first, ''),
    ...words.flatMap((word) => broken(word, indent)),
  ]);
  return [title, '', ...lines, ''].join('\n');
}

/** A {@link launchText} on one line, without its title. */
export function lineOfText(text: string): string {
  const [, , ...lines] = text.split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** True where {@link describeForConsent} hides a value. */
export function hidesSecrets(definition: ServerDefinition, ports?: ShownPorts): boolean {
  return describeForConsent(definition, { ports }) !== describeForConsent(definition, { ports, hiding: 'none' });
}

function processLines(launch: Extract<LaunchDefinition, { kind: 'stdio' }>, shown: ShownWith): string[][] {
  const { command, args, cwd, env, envFile } = launch;
  const word = (text: string, place: string): string => shownWord(text, place, shown, usedWord(shown));
  const path = (text: string, place: string): string => shownWord(text, place, shown, usedPath(shown));
  return [
    [word(command, 'command'), ...args.map((argument) => word(argument, 'args'))],
    ...(cwd ? [[l10n.t('in the folder {0}', path(cwd, 'cwd'))]] : []),
    ...Object.entries(env).map(([name, value]) => [
      value === null
        ? l10n.t('removes the variable {0}', quoted(name))
        : l10n.t('sets the variable {0}', `${quoted(name)}=${shownWord(value, `env.${name}`, shown)}`),
    ]),
    ...(envFile ? [[l10n.t('reads the file {0}', path(envFile, 'envFile'))], ...fileLines(envFile, shown)] : []),
  ];
}

/** The variables of an environment file: the names, and the values of those that choose code. */
function fileLines(envFile: string, shown: ShownWith): string[][] {
  const { definition, ports, hiding } = shown;
  const path = ports && envFilePath(envFile, definition, ports);
  const variables = [...parseEnvFile((path === undefined ? undefined : ports?.readFileNow?.(path)) ?? '')];
  const names = variables.filter(([name]) => !choosesCode(name)).map(([name]) => quoted(name));
  return [
    ...variables
      .filter(([name]) => choosesCode(name))
      .map(([name, value]) => [
        l10n.t('sets {0} from this file', `${quoted(name)}=${hiding === 'byName' ? hidden : quoted(value)}`),
      ]),
    ...(names.length > 0 ? [[l10n.t('sets {0} from this file', joined(names))]] : []),
  ];
}

/** Values that the user is offered, and one that they entered before: it goes to any server of the file that names it. */
function inputLines(input: InputDefinition, { definition, ports, hiding }: ShownWith): string[] {
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
    ...(hiding !== 'byName' && ports?.hasSaved?.(input, definition) === true
      ? [l10n.t('gets the value saved for {0}', name)]
      : []),
  ];
}

function linkLines({ definition, ports }: ShownWith): string[] {
  if (!ports) return [];
  const envFile = definition.launch.kind === 'stdio' ? definition.launch.envFile : undefined;
  const links = outsideLinks(definition, envFile && envFilePath(envFile, definition, ports), ports);
  return [...links].map(([file, target]) =>
    l10n.t('{0} is a link to {1}, outside the workspace', quoted(file), quoted(target)),
  );
}

function requestLines(launch: Extract<LaunchDefinition, { kind: 'http' }>, shown: ShownWith): string[][] {
  const headers = Object.entries(launch.headers);
  const { clientId, clientSecret } = launch.oauth ?? {};
  return [
    [shownWord(launch.url, 'url', shown)],
    ...headers.map(([name, value]) => [
      l10n.t('sends the header {0}', `${quoted(name)}: ${shownWord(value, `headers.${name}`, shown)}`),
    ]),
    ...(headers.length > 0 && isUnencrypted(launch.url) ? [[l10n.t('sends these headers unencrypted')]] : []),
    ...(clientId === undefined
      ? []
      : [[l10n.t('signs in with the client ID {0}', shownWord(clientId, 'oauth.clientId', shown))]]),
    ...(clientSecret === undefined
      ? []
      : [[l10n.t('signs in with the client secret {0}', shownWord(clientSecret, 'oauth.clientSecret', shown))]]),
  ];
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

function broken(line: string, start: string): string[] {
  const characters = Array.from(line);
  const width = lineWidth - start.length;
  const count = Math.max(1, Math.ceil(characters.length / width));
  return Array.from({ length: count }, (_, index) => {
    const part = characters.slice(index * width, (index + 1) * width).join('');
    return `${start}${index === 0 ? '' : indent}${part}`;
  });
}
