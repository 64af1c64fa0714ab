import * as l10n from '@vscode/l10n';
import type { Preview, PreviewPart } from '../../shared/previewProtocol';
import { factLine, formatSize } from '../base/format';
import { codeSpan } from '../base/markdown';
import { legible } from '../base/legible';
import { changesOf, permissionFacts, skillFacts } from '../describe/skillFacts';
import { skillFolder, type Skill, type SkillPermission } from '../resource/skill';

/** Files that are listed. */
const mostFiles = 512;

/**
 * The preview of a `SKILL.md` as that of its skill.
 *
 * @param isRead true for a file that was read, and is what the server says of it
 */
export function ofSkill(
  preview: Preview,
  skill: Skill,
  serverName: string,
  isRead: (uri: string) => boolean,
  permission: SkillPermission,
): Preview {
  const isVerified = skill.files !== 'dynamic';
  const verified = l10n.t('size, SHA-256 and frontmatter match the server’s list');
  const list = filesOf(skill, isRead);
  const states = [isVerified ? l10n.t('verified') : l10n.t('not verified'), permissionFacts(permission)[1]];
  return {
    ...preview,
    summary: factLine([l10n.t('Skill: instructions for models by “{0}”', serverName), ...states, preview.summary]),
    facts: [
      ...skillFacts(skill, serverName, permission),
      ...(isVerified ? [[l10n.t('Verified'), verified] as const] : []),
      ...preview.facts,
    ],
    problems: [...changesOf(permission), ...preview.problems],
    parts: [...preview.parts, ...(list ? [list] : [])],
  };
}

function filesOf(skill: Skill, isRead: (uri: string) => boolean): PreviewPart | undefined {
  const { files } = skill;
  if (files === 'dynamic' || files.length < 2) return undefined;
  const lines = files.slice(0, mostFiles).map(({ uri, size }) => {
    const state = isRead(uri) ? l10n.t('verified') : l10n.t('not read yet');
    return `- ${codeSpan(legible(uri.slice(skillFolder(skill).length)))} ${factLine([formatSize(size), state])}`;
  });
  return {
    name: l10n.t('All files of the skill'),
    mimeType: undefined,
    size: formatSize(files.reduce((sum, { size }) => sum + size, 0)),
    body: { kind: 'markdown', text: lines.join('\n') },
    cut: undefined,
  };
}
