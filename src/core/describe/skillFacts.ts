import * as l10n from '@vscode/l10n';
import type { PreviewFact } from '../../shared/previewProtocol';
import { describeFiles, formatSize, joined } from '../base/format';
import { legible } from '../base/legible';
import type { Skill } from '../resource/skill';

/** Characters of a field of frontmatter, and the number of fields. */
const maxValue = 300;
const maxFields = 30;

/** What a server says of its skill, for people: whose it is, all of its frontmatter, and how much it is. */
export function skillFacts(skill: Skill, serverName: string): readonly PreviewFact[] {
  const { frontmatter } = skill;
  const others = Object.entries(frontmatter).filter(([field]) => field !== 'name' && field !== 'description');
  return [
    [l10n.t('Skill'), l10n.t('instructions for agents, written by the server “{0}”', serverName)],
    [l10n.t('Files'), describeSkillFiles(skill)],
    ...others
      .slice(0, maxFields)
      .map(([field, value]): PreviewFact => [legible(field.slice(0, maxValue)), inWords(field, value)]),
  ];
}

/** How many files a skill has, and how large they are. */
export function describeSkillFiles({ files }: Skill): string {
  if (files === 'dynamic') return l10n.t('may differ with each read, so they can’t be verified');
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return joined([describeFiles(files.length), formatSize(bytes)]);
}

function inWords(field: string, value: unknown): string {
  const text = legible(typeof value === 'string' ? value : JSON.stringify(value));
  const shown = text.length > maxValue ? `${text.slice(0, maxValue)}…` : text;
  return field === 'allowed-tools' ? l10n.t('{0} (only a request: it allows nothing here)', shown) : shown;
}
