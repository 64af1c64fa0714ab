import * as l10n from '@vscode/l10n';
import { exactSize, formatCount } from '../../base/format';
import { isBlank, legible } from '../../base/legible';
import { cut, isFields, type Fields } from '../../base/values';
import {
  decoded,
  mostSkillBytes,
  mostSkillFiles,
  skillFileName,
  skillFolder,
  type Skill,
  type SkillFile,
} from '../../resource/skill';
import { isUri, jsonLength } from './normalise';

/** Lower-case letters and digits, with single hyphens between them. https://agentskills.io/specification#name-field */
const nameForm = /^(?=.{1,64}$)[\p{Ll}\p{Lo}\p{Nd}]+(?:-[\p{Ll}\p{Lo}\p{Nd}]+)*$/u;
/** Characters of a name that is shown, and of a description. */
const maxName = 64;
const maxDescription = 2_000;
/** Characters of an entry as JSON, and levels of nesting: 512 files take 200,000. A deeper one could not be compared. */
const maxEntry = 500_000;
const maxDepth = 64;

/** A skill by its server's entry. An invalid one says what is wrong; without a usable URI there is none. */
export function readSkill(raw: unknown): Skill | undefined {
  if (!isFields(raw) || !isUri(raw['uri'])) return undefined;
  const { uri } = raw;
  if (jsonLength(raw, maxEntry, maxDepth) > maxEntry) return tooLarge(uri);
  const frontmatter = isFields(raw['frontmatter']) ? raw['frontmatter'] : {};
  const files = raw['resources'] === 'dynamic' ? 'dynamic' : filesIn(raw['resources']);
  const problem = entryProblem(uri, frontmatter) ?? (files === 'dynamic' ? undefined : filesProblem(uri, files));
  const name = textIn(frontmatter['name'], maxName) ?? nameFrom(uri);
  const description = textIn(frontmatter['description'], maxDescription) ?? '';
  return { uri, frontmatter, name, description, files: files ?? [], problem };
}

function tooLarge(uri: string): Skill {
  const problem = l10n.t('What the server says of it is too large.');
  return { uri, frontmatter: {}, name: nameFrom(uri), description: '', files: [], problem };
}

/** `undefined` if something else than a list of files was given, or a file without one of its fields. */
function filesIn(raw: unknown): readonly SkillFile[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const files = (raw as readonly unknown[]).filter(isFile);
  return files.length === raw.length ? files.map(({ uri, digest, size }) => ({ uri, digest, size })) : undefined;
}

function isFile(raw: unknown): raw is SkillFile {
  if (!isFields(raw) || !isUri(raw['uri'])) return false;
  const { digest, size } = raw;
  return (
    typeof digest === 'string' &&
    /^sha256:[\da-f]{64}$/u.test(digest) &&
    Number.isSafeInteger(size) &&
    Number(size) >= 0
  );
}

function entryProblem(uri: string, { name, description }: Fields): string | undefined {
  if (!uri.endsWith(`/${skillFileName}`)) return l10n.t('Its address doesn’t end with “{0}”.', skillFileName);
  if (typeof name !== 'string' || name === '' || typeof description !== 'string')
    return l10n.t('The server doesn’t say its name and description.');
  const folder = lastFolder(uri);
  if (folder === '') return l10n.t('Its address has no folder.');
  if (folder !== name) return l10n.t('Its name isn’t that of its folder, “{0}”.', legible(cut(folder, maxName)));
  return nameForm.test(name)
    ? undefined
    : l10n.t('Its name has characters other than lower-case letters, digits and single hyphens.');
}

function filesProblem(uri: string, files: readonly SkillFile[] | undefined): string | undefined {
  if (!files) return l10n.t('The server doesn’t list its files with their sizes and SHA-256 digests.');
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length > mostSkillFiles)
    return l10n.t('It has {0} files; skills have {1} at most.', formatCount(files.length), formatCount(mostSkillFiles));
  if (bytes > mostSkillBytes)
    return l10n.t(
      'Its files are {0} together; those of a skill are {1} at most.',
      exactSize(bytes),
      exactSize(mostSkillBytes),
    );
  const folder = skillFolder({ uri });
  if (files.some((file) => !isBelow(folder, file.uri))) return l10n.t('It claims a file outside its folder.');
  if (new Set(files.map((file) => decoded(file.uri))).size < files.length) return l10n.t('It lists a file twice.');
  return files.some((file) => file.uri === uri) ? undefined : l10n.t('Its list of files lacks “{0}”.', skillFileName);
}

/** False where a server could take it for another place. */
function isBelow(folder: string, uri: string): boolean {
  if (!uri.startsWith(folder) || /[?#]/u.test(uri)) return false;
  return uri
    .slice(folder.length)
    .split('/')
    .every((part) => !/^\.{0,2}$|[\\/]/u.test(decoded(part)));
}

function lastFolder(uri: string): string {
  return decoded(skillFolder({ uri }).split('/').at(-2) ?? '');
}

function nameFrom(uri: string): string {
  const folder = lastFolder(uri);
  return cut(isBlank(folder) ? uri : folder, maxName);
}

function textIn(value: unknown, most: number): string | undefined {
  return typeof value === 'string' && !isBlank(value) ? cut(value, most) : undefined;
}
