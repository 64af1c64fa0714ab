import * as l10n from '@vscode/l10n';
import { window } from 'vscode';
import { factLine, listed } from '../../core/base/format';
import { legible } from '../../core/base/legible';
import { words } from '../../core/base/untrusted';
import { describeSkillFiles } from '../../core/describe/skillFacts';
import { skillFolder } from '../../core/resource/skill';
import type { PickedResource } from '../../core/context/contextSet';
import type { HeldSkill } from '../../core/skills/skills';
import type { ChosenRows } from '../base/commandMap';
import { commands as ids } from '../base/ids';
import { plainText } from '../base/plainText';
import { offer, showInformation, showWarning } from '../base/tell';
import type { CommandOf, Commands } from '../commands/registerCommands';
import { pickedAt, resourcesOf, type Lookup } from '../content/commandArguments';
import type { SkillsNeeds } from './open';

interface Needs extends Lookup {
  readonly base: Pick<SkillsNeeds['base'], 'log'>;
  readonly look: Pick<SkillsNeeds['look'], 'wake'>;
  readonly core: Pick<SkillsNeeds['core'], 'catalog' | 'connections' | 'skills' | 'skillPermissions'>;
  /** Opens the skill's `SKILL.md`. */
  readonly open: (resource: PickedResource) => Promise<void>;
}

/** Characters of a description. */
const longest = 600;

export function skillCommands(needs: Needs): Commands<CommandOf<'skills'>> {
  return {
    [ids.allowSkill]: async (chosen) => {
      const skill = await skillOf(chosen, needs);
      if (skill) await allowSkill(skill, needs);
    },
  };
}

/** The skill of a row; without one, the user chooses. */
async function skillOf({ targets }: ChosenRows, needs: Needs): Promise<HeldSkill | undefined> {
  const { skills, skillPermissions, connections } = needs.core;
  const given = resourcesOf(targets, needs);
  if (given.length > 0) return given.map((resource) => skills.get(resource)).find((skill) => skill !== undefined);
  needs.look.wake();
  const all = skills.serverIds.flatMap((serverId) => skills.of(serverId));
  const items = all
    .filter(({ problem }) => problem === undefined)
    .map((skill) => {
      const isAllowed = skillPermissions.stateOf(skill) === 'allowed';
      const facts = [connections.nameOf(skill.serverId), isAllowed ? l10n.t('allowed') : undefined];
      const detail = plainText(words(skill.description, longest) ?? '');
      return { label: plainText(legible(skill.name)), description: plainText(factLine(facts)), detail, skill };
    });
  if (items.length === 0) void showInformation(l10n.t('Your MCP servers list no skills.'));
  const options = { title: l10n.t('Select a Skill to Allow'), matchOnDescription: true, matchOnDetail: true };
  return items.length === 0 ? undefined : (await window.showQuickPick(items, options))?.skill;
}

/** Asks whether models may load a skill, after saying what that means. */
async function allowSkill(skill: HeldSkill, needs: Needs): Promise<void> {
  const { skillPermissions, connections } = needs.core;
  const names = [legible(skill.name), connections.nameOf(skill.serverId)] as const;
  if (skillPermissions.stateOf(skill) === 'allowed') {
    const known = l10n.t('Models may load the skill “{0}” of “{1}”. To end that, use “Manage Permissions…”.', ...names);
    return void (await showInformation(known));
  }
  const [allow, look] = [l10n.t('Allow'), l10n.t('Look First')];
  const canAllow = skill.problem === undefined && skill.files !== 'dynamic';
  const message = canAllow
    ? l10n.t('Allow models to load the skill “{0}” of the MCP server “{1}”?', ...names)
    : l10n.t('The skill “{0}” of the MCP server “{1}” can’t be allowed', ...names);
  const detail = canAllow ? aboutAllowing(skill, needs) : whyNot(skill);
  const answer = await showWarning(message, { modal: true, detail }, ...(canAllow ? [allow] : []), look);
  if (answer === allow) await skillPermissions.allow(skill);
  if (answer !== look) return;
  await needs.open(pickedAt(skill, needs));
  const again = {
    title: l10n.t('Allow This Skill…'),
    run: () => allowSkill(needs.core.skills.get(skill) ?? skill, needs),
  };
  if (canAllow)
    await offer(
      showInformation,
      l10n.t('Read what “{0}” of “{1}” tells models to do.', ...names),
      [again],
      needs.base.log,
    );
}

function whyNot({ problem }: HeldSkill): string {
  return (
    problem ??
    l10n.t(
      'Its files may differ with each read, so nobody can tell whether they’re still what you allowed. You’re asked each time a model wants to load it.',
    )
  );
}

function aboutAllowing(skill: HeldSkill, { core }: Needs): string {
  const { uri, frontmatter } = skill;
  const permission = core.skillPermissions.stateOf(skill);
  const nested = core.skills
    .of(skill.serverId)
    .filter((one) => one.uri !== uri && one.uri.startsWith(skillFolder(skill)));
  const tools = frontmatter['allowed-tools'];
  return [
    ...(typeof permission === 'object'
      ? [l10n.t('You allowed this skill before, but it has changed since.'), ...permission.changed, '']
      : []),
    l10n.t('The server says: “{0}”', words(skill.description, longest) ?? ''),
    factLine([legible(uri), describeSkillFiles(skill)]),
    tools !== undefined &&
      l10n.t('It asks for these tools, which has no effect: {0}', legible(JSON.stringify(tools).slice(0, longest))),
    '',
    l10n.t(
      'Models may then read its files without asking, as instructions that the server wrote, not you. This extension runs nothing of a skill. But an agent may do what it says, with the tools it has: only the chat can ask you about those.',
    ),
    nested.length > 0 &&
      l10n.t(
        'Skills in its folder need their own permission: {0}.',
        listed(nested.map(({ name }) => `“${legible(name)}”`)),
      ),
    l10n.t('This applies to this workspace, until any of its files changes or you remove it in “Manage Permissions…”.'),
  ]
    .filter((line) => line !== false)
    .join('\n');
}
