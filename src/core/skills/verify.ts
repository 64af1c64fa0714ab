import * as l10n from '@vscode/l10n';
import { CancelledError, causes, HumanError, isCancelled } from '../base/errors';
import { exactSize, joined } from '../base/format';
import { legible } from '../base/legible';
import type { Logger } from '../base/ports';
import { isFields, type Fields } from '../base/values';
import { bareMimeType } from '../content/mimeTypes';
import { bytesOf } from '../content/rendition';
import type { ResourceAddress } from '../resource/address';
import type { ResourceContent } from '../resource/resource';
import { mostSkillBytes, skillFileName, skillFolder, type Skill } from '../resource/skill';
import type { ReadResult } from '../session/session';
import type { HeldSkill, Skills } from './skills';

/** Loaded with the first file of a skill. */
export interface SkillTools {
  /** As hexadecimal digits. */
  readonly sha256: (bytes: Uint8Array) => string;
  /** By YAML 1.2; throws what is none, and what would take much memory. */
  readonly parseYaml: (text: string) => unknown;
}

interface Ports {
  readonly log: Logger;
  readonly tools: () => Promise<SkillTools>;
}

/** Characters: what takes longest to parse, such as thousands of keys, takes the square of the time. */
const maxYaml = 8_192;
/** Of the skills around a file, those that the server is asked for where the file is not what they say. */
const mostAsked = 8;

type Read = ReadResult & { readonly proof?: string | undefined };

/**
 * The only way to the bytes of a skill's file: they are what its server's description says, in size, digest and frontmatter, or nobody gets
 * them. A digest shows that both fit, not that anybody can be trusted.
 * https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx (Integrity and Verification)
 */
export class SkillVerifier {
  constructor(
    private readonly skills: Skills,
    private readonly ports: Ports,
  ) {}

  /** Changes with every description that a content of this resource was, or would be, checked against. */
  proofOf(address: ResourceAddress): string {
    return this.skills
      .governing(address)
      .map(({ edition }) => edition)
      .join(' ');
  }

  /**
   * What `read` returned, with its proof. Where it is not what the server's description says, that may be out of date: the server is asked
   * for it once. Rejects with `unverified`.
   */
  async admit<T extends Read>(
    address: ResourceAddress,
    read: () => Promise<T | 'notModified'>,
    signal: AbortSignal,
  ): Promise<T | 'notModified'> {
    const result = await read();
    if (result === 'notModified') return result;
    await this.skills.ready(address.serverId, signal);
    await this.#learn(address, signal);
    const tools = this.skills.governing(address).length > 0 ? await this.ports.tools() : undefined;
    const problem = this.#problem(address, result, tools);
    if (!problem) return this.#admitted(address, result);
    const before = this.proofOf(address);
    const asked = this.skills.governing(address).slice(0, mostAsked);
    await Promise.all(asked.map((skill) => this.#confirm(skill, signal)));
    if (signal.aborted) throw new CancelledError();
    // Also where it says by now that it is no skill: it was one when this was asked for.
    if (['', before].includes(this.proofOf(address))) throw problem;
    // The bytes may be older than the description, or as new.
    const again = this.#problem(address, result, tools) ? await read() : result;
    const last = again === 'notModified' ? problem : this.#problem(address, again, tools);
    if (again === 'notModified' || last) throw last ?? problem;
    return this.#admitted(address, again);
  }

  /** A digest is of bytes: no encoding that the server names makes another text of them. */
  #admitted<T extends Read>(address: ResourceAddress, result: T): T {
    const proof = this.proofOf(address);
    const inUtf8 = (content: ResourceContent): ResourceContent => ({
      ...content,
      mimeType: `${bareMimeType(content.mimeType ?? 'application/octet-stream')}; charset=utf-8`,
    });
    return { ...result, proof, contents: proof === '' ? result.contents : result.contents.map(inUtf8) };
  }

  /** What a directory's children are shown for; `undefined` for a file of a skill, which has bytes to verify. */
  proofOfListing(address: ResourceAddress): string | undefined {
    const isFile = ({ uri, files }: Skill): boolean =>
      uri === address.uri || (files !== 'dynamic' && files.some((file) => file.uri === address.uri));
    return this.skills.governing(address).some(isFile) ? undefined : this.proofOf(address);
  }

  /** A skill need not be in any list. */
  async #learn(address: ResourceAddress, signal: AbortSignal): Promise<void> {
    if (address.uri.endsWith(`/${skillFileName}`) && !this.skills.get(address)) await this.#confirm(address, signal);
  }

  async #confirm(address: ResourceAddress, signal: AbortSignal): Promise<void> {
    try {
      await this.skills.confirm(address, signal);
    } catch (error) {
      if (isCancelled(error)) throw error;
      this.ports.log.warn(`The server did not describe a skill: ${causes(error)}`);
    }
  }

  #problem(address: ResourceAddress, result: Read, tools: SkillTools | undefined): HumanError | undefined {
    for (const skill of this.skills.governing(address)) {
      const difference = tools && differenceOf(skill, address.uri, result, tools);
      if (difference !== undefined) return unverified(skill, address.uri, difference);
    }
    return undefined;
  }
}

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
    return l10n.t('The file has {0}, the skill says {1}.', exactSize(bytes.length), exactSize(file.size));
  if (file && digest() !== file.digest) return l10n.t('The file’s SHA-256 digest isn’t the one that the skill says.');
  if (bytes.length > mostSkillBytes)
    return l10n.t('The file has {0}; a skill has {1} at most.', exactSize(bytes.length), exactSize(mostSkillBytes));
  return uri === skill.uri ? frontmatterDifference(skill.frontmatter, bytes, tools) : undefined;
}

/** Once for all the skills that a file is of. */
const measures = new WeakMap<ResourceContent, { readonly bytes: Uint8Array; readonly digest: () => string }>();

function measured(content: ResourceContent, { sha256 }: SkillTools) {
  const known = measures.get(content);
  if (known) return known;
  const bytes = bytesOf(content);
  let digest: string | undefined;
  const measure = { bytes, digest: () => (digest ??= `sha256:${sha256(bytes)}`) };
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
  return l10n.t('In its frontmatter, {0} isn’t what the server’s list says.', joined(shown));
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

function unverified(skill: HeldSkill, uri: string, difference: string): HumanError {
  const file = uri.startsWith(skillFolder(skill)) ? uri.slice(skillFolder(skill).length) : uri;
  const values = [legible(file.slice(0, 200)), legible(skill.name), difference] as const;
  const sentence =
    skill.problem === undefined
      ? l10n.t(
          '“{0}” isn’t shown: it isn’t what the server says of its skill “{1}”. {2} Refresh the list; if that doesn’t help, tell the server’s author.',
          ...values,
        )
      : l10n.t('“{0}” isn’t shown: the server’s skill “{1}” isn’t valid. {2} Tell the server’s author.', ...values);
  return new HumanError('unverified', sentence);
}
