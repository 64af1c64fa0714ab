import * as l10n from '@vscode/l10n';
import type { PreviewFact } from '../../shared/previewProtocol';
import { describeFiles, formatSize, joined } from '../base/format';
import { legible } from '../base/legible';
import { isFields } from '../base/values';
import type { Skill, SkillPermission } from '../resource/skill';

/** Codicon of a skill, as VS Code has it for its own. */
export const skillIcon = 'lightbulb';

/** Characters of a field of frontmatter, and the number of fields. */
const maxValue = 300;
const maxFields = 30;

/** What a server says of its skill, for people, and its permission. The server's own fields are in quotes: they may be named as ours. */
export function skillFacts(skill: Skill, serverName: string, permission: SkillPermission): readonly PreviewFact[] {
  const { frontmatter } = skill;
  const others = Object.entries(frontmatter).filter(([field]) => field !== 'name' && field !== 'description');
  return [
    [l10n.t('Skill'), l10n.t('instructions for models, written by the server “{0}”', serverName)],
    [l10n.t('Permission'), permissionFacts(permission)[1]],
    [l10n.t('Files'), describeSkillFiles(skill)],
    ...others
      .slice(0, maxFields)
      .map(([field, value]): PreviewFact => [`“${legible(field.slice(0, maxValue))}”`, inWords(field, value)]),
  ];
}

/** A codicon for a skill, and its permission in words. */
export function permissionFacts(permission: SkillPermission): readonly [icon: string, text: string] {
  if (permission === 'no') return [skillIcon, l10n.t('not allowed yet')];
  if (permission === 'allowed') return ['pass-filled', l10n.t('allowed')];
  return ['question', l10n.t('changed since you allowed it')];
}

/** What has changed since the user allowed a skill, in sentences. */
export function changesOf(permission: SkillPermission): readonly string[] {
  if (typeof permission !== 'object') return [];
  return [l10n.t('You allowed this skill before, but it has changed since.'), ...permission.changed];
}

/** How many files a skill has, and how large they are. */
export function describeSkillFiles({ files }: Skill): string {
  if (files === 'dynamic') return l10n.t('may differ with each read, so they can’t be verified');
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return joined([describeFiles(files.length), formatSize(bytes)]);
}

function inWords(field: string, value: unknown): string {
  const text = legible(plain(value));
  const shown = text.length > maxValue ? `${text.slice(0, maxValue)}…` : text;
  return field === 'allowed-tools' ? l10n.t('{0} (only a request: it allows nothing here)', shown) : shown;
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  const fields = isFields(value) ? Object.entries(value) : [];
  return fields.length > 0 ? joined(fields.map(([name, one]) => `${name}: ${plain(one)}`)) : JSON.stringify(value);
}
