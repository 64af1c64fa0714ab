import * as l10n from '@vscode/l10n';
import { HumanError } from '../../core/base/errors';
import { showable } from '../../core/base/showable';
import { Consent } from '../../core/servers/consent';
import { describeForConsent } from '../../core/servers/describeLaunch';
import { noSandbox } from '../../core/servers/noSandbox';
import type { ServerDefinition } from '../../core/servers/serverDefinition';
import { readConfiguration } from './configuration';
import { consentPath, type RootFolder, type UserPlace } from './folders';
import { JsonFile } from './jsonFile';

/** Allows servers of a folder, by their names. Returns the lines for the user, which say what was allowed. */
export async function allow(root: RootFolder, names: readonly string[], user: UserPlace): Promise<string[]> {
  const chosen = await chooseServers(root, names);
  await consentOf(user).agree(chosen);
  return chosen.map((definition) => l10n.t('Agreed to: {0}', line(definition)));
}

export async function deny(root: RootFolder, names: readonly string[], user: UserPlace): Promise<string[]> {
  const chosen = await chooseServers(root, names);
  await consentOf(user).decline(chosen);
  return chosen.map((definition) => l10n.t('Not to be started: {0}', line(definition)));
}

/** @param names all servers of the folder when empty */
export async function forget(root: RootFolder, names: readonly string[], user: UserPlace): Promise<string[]> {
  const chosen = names.length > 0 ? await chooseServers(root, names) : (await readConfiguration([root])).definitions;
  if (chosen.length === 0) return [noServer(root)];
  await consentOf(user).forget(chosen);
  return chosen.map((definition) => l10n.t('Forgotten what you said about: {0}', line(definition)));
}

/** The configured servers, with the user's answers about them, and the problems of the configuration. */
export async function list(root: RootFolder, user: UserPlace): Promise<string[]> {
  const { definitions, problems } = await readConfiguration([root]);
  const consent = consentOf(user);
  const lines = definitions.flatMap((definition) => {
    const refusal = noSandbox(definition);
    return [line(definition), `    ${answerOf(definition, consent)}`, ...(refusal ? [`    ${refusal.message}`] : [])];
  });
  if (definitions.length === 0) lines.push(noServer(root));
  return [...lines, ...problems.map(({ message }) => l10n.t('Problem: {0}', message))].map((text) =>
    showable(text, ' '),
  );
}

function consentOf(user: UserPlace): Consent {
  return new Consent(new JsonFile(consentPath(user)));
}

/** Every server with one of these names: two files may have one each. */
async function chooseServers(root: RootFolder, names: readonly string[]): Promise<readonly ServerDefinition[]> {
  const { definitions } = await readConfiguration([root]);
  const missing = names.find((name) => !definitions.some((definition) => definition.name === name));
  if (missing === undefined) return definitions.filter(({ name }) => names.includes(name));
  const knownNames = [...new Set(definitions.map(({ name }) => name))].join(', ');
  throw new HumanError(
    'configuration',
    knownNames === ''
      ? noServer(root)
      : l10n.t(
          'There is no server “{0}” in {1}. There are: {2}',
          showable(missing, ' '),
          root.path,
          showable(knownNames, ' '),
        ),
  );
}

function noServer({ path }: RootFolder): string {
  return l10n.t('No server is configured in .vscode/mcp.json or .mcp.json of {0}.', path);
}

function line(definition: ServerDefinition): string {
  const { name, source } = definition;
  return showable(`${name} (${source.label}): ${describeForConsent(definition)}`, ' ');
}

function answerOf(definition: ServerDefinition, consent: Consent): string {
  switch (consent.state(definition)) {
    case 'agreed':
      return l10n.t('You agreed to it.');
    case 'declined':
      return l10n.t('You chose not to start it.');
    case 'unknown':
      return l10n.t('It waits for your agreement.');
  }
}
