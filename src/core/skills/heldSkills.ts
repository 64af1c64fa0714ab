import * as l10n from '@vscode/l10n';
import type { ResourceAddress } from '../resource/address';
import { lenient, skillFolder, type Skill } from '../resource/skill';

/** A skill as its server described it last. */
export interface HeldSkill extends Skill, ResourceAddress {
  /** Another one whenever anything in the description differs from the one before. */
  readonly edition: number;
  /** Ids in the catalog of its files, that of `SKILL.md` first. */
  readonly rows: readonly number[];
}

/** By their length, and by {@link lenient} folders, with a slash at the end. */
export type FoldersByLength = ReadonlyMap<number, ReadonlyMap<string, readonly HeldSkill[]>>;

/** Files of one server's skills. */
const maxFiles = 20_000;

export function byFile(skills: readonly HeldSkill[]): ReadonlyMap<string, readonly HeldSkill[]> {
  const files = new Map<string, readonly HeldSkill[]>();
  const add = (uri: string, skill: HeldSkill): void => void files.set(uri, [...(files.get(uri) ?? []), skill]);
  for (const skill of skills) {
    if (skill.problem !== undefined || skill.files === 'dynamic') add(skill.uri, skill);
    else for (const { uri } of skill.files) add(uri, skill);
  }
  return files;
}

/** As many as fit. */
export function within(skills: readonly Skill[]): readonly Skill[] {
  let files = 0;
  return skills.filter((skill) => {
    const count = skill.problem !== undefined || skill.files === 'dynamic' ? 1 : skill.files.length;
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

/** A scheme alone is no folder. */
export function foldersOf(skills: readonly HeldSkill[]): FoldersByLength {
  const byLength = new Map<number, Map<string, readonly HeldSkill[]>>();
  for (const skill of skills) {
    const folder = `${lenient(skillFolder(skill))}/`;
    if (folder.indexOf('/') === folder.length - 1) continue;
    const folders = byLength.get(folder.length) ?? new Map<string, readonly HeldSkill[]>();
    byLength.set(folder.length, folders.set(folder, [...(folders.get(folder) ?? []), skill]));
  }
  return byLength;
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
