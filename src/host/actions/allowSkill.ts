import * as l10n from '@vscode/l10n';
import { window } from 'vscode';
import { factLine, listed } from '../../core/base/format';
import { legible } from '../../core/base/legible';
import { words } from '../../core/base/untrusted';
import type { PickedResource } from '../../core/context/contextSet';
import { changesOf, describeSkillFiles } from '../../core/describe/skillFacts';
import type { ResourceAddress } from '../../core/resource/address';
import { skillFolder, type SkillPermission } from '../../core/resource/skill';
import type { HeldSkill } from '../../core/skills/skills';
import { plainText } from '../base/plainText';
import { showInformation, showWarning } from '../base/tell';
import { pickedAt } from '../content/commandArguments';
import type { ActionsNeeds } from './openLate';

interface Needs {
  readonly core: Pick<ActionsNeeds['core'], 'catalog' | 'connections' | 'skills' | 'skillPermissions'>;
  readonly context: Pick<ActionsNeeds['context'], 'live' | 'picked'>;
}

/** Characters of a description. */
const longest = 600;

/** Asks for one of the skills that the user can allow. */
export async function pickSkill(needs: Needs): Promise<readonly PickedResource[]> {
  const { skills, skillPermissions, connections } = needs.core;
  const items = connections.all
    .flatMap(({ definition }) => skills.of(definition.id))
    .filter((skill) => whyNot(skill, needs) === undefined && skillPermissions.stateOf(skill) !== 'allowed')
    .map((skill) => ({
      label: plainText(legible(skill.name)),
      description: plainText(factLine([connections.nameOf(skill.serverId), legible(skill.uri)])),
      detail: plainText(words(skill.description, longest) ?? ''),
      skill,
    }));
  if (items.length === 0) {
    void showInformation(l10n.t('Your MCP servers list no skills that you can allow.'));
    return [];
  }
  const item = await window.showQuickPick(items, {
    title: l10n.t('Select a Skill to Allow'),
    placeHolder: l10n.t('Models may then load it, as instructions of its server'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return item ? [pickedAt(item.skill, needs)] : [];
}

/** Asks whether models may load the skill of this `SKILL.md`, after saying what that means. @param look shows it */
export async function allowSkill(file: ResourceAddress, needs: Needs, look: () => Promise<void>): Promise<void> {
  const { core } = needs;
  const skill = core.skills.get(file);
  if (!skill) return;
  const permission = core.skillPermissions.stateOf(skill);
  const names = [legible(skill.name), core.connections.nameOf(skill.serverId)] as const;
  const why = whyNot(skill, needs);
  const message =
    why === undefined
      ? l10n.t('Allow models to load the skill “{0}” of the MCP server “{1}”?', ...names)
      : l10n.t('The skill “{0}” of the MCP server “{1}” can’t be allowed', ...names);
  const [allow, lookFirst] = [l10n.t('Allow'), l10n.t('Look First')];
  // The first of them has the focus.
  const buttons = why === undefined ? [lookFirst, allow] : [lookFirst];
  const detail = why ?? aboutAllowing(skill, permission, core.skills.of(skill.serverId));
  const answer = await showWarning(message, { modal: true, detail }, ...buttons);
  if (answer === allow) await core.skillPermissions.allow(skill);
  if (answer === lookFirst) await look();
}

/** Takes back what {@link allowSkill} allowed. */
export async function stopAllowingSkills(files: readonly ResourceAddress[], { core }: Needs): Promise<void> {
  for (const { serverId, uri } of files) {
    const hash = core.connections.get(serverId)?.definition.hash;
    if (hash !== undefined) await core.skillPermissions.takeBack({ hash, uri });
  }
}

/** What keeps a skill from being allowed, in a sentence. */
function whyNot(skill: HeldSkill, { context }: Needs): string | undefined {
  const liveness = context.live.liveness(skill);
  const hasFailed = liveness.kind === 'failed' && liveness.error.reason === 'unverified';
  if (skill.files !== 'dynamic') return hasFailed ? liveness.error.message : skill.problem;
  return l10n.t(
    'Its files may differ with each read, so they can’t be verified. You’re asked each time a model wants to load it.',
  );
}

function asked(tools: unknown): string {
  const text = typeof tools === 'string' ? tools : JSON.stringify(tools);
  return legible(text.slice(0, longest));
}

/** @param all skills of its server */
function aboutAllowing(skill: HeldSkill, permission: SkillPermission, all: readonly HeldSkill[]): string {
  const nested = all.filter(({ uri }) => uri !== skill.uri && uri.startsWith(skillFolder(skill)));
  const tools = skill.frontmatter['allowed-tools'];
  const lines = [
    ...changesOf(permission),
    l10n.t('The server says: “{0}”', words(skill.description, longest) ?? ''),
    factLine([legible(skill.uri), describeSkillFiles(skill)]),
    tools !== undefined && l10n.t('It wants these tools to be allowed, which has no effect here: {0}', asked(tools)),
    l10n.t(
      'Models may then read its files without asking, as instructions that the server wrote, not you. This extension runs nothing of a skill. But a model may do what it says, with the tools it has: only the chat can ask you about those.',
    ),
    nested.length > 0 &&
      l10n.t(
        'Skills in its folder need their own permission: {0}.',
        listed(nested.map(({ name }) => `“${legible(name)}”`)),
      ),
    l10n.t('This applies to this workspace, until any of its files changes or you choose “Stop Allowing This Skill”.'),
  ];
  return lines.filter((line) => line !== false).join('\n\n');
}
