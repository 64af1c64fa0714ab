import * as l10n from '@vscode/l10n';
import { window } from 'vscode';
import { factLine, listed } from '../../core/base/format';
import { legible } from '../../core/base/legible';
import { words } from '../../core/base/untrusted';
import type { PickedResource } from '../../core/context/contextSet';
import { describeSkillFiles } from '../../core/describe/skillFacts';
import { skillFolder } from '../../core/resource/skill';
import type { HeldSkill } from '../../core/skills/skills';
import { plainText } from '../base/plainText';
import { showInformation, showWarning } from '../base/tell';
import { pickedAt, type Lookup } from '../content/commandArguments';
import type { ActionsNeeds } from './openLate';

interface Needs extends Pick<Lookup, 'context'> {
  readonly core: Pick<ActionsNeeds['core'], 'catalog' | 'connections' | 'skills' | 'skillPermissions'>;
}

/** Characters of a description. */
const longest = 600;

/** Asks for a skill. Those that cannot be used are left out. */
export async function pickSkill(needs: Needs): Promise<readonly PickedResource[]> {
  const { skills, skillPermissions, connections } = needs.core;
  const usable = connections.all
    .flatMap(({ definition }) => skills.of(definition.id))
    .filter(({ problem }) => problem === undefined);
  const items = usable.map((skill) => {
    const state = skillPermissions.stateOf(skill) === 'allowed' ? l10n.t('allowed') : '';
    const description = plainText(factLine([connections.nameOf(skill.serverId), state]));
    return { label: plainText(legible(skill.name)), description, detail: plainText(legible(skill.uri)), skill };
  });
  if (items.length === 0) void showInformation(l10n.t('Your MCP servers list no skills.'));
  const title = l10n.t('Select a Skill to Allow');
  const item =
    items.length > 0
      ? await window.showQuickPick(items, {
          title,
          placeHolder: l10n.t('Models may then load it, as instructions of its server'),
          matchOnDescription: true,
        })
      : undefined;
  return item ? [pickedAt(item.skill, needs)] : [];
}

/** Asks whether models may load the skill of this `SKILL.md`, after saying what that means. @param look shows it */
export async function allowSkill(file: PickedResource, { core }: Needs, look: () => Promise<void>): Promise<void> {
  const skill = core.skills.get(file);
  if (!skill) return;
  const permission = core.skillPermissions.stateOf(skill);
  const names = [legible(skill.name), core.connections.nameOf(skill.serverId)] as const;
  if (permission === 'allowed')
    return void showInformation(
      l10n.t(
        'You already allowed the skill “{0}” of the MCP server “{1}”. To take that back, use “Manage Permissions…”.',
        ...names,
      ),
    );
  const why = skill.files === 'dynamic' ? aboutDynamic() : skill.problem;
  const message =
    why === undefined
      ? l10n.t('Allow models to load the skill “{0}” of the MCP server “{1}”?', ...names)
      : l10n.t('The skill “{0}” of the MCP server “{1}” can’t be allowed', ...names);
  const [allow, lookFirst] = [l10n.t('Allow'), l10n.t('Look First')];
  // The first of them has the focus.
  const buttons = why === undefined ? [lookFirst, allow] : [lookFirst];
  const changed = typeof permission === 'object' ? permission.changed : [];
  const detail = why ?? aboutAllowing(skill, changed, core.skills.of(skill.serverId));
  const answer = await showWarning(message, { modal: true, detail }, ...buttons);
  if (answer === allow) await core.skillPermissions.allow(skill);
  if (answer === lookFirst) await look();
}

function aboutDynamic(): string {
  return l10n.t(
    'Its files may differ with each read, so they can’t be verified. You’re asked each time a model wants to load it.',
  );
}

function asked(tools: unknown): string {
  const text = typeof tools === 'string' ? tools : JSON.stringify(tools);
  return legible(text.slice(0, longest));
}

/** @param changed since it was allowed @param all skills of its server */
function aboutAllowing(skill: HeldSkill, changed: readonly string[], all: readonly HeldSkill[]): string {
  const nested = all.filter(({ uri }) => uri !== skill.uri && uri.startsWith(skillFolder(skill)));
  const tools = skill.frontmatter['allowed-tools'];
  const lines = [
    changed.length > 0 && l10n.t('You allowed this skill before, but it has changed since.'),
    ...changed,
    l10n.t('The server says: “{0}”', words(skill.description, longest) ?? ''),
    factLine([legible(skill.uri), describeSkillFiles(skill)]),
    tools !== undefined && l10n.t('It wants these tools to be allowed, which has no effect here: {0}', asked(tools)),
    l10n.t(
      'Models may then read its files without asking, as instructions that the server wrote, not you. This extension runs nothing of a skill. But an agent may do what it says, with the tools it has: only the chat can ask you about those.',
    ),
    nested.length > 0 &&
      l10n.t(
        'Skills in its folder need their own permission: {0}.',
        listed(nested.map(({ name }) => `“${legible(name)}”`)),
      ),
    l10n.t('This applies to this workspace, until any of its files changes or you remove it in “Manage Permissions…”.'),
  ];
  return lines.filter((line) => line !== false).join('\n\n');
}
