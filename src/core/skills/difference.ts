import * as l10n from '@vscode/l10n';
import { exactSize, joined } from '../base/format';
import { legible } from '../base/legible';
import { isFields, type Fields } from '../base/values';
import { bytesOf } from '../content/rendition';
import type { ResourceContent } from '../resource/resource';
import { mostSkillBytes, skillFileName, type Skill } from '../resource/skill';
import type { ReadResult } from '../session/session';

export interface SkillTools {
  /** As hexadecimal digits. */
  readonly sha256: (bytes: Uint8Array) => string;
  /** By YAML 1.2; throws what is none, and what would take much memory. */
  readonly parseYaml: (text: string) => unknown;
}

/** Characters: what takes longest to parse, such as thousands of keys, takes the square of the time. */
const maxYaml = 8_192;

/** What is not as the skill's description says, in a sentence. */
export function differenceOf(skill: Skill, uri: string, read: ReadResult, tools: SkillTools): string | undefined {
  if (skill.problem !== undefined) return skill.problem;
  const file = skill.files === 'dynamic' ? undefined : skill.files.find((one) => one.uri === uri);
  if (!file && skill.files !== 'dynamic') return l10n.t('The skill doesn’t list this file.');
  const [content, ...others] = read.contents;
  if (!content || others.length > 0 || read.problems.length > 0 || content.uri !== uri)
    return l10n.t('The server didn’t send this one file.');
  const { bytes, digest } = measured(content, tools);
  if (file && bytes.length !== file.size)
    return l10n.t('The file has {0}; the skill lists {1}.', exactSize(bytes.length), exactSize(file.size));
  if (file && digest !== file.digest) return l10n.t('The file’s SHA-256 digest isn’t the one that the skill lists.');
  if (bytes.length > mostSkillBytes)
    return l10n.t('The file has {0}; a skill has {1} at most.', exactSize(bytes.length), exactSize(mostSkillBytes));
  return uri === skill.uri ? frontmatterDifference(skill.frontmatter, bytes, tools) : undefined;
}

/** Once for all the skills that a file is of. */
const measures = new WeakMap<ResourceContent, { readonly bytes: Uint8Array; readonly digest: string }>();

function measured(content: ResourceContent, { sha256 }: SkillTools) {
  const known = measures.get(content);
  if (known) return known;
  const bytes = bytesOf(content);
  const measure = { bytes, digest: `sha256:${sha256(bytes)}` };
  measures.set(content, measure);
  return measure;
}

function frontmatterDifference(said: Fields, bytes: Uint8Array, { parseYaml }: SkillTools): string | undefined {
  const head = bytes.subarray(0, 4 * maxYaml);
  const found = readFrontmatter(new TextDecoder('utf-8', { ignoreBOM: true }).decode(head), parseYaml);
  if (!found) return l10n.t('“{0}” doesn’t begin with frontmatter that can be read.', skillFileName);
  const names = [...new Set([...Object.keys(said), ...Object.keys(found)])];
  const differing = names.filter(
    (name) => !(Object.hasOwn(said, name) && Object.hasOwn(found, name) && isEqual(said[name], found[name])),
  );
  if (differing.length === 0) return undefined;
  const shown = differing.slice(0, 5).map((name) => `“${legible(name.slice(0, 100))}”`);
  return l10n.t('In its frontmatter, {0} doesn’t match the server’s list.', joined(shown));
}

/** The fields between the lines of three dashes with which a `SKILL.md` begins; `undefined` where there are none. */
export function readFrontmatter(text: string, parseYaml: SkillTools['parseYaml']): Fields | undefined {
  // Whole lines only: a longer one is no end of it.
  const head = text.slice(0, text.length > maxYaml ? text.lastIndexOf('\n', maxYaml) + 1 : undefined);
  const yaml = /^\uFEFF?---[ \t]*\r?\n(?<yaml>(?:.*\r?\n)*?)---[ \t]*(?:\r?\n|$)/u.exec(head)?.groups?.['yaml'];
  if (yaml === undefined) return undefined;
  try {
    const fields = parseYaml(yaml.replaceAll('\r\n', '\n'));
    return isFields(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

/** Of JSON: bounded by the server's description, as far as both agree. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => isEqual(value, b[index]));
  if (!isFields(a) || !isFields(b)) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
  );
}
