import * as l10n from '@vscode/l10n';
import type { ResourceAddress } from '../resource/address';
import { lenient, skillFolder, urisOf, type Skill } from '../resource/skill';

/** A skill as its server described it last. */
export interface HeldSkill extends Skill, ResourceAddress {
  /** Another one whenever anything in the description differs from the one before. */
  readonly edition: number;
  /** Ids in the catalog of its files, that of `SKILL.md` first. */
  readonly rows: readonly number[];
}

export type SkillsByText = ReadonlyMap<string, readonly HeldSkill[]>;

/** Files of one server's skills. */
const maxFiles = 20_000;

export function grouped(skills: readonly HeldSkill[], keysOf: (skill: HeldSkill) => readonly string[]): SkillsByText {
  const groups = new Map<string, HeldSkill[]>();
  for (const skill of skills)
    for (const key of keysOf(skill)) {
      const group = groups.get(key) ?? [];
      group.push(skill);
      groups.set(key, group);
    }
  return groups;
}

/** As many as fit. */
export function within(skills: readonly Skill[]): readonly Skill[] {
  let files = 0;
  return skills.filter((skill) => {
    const count = urisOf(skill).length;
    if (files + count > maxFiles) return false;
    files += count;
    return true;
  });
}

/** One skill of each URI. */
export function once(skills: readonly Skill[]): ReadonlyMap<string, Skill> {
  const byUri = new Map<string, Skill>();
  for (const skill of skills) {
    const before = byUri.get(skill.uri) ?? skill;
    const problem = isSame(before, skill) ? before.problem : l10n.t('The server lists it twice, with differences.');
    byUri.set(skill.uri, { ...before, problem });
  }
  return byUri;
}

/** Its folder as {@link lenient} reads it, with a slash at the end. A scheme alone is none. */
export function folderOf(skill: HeldSkill): readonly string[] {
  const folder = lenient(skillFolder(skill));
  return folder.includes('/') ? [`${folder}/`] : [];
}

export function isSame(a: Skill, b: Skill | undefined): boolean {
  return a === b || (b !== undefined && textOf(a) === textOf(b));
}

/** Of lists that are read again and again. */
const texts = new WeakMap<Skill, string>();

function textOf(skill: Skill): string {
  const { uri, frontmatter, files, problem } = skill;
  const text = texts.get(skill) ?? JSON.stringify([uri, frontmatter, files, problem]);
  texts.set(skill, text);
  return text;
}
