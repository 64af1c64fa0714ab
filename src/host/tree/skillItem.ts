import * as l10n from '@vscode/l10n';
import { TreeItemCollapsibleState, type MarkdownString, type TreeItem } from 'vscode';
import { factLine, formatCount, joined, labelled } from '../../core/base/format';
import { legible } from '../../core/base/legible';
import { showable } from '../../core/base/showable';
import { cut } from '../../core/base/values';
import { factLines } from '../../core/describe/listedFacts';
import { changesOf, permissionFacts, skillFacts } from '../../core/describe/skillFacts';
import type { SkillPermission } from '../../core/resource/skill';
import type { Skills } from '../../core/skills/skills';
import type { SkillNode } from '../../core/tree/treeNode';
import { legibleText } from '../../shared/hiddenText';
import { rowKinds } from '../base/ids';
import { tooltip } from '../describe/tooltip';
import { statusItem } from '../servers/statusItem';
import { statusRow, type StatusRow } from '../servers/statusRows';
import { resourceItem, type ResourcePlace } from './resourceItem';
import type { ResourceTreeRow } from './treeRow';

/** Characters of a description in a row. */
const longest = 300;

/** The row of a skill: a click opens its `SKILL.md`. One that cannot be used says why; a click says it in full. */
export function skillItem(row: SkillNode, place: ResourcePlace, permission: SkillPermission): TreeItem {
  const { id, label, skill, entry, serverId } = row;
  const { problem } = skill;
  const item = resourceItem(entry.resource, place);
  if (problem !== undefined) {
    const detail = `${label}\n${problem}`;
    const shown = statusItem(statusRow({ id, severity: 'warning', label, text: problem, detail, serverId }));
    return Object.assign(shown, { command: item.command });
  }
  const description = showable(cut(skill.description, longest), ' ');
  item.label = label;
  const [, state] = permissionFacts(permission);
  item.description = factLine([place.staleness?.label, permission === 'no' ? undefined : state, description]);
  item.collapsibleState = TreeItemCollapsibleState.Collapsed;
  const kind = place.isPicked ? rowKinds.pickedSkill : rowKinds.skill;
  item.contextValue = permission === 'allowed' ? `${kind}.${rowKinds.allowed}` : kind;
  const picked = place.isPicked ? l10n.t('In the context') : '';
  const spoken = joined([label, l10n.t('Skill'), place.change, picked, place.staleness?.label, state, description]);
  item.accessibilityInformation = { label: spoken };
  return item;
}

/** Says nothing of the skill's files but what its server says: none was read for it. */
export function skillTooltip(row: SkillNode, serverName: string, permission: SkillPermission): MarkdownString {
  const { skill, label } = row;
  const uri = labelled(l10n.t('URI'), legible(skill.uri));
  const facts = factLines(skillFacts(skill, serverName, permission));
  return tooltip(label, legibleText(skill.description), [...changesOf(permission), uri, ...facts]);
}

/** Says what the list of a server's skills lacks, below it. */
export function skillNotes(row: ResourceTreeRow, skills: Pick<Skills, 'of' | 'stateOf'>): readonly StatusRow[] {
  if (row.kind !== 'skills' || row.serverId === undefined) return [];
  const state = skills.stateOf(row.serverId);
  if (state !== 'cut' && state !== 'failed') return [];
  const count = skills.of(row.serverId).length;
  const again =
    count > 0 ? l10n.t('These are from an earlier list. Refresh to try again.') : l10n.t('Refresh to try again.');
  const label = state === 'cut' ? l10n.t('Not all skills are shown') : l10n.t('Couldn’t list the skills');
  const text = state === 'cut' ? l10n.t('{0} shown; the server has more', describeSkills(count)) : again;
  return [statusRow({ id: `${row.id}\n${state}`, severity: 'warning', label, text, detail: `${label}\n${text}` })];
}

export function describeSkills(count: number): string {
  return count === 1 ? l10n.t('1 skill') : l10n.t('{0} skills', formatCount(count));
}
