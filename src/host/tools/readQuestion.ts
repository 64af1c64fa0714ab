import * as l10n from '@vscode/l10n';
import { MarkdownString } from 'vscode';
import { joined } from '../../core/base/format';
import { legible } from '../../core/base/legible';
import { codeSpan, literalMarkdown } from '../../core/base/markdown';
import type { Connections } from '../../core/connection/connections';
import { changesOf } from '../../core/describe/skillFacts';
import type { HeldSkill } from '../../core/skills/skills';
import type { SkillUse } from '../../core/tools/skillUse';
import type { Target, Unplaced } from '../../core/tools/target';
import type { ToolError } from '../../core/tools/toolError';
import { shown } from './toolRun';

export type Names = Pick<Connections, 'nameOf'>;

export function isTarget(lookup: Target | Unplaced | ToolError): lookup is Target {
  return 'connection' in lookup;
}

/** The servers that a question names. */
export function serversOf(lookup: Target | Unplaced): Unplaced['servers'] {
  return isTarget(lookup) ? [lookup.connection] : lookup.servers;
}

export function describeReading(lookup: Target | Unplaced, connections: Names, use: SkillUse | undefined): string {
  if (!isTarget(lookup)) return l10n.t('Reading {0}', shown(lookup.uri));
  const { title, uri, connection } = lookup;
  const server = shown(connections.nameOf(connection.definition.id));
  return use?.isLoad === true
    ? l10n.t('Loading the skill “{0}” from “{1}”', shown(use.skill.name), server)
    : l10n.t('Reading “{0}” from “{1}”', shown(title ?? uri), server);
}

/** Everything in it may be a server's or a model's text: none of it is markup, and all of the URI can be seen. */
export function question(
  lookup: Target | Unplaced,
  connections: Names,
  isFolder: boolean,
  aboutSkills: string | undefined,
): MarkdownString {
  const message = new MarkdownString();
  message.appendMarkdown(literalMarkdown(describeWish(lookup, connections, isFolder)));
  // A block would not wrap, and hide the end of a long URI.
  message.appendMarkdown(`\n\n${codeSpan(legible(lookup.uri))}\n\n`);
  if (aboutSkills !== undefined) message.appendMarkdown(`${literalMarkdown(aboutSkills)}\n\n`);
  const aboutSession =
    aboutSkills === undefined
      ? l10n.t(
          '“Allow in this Session” allows all resources of all servers, in new sessions too. You’re being asked because you didn’t add the resource to the context yourself. To let models read all resources that a server lists, choose “Let Models Read Without Asking” in the Servers view.',
        )
      : l10n.t(
          '“Allow in this Session” allows all resources and skills of all servers, in new sessions too. “Let Models Read Without Asking” doesn’t cover this read.',
        );
  message.appendMarkdown(literalMarkdown(aboutSession));
  return message;
}

function describeWish(lookup: Target | Unplaced, connections: Names, isFolder: boolean): string {
  const names = serversOf(lookup).map(({ definition }) => shown(connections.nameOf(definition.id)));
  const [server = ''] = names;
  if (names.length > 1)
    return l10n.t(
      'The model wants to read this resource. To find it, these MCP servers must connect first: {0}.',
      joined(names.map((name) => `“${name}”`)),
    );
  if (isFolder) return l10n.t('The model wants to list this folder on the MCP server “{0}”:', server);
  if (isTarget(lookup) && lookup.title !== undefined)
    return l10n.t('The model wants to read “{0}” from the MCP server “{1}”:', shown(lookup.title), server);
  return l10n.t('The model wants to read this resource from the MCP server “{0}”:', server);
}

/**
 * Says that a read is of a server's skill, and which other servers' skills may be behind it.
 *
 * @param use the skill that is read
 * @param loaded skills of other servers that models loaded in this window
 */
export function describeSkills(
  use: SkillUse | undefined,
  loaded: readonly HeldSkill[],
  connections: Names,
): string | undefined {
  const named = ({ name, serverId }: HeldSkill): string =>
    l10n.t('“{0}” of the server “{1}”', shown(name), shown(connections.nameOf(serverId)));
  const sentences = [
    use && l10n.t('It belongs to the skill {0}: instructions for models, which the server wrote.', named(use.skill)),
    ...(use ? aboutPermission(use) : []),
    loaded.length > 0 &&
      l10n.t(
        'Models loaded skills of other servers in this window, which may ask for this: {0}.',
        joined(loaded.map(named)),
      ),
  ];
  return sentences.filter(Boolean).join(' ') || undefined;
}

function aboutPermission({ skill, permission, isAllowed }: SkillUse): readonly string[] {
  if (isAllowed) return [l10n.t('You allowed this skill.')];
  if (skill.files === 'dynamic')
    return [
      l10n.t(
        'It can’t be verified, as it may differ with each read. You’re asked each time, and allow it for this time only.',
      ),
    ];
  const choose = l10n.t('To let models load the skill, choose “Allow This Skill…” in the Resources view.');
  if (typeof permission === 'object') return [...changesOf(permission), choose];
  return [l10n.t('You haven’t allowed this skill, so the model gets it as plain text.'), choose];
}
