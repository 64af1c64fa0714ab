import * as l10n from '@vscode/l10n';
import { joined } from '../../../src/core/base/format';
import { HumanError } from '../../../src/core/base/errors';
import { showable } from '../../../src/core/base/showable';
import type { Consent } from '../../../src/core/permission/consent';
import { noSandbox } from '../../../src/core/permission/checkStart';
import { describeSources, withCopies, type ServerDefinition } from '../../../src/core/configuration/serverDefinition';
import { allowCommand, findNamed, type Ask, type NamedServers } from './allowCommand';
import { readConfiguration } from './configuration';
import type { UserEnvironment } from '../../../src/node/files/userDirectories';
import type { RootFolder } from './folders';
import { storedConsent } from './storedConsent';

/**
 * Allows servers of a folder. Returns the lines for the user, which say what was allowed.
 *
 * @param words names, each with the hash of what was shown; for a name without it, the user is shown what would run and asked
 * @param ask `undefined` if nobody can be asked: then a name without its hash is refused
 */
export async function allow(
  root: RootFolder,
  words: readonly string[],
  user: UserEnvironment,
  ask: Ask | undefined,
): Promise<string[]> {
  const { definitions } = await readConfiguration([root], user);
  const consent = storedConsent(user, () => [root]);
  const resolved = new Map(withCopies(definitions).map((definition) => [definition.hash, consent.resolve(definition)]));
  const chosen = new Set<ServerDefinition>();
  for (const word of words) {
    const named = findNamed(word, definitions, ({ hash }) => resolved.get(hash) ?? {});
    if (named.all.length === 0) throw noSuchServer(root, named.name, definitions);
    if (!named.shown && !ask) throw notShown(named, consent);
    for (const definition of named.shown ? [named.shown] : named.all)
      if (definition === named.shown || (await ask?.(line(definition, consent))) === true) chosen.add(definition);
  }
  if (chosen.size === 0) return [l10n.t('No servers were allowed to start.')];
  await consent.allow([...chosen], resolved);
  return [...chosen].map((definition) => l10n.t('Allowed: {0}', line(definition, consent)));
}

/** @param names of servers: every server with one of them, as two files may have one each */
export async function deny(root: RootFolder, names: readonly string[], user: UserEnvironment): Promise<string[]> {
  const { definitions } = await readConfiguration([root], user);
  const missing = names.find((name) => !definitions.some((definition) => definition.name === name));
  if (missing !== undefined) throw noSuchServer(root, missing, definitions);
  const chosen = definitions.filter(({ name }) => names.includes(name));
  const consent = storedConsent(user, () => [root]);
  await consent.decline(chosen);
  return chosen.map((definition) => l10n.t('Not allowed to start: {0}', line(definition, consent)));
}

/** The configured servers, with the user's answers about them, and the problems of the configuration. */
export async function list(root: RootFolder, user: UserEnvironment): Promise<string[]> {
  const { definitions, problems } = await readConfiguration([root], user);
  const consent = storedConsent(user, () => [root]);
  const lines = definitions.flatMap((definition) => {
    const refusal = noSandbox(definition);
    return [
      line(definition, consent),
      `    ${answerIn(definition, consent)}`,
      ...(refusal ? [`    ${refusal.message}`] : []),
    ];
  });
  if (definitions.length === 0) lines.push(noServer(root));
  return [...lines, ...problems.map(({ message }) => l10n.t('Problem: {0}', message))].map((text) =>
    showable(text, ' '),
  );
}

function noSuchServer(root: RootFolder, missing: string, definitions: readonly ServerDefinition[]): HumanError {
  const knownNames = joined([...new Set(definitions.map(({ name }) => name))]);
  return new HumanError(
    'configuration',
    knownNames === ''
      ? noServer(root)
      : l10n.t('Unknown server “{0}”. Configured servers: {1}.', showable(missing, ' '), showable(knownNames, ' ')),
  );
}

/** Nothing is allowed that was not shown: these lines show it, each with the command that allows it. */
function notShown({ name, all, hasHash }: NamedServers, consent: Consent): HumanError {
  const reason = hasHash
    ? l10n.t('No servers were allowed: “{0}” has changed since you reviewed it. Review it again:', showable(name, ' '))
    : l10n.t('No servers were allowed to start. Review “{0}” first:', showable(name, ' '));
  const lines = all.flatMap((definition) => [
    line(definition, consent),
    `    ${l10n.t('To allow it, run: {0}', allowCommand(definition, consent.resolve(definition)))}`,
  ]);
  return new HumanError('notAllowed', [reason, ...lines].join('\n'));
}

function noServer({ path }: RootFolder): string {
  return l10n.t(
    'No MCP servers are configured in {0}, in GitHub Copilot’s configuration, or in an agent plugin.',
    path,
  );
}

function line(definition: ServerDefinition, consent: Consent): string {
  return showable(`${definition.name} (${describeSources(definition)}): ${consent.describe(definition)}`, ' ');
}

function answerIn(definition: ServerDefinition, consent: Consent): string {
  switch (consent.state(definition)) {
    case 'agreed':
      return l10n.t('allowed');
    case 'declined':
      return l10n.t('not allowed');
    case 'unknown':
      return l10n.t('needs your permission');
  }
}
